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

  static let all: [String: Measurement] = {
    var all: [String: Measurement] = [
      "miss-handlers": { count, _ in try await missAmongHandlers(count) },
      "miss-fixtures": { try await missAmongFixtures($0, $1) },
      "requests-http": { try await importedRows($0, $1) },
      "rows": { try await recordedRows($0, $1) },
      "import": { try await archiveImport($0, $1) },
      "journal": { count, _ in try await journal(count) },
      "clients": { count, _ in try await Clients.measure(count) },
    ]
    for condition in Condition.allCases {
      all["handlers-\(condition.rawValue)"] = { count, _ in
        try await lastHandler(of: count, condition)
      }
    }
    return all
  }()

  // MARK: Handlers

  /// What handlers of one operation differ in.
  enum Condition: String, CaseIterable {
    case variables, subset, nested, list, endpoint, host, path, header, predicate, document

    func handler(_ number: Int) -> RequestHandler {
      let answer = MockResponse.data(["hero": ["name": "Ada"]])
      let json = MockJSON.number(number)
      return switch self {
      case .variables: .query("Hero", variables: .exactly(["id": json, "n": 1]), answer)
      case .subset: .query("Hero", variables: ["id": .number(number)], answer)
      case .nested:
        .query("Hero", variables: ["filter": ["id": .number(number)]], answer)
      case .list: .query("Hero", variables: ["ids": [.number(number)]], answer)
      case .endpoint: .query("Hero", answer).where(endpoint: Self.url(number))
      case .host: .query("Hero", answer).where(host: "h\(number).example")
      case .path: .query("Hero", answer).where(path: "/graphql/\(number)")
      case .header: .query("Hero", answer).where(header: "X-Tenant", equals: "t\(number)")
      case .predicate:
        .query("Hero", variables: .where { $0["id"] == json }, answer)
      case .document:
        .query("Hero", document: "query Hero { hero(id: \(number)) { name } }", answer)
      }
    }

    func request(_ number: Int) throws -> URLRequest {
      let url: URL =
        switch self {
        case .endpoint: Self.url(number)
        case .host: try makeURL("https://h\(number).example/graphql")
        case .path: try makeURL("https://api.example/graphql/\(number)")
        default: try makeURL("https://api.example/graphql")
        }
      let variables: MockJSON = [
        "id": .number(number), "n": 1, "filter": ["id": .number(number)], "ids": [.number(number)],
      ]
      let document =
        switch self {
        case .variables:
          "query Hero($id: Int, $n: Int) { hero(id: $id, n: $n) { name } }"
        case .document: "query Hero { hero(id: \(number)) { name } }"
        default: heroDocument
        }
      var request = try makeRequest(
        "Hero", document,
        self == .variables ? ["id": .number(number), "n": 1] : self == .document ? [:] : variables,
        to: url)
      request.setValue("t\(number)", forHTTPHeaderField: "X-Tenant")
      return request
    }

    private static func url(_ number: Int) -> URL {
      var parts = URLComponents()
      parts.scheme = "https"
      parts.host = "api.example"
      parts.path = "/\(number)/graphql"
      return parts.url ?? URL(fileURLWithPath: "/")
    }
  }

  private static let heroDocument =
    "query Hero($id: Int, $n: Int, $filter: F, $ids: [Int]) { hero(id: $id, n: $n, filter: $filter, ids: $ids) { name } }"

  /// Requests that only the last of many handlers of their operation takes.
  private static func lastHandler(of count: Int, _ condition: Condition) async throws -> Figures {
    let service = MockGraphQLService(handlers: (0..<count).map(condition.handler))
    let request = try condition.request(count - 1)
    return try await answers(of: service, to: request, count: 50)
  }

  /// The first answer, and the median of those that follow.
  private static func answers(
    of service: MockGraphQLService, to request: URLRequest, count: Int
  ) async throws -> Figures {
    let first = try await processorTime { try await ask(service, request) }
    var others: [Double] = []
    for _ in 0..<count {
      others.append(try await processorTime { try await ask(service, request) })
    }
    return ["first": first, "median": median(others)]
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

  /// Requests that the last of many rows of plain HTTP takes.
  private static func importedRows(_ count: Int, _ folder: URL) async throws -> Figures {
    if !FileManager.default.fileExists(atPath: folder.path) {
      try FixtureTable.importHTTPArchive(Archive.ofImages(count), into: folder)
    }
    var service: MockGraphQLService?
    let opening = await processorTime {
      service = MockGraphQLService(fixtures: FixtureTable(folder: folder))
    }
    guard let service else { return [:] }
    var figures = try await answers(
      of: service, to: URLRequest(url: try Archive.imageURL(count - 1)), count: 50)
    figures["opening"] = opening
    return figures
  }

  // MARK: Journal

  /// What is resident after many exchanges with bodies of 10 KB in both directions.
  private static func journal(_ count: Int) async throws -> Figures {
    let service = MockGraphQLService(
      .query("Hero") { .data(["hero": $0.variables["t"]]) })
    let url = try makeURL("https://api.example/graphql")
    let before = PeakMemory.current
    let time = try await processorTime {
      for number in 0..<count {
        // Each its own, for equal bytes may be shared.
        let text = String(repeating: "\(1_000_000_000 + number)", count: 1_000)
        try await ask(
          service,
          makeRequest(
            "Hero", "query Hero($t: String) { hero(text: $t) { name } }", ["t": .string(text)],
            to: url))
      }
    }
    return [
      "each": time / Double(count), "memory": Double(PeakMemory.peak - before),
      "kept": Double(service.exchanges.count),
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
