import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The results so far by name, in nanoseconds, or in bytes for memory.
var figures: [String: Double] = [:]
let wanted = CommandLine.arguments.dropFirst()

@MainActor func measure(_ name: String, _ body: @Sendable () async throws -> [String: Double])
  async throws
{
  guard wanted.isEmpty || wanted.contains(name) else { return }
  for (what, figure) in try await body() { figures[what] = figure }
}

// Memory is measured first, because an allocator that keeps freed memory would hide the growth.
try await measure("memory") {
  try await memoryOfALargeStream().map { ["100 MB by stream through a session": $0] } ?? [:]
}

try await measure("session") {
  let services = [
    MockGraphQLService(Inputs.handler),
    MockGraphQLService(
      Inputs.handler,
      options: ServiceOptions(requestValidation: .off, responseValidation: .off)),
  ]
  let (body, response) = try await services[0].makeSession().data(for: Inputs.request)
  guard services[0].failures.isEmpty, services[0].exchanges.allSatisfy(\.warnings.isEmpty) else {
    throw Failure("\(services[0].failures)")
  }
  let fields = (response as? HTTPURLResponse)?.allHeaderFields ?? [:]
  SafeBareProtocol.answer = (
    Dictionary(uniqueKeysWithValues: fields.map { ("\($0)", "\($1)") }), body
  )
  let sessions = services.map { $0.makeSession() } + [SafeBareProtocol.makeSession()]
  let names = ["session: service", "session: service that validates nothing", "session: by hand"]
  let contenders = zip(names, sessions).map { name, session in
    Contender(name) { repetitions in
      for _ in 0..<repetitions {
        let found = try await session.data(for: Inputs.request).0
        guard found == body else { throw Failure("\(name): the answers differ") }
      }
      return body.count
    }
  }
  // The journal is emptied after each turn, because in a real suite each test has its own service.
  return try await race(contenders, slice: .zero, total: .seconds(4)) {
    for service in services { service.reset() }
  }
}

try await measure("respond") {
  let others = Inputs.others(99_999)
  let services = [
    MockGraphQLService(Inputs.handler),
    MockGraphQLService(
      Array(others.prefix(50_000) + [Inputs.handler] + others.dropFirst(50_000))),
  ]
  let names = ["respond: 1 operation", "respond: 100,000 operations"]
  let contenders = zip(names, services).map { name, service in
    Contender(name) { repetitions in
      var sum = 0
      for _ in 0..<repetitions {
        sum &+= try await service.respond(to: Inputs.request).body.collect().count
      }
      return sum
    }
  }
  return try await race(contenders) { for service in services { service.reset() } }
}

try await measure("registering") {
  let handlers = Inputs.others(100_000)
  return try await race([
    .repeating("registering 100,000 handlers") {
      MockGraphQLService(handlers).exchanges.count
    }
  ])
}

try await measure("documents") {
  try await race([
    .repeating("document: StrippedDocument.text(of:)") {
      (try? StrippedDocument.text(of: Inputs.document))?.utf8.count ?? -1
    },
    .repeating("document: MatchKey(document:)") {
      (try? MatchKey(document: Inputs.document)) == nil ? -1 : 1
    },
  ])
}

try await measure("schema") {
  try ServiceSchema(definitions: Inputs.schema).check()
  return try await race([
    .repeating("schema of 1 MB: load") {
      let schema = try? ServiceSchema(definitions: Inputs.schema)
      return (try? schema?.check()) == nil ? -1 : 1
    }
  ])
}

try await measure("fixtures") {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "GraphQLMockBenchmarks-\(ProcessInfo.processInfo.processIdentifier)")
  defer { try? FileManager.default.removeItem(at: folder) }
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for number in 0..<10_000 {
    let text = #"{"data": {"number": \#(number)}}"#
    try Data(text.utf8).write(to: folder.appendingPathComponent("Operation\(number).json"))
  }
  return try await race([
    .repeating("fixtures: open a table of 10,000 files") {
      MockGraphQLService(fixtures: FixtureTable(folder: folder)).exchanges.count
    }
  ])
}

// MARK: Tables

func text(_ figure: Double, _ name: String) -> String {
  if name.hasPrefix("100 MB") { return String(format: "%.1f MB", figure / 1e6) }
  return figure < 1e6
    ? String(format: "%.2f µs", figure / 1e3) : String(format: "%.2f ms", figure / 1e6)
}

/// Prints a row with a figure, or the ratio of two figures, and whether the limit is exceeded.
@MainActor func row(
  _ what: String, _ first: String, dividedBy second: String? = nil, atMost limit: Double
) {
  guard let figure = figures[first] else { return }
  let divisor = second.flatMap { figures[$0] }
  let shown = divisor.map { String(format: "%.2fx", figure / $0) } ?? text(figure, first)
  let bar = divisor == nil ? text(limit, first) : String(format: "%.2fx", limit)
  let verdict = figure / (divisor ?? 1) <= limit ? "met" : "**missed**"
  print("| \(what) | \(shown) | \(bar) | \(verdict) |")
}

print("| what | figure | at most | |\n|---|---|---|---|")
row(
  "a request through a session, next to a URLProtocol by hand", "session: service",
  dividedBy: "session: by hand", atMost: 1.03)
row(
  "the same, next to a service that validates nothing", "session: service",
  dividedBy: "session: service that validates nothing", atMost: 1.05)
row(
  "`respond(to:)` with 100,000 operations, next to one", "respond: 100,000 operations",
  dividedBy: "respond: 1 operation", atMost: 1.1)
row(
  "100 MB by stream through a session: extra memory", "100 MB by stream through a session",
  atMost: 16e6)
row("a schema of 1 MB, loaded", "schema of 1 MB: load", atMost: 100e6)
print("\n| measured | median |\n|---|---|")
for (name, figure) in figures.sorted(by: { $0.key < $1.key }) {
  print("| \(name) | \(text(figure, name)) |")
}
