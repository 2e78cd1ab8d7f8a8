// An entry of an app's journal as a line of JSON, without secrets, for the test that launched the app.
//
//   {"launch": {"version": 1, "process": 4711}}
//   {"exchange": {"id": 0, "startedAt": …, "method": …, "url": …, "headers": …, "operations": [{…}]}}
//   {"exchange": {"id": 0, …, "ending": "answered", "response": {…}, "duration": 0.004}}
//   {"failure": {"kind": "unhandledRequest", "message": …, "exchange": 0}}
//
// A later line for the same exchange takes the place of the earlier one.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ExchangeLine: Sendable {
  let redaction: Redaction

  /// How many bytes of a body are written down; a larger one is left out.
  static let bodyLimit = 262_144

  func json(of exchange: Exchange) -> MockJSON {
    let request = exchange.urlRequest
    let secrets = exchange.operations.flatMap {
      redaction.secrets(in: $0.variables, headers: request.allHTTPHeaderFields ?? [:])
    }
    var members: [String: MockJSON] = [
      "id": .number(exchange.id), "startedAt": .number(exchange.startedAt.timeIntervalSince1970),
      "method": .string(request.httpMethod ?? "GET"),
      "headers": headers(request.allHTTPHeaderFields ?? [:], without: secrets),
    ]
    if let url = request.url { members["url"] = .string(url.redactedForMessages) }
    if exchange.operations.isEmpty {
      members["body"] = body(request.httpBody ?? Data(), without: secrets)
    } else {
      members["operations"] = .array(exchange.operations.map(operation))
    }
    if let location = exchange.handler { members["handler"] = json(of: location) }
    if !exchange.warnings.isEmpty {
      members["warnings"] = .array(exchange.warnings.map { .string($0) })
    }
    if let failure = exchange.failure { members["failure"] = json(of: failure) }
    if let response = exchange.response {
      members["response"] = [
        "status": .number(response.status),
        "headers": headers(response.headers, without: secrets),
        "body": body(response.body, without: secrets),
      ]
    }
    if let duration = exchange.duration { members["duration"] = .number(duration.seconds) }
    if let ending = exchange.ending { members["ending"] = json(of: ending) }
    return ["exchange": .object(members)]
  }

  func json(of failure: MockFailure) -> MockJSON {
    var members: [String: MockJSON] = [
      "kind": .string(failure.kind.rawValue), "message": .string(failure.message),
    ]
    if let exchange = failure.exchange { members["exchange"] = .number(exchange) }
    if let location = failure.handler { members["handler"] = json(of: location) }
    return .object(members)
  }

  private func json(of location: HandlerLocation) -> MockJSON {
    [
      "file": .string(location.fileID), "path": .string(location.filePath),
      "line": .number(location.line), "column": .number(location.column),
    ]
  }

  private func json(of ending: Exchange.Ending) -> MockJSON {
    switch ending {
    case .answered: "answered"
    case .passedThrough: "passedThrough"
    case .cancelled: "cancelled"
    case .failed(let error): ["failed": json(of: error)]
    }
  }

  private func json(of error: URLError) -> MockJSON {
    let code = MockJSON.number(error.code.rawValue)
    // Only an error of ours has a message of its own.
    guard let message = error.userInfo[NSLocalizedDescriptionKey] as? String else {
      return ["code": code]
    }
    return ["code": code, "message": .string(message)]
  }

  /// An operation as the body of a request states it.
  private func operation(_ operation: OperationRequest) -> MockJSON {
    var members: [String: MockJSON] = ["variables": redaction.variables(operation.variables)]
    if let name = operation.operationName { members["operationName"] = .string(name) }
    if let document = operation.document {
      members["query"] = .string(redaction.document(document))
    }
    if let identifier = operation.documentID { members["documentId"] = .string(identifier) }
    if operation.extensions.members?.isEmpty == false {
      members["extensions"] = redaction.variables(operation.extensions)
    }
    return .object(members)
  }

  private func headers(_ headers: [String: String], without secrets: [String]) -> MockJSON {
    .object(
      Dictionary(
        headers.map { name, value in
          let shown =
            redaction.isSecret(header: name)
            ? SecretNames.replacement : redaction.text(value, without: secrets)
          return (name, .string(shown))
        }, uniquingKeysWith: { first, _ in first }))
  }

  /// A body: JSON or text without secrets, other bytes as they are; what is too large is left out.
  private func body(_ bytes: Data, without secrets: [String]) -> MockJSON {
    guard bytes.count <= Self.bodyLimit else { return ["bytes": .number(bytes.count)] }
    if bytes.isEmpty { return ["text": ""] }
    if let json = try? MockJSON(parsing: bytes) {
      return ["json": redaction.response(redaction.variables(json), without: secrets)]
    }
    if let text = String(data: bytes, encoding: .utf8) {
      return ["text": .string(redaction.text(text, without: secrets))]
    }
    return ["base64": .string(bytes.base64EncodedString())]
  }
}
