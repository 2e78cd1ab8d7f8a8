import BenchmarkSupport
import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Seconds of the processor, or bytes, by name.
typealias Figures = [String: Double]

/// What is measured, by name.
enum Measurements {
  typealias Measurement = @Sendable (_ count: Int, _ folder: URL) async throws -> Figures

  static let all: [String: Measurement] = [
    "handlers-variables": { count, _ in
      try await lastHandler(of: count) { .query("Hero", variables: ["id": .number($0)], answer) }
    },
    "handlers-closure": { count, _ in
      try await lastHandler(of: count) { number in
        .query("Hero", variables: .where { $0["id"] == .number(number) }, answer)
      }
    },
    "miss-handlers": { count, _ in try await missAmongHandlers(count) },
    "miss-fixtures": { try await missAmongFixtures($0, $1) },
    "rows": { try await recordedRows($0, $1) },
    "import": { try await archiveImport($0, $1) },
    "clients": { count, _ in try await Clients.measure(count) },
  ]

  // MARK: Handlers

  private static let answer = MockResponse.data(["hero": ["name": "Ada"]])

  /// A request that only the last of many handlers of its operation takes: the median of the answers,
  /// for each handler.
  private static func lastHandler(
    of count: Int, _ makeHandler: (Int) -> RequestHandler
  ) async throws -> Figures {
    let service = MockGraphQLService(handlers: (0..<count).map(makeHandler))
    let request = try makeRequest(
      "Hero", "query Hero($id: Int) { hero(id: $id) { name } }", ["id": .number(count - 1)],
      to: makeURL("https://api.example/graphql"))
    var times: [Double] = []
    for _ in 0..<50 { times.append(try await processorTime { try await ask(service, request) }) }
    return ["each": median(times) / Double(count)]
  }

  private static func ask(_ service: MockGraphQLService, _ request: URLRequest) async throws {
    let response = try await service.respond(to: request)
    _ = try await response.body.collect()
    guard response.status == 200 else { throw MeasuringError("status \(response.status)") }
  }

  // MARK: Misses

  private static func missAmongHandlers(_ count: Int) async throws -> Figures {
    let service = MockGraphQLService(
      handlers: (0..<count).map { .query(.named("Operation\($0)"), .data([:])) })
    return try await misses(of: service)
  }

  private static func missAmongFixtures(_ count: Int, _ folder: URL) async throws -> Figures {
    if !FileManager.default.fileExists(atPath: folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for number in 0..<count {
        try Data("{\n  \"data\": {\n    \"n\": \(number)\n  }\n}\n".utf8)
          .write(to: folder.appendingPathComponent("Operation\(number).json"))
      }
    }
    return try await misses(of: MockGraphQLService(fixtures: FixtureTable(folder: folder)))
  }

  private static func misses(of service: MockGraphQLService) async throws -> Figures {
    let url = try makeURL("https://api.example/graphql")
    let request = try makeRequest("Operatoin77", "query Operatoin77 { a }", [:], to: url)
    var times: [Double] = []
    for _ in 0..<30 {
      times.append(
        try await processorTime {
          do { _ = try await service.respond(to: request) } catch is URLError { return }
          throw MeasuringError("an answer")
        })
    }
    return ["first": times[0], "median": median(times.dropFirst())]
  }

  // MARK: Recordings

  /// The first request, and others, to recorded rows of one operation.
  private static func recordedRows(_ count: Int, _ folder: URL) async throws -> Figures {
    if !FileManager.default.fileExists(atPath: folder.path) {
      try FixtureTable.importHTTPArchive(Archive.ofOneOperation(count), into: folder)
    }
    let service = MockGraphQLService(recording: Recording(.never, folder: folder))
    var requests: [URLRequest] = []
    for number in stride(from: count - 1, to: 0, by: -count / 50) {
      requests.append(try Archive.request(number))
    }
    let first = try await processorTime { try await ask(service, requests[0]) }
    var others: [Double] = []
    for request in requests.dropFirst() {
      others.append(try await processorTime { try await ask(service, request) })
    }
    return ["first": first, "median": median(others), "memory": Double(PeakMemory.peak)]
  }

  private static func archiveImport(_ count: Int, _ folder: URL) async throws -> Figures {
    let file = folder.appendingPathExtension("har")
    if !FileManager.default.fileExists(atPath: file.path) {
      try Archive.ofManyOperations(count).write(to: file)
    }
    // A new one each time: what was just deleted makes files dear.
    let table = folder.appendingPathComponent(UUID().uuidString)
    let archive = try Data(contentsOf: file)
    let before = PeakMemory.current
    let start = ContinuousClock.now
    var files = 0
    let time = try await processorTime {
      files = try FixtureTable.importHTTPArchive(archive, into: table).count
    }
    let wall = ContinuousClock.now - start
    let peak = PeakMemory.peak - before
    return [
      "time": time, "wall": wall / .seconds(1), "files": Double(files),
      "bytes": Double(archive.count), "memory": Double(peak),
    ]
  }
}

// MARK: Tools

struct MeasuringError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

func makeURL(_ text: String) throws -> URL {
  guard let url = URL(string: text) else { throw MeasuringError("no URL: \(text)") }
  return url
}

func makeRequest(
  _ name: String, _ document: String, _ variables: MockJSON, to url: URL
) throws -> URLRequest {
  var request = URLRequest(url: url)
  request.httpMethod = "POST"
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  let body: MockJSON = [
    "operationName": .string(name), "query": .string(document), "variables": variables,
  ]
  request.httpBody = try body.encoded()
  return request
}

func median(_ times: some Sequence<Double>) -> Double {
  let sorted = times.sorted()
  return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
}

/// The seconds for which a processor was at work for this process, with all its threads.
func processorTime(_ body: () async throws -> Void) async rethrows -> Double {
  let before = processorSeconds
  try await body()
  return processorSeconds - before
}

private var processorSeconds: Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
