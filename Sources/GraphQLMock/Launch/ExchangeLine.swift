// An app writes its journal as lines of JSON, without secrets, for the test that launched the app. An "exchange" is
// a request and its response. An "order" is a change that the test makes to the running app.
//   {"launch": {"version": 1, "process": 4711, "firstOrder": 1}}
//   {"exchange": {"id": 0, "startedAt": …, "request": {…}, "operations": [{…}]}}
//   {"exchange": {"id": 0, …, "ending": "answered", "response": {…}, "duration": 0.004}}
//   {"failure": {"kind": "unhandledRequest", "message": …, "exchange": 0}}
//   {"order": {"number": 1, "takenAt": …}}
//   {"order": {"number": 2, "takenAt": …, "problem": "The order can't be used: …"}}
// A later line replaces an earlier one with the same exchange ID. Requests and responses are as in HTTP archives.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ExchangeLine {
  let redactor: ExchangeRedactor
  /// The maximum length, in bytes, of a body that is written to the journal.
  static let bodyLimit = 262_144

  func json(of exchange: MockExchange) -> MockJSON {
    let request = exchange.urlRequest
    let isPlain = exchange.operations.isEmpty
    // The URL is written without these parameters, because "operations" contains them.
    let dropped: Set<String> = isPlain ? [] : ["query", "variables", "extensions"]
    let hasBody = isPlain && request.httpBody?.count ?? 0 <= Self.bodyLimit
    // A body that isn't text is left out, because it may contain secrets.
    let body =
      hasBody ? redactor.body(of: request).flatMap { String(data: $0, encoding: .utf8) } : nil
    var members: [String: MockJSON] = [
      "id": .number(exchange.id), "startedAt": .number(exchange.startedAt.timeIntervalSince1970),
      "request": HTTPArchiveEntry.json(request, dropping: dropped, body: body, redactor)
        .setting("bodySize", to: .number(exchange.requestBodyLength)),
      "operations": .array(exchange.operations.map(operation)),
      "warnings": .array(
        exchange.journalWarnings.map {
          [.string($0.subject.rawValue), .string(redactor.text($0.text))]
        }),
    ]
    members["batchPosition"] = exchange.batchPosition.map { .number($0) }
    members["handler"] = exchange.handler?.json
    members["fixture"] = exchange.fixture.map { .string($0) }
    members["failure"] = exchange.failure.map(json)
    members["response"] = exchange.response.map {
      HTTPArchiveEntry.json($0, bodyLimit: Self.bodyLimit, redactor)
    }
    members["duration"] = exchange.duration.map { .number($0.seconds) }
    members["ending"] = exchange.ending.map(json)
    return ["exchange": .object(members)]
  }

  func json(of failure: MockFailure) -> MockJSON {
    var members: [String: MockJSON] = [
      "kind": .string(failure.kind.rawValue), "message": .string(redactor.text(failure.message)),
    ]
    members["exchange"] = failure.exchangeID.map { .number($0) }
    members["handler"] = failure.handler?.json
    return .object(members)
  }

  private func json(of ending: MockExchange.Ending) -> MockJSON {
    switch ending {
    case .answered: "answered"
    case .passedThrough: "passedThrough"
    case .cancelled: "cancelled"
    case .failed(let error):
      [
        "failed": .number(error.code.rawValue),
        // If the error has no message, the test recreates the error from its code.
        "message": (error.userInfo[NSLocalizedDescriptionKey] as? String).map {
          .string(redactor.text($0))
        } ?? .null,
      ]
    }
  }

  private func operation(_ operation: OperationRequest) -> MockJSON {
    var members: [String: MockJSON] = [
      "variables": redactor.variables(operation.variables),
      "extensions": redactor.extensions(operation.extensions),
    ]
    members["operationName"] = operation.operationName.map { .string($0) }
    members["query"] = operation.document.map { .string(redactor.document($0)) }
    if operation.isPersistedQueryMiss { members["isPersistedQueryMiss"] = true }
    for (member, value) in operation.identifiers { members[member.rawValue] = .string(value) }
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
