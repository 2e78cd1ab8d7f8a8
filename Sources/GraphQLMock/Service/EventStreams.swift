// The streams of GraphQL over SSE, single connection mode: many operations, each asked for by a request
// of its own, and one response that all results come through.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The streams that clients of a service have reserved.
final class EventStreams: Sendable {
  private struct State {
    var streams: [String: EventStream] = [:]
    var lastNumber = 0
  }

  private let state = Locked(State())

  /// Whether a client has ever reserved a stream.
  var hasReservations: Bool { state.withLock { $0.lastNumber > 0 } }

  subscript(token: String) -> EventStream? { state.withLock { $0.streams[token] } }

  /// Reserves a stream.
  /// - Parameter token: The token that the client wants; nil for one of ours.
  /// - Returns: the token; nil if there is such a stream already.
  func reserve(_ token: String?) -> String? {
    state.withLock { state in
      state.lastNumber += 1
      let number = String(state.lastNumber)
      // The same in every process, so that what was recorded stays as it is.
      let own =
        "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - number.count) + number
      let token = token ?? own
      guard state.streams[token] == nil else { return nil }
      state.streams[token] = EventStream()
      return token
    }
  }

  func remove(_ token: String) { state.withLock { _ = $0.streams.removeValue(forKey: token) } }
}

/// One reservation, and the response that fulfils it.
final class EventStream: Sendable {
  private struct State {
    var chunks: ReplyStream?
    /// What is to be sent once somebody is there.
    var waiting: [Data] = []
    var isSending = false
    var isOver = false
    /// The operations that are being executed, by identifier; nil as long as a call is not known.
    var operations: [String: ServiceCall?] = [:]
  }

  private let state = Locked(State())

  /// Sends what waits, and what comes from now on, through a response.
  /// - Returns: false if another response does so already.
  func open(_ chunks: ReplyStream) -> Bool {
    let isFirst = state.withLock { state in
      guard state.chunks == nil, !state.isOver else { return false }
      state.chunks = chunks
      return true
    }
    if isFirst {
      chunks.send(StreamFormat.eventStream.preamble)
      flush()
    }
    return isFirst
  }

  /// The client is gone: stops all operations.
  func close() {
    let calls = state.withLock { state in
      defer { state.operations = [:] }
      state.isOver = true
      return state.operations.values.compactMap { $0 }
    }
    for call in calls { call.cancel() }
  }

  /// Takes an identifier for an operation.
  /// - Returns: false if one with it is being executed.
  func reserve(_ id: String) -> Bool {
    state.withLock { state in
      guard state.operations[id] == nil else { return false }
      state.operations[id] = .some(nil)
      return true
    }
  }

  /// Says what executes an operation.
  func started(_ id: String, _ call: ServiceCall) {
    let isWanted = state.withLock { state in
      guard !state.isOver, state.operations[id] != nil else { return false }
      state.operations[id] = .some(call)
      return true
    }
    if !isWanted { call.cancel() }
  }

  /// Stops an operation; nothing of it is sent from now on.
  func stop(_ id: String) {
    let call = state.withLock { $0.operations.removeValue(forKey: id) }
    if let call { call?.cancel() }
  }

  /// An operation ended without a result that belongs here.
  func forget(_ id: String) { state.withLock { _ = $0.operations.removeValue(forKey: id) } }

  /// Sends the only result of an operation, and that it is complete.
  func answer(_ id: String, _ result: Data) {
    change(id) { state in
      state.waiting += [Self.next(id, result), Self.complete(id)]
      state.operations[id] = nil
    }
  }

  /// Sends what has arrived of an operation's results.
  /// - Returns: how they ended; nil if more may come.
  func drain(_ id: String, _ results: ReplyStream) -> ReplyStream.Ending? {
    // Taken and put in line under one lock, or two threads could change the order.
    var ending: ReplyStream.Ending?
    change(id) { state in
      let portion = results.take()
      for chunk in portion.chunks {
        switch StreamedPayload(chunk) {
        case .heartbeat: state.waiting += StreamFormat.eventStream.heartbeat.map { [$0] } ?? []
        case .errors(let list):
          state.waiting.append(Self.next(id, Data("{\"errors\":".utf8) + list + Data("}".utf8)))
        case .result(let json): state.waiting.append(Self.next(id, json))
        }
      }
      ending = portion.ending
      guard let ending else { return }
      state.operations[id] = nil
      if case .finished = ending { state.waiting.append(Self.complete(id)) }
    }
    // There is one connection, and it is lost.
    if case .failed(let error)? = ending { state.withLock { $0.chunks }?.end(.failed(error)) }
    return ending
  }

  private func change(_ id: String, _ body: (inout State) -> Void) {
    state.withLock { state in
      if !state.isOver, state.operations[id] != nil { body(&state) }
    }
    flush()
  }

  /// Sends what waits, one thread at a time and without the lock.
  private func flush() {
    while true {
      let work = state.withLock { state -> (chunks: ReplyStream, events: [Data])? in
        guard !state.isSending, let chunks = state.chunks, !state.waiting.isEmpty else {
          return nil
        }
        state.isSending = true
        defer { state.waiting = [] }
        return (chunks, state.waiting)
      }
      guard let work else { return }
      for event in work.events { work.chunks.send(event) }
      state.withLock { $0.isSending = false }
    }
  }

  // "Event stream": "next" and "complete" events

  private static func next(_ id: String, _ payload: Data) -> Data {
    StreamFormat.eventStream.chunk(
      Data("{\"id\":".utf8) + json(id) + Data(",\"payload\":".utf8) + payload + Data("}".utf8))
  }

  private static func complete(_ id: String) -> Data {
    StreamFormat.event("complete", Data("{\"id\":".utf8) + json(id) + Data("}".utf8))
  }

  private static func json(_ text: String) -> Data { Data("\(MockJSON.string(text))".utf8) }
}
