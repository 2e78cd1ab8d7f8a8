// An entry of an app's journal as a line of JSON, without secrets, for the test that launched the app.
//
//   {"launch": {"version": 1, "process": 4711}}
//   {"exchange": {"id": 0, "startedAt": …, "method": …, "url": …, "headers": …, "operations": [{…}]}}
//   {"exchange": {"id": 0, …, "ending": "answered", "response": {…}, "duration": 0.004}}
//   {"failure": {"kind": "unhandledRequest", "message": …, "exchange": 0}}
//
// A later line replaces an earlier one for the same exchange.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class ExchangeLine: Sendable {
  private let redaction: Redaction

  init(redaction: Redaction) { self.redaction = redaction.carrying() }

  /// In bytes; larger bodies are left out.
  static let bodyLimit = 262_144

  func json(of exchange: MockExchange) -> MockJSON {
    let redactor = ExchangeRedactor(redaction, exchange)
    let request = exchange.urlRequest
    var members: [String: MockJSON] = [
      "id": .number(exchange.id), "startedAt": .number(exchange.startedAt.timeIntervalSince1970),
      "method": .string(request.httpMethod ?? "GET"),
      "headers": headers(request.allHTTPHeaderFields ?? [:], redactor),
    ]
    if let url = request.url {
      members["url"] = .string(
        // The GraphQL parameters are in the operation.
        redactor.url(
          url,
          dropping: exchange.operations.isEmpty ? [] : ["query", "variables", "extensions"]))
    }
    if exchange.operations.isEmpty {
      members["body"] = body(
        request.httpBody ?? Data(), keepsBytes: false
      ) {
        redactor.requestBody($0, contentType: request.value(ofHeader: "Content-Type"))
      }
    } else {
      members["operations"] = .array(exchange.operations.map { operation($0, redactor) })
    }
    if let position = exchange.batchPosition { members["batchPosition"] = .number(position) }
    if let location = exchange.handler { members["handler"] = location.json }
    if !exchange.warnings.isEmpty {
      members["warnings"] = .array(exchange.warnings.map { .string(redactor.text($0)) })
    }
    if let failure = exchange.failure { members["failure"] = json(of: failure, redactor) }
    if let response = exchange.response {
      let type = response.contentType
      members["response"] = [
        "status": .number(response.status), "headers": headers(response.headers, redactor),
        "body": body(response.body, keepsBytes: true) {
          redactor.responseBody($0, contentType: type)
        },
      ]
    }
    if let duration = exchange.duration { members["duration"] = .number(duration.seconds) }
    if let ending = exchange.ending { members["ending"] = json(of: ending, redactor) }
    return ["exchange": .object(members)]
  }

  func json(of failure: MockFailure, in exchange: MockExchange?) -> MockJSON {
    json(of: failure, ExchangeRedactor(redaction, exchange))
  }

  private func json(of failure: MockFailure, _ redactor: ExchangeRedactor) -> MockJSON {
    var members: [String: MockJSON] = [
      "kind": .string(failure.kind.rawValue), "message": .string(redactor.text(failure.message)),
    ]
    if let exchange = failure.exchangeID { members["exchange"] = .number(exchange) }
    if let location = failure.handler { members["handler"] = location.json }
    return .object(members)
  }

  private func json(of ending: MockExchange.Ending, _ redactor: ExchangeRedactor) -> MockJSON {
    switch ending {
    case .answered: "answered"
    case .passedThrough: "passedThrough"
    case .cancelled: "cancelled"
    case .failed(let error): ["failed": json(of: error, redactor)]
    }
  }

  private func json(of error: URLError, _ redactor: ExchangeRedactor) -> MockJSON {
    let code = MockJSON.number(error.code.rawValue)
    // An error without a message of its own is recreated from its code.
    guard let message = error.userInfo[NSLocalizedDescriptionKey] as? String else {
      return ["code": code]
    }
    return ["code": code, "message": .string(redactor.text(message))]
  }

  private func operation(
    _ operation: OperationRequest, _ redactor: ExchangeRedactor
  ) -> MockJSON {
    var members: [String: MockJSON] = ["variables": redactor.variables(operation.variables)]
    if let name = operation.operationName { members["operationName"] = .string(name) }
    if let document = operation.document {
      members["query"] = .string(redactor.document(document))
    }
    for (member, value) in operation.identifiers { members[member.rawValue] = .string(value) }
    if operation.extensions.members?.isEmpty == false {
      members["extensions"] = redactor.extensions(operation.extensions)
    }
    return .object(members)
  }

  private func headers(_ headers: [String: String], _ redactor: ExchangeRedactor) -> MockJSON {
    .object(redactor.headers(headers).mapValues { .string($0) })
  }

  /// - Parameter keepsBytes: Whether bytes that aren't text are written, or only counted.
  private func body(
    _ bytes: Data, keepsBytes: Bool, _ redact: (Data) -> Data
  ) -> MockJSON {
    let size: MockJSON = ["bytes": .number(bytes.count)]
    guard bytes.count <= Self.bodyLimit else { return size }
    if bytes.isEmpty { return ["text": ""] }
    let redacted = redact(bytes)
    // The line adds levels of nesting, and must stay readable.
    let around = 9
    let nested =
      Data(repeating: UInt8(ascii: "["), count: around) + redacted
      + Data(repeating: UInt8(ascii: "]"), count: around)
    if let json = try? MockJSON(parsing: redacted), (try? MockJSON(parsing: nested)) != nil {
      return ["json": json]
    }
    if let text = String(data: redacted, encoding: .utf8) { return ["text": .string(text)] }
    return keepsBytes ? ["base64": .string(redacted.base64EncodedString())] : size
  }
}

extension HandlerLocation {
  var json: MockJSON {
    [
      "file": .string(fileID), "path": .string(filePath), "line": .number(line),
      "column": .number(column),
    ]
  }
}
