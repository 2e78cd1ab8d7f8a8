import Benchmark
import BenchmarkSupport
import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request after the other through `URLSession`, answered by a service and by URLProtocols that
/// do no more than answer.
func registerSessionBenchmarks() {
  let metrics = SessionRace.names.map { BenchmarkMetric.custom($0, useScalingFactor: false) }
  let race = SessionRace()
  Benchmark(
    "session",
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
private final class SessionRace {
  static let names = [
    "session: service", "session: service with 10000 handlers", "session: bare, safe delivery",
    "session: bare, finishes in startLoading", "session: service that judges nothing",
  ]

  private let sample = SampleRequest.hero
  private var services: [MockGraphQLService] = []
  private var sessions: [URLSession] = []
  private var generator = SeededGenerator(seed: 5)

  /// Sends a request to each contender sixteen times.
  func run(record: (_ contender: Int, _ picoseconds: Int) -> Void) async throws {
    if sessions.isEmpty { try await prepare() }
    let clock = ContinuousClock()
    for _ in 0..<16 {
      // Who comes after whom matters: threads of the one before may still be at work.
      for contender in sessions.indices.shuffled(using: &generator)
      where Contender.isWanted(Self.names[contender]) {
        let start = clock.now
        let (data, _) = try await sessions[contender].data(for: sample.request)
        let end = clock.now
        blackHole(data)
        record(contender, start.duration(to: end).picoseconds)
      }
    }
    // Tests have a service each, whose journal ends with them.
    for service in services { service.reset() }
  }

  private func prepare() async throws {
    let handler = sample.handler(withDocument: false)
    let others = (0..<9_999).map { RequestHandler.query(.named("Other\($0)"), .data([:])) }
    services = [
      MockGraphQLService(handlers: [handler]),
      MockGraphQLService(
        handlers: Array(others[..<5_000]) + [handler] + Array(others[5_000...])),
    ]
    sessions = services.map { $0.makeSession() }
    let unjudging = MockGraphQLService(
      handlers: [handler], options: ServiceOptions(judgement: .off, fixtureChecks: .off))
    let (body, response) = try await sessions[0].data(for: sample.request)
    guard let response = response as? HTTPURLResponse, response.statusCode == 200 else {
      throw PreparationError("The service did not answer")
    }
    guard services[0].failures.isEmpty, services[0].exchanges.allSatisfy(\.warnings.isEmpty) else {
      throw PreparationError("The service has something to say: \(services[0].failures)")
    }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
    BareAnswer.shared = BareAnswer(headers: headers, body: body)
    for protocolClass in [SafeBareProtocol.self, HastyBareProtocol.self] as [URLProtocol.Type] {
      sessions.append(BareAnswer.makeSession(protocolClass))
    }
    services.append(unjudging)
    sessions.append(unjudging.makeSession())
    for session in sessions {
      let (data, _) = try await session.data(for: sample.request)
      guard data == body else { throw PreparationError("The answers differ") }
    }
  }
}
