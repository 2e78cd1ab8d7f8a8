// Answers a batch, which is one HTTP request with several GraphQL requests.

import Foundation

final class BatchExecution: Sendable {
  private typealias Entry = (call: ServiceCall, outcome: RequestOutcome?, requestID: Int)

  private struct State {
    var entries: [Entry] = []
    /// The number of entries without an outcome.
    var missing = 0
    var isOver = false
  }

  private let core: ServiceCore
  private let settings: ServiceSettings
  private let call: ServiceCall
  private let state = Locked(State())

  init(_ core: ServiceCore, _ settings: ServiceSettings, _ call: ServiceCall) {
    (self.core, self.settings, self.call) = (core, settings, call)
  }

  func start(_ requests: [IncomingRequest]) {
    // All requests are stored before the first one starts, because its failure could end the whole batch.
    let entries = requests.enumerated().map { position, request -> Entry in
      let requestID = core.journal.begin(
        request.urlRequest, operations: request.operations, batchPosition: position)
      let entry = ServiceCall(core) { [self] in take($0, at: position) }
      entry.setRequestID(requestID)
      return (entry, nil, requestID)
    }
    state.withLock {
      $0.entries = entries
      $0.missing = entries.count
    }
    call.noteWait(
      PendingWait(
        .entry { [self] in
          let open = state.withLock { $0.entries.first { $0.outcome == nil }?.call }
          return open?.state.withLock { $0.wait }
        }))
    call.whenReceived { [self] in end($0) }
    call.whenAnsweredOrCanceled { [self] in stop() }
    for (position, (request, entry)) in zip(requests, entries).enumerated() {
      if call.isOver { return }
      RequestExecution(
        core: core, settings: settings, call: entry.call, incoming: request,
        requestID: entry.requestID, batchPosition: position
      ).start()
    }
  }

  private func take(_ outcome: RequestOutcome, at position: Int) {
    let outcome = withoutChunks(outcome, at: position)
    let whole = state.withLock { state -> [Entry]? in
      guard !state.isOver else { return nil }
      state.entries[position].outcome = outcome
      state.missing -= 1
      return state.missing == 0 ? state.entries : nil
    }
    if case .failure(let error) = outcome { return call.deliver(.failure(error)) }
    if let whole { call.deliver(join(whole)) }
  }

  private func stop() {
    let open = state.withLock { state in
      state.isOver = true
      return state.entries.filter { $0.outcome == nil }.map(\.call)
    }
    for entry in open {
      entry.giveUpWaiting()
      entry.deliver(.failure(URLError(.cancelled)))
    }
  }

  /// - Parameter outcome: The response or error that the client received, or `nil` if it canceled the request.
  private func end(_ outcome: RequestOutcome?) {
    let entries = state.withLock { state in
      state.isOver = true
      return exchange(&state.entries, with: [])
    }
    for entry in entries {
      switch (outcome, entry.outcome) {
      case (.failure(let error)?, _): entry.call.noteReceived(byClient: .failure(error))
      case (.some, let outcome?): entry.call.noteReceived(byClient: outcome)
      case (nil, _), (_, nil): entry.call.cancel()
      }
    }
  }

  private func join(_ entries: [Entry]) -> RequestOutcome {
    var body = Data("[".utf8)
    var statuses: Set<Int> = []
    var headers = HeaderFields()
    var types: Set<String> = []
    for (position, entry) in entries.enumerated() {
      guard let response = entry.outcome?.response else { continue }
      statuses.insert(response.status)
      if let type = response.contentType { types.insert(type) }
      // A later entry replaces fields of an earlier one, except for cookies (RFC 9110, section 5.3).
      let replaced = ["Content-Type", "Content-Length", "Set-Cookie"]
      headers = headers.setting(response.headers.removing(replaced))
      for cookie in response.headers.values(of: "Set-Cookie") { headers.add("Set-Cookie", cookie) }
      if position > 0 { body.append(UInt8(ascii: ",")) }
      body.append(json(of: response, at: position, requestID: entry.requestID))
    }
    body.append(UInt8(ascii: "]"))
    let type = types.count == 1 ? types.first : nil
    headers = headers.setting(["Content-Type": type ?? ResponseMediaType.json.contentType])
    let response = SentResponse(
      status: statuses.count == 1 ? statuses.first ?? 200 : 200, headers: headers, body: body)
    let isRelayed = entries.allSatisfy { if case .relayed? = $0.outcome { true } else { false } }
    return isRelayed ? .relayed(response) : .response(response)
  }

  private func json(of response: SentResponse, at position: Int, requestID: Int) -> Data {
    if response.body.isEmpty {
      let error = MockResponseError(
        "The entry was answered with the status \(response.status) and no body.",
        extensions: ["http": ["status": .number(response.status)]])
      return Self.body([error])
    }
    if JSONTokenizer.accepts(response.body.span) { return response.body }
    let message = "The response to entry \(position) of a batch isn't JSON, so it can't be sent."
    core.journal.record(MockFailure(.handlerError, message, request: requestID))
    return Self.body([MockResponseError(message)])
  }

  private func withoutChunks(_ outcome: RequestOutcome, at position: Int) -> RequestOutcome {
    guard let chunks = outcome.chunks else { return outcome }
    chunks.cancel()
    let message =
      "The response to entry \(position) of a batch comes in chunks, so it can't be sent."
    if let requestID = state.withLock({ $0.isOver ? nil : $0.entries[position].requestID }) {
      core.journal.record(MockFailure(.handlerError, message, request: requestID))
    }
    return .response(Self.entry(failing: .mock(.cannotParseResponse, message: message)))
  }

  static func entry(failing error: URLError) -> SentResponse {
    let message = error.userInfo[NSLocalizedDescriptionKey] as? String
    return SentResponse(
      status: 200, headers: ["Content-Type": ResponseMediaType.json.contentType],
      body: body([MockResponseError(message ?? error.localizedDescription)]))
  }

  private static func body(_ errors: [MockResponseError]) -> Data {
    let map = ResponseWriter.responseMap(data: nil, errors: errors, extensions: nil)
    // Encoding the errors can't fail, because they contain only strings and numbers.
    return (try? map.encoded()) ?? Data(#"{"errors":[{"message":""}]}"#.utf8)
  }
}
