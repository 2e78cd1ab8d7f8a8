import Benchmark
import BenchmarkSupport
import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request after the other, answered by a service and by URLProtocols that do no more than answer:
/// through `URLSession`.
func registerSessionBenchmarks() {
  register(
    "session",
    [
      "session: service", "session: service that validates nothing",
      "session: bare, safe delivery", "session: bare, finishes in startLoading",
    ]
  ) { sample, race in try await race.prepareSessions(sample) }
  // Apart from those: to reset 100,000 handlers empties the processor's caches.
  register("respond", ["respond: 1 operation", "respond: 100000 operations"]) { sample, race in
    try await race.prepareResponses(sample)
  }
}

private func register(
  _ name: String, _ contenders: [String],
  prepare: @escaping @Sendable (SampleRequest, RequestRace) async throws -> Void
) {
  let metrics = contenders.map { BenchmarkMetric.custom($0, useScalingFactor: false) }
  let race = RequestRace(contenders, prepare)
  Benchmark(
    name,
    configuration: .init(
      metrics: metrics + [.throughput], warmupIterations: 3, maxDuration: .seconds(12),
      maxIterations: 1_000)
  ) { benchmark in
    do {
      try await race.run { benchmark.measurement(metrics[$0], $1) }
    } catch {
      benchmark.error("\(error)")
    }
  }
}

/// Sends requests to all contenders by turns.
private final class RequestRace {
  private let names: [String]
  private let prepare: (SampleRequest, RequestRace) async throws -> Void
  private var services: [MockGraphQLService] = []
  private var contenders: [() async throws -> Data] = []
  private var generator = SeededGenerator(seed: 5)

  init(
    _ names: [String], _ prepare: @escaping (SampleRequest, RequestRace) async throws -> Void
  ) {
    self.names = names
    self.prepare = prepare
  }

  /// Sends a request to each contender sixteen times.
  func run(record: (_ contender: Int, _ picoseconds: Int) -> Void) async throws {
    if contenders.isEmpty { try await prepare(.hero, self) }
    let clock = ContinuousClock()
    for _ in 0..<16 {
      // Who comes after whom matters: threads of the one before may still be at work.
      for contender in contenders.indices.shuffled(using: &generator)
      where Contender.isWanted(names[contender]) {
        let start = clock.now
        let data = try await contenders[contender]()
        let end = clock.now
        blackHole(data)
        record(contender, start.duration(to: end).picoseconds)
      }
    }
    // Tests have a service each, whose journal ends with them.
    for service in services { service.reset() }
  }

  func prepareSessions(_ sample: SampleRequest) async throws {
    services = [
      MockGraphQLService(handlers: [sample.handler]),
      MockGraphQLService(
        handlers: [sample.handler],
        options: ServiceOptions(requestValidation: .off, responseValidation: .off)),
    ]
    let (body, response) = try await services[0].makeSession().data(for: sample.request)
    guard let response = response as? HTTPURLResponse, response.statusCode == 200 else {
      throw PreparationError("The service did not answer")
    }
    guard services[0].failures.isEmpty, services[0].exchanges.allSatisfy(\.warnings.isEmpty) else {
      throw PreparationError("The service has something to say: \(services[0].failures)")
    }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
    BareAnswer.shared = BareAnswer(headers: headers, body: body)
    let protocols = [SafeBareProtocol.self, HastyBareProtocol.self] as [URLProtocol.Type]
    let sessions = services.map { $0.makeSession() } + protocols.map { BareAnswer.makeSession($0) }
    contenders = sessions.map { session in
      { try await session.data(for: sample.request).0 }
    }
    try await hold(to: body)
  }

  func prepareResponses(_ sample: SampleRequest) async throws {
    let others = SampleRequest.others(99_999)
    services = [
      MockGraphQLService(handlers: [sample.handler]),
      MockGraphQLService(
        handlers: Array(others[..<50_000]) + [sample.handler] + Array(others[50_000...])),
    ]
    contenders = services.map { service in
      { try await service.respond(to: sample.request).body.collect() }
    }
    try await hold(to: try await contenders[0]())
  }

  private func hold(to body: Data) async throws {
    for contender in contenders {
      guard try await contender() == body else { throw PreparationError("The answers differ") }
    }
  }
}
