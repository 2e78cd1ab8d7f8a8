// Compares the data that tests state with the real service, in the mode `verify`.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RequestExecution {
  /// Sends a query that a handler or fixture answers to the real service, too, and compares the shapes of the data.
  ///
  /// The client gets the stated response afterward, so that the test reports the differences. The real service has half
  /// of the client's time limit.
  /// - Returns: False if there is nothing to compare, so that nothing is sent and the response must still be written.
  func compareWithRealService(_ response: MockResponse, of handler: RequestHandler?) -> Bool {
    guard let recorder = settings.recorder, recorder.mode == .verify,
      settings.recording?.stated.isImplied == false, call.streamFormat == nil, invalid == nil,
      !incoming.isEntryWithFiles,
      let operation = incoming.operation, operation.type == .query,
      let selected = operation.selectedOperation,
      handler.map({ $0.response(atStep: 0) != nil }) ?? response.isFixture,
      let data = response.dataToCompare
    else { return false }
    let url = incoming.url.map { redactor().url($0) } ?? ""
    noteWait(.realService(url: url, .compared))
    let real = Passthrough.shared.send(incoming.requestToSendOn, streamLimit: nil) {
      [self] arrival in
      WorkerThreads.shared.run { [self] in
        guard !call.isOver else { return }
        switch comparison(of: data, with: arrival, at: url, operation, selected) {
        case .notCompared(let url, let reason)?:
          warn(["\(RecordingError.notCompared(url: url, reason: reason))"], kind: .client)
        case let error?: noteFailure(.recordingError, error.description, handler?.location)
        case nil: break
        }
        attempt(handler) { try write(response) }
      }
    }
    let limit = incoming.urlRequest.timeoutInterval
    let stopTimer =
      ServiceCall.isLimit(limit)
      ? TimerThread.shared.call(after: .seconds(limit / 2)) { real.cancelUnlessStreaming() } : nil
    call.whenAnsweredOrCanceled {
      real.cancelUnlessStreaming()
      stopTimer?()
    }
    return true
  }

  private static let codesOfAccess = ["UNAUTHENTICATED", "FORBIDDEN", "PERSISTED_QUERY_NOT_FOUND"]

  /// Returns a failure, `.notCompared` for a warning, or nil if the shapes are alike.
  private func comparison(
    of data: MockJSON, with arrival: Passthrough.Arrival, at url: String,
    _ operation: OperationRequest, _ selected: SelectedOperation
  ) -> RecordingError? {
    func skipped(_ reason: some CustomStringConvertible) -> RecordingError {
      .notCompared(url: url, reason: "\(reason)")
    }
    guard case .whole(let relayed) = arrival else {
      guard case .failure(let error as URLError) = arrival else {
        return skipped("it asks for credentials")
      }
      // On a busy machine, the session's own time limit can end before the timer is run.
      if [.cancelled, .timedOut].contains(error.code) {
        return skipped("it didn't answer within half of the client's time limit")
      }
      return skipped(UnrecordableResponse.failure(error.code))
    }
    let redactor = redactor().answered(relayed)
    if [401, 403].contains(relayed.status) { return skipped("it answered \(relayed.status)") }
    if let reason = relayed.reasonNotToRecord(redactor.value) { return skipped(reason) }
    let body =
      (try? MockJSON(parsing: relayed.body)) ?? RecordedStream(relayed)?.results[0] ?? .null
    let found: [String]
    if body["data"].isNull {
      let (error, status) = (body["errors"][0], relayed.status)
      let message = error["message"].string.map(redactor.value)
      // A service that refuses the document sends no data. Others refuse the user, or failed to execute the query.
      guard !body.has("data") && status < 429 || status == 400,
        !Self.codesOfAccess.contains(error["extensions"]["code"].string ?? "")
      else {
        return skipped(
          message.map { "it answered with the error \($0.quoted)" } ?? "it answered without data")
      }
      found = ["the service refused the query: \(message ?? "the error has no message")"]
    } else if let types = settings.types {
      // What tests state matches the schema, so only the service's answer can differ from it.
      found = Recorder.misfits(relayed, operation, types, redactor).map {
        "the service's answer doesn't match the schema: \($0)"
      }
    } else {
      let fields = SelectedFields(
        of: selected.operation, in: selected.document, on: nil,
        by: FragmentRule(data: [data, body["data"]]), variables: operation.coercedVariables)
      let shown = [data, body["data"]].map { json in
        redactor.response(["data": json])["data"].rebuilt {
          $0.string.map { .string(redactor.value($0)) }
        }
      }
      found = ShapeComparison.differences(from: data, to: body["data"], at: "data", fields).map {
        $0.description(stated: shown[0], answered: shown[1])
      }
    }
    return found.isEmpty
      ? nil
      : .otherShape(
        file: fixtureFile?.withLock { $0 }, operation: redactor.title(of: operation),
        differences: found)
  }
}

extension MockResponse {
  /// The data of a response without errors and faults that a test states, or nil.
  fileprivate var dataToCompare: MockJSON? {
    guard faults == nil, (200..<300).contains(statusCode ?? 200) else { return nil }
    var body = MockJSON.null
    switch content {
    case .graphQL(let data, let errors, _) where errors.isEmpty: return data
    case .json(let json): body = json
    case .bytes(let bytes, contentType: nil): body = (try? MockJSON(parsing: bytes)) ?? .null
    case .graphQL, .template, .bytes, .file, .empty, .failure, .fixture, .never, .passThrough,
      .incremental, .events, .parts:
      break
    }
    return body["errors"].isNull && !body["data"].isNull ? body["data"] : Optional.none
  }
}
