package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

package struct ExchangeLines: Sendable {
  /// In order of arrival.
  package private(set) var exchanges: [MockExchange] = []
  package private(set) var failures: [MockFailure] = []
  package private(set) var hasStarted = false

  private var indices: [Int: Int] = [:]

  package init() {}

  /// Adds whole lines of one process, and skips lines that aren't journal entries.
  package mutating func add(_ text: Data) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let json = try? MockJSON(parsing: Data(line)) else { continue }
      if json.has("launch") { hasStarted = true }
      if let failure = MockFailure(line: json["failure"]) { failures.append(failure) }
      guard let exchange = MockExchange(line: json["exchange"]) else { continue }
      if let index = indices[exchange.id] {
        exchanges[index] = exchange
      } else {
        indices[exchange.id] = exchanges.count
        exchanges.append(exchange)
      }
    }
  }
}

extension MockFailure {
  init?(line: MockJSON) {
    guard let kind = line["kind"].string.flatMap(Kind.init), let message = line["message"].string
    else { return nil }
    self.init(
      kind, message, exchange: line["exchange"].int,
      handler: HandlerLocation(line: line["handler"]))
  }
}

extension HandlerLocation {
  init?(line: MockJSON) {
    guard let file = line["file"].string, let path = line["path"].string else { return nil }
    self.init(
      fileID: file, filePath: path, line: line["line"].int ?? 0, column: line["column"].int ?? 0)
  }
}

extension MockExchange {
  fileprivate init?(line: MockJSON) {
    guard let id = line["id"].int, let startedAt = line["startedAt"].double else { return nil }
    // An exchange with an unreadable URL still counts.
    let url = line["url"].string.flatMap(URL.init(string:)) ?? URL(fileURLWithPath: "/")
    var request = URLRequest(url: url)
    request.httpMethod = line["method"].string
    for (name, value) in line["headers"].object ?? [:] {
      request.setValue(value.string, forHTTPHeaderField: name)
    }
    let operations = (line["operations"].array ?? []).compactMap {
      OperationRequest(line: $0, url: url)
    }
    request.httpBody = Data(line: line["body"]) ?? operations.first?.urlRequest.httpBody
    self.init(
      id: id, urlRequest: request, operations: operations, started: .now,
      startedAt: Date(timeIntervalSince1970: startedAt),
      batchPosition: line["batchPosition"].int)
    handler = HandlerLocation(line: line["handler"])
    warnings = (line["warnings"].array ?? []).compactMap(\.string)
    failure = MockFailure(line: line["failure"])
    duration = line["duration"].double.flatMap(Duration.init(readSeconds:))
    ending = Ending(line: line["ending"])
    if let status = line["response"]["status"].int {
      response = ExchangeResponse(
        status: status,
        headers: (line["response"]["headers"].object ?? [:]).compactMapValues(\.string),
        body: Data(line: line["response"]["body"]) ?? Data())
    }
  }
}

extension MockExchange.Ending {
  fileprivate init?(line: MockJSON) {
    switch line.string {
    case "answered": self = .answered
    case "passedThrough": self = .passedThrough
    case "cancelled": self = .cancelled
    default:
      let failed = line["failed"]
      guard let code = failed["code"].int else { return nil }
      self = .failed(
        failed["message"].string.map { .mock(Self.code(code), message: $0) }
          ?? URLError(Self.code(code)))
    }
  }

  /// Wraps an initializer that is failable on Linux only.
  private static func code(_ number: Int) -> URLError.Code {
    let code: URLError.Code? = URLError.Code(rawValue: number)
    return code ?? .unknown
  }
}

extension OperationRequest {
  fileprivate init?(line: MockJSON, url: URL) {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try? line.encoded()
    guard let operation = try? OperationRequest(request) else { return nil }
    self = operation
  }
}

extension Data {
  fileprivate init?(line: MockJSON) {
    if line.has("json"), let bytes = try? line["json"].encoded() {
      self = bytes
    } else if let text = line["text"].string {
      self = Data(text.utf8)
    } else if let bytes = line["base64"].string.flatMap({ Data(base64Encoded: $0) }) {
      self = bytes
    } else {
      return nil
    }
  }
}
