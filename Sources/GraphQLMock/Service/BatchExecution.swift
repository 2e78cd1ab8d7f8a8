// Answers a batch, which is one HTTP request with several GraphQL requests.

import Foundation

final class BatchExecution: Sendable {
  private typealias Entry = (call: ServiceCall, reply: Reply?, exchangeID: Int)

  private struct State {
    var entries: [Entry] = []
    var missing = 0
    var isOver = false
  }

  private let core: ServiceCore
  private let settings: ServiceSettings
  private let call: ServiceCall
  private let state = Locked(State())

  init(_ core: ServiceCore, _ settings: ServiceSettings, _ call: ServiceCall) {
    self.core = core
    self.settings = settings
    self.call = call
  }

  func start(_ requests: [ReceivedRequest]) {
    // All requests are stored before the first one starts, because its failure could end the whole batch.
    var entries: [Entry] = []
    for (position, request) in requests.enumerated() {
      let exchangeID = core.journal.begin(
        request.urlRequest, operations: request.operations, batchPosition: position)
      let entry = ServiceCall(core) { [self] in take($0, at: position) }
      entry.belongs(to: exchangeID)
      entries.append((entry, nil, exchangeID))
    }
    state.withLock {
      $0.entries = entries
      $0.missing = entries.count
    }
    call.noteWait(
      PendingWait(
        .entry { [self] in
          let open = state.withLock { $0.entries.first { $0.reply == nil }?.call }
          return open?.state.withLock { $0.wait }
        }))
    call.onEnding { [self] in end($0) }
    call.onEnd { [self] in stop() }
    for (position, (request, entry)) in zip(requests, entries).enumerated() {
      if call.isOver { return }
      RequestExecution(
        core: core, settings: settings, call: entry.call, received: request,
        exchangeID: entry.exchangeID, position: position
      ).start()
    }
  }

  private func take(_ reply: Reply, at position: Int) {
    let reply = withoutChunks(reply, at: position)
    let whole = state.withLock { state -> [Entry]? in
      guard !state.isOver else { return nil }
      state.entries[position].reply = reply
      state.missing -= 1
      return state.missing == 0 ? state.entries : nil
    }
    if case .failure(let error) = reply { return call.reply(.failure(error)) }
    if let whole { call.reply(join(whole)) }
  }

  private func stop() {
    let open = state.withLock { state in
      state.isOver = true
      return state.entries.filter { $0.reply == nil }.map(\.call)
    }
    for entry in open {
      entry.giveUpWaiting()
      entry.reply(.failure(URLError(.cancelled)))
    }
  }

  /// - Parameter reply: The response or error that the client received, or `nil` if it canceled the request.
  private func end(_ reply: Reply?) {
    let entries = state.withLock { state in
      state.isOver = true
      return exchange(&state.entries, with: [])
    }
    for entry in entries {
      switch (reply, entry.reply) {
      case (nil, _): entry.call.cancel()
      case (.failure(let error)?, _): entry.call.handOver(.failure(error))
      case (_, let reply?): entry.call.handOver(reply)
      case (_, nil): entry.call.cancel()
      }
    }
  }

  private func join(_ entries: [Entry]) -> Reply {
    var body = Data("[".utf8)
    var statuses: Set<Int> = []
    var headers = HeaderFields()
    var types: Set<String> = []
    for (position, entry) in entries.enumerated() {
      guard let response = entry.reply?.response else { continue }
      statuses.insert(response.status)
      if let type = response.contentType { types.insert(type) }
      headers = headers.setting(response.headers.removing(["Content-Type", "Content-Length"]))
      if position > 0 { body.append(UInt8(ascii: ",")) }
      body.append(json(of: response, at: position, exchangeID: entry.exchangeID))
    }
    body.append(UInt8(ascii: "]"))
    let type = types.count == 1 ? types.first : nil
    headers = headers.setting(["Content-Type": type ?? ResponseMediaType.json.contentType])
    let response = ExchangeResponse(
      status: statuses.count == 1 ? statuses.first ?? 200 : 200, headers: headers, body: body)
    let isRelayed = entries.allSatisfy {
      if case .relayed? = $0.reply { true } else { false }
    }
    return isRelayed ? .relayed(response) : .response(response)
  }

  private func json(of response: ExchangeResponse, at position: Int, exchangeID: Int) -> Data {
    if response.body.isEmpty {
      let error = MockResponseError(
        "The entry was answered with the status \(response.status) and no body.",
        extensions: ["http": ["status": .number(response.status)]])
      return Self.body([error])
    }
    if JSONTokenizer.accepts(response.body.span) { return response.body }
    let message = "The response to entry \(position) of a batch isn't JSON, so it can't be sent."
    core.journal.record(MockFailure(.handlerError, message, exchange: exchangeID))
    return Self.body([MockResponseError(message)])
  }

  private func withoutChunks(_ reply: Reply, at position: Int) -> Reply {
    guard let chunks = reply.chunks else { return reply }
    chunks.cancel()
    let message =
      "The response to entry \(position) of a batch comes in chunks, so it can't be sent."
    if let exchangeID = state.withLock({ $0.isOver ? nil : $0.entries[position].exchangeID }) {
      core.journal.record(MockFailure(.handlerError, message, exchange: exchangeID))
    }
    return .response(Self.entry(failing: .mock(.cannotParseResponse, message: message)))
  }

  static func entry(failing error: URLError) -> ExchangeResponse {
    let message = error.userInfo[NSLocalizedDescriptionKey] as? String
    return ExchangeResponse(
      status: 200, headers: ["Content-Type": ResponseMediaType.json.contentType],
      body: body([MockResponseError(message ?? error.localizedDescription)]))
  }

  private static func body(_ errors: [MockResponseError]) -> Data {
    let map = ResponseWriter.responseMap(data: nil, errors: errors, extensions: nil)
    // Encoding the errors can't fail, because they contain only strings and numbers.
    return (try? map.encoded()) ?? Data(#"{"errors":[{"message":""}]}"#.utf8)
  }
}
