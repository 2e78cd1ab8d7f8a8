// An entry of an app's journal as a line of JSON, without secrets, for the test that launched the app.
//
//   {"launch": {"version": 1, "process": 4711}}
//   {"exchange": {"id": 0, "startedAt": …, "request": {…}, "operations": [{…}]}}
//   {"exchange": {"id": 0, …, "ending": "answered", "response": {…}, "duration": 0.004}}
//   {"failure": {"kind": "unhandledRequest", "message": …, "exchange": 0}}
//
// A later line replaces an earlier one for the same exchange. Requests and responses have the form
// of an HTTP archive.

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
    let isPlain = exchange.operations.isEmpty
    // The GraphQL parameters are in the operation.
    let dropped: Set<String> = isPlain ? [] : ["query", "variables", "extensions"]
    let hasBody = isPlain && request.httpBody?.count ?? 0 <= Self.bodyLimit
    // Bytes that aren't text may contain secrets.
    let body = hasBody ? redactor.body(of: request).flatMap { String(data: $0, encoding: .utf8) } : nil
    var members: [String: MockJSON] = [
      "id": .number(exchange.id), "startedAt": .number(exchange.startedAt.timeIntervalSince1970),
      "request": HTTPArchiveEntry.json(request, dropping: dropped, body: body, redactor),
      "operations": .array(exchange.operations.map { operation($0, redactor) }),
      "warnings": .array(exchange.warnings.map { .string(redactor.text($0)) }),
    ]
    members["batchPosition"] = exchange.batchPosition.map { .number($0) }
    members["handler"] = exchange.handler?.json
    members["failure"] = exchange.failure.map { json(of: $0, redactor) }
    members["response"] = exchange.response.map {
      HTTPArchiveEntry.json($0, bodyLimit: Self.bodyLimit, redactor)
    }
    members["duration"] = exchange.duration.map { .number($0.seconds) }
    members["ending"] = exchange.ending.map { json(of: $0, redactor) }
    return ["exchange": .object(members)]
  }

  func json(of failure: MockFailure, in exchange: MockExchange?) -> MockJSON {
    json(of: failure, ExchangeRedactor(redaction, exchange))
  }

  private func json(of failure: MockFailure, _ redactor: ExchangeRedactor) -> MockJSON {
    var members: [String: MockJSON] = [
      "kind": .string(failure.kind.rawValue), "message": .string(redactor.text(failure.message)),
    ]
    if let exchange = failure.exchange { members["exchange"] = .number(exchange) }
    if let location = failure.handler { members["handler"] = location.json }
    return .object(members)
  }

  private func json(of ending: MockExchange.Ending, _ redactor: ExchangeRedactor) -> MockJSON {
    switch ending.kind {
    case .answered: "answered"
    case .passedThrough: "passedThrough"
    case .cancelled: "cancelled"
    case .failed(let error):
      [
        "failed": .number(error.code.rawValue),
        // An error without a message of its own is recreated from its code.
        "message": (error.userInfo[NSLocalizedDescriptionKey] as? String).map {
          .string(redactor.text($0))
        } ?? .null,
      ]
    }
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
}

extension HandlerLocation {
  var json: MockJSON {
    [
      "file": .string(fileID), "path": .string(filePath), "line": .number(line),
      "column": .number(column),
    ]
  }
}
