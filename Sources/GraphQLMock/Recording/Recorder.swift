// Writes down what the real service said: one exchange a file, named for what was asked and never for
// the order of arrival, so that processes that record the same leave the same file.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class Recorder: @unchecked Sendable {
  let mode: RecordingMode
  let folder: URL
  let redaction: Redaction

  private let lock = NSLock()
  /// How often each request was recorded in this run.
  private var repeats: [String: Int] = [:]
  private var written: Set<String> = []

  /// Header fields of the transport, which say nothing of the answer.
  private static let transportHeaders: Set<String> = [
    "age", "alt-svc", "cache-control", "connection", "content-encoding", "content-length", "date",
    "etag", "expires", "keep-alive", "last-modified", "server", "set-cookie",
    "strict-transport-security",
    "transfer-encoding", "vary", "via", "x-powered-by",
  ]

  init(mode: RecordingMode, folder: URL, redaction: Redaction) {
    self.mode = mode
    self.folder = folder
    self.redaction = redaction
  }

  /// The files that were written in this run.
  var writtenFiles: Set<String> { lock.withLock { written } }

  /// Takes the position of a request among its repeats, in order of asking.
  func nextFile(for operation: OperationRequest) -> String {
    let row = Self.rowName(of: operation, redaction)
    let position = lock.withLock {
      repeats[row, default: 0] += 1
      return repeats[row, default: 1]
    }
    return "\(row).\(position).json"
  }

  /// Writes an exchange.
  func record(
    _ response: ExchangeResponse, to operation: OperationRequest, as file: String
  ) -> RecordingError? {
    let exchange = exchange(response, operation)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try exchange.encodedPretty().write(
        to: folder.appendingPathComponent(file), options: .atomic)
      lock.withLock { _ = written.insert(file) }
      return nil
    } catch {
      return .unwritable(
        file: folder.appendingPathComponent(file).path, reason: error.localizedDescription)
    }
  }

  private func exchange(
    _ response: ExchangeResponse, _ operation: OperationRequest
  ) -> MockJSON {
    let redactor = ExchangeRedactor(redaction, operation, response: response)
    var request: [String: MockJSON] = ["variables": redactor.variables(operation.variables)]
    if let name = operation.name { request["operationName"] = .string(name) }
    if let document = operation.document {
      request["query"] = .string(redactor.document(document))
    }
    return [
      "recorded": true, "request": .object(request),
      "response": responseJSON(response, redactor),
    ]
  }

  /// A response as fixture files state it.
  func responseJSON(_ response: ExchangeResponse, _ redactor: ExchangeRedactor) -> MockJSON {
    var answer: [String: MockJSON] = ["status": .number(response.status)]
    let headers = headers(response, redactor)
    if !headers.isEmpty { answer["headers"] = .object(headers.mapValues { .string($0) }) }
    let type = response.headers.first { $0.key.equalsIgnoringASCIICase("Content-Type") }?.value
    let body = redactor.responseBody(response.body, contentType: type)
    if let json = try? MockJSON(parsing: body) {
      answer["body"] = json
    } else if let text = String(data: body, encoding: .utf8) {
      if !text.isEmpty { answer["body"] = .string(text) }
    } else {
      answer["base64"] = .string(body.base64EncodedString())
    }
    return .object(answer)
  }

  private func headers(
    _ response: ExchangeResponse, _ redactor: ExchangeRedactor
  ) -> [String: String] {
    var kept: [String: String] = [:]
    for (name, value) in response.headers
    where !Self.transportHeaders.contains(name.lowercased()) {
      kept[name] = redactor.header(name, value)
    }
    return kept
  }

  /// The name of a request's files without position: operation, and a digest of what was asked for.
  ///
  /// The document of a named operation does not count, so that a changed one is recorded in place.
  static func rowName(of operation: OperationRequest, _ redaction: Redaction) -> String {
    let name = FixtureName.operation(of: operation)
    // A persisted operation may have any name; only one of GraphQL's can name a file.
    let isName = operation.name?.isGraphQLName ?? true
    var digester = Digester(.stable)
    let redacted = ExchangeRedactor(redaction, operation).variables(operation.variables)
    let variables = ContiguousArray(redacted.droppingNullMembers().description.utf8)
    digester.add(variables.span, 0, variables.count)
    if operation.name == nil || !isName {
      let key = ContiguousArray((operation.matchKey?.description ?? name).utf8)
      digester.add(key.span, 0, key.count)
    }
    let digest = digester.finish().description.filter(\.isHexDigit).prefix(12)
    return "\(isName ? name : "operation").r\(digest)"
  }
}
