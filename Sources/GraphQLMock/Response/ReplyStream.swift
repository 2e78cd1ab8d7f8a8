// A body that comes in chunks, between the thread that makes them and the one that hands them on. What
// waits is not bounded: it is what a test makes its service send.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class ReplyStream: Sendable {
  typealias Ending = ReplyStreamState.Ending
  typealias Portion = ReplyStreamState.Portion

  /// A chunk that was sent: how long, and how long after the one before it.
  struct Chunk: Sendable, Hashable {
    let size: Int
    let delay: Duration
  }

  private struct State {
    /// The times of more chunks are not kept: they count as one with the last.
    static let chunkLimit = 10_000

    var chunks: [Chunk] = []
    var last = ContinuousClock.now
    var stream: ReplyStreamState
    var listener: (@Sendable () -> Void)?
    /// What stops the making of chunks.
    var cancellations: [@Sendable () -> Void] = []

    /// Keeps the time of a chunk, for archives.
    mutating func note(_ chunk: Data) {
      guard !stream.isOver, !chunk.isEmpty, chunks.count < Self.chunkLimit else { return }
      let now = ContinuousClock.now
      chunks.append(Chunk(size: chunk.count, delay: now - last))
      last = now
    }

    mutating func takeWork() -> [@Sendable () -> Void] {
      defer { cancellations = [] }
      return cancellations
    }
  }

  private let state: Locked<State>

  /// - Parameters:
  ///   - bodyLimit: How many bytes of the body are kept for the journal.
  ///   - breakOff: After how many bytes the body breaks off, and with which error.
  init(bodyLimit: Int, breakOff: (count: Int, error: URLError)? = nil) {
    state = Locked(State(stream: ReplyStreamState(bodyLimit: bodyLimit, breakOff: breakOff)))
  }

  // MARK: For what makes the chunks

  /// Whether nobody wants another chunk.
  var isOver: Bool { state.withLock { $0.stream.isOver } }

  /// Sends a chunk; one that comes after the end, or is empty, is dropped.
  func send(_ chunk: Data) {
    change(noting: chunk) { $0.sent(chunk) }
  }

  /// Ends the body; only the first ending counts.
  /// - Parameter last: The chunk before the end, if there is one.
  func end(_ ending: Ending = .finished, after last: Data = Data()) {
    change(noting: last) { stream in
      let hasLast = stream.sent(last)
      return stream.ended(ending) || hasLast
    }
  }

  private func change(noting chunk: Data, _ body: (inout ReplyStreamState) -> Bool) {
    let (listener, work) = state.withLock { state in
      state.note(chunk)
      guard body(&state.stream) else { return (nil, []) as (Listener?, [Listener]) }
      return (state.listener, state.stream.isOver ? state.takeWork() : [])
    }
    for stop in work { stop() }
    listener?()
  }

  private typealias Listener = @Sendable () -> Void

  /// Says how to stop a part of the making, for when nobody wants another chunk.
  func onEnd(_ stop: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if state.stream.isOver { return true }
      state.cancellations.append(stop)
      return false
    }
    if isOver { stop() }
  }

  // MARK: For what hands the chunks on

  /// Whether the body is known to its end.
  var hasEnding: Bool { state.withLock { $0.stream.hasEnding } }

  /// Says whom to tell that there is something to take; any thread may call it, also for nothing.
  func listen(_ listener: @escaping @Sendable () -> Void) {
    // Once all is over nobody would let go of it, and it may hold on to who holds on to this.
    state.withLock { if !$0.stream.isDone { $0.listener = listener } }
  }

  /// Gives out what waits.
  /// - Parameter limit: How many chunks at most.
  func take(_ limit: Int = .max) -> Portion {
    let (portion, _) = state.withLock { state in
      let portion = state.stream.take(limit)
      // Nothing comes after the ending, and the listener may hold on to who holds on to this. It is
      // let go of without the lock.
      guard portion.ending != nil else { return (portion, nil) as (Portion, Listener?) }
      defer { state.listener = nil }
      return (portion, state.listener)
    }
    return portion
  }

  /// The client gave up.
  func cancel() {
    let work = state.withLock { state in
      state.listener = nil
      return state.stream.cancelled() ? state.takeWork() : []
    }
    for stop in work { stop() }
  }

  /// The chunks that were sent so far.
  var sentChunks: [Chunk] { state.withLock { $0.chunks } }

  /// What was handed on so far, as far as it is kept, and how long it is.
  var taken: (bytes: Data, count: Int) {
    state.withLock { ($0.stream.takenBytes, $0.stream.takenCount) }
  }
}

/// A response whose body comes in chunks.
struct StreamedReply: Sendable {
  let status: Int
  let headers: [String: String]
  let chunks: ReplyStream
  /// Whether it comes from the real network.
  var isRelayed = false

  /// What the client got of it so far.
  var taken: ExchangeResponse {
    let (bytes, count) = chunks.taken
    var response = ExchangeResponse(
      status: status, headers: headers, body: bytes, bodyLength: count)
    response.chunks = chunks.sentChunks
    return response
  }

  /// The response without its body.
  var head: ExchangeResponse { ExchangeResponse(status: status, headers: headers, body: Data()) }
}

/// What goes to the client in the end: an HTTP response, or an error of the URL loading system.
enum Reply: Sendable {
  case response(ExchangeResponse)
  /// The response of the real network.
  case relayed(ExchangeResponse)
  /// A response whose body comes in chunks.
  case stream(StreamedReply)
  case failure(URLError)

  /// The response, without its body where that comes in chunks; nil for an error.
  var response: ExchangeResponse? {
    switch self {
    case .response(let response), .relayed(let response): response
    case .stream(let streamed): streamed.head
    case .failure: nil
    }
  }

  /// The chunks of the body; nil for a response that is there as a whole, and for an error.
  var chunks: ReplyStream? { if case .stream(let streamed) = self { streamed.chunks } else { nil } }
}
