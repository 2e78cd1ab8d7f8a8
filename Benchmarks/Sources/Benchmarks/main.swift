import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

func measure() async throws {
  let services = [
    MockGraphQLService(Inputs.handler),
    MockGraphQLService(
      Inputs.handler, options: ServiceOptions(requestValidation: .off, responseValidation: .off)),
  ]
  let (body, response) = try await services[0].makeSession().data(for: Inputs.request)
  guard services[0].failures.isEmpty, services[0].requests.allSatisfy(\.warnings.isEmpty) else {
    throw Failure(description: "\(services[0].failures)")
  }
  let fields = (response as? HTTPURLResponse)?.allHeaderFields ?? [:]
  SafeBareProtocol.response = (
    Dictionary(uniqueKeysWithValues: fields.map { ("\($0)", "\($1)") }), body
  )
  let sessions = services.map { $0.makeSession() } + [SafeBareProtocol.makeSession()]
  let names = ["a service", "a service that validates nothing", "a URLProtocol by hand"]
  let contenders = zip(names, sessions).map { name, session in
    Contender(name: "a request through a session: \(name)") {
      let found = try await session.data(for: Inputs.request).0
      guard found == body else { throw Failure(description: "\(name): the responses differ") }
    }
  }
  // The journal is emptied after each turn, because in a real suite each test has its own service.
  let times = try await race(contenders, total: .seconds(4)) {
    for service in services { service.reset() }
  }
  let load = Contender(name: "a schema of 1 MB, loaded") {
    try ServiceSchema(definitions: Inputs.schema).check()
  }
  let loadTimes = try await race([load], total: .seconds(2))

  print("| ratio | figure | at most | |\n|---|---|---|---|")
  for (index, limit) in [(2, 1.03), (1, 1.05)] {
    let ratio = times[0] / times[index]
    let verdict = ratio <= limit ? "met" : "**missed**"
    let figures = String(format: "%.2fx | %.2fx", ratio, limit)
    print("| a service next to \(names[index]) | \(figures) | \(verdict) |")
  }
  print("\n| measured | median |\n|---|---|")
  for (contender, time) in zip(contenders + [load], times + loadTimes) {
    print("| \(contender.name) | \(String(format: "%.3f ms", time)) |")
  }
}

try await measure()
