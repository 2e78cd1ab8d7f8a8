package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests and failures of one process of an app, from the lines that `JournalLine` and `JournalWriter` write.
package struct JournalLines: Sendable {
  package private(set) var requests: [ReceivedRequest] = []
  package private(set) var failures: [MockFailure] = []
  package private(set) var hasStarted = false
  /// The test's changes to the running app that the app has received, by their numbers.
  package private(set) var commands: [Int: (at: Date, problem: String?)] = [:]
  /// The number of the first `AppCommand` that this process of the app performs.
  package private(set) var firstCommand: Int?

  /// The number of the last `AppCommand` with which the test reset the app's service.
  private var resetCommand: Int?
  /// The positions of the requests in `requests`, by their numbers.
  private var indices: [Int: Int] = [:]
  /// The number of failures that `takeFailures` has returned.
  private var reportedCount = 0

  package init() {}

  /// Adds complete lines of an app's journal, and ignores invalid lines.
  package mutating func add(_ text: Data) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let json = try? MockJSON(parsing: Data(line)) else { continue }
      if json.has("launch") {
        hasStarted = true
        firstCommand = json["launch"]["firstCommand"].int
      }
      let command = json["command"]
      if let number = command["number"].int, let seconds = command["takenAt"].double {
        commands[number] = (Date(timeIntervalSince1970: seconds), command["problem"].string)
        if command["isReset"].bool == true { reset() }
      }
      if let failure = MockFailure(line: json["failure"]),
        failure.kind == .launchError || !isResetting
      {
        failures.append(failure)
      }
      guard !isResetting, let received = ReceivedRequest(line: json["request"]) else { continue }
      if let index = indices[received.id] {
        requests[index] = received
      } else {
        indices[received.id] = requests.count
        requests.append(received)
      }
    }
  }

  package mutating func takeFailures() -> [MockFailure] {
    defer { reportedCount = failures.count }
    return Array(failures.dropFirst(reportedCount))
  }

  /// Discards all requests and failures up to the time at which the app performs the test's `reset()`.
  package mutating func reset(byCommand number: Int) {
    resetCommand = number
    reset()
  }

  /// Whether the app hasn't performed the last reset. An app that started after it, with a later first command, won't.
  private var isResetting: Bool {
    guard let resetCommand, let firstCommand, firstCommand <= resetCommand else { return false }
    return commands[resetCommand] == nil
  }

  /// Discards all requests, and all failures except those about the launch plan.
  private mutating func reset() {
    (requests, indices) = ([], [:])
    reportedCount = failures.prefix(reportedCount).count { $0.kind == .launchError }
    failures.removeAll { $0.kind != .launchError }
  }
}

extension MockFailure {
  init?(line: MockJSON) {
    guard let kind = line["kind"].string.flatMap(Kind.init), let message = line["message"].string
    else { return nil }
    self.init(
      kind, message, request: line["request"].int, handler: CodeLocation(line: line["handler"]))
  }
}

extension CodeLocation {
  init?(line: MockJSON) {
    guard let file = line["file"].string, let path = line["path"].string else { return nil }
    self.init(
      fileID: file, filePath: path, line: line["line"].int ?? 0, column: line["column"].int ?? 0)
  }
}

extension ReceivedRequest {
  fileprivate init?(line: MockJSON) {
    guard let id = line["id"].int, let startedAt = line["startedAt"].double,
      // An entry with an invalid URL is kept, with another URL.
      let entry = HTTPArchiveEntry(
        line, fallback: URL(fileURLWithPath: "/"), bodyLength: line["response"]["bodySize"].int)
    else { return nil }
    var request = entry.request
    let operations = (line["operations"].array ?? []).compactMap {
      OperationRequest(line: $0, of: request)
    }
    request.httpBody = request.httpBody ?? operations.first?.urlRequest.httpBody
    self.init(
      id: id, urlRequest: request, operations: operations, started: .now,
      startedAt: Date(timeIntervalSince1970: startedAt),
      batchPosition: line["batchPosition"].int, bodyLength: line["request"]["bodySize"].int)
    handler = CodeLocation(line: line["handler"])
    fixture = line["fixture"].string
    journalWarnings = (line["warnings"].array ?? []).map {
      JournalWarning(
        subject: $0[0].string.flatMap(JournalWarning.Subject.init) ?? .note,
        text: $0[1].string ?? "")
    }
    failure = MockFailure(line: line["failure"])
    duration = line["duration"].double.flatMap(Duration.init(readSeconds:))
    ending = Ending(line: line["ending"])
    response = entry.fault == nil ? entry.response : nil
  }
}

extension ReceivedRequest.Ending {
  fileprivate init?(line: MockJSON) {
    switch line.string {
    case "answered": self = .answered
    case "passedThrough": self = .passedThrough
    case "cancelled": self = .cancelled
    default:
      guard let number = line["failed"].int else { return nil }
      // `URLError.Code(rawValue:)` can return nil on Linux.
      let known: URLError.Code? = URLError.Code(rawValue: number)
      let code = known ?? .unknown
      self = .failed(line["message"].string.map { .mock(code, message: $0) } ?? URLError(code))
    }
  }
}

extension OperationRequest {
  fileprivate init?(line: MockJSON, of request: URLRequest) {
    var request = request
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try? line.encoded()
    guard let operation = try? OperationRequest(request) else { return nil }
    self = operation
    isPersistedQueryMiss = line["isPersistedQueryMiss"].bool == true
  }
}
