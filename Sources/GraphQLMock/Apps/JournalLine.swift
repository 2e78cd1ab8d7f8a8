// An app writes its journal as lines of JSON, without secrets, for the test that launched the app. A "request" is
// a request and its response. A "command" is a change that the test makes to the running app.
//   {"launch": {"version": 1, "process": 4711, "firstCommand": 1}}
//   {"request": {"id": 0, "startedAt": …, "request": {…}, "operations": [{…}]}}
//   {"request": {"id": 0, …, "ending": "answered", "response": {…}, "duration": 0.004}}
//   {"failure": {"kind": "unhandledRequest", "message": …, "request": 0}}
//   {"command": {"number": 1, "takenAt": …, "problem": "The command can't be used: …"}}
// A later line replaces an earlier one with the same request ID. Requests and responses are as in HTTP archives. Times
// are seconds since 1970. `JournalLines` reads the lines. All texts of requests and responses go through the redactor.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct JournalLine {
  let redactor: RequestRedactor
  /// The maximum length, in bytes, of a body that is written to the journal. `LaunchedApp` documents it.
  static let bodyLimit = 262_144

  func json(of received: ReceivedRequest) -> MockJSON {
    let request = received.urlRequest
    let isPlain = received.operations.isEmpty
    // The URL is written without these parameters, because "operations" contains them.
    let dropped: Set<String> = isPlain ? [] : ["query", "variables", "extensions"]
    let hasBody = isPlain && request.httpBody?.count ?? 0 <= Self.bodyLimit
    // A body that isn't text is left out, because it may contain secrets.
    let body = hasBody ? redactor.body(of: request).flatMap(\.utf8Text) : nil
    var members: [String: MockJSON] = [
      "id": .number(received.id), "startedAt": .number(received.startedAt.timeIntervalSince1970),
      "request": HTTPArchiveEntry.json(
        request, dropping: dropped, body: body, bodyLength: received.requestBodyLength, redactor),
      "operations": .array(received.operations.map(operation)),
      "warnings": .array(
        received.journalWarnings.map {
          [.string($0.subject.rawValue), .string(redactor.text($0.text))]
        }),
    ]
    members["batchPosition"] = received.batchPosition.map { .number($0) }
    members["handler"] = received.handler?.json
    members["fixture"] = received.fixture.map { .string($0) }
    members["failure"] = received.failure.map(json)
    members["response"] = received.response.map {
      HTTPArchiveEntry.json($0, bodyLimit: Self.bodyLimit, redactor)
    }
    members["duration"] = received.duration.map { .number($0.seconds) }
    members["ending"] = received.ending.map(json)
    return ["request": .object(members)]
  }

  func json(of failure: MockFailure) -> MockJSON {
    var members: [String: MockJSON] = [
      "kind": .string(failure.kind.rawValue), "message": .string(redactor.text(failure.message)),
    ]
    members["request"] = failure.requestID.map { .number($0) }
    members["handler"] = failure.handler?.json
    return .object(members)
  }

  private func json(of ending: ReceivedRequest.Ending) -> MockJSON {
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
    let kept = operation.keeping(operation.urlRequest, bodyLimit: Self.bodyLimit)
    let json = HTTPArchiveEntry.json(kept, redactor)
    return operation.isPersistedQueryMiss ? json.setting("isPersistedQueryMiss", to: true) : json
  }
}

extension CodeLocation {
  var json: MockJSON {
    [
      "file": .string(fileID), "path": .string(filePath), "line": .number(line),
      "column": .number(column),
    ]
  }
}
