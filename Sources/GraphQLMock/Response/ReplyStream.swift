// A body that comes in chunks, between the thread that makes them and the one that hands them on. What
// waits is not bounded here: it is what a test makes its service send, and a socket takes it at once.
//
//            ended                     all taken
//   open ─────────────▶ ended ─────────────────────▶ taken
//     │                   │
//     └───────────────────┴──▶ cancelled   (the client gave up: what comes later is dropped)

import Foundation

final class ReplyStream: Sendable {
  /// How a body ends.
  enum Ending: Sendable, Equatable {
    case finished
    case failed(URLError)
  }

  /// What is sent at one time.
  struct Chunk: Sendable, Equatable {
    /// The time between the chunk before it and this one.
    var delay = Duration.zero
    var bytes = Data()
    /// The end of the body, where it comes with the bytes; no client should wait for it.
    var ending: Ending?
  }

  /// What the client is to get now.
  struct Portion: Sendable, Equatable {
    /// The chunks, none of them empty, in order.
    var chunks: [Data] = []
    /// The ending that comes after them, given out once; nil where more may follow.
    var ending: Ending?
  }

  /// A chunk that was sent: how long, and how long after the one before it.
  struct SentChunk: Sendable, Equatable {
    let size: Int
    let delay: Duration
  }

  /// The chunks that were sent since this was made.
  struct SentChunks: Sendable {
    private(set) var all: [SentChunk] = []
    private var last = ContinuousClock.now

    /// - Parameter limit: How many times are kept.
    mutating func add(_ size: Int, limit: Int = .max) {
      let now = ContinuousClock.now
      if all.count < limit { all.append(SentChunk(size: size, delay: now - last)) }
      last = now
    }

    /// How long ago the last one was sent.
    var idleTime: Duration { last.duration(to: .now) }
  }

  private enum Phase {
    case open
    case ended(Ending)
    case taken
    case cancelled
  }

  private typealias Listener = @Sendable () -> Void

  private struct State {
    /// The times of more chunks are not kept: they count as one with the last.
    static let chunkLimit = 10_000

    var phase = Phase.open
    var waiting: ArraySlice<Data> = []
    var sentCount = 0
    /// What was sent, for archives.
    var chunks = SentChunks()
    var takenBytes = Data()
    var takenCount = 0
    var listener: Listener?
    /// What stops the making of chunks.
    var cancellations: [Listener] = []

    /// Whether nothing more may be sent.
    var isOver: Bool { if case .open = phase { false } else { true } }

    mutating func takeWork() -> [Listener] { exchange(&cancellations, with: []) }
  }

  private let state = Locked(State())
  private let bodyLimit: Int
  private let breakOff: (count: Int, error: URLError)?

  /// - Parameters:
  ///   - bodyLimit: How many bytes of the body are kept for the journal.
  ///   - breakOff: After how many bytes the body breaks off, and with which error.
  init(bodyLimit: Int, breakOff: (count: Int, error: URLError)? = nil) {
    self.bodyLimit = bodyLimit
    self.breakOff = breakOff
  }

  // MARK: For what makes the chunks

  /// Whether nobody wants another chunk.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// How long nothing was sent.
  var idleTime: Duration { state.withLock { $0.chunks.idleTime } }

  /// Sends a chunk; one that comes after the end, or is empty, is dropped.
  func send(_ chunk: Data) { send(Chunk(bytes: chunk)) }

  /// Ends the body; only the first ending counts.
  /// - Returns: what this one comes to; nil if it does not count.
  @discardableResult func end(_ ending: Ending) -> Ending? {
    send(Chunk(ending: ending)) ? counted(ending) : nil
  }

  /// A body that is to break off never ends well.
  private func counted(_ ending: Ending) -> Ending { breakOff.map { .failed($0.error) } ?? ending }

  /// Sends a chunk now, whatever its time.
  /// - Returns: whether there was something, and somebody still wants it.
  @discardableResult func send(_ chunk: Chunk) -> Bool {
    let (isWanted, listener, work) = state.withLock { state in
      guard !state.isOver, !chunk.bytes.isEmpty || chunk.ending != nil else {
        return (false, nil, []) as (Bool, Listener?, [Listener])
      }
      if !chunk.bytes.isEmpty { add(chunk.bytes, to: &state) }
      if let ending = chunk.ending, !state.isOver { state.phase = .ended(counted(ending)) }
      return (true, state.listener, state.isOver ? state.takeWork() : [])
    }
    for stop in work { stop() }
    listener?()
    return isWanted
  }

  private func add(_ chunk: Data, to state: inout State) {
    state.chunks.add(chunk.count, limit: State.chunkLimit)
    state.sentCount += chunk.count
    guard let breakOff, state.sentCount >= breakOff.count else {
      return state.waiting.append(chunk)
    }
    let kept = chunk.dropLast(state.sentCount - breakOff.count)
    if !kept.isEmpty { state.waiting.append(Data(kept)) }
    state.phase = .ended(.failed(breakOff.error))
  }

  /// Says how to stop a part of the making, for when nobody wants another chunk.
  func onEnd(_ stop: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if state.isOver { return true }
      state.cancellations.append(stop)
      return false
    }
    if isOver { stop() }
  }

  // MARK: For what hands the chunks on

  /// Whether the body is known to its end, and the client still wants it.
  var hasEnding: Bool { state.withLock { if case .ended = $0.phase { true } else { false } } }

  /// Says whom to tell that there is something to take; any thread may call it, also for nothing.
  func listen(_ listener: @escaping @Sendable () -> Void) {
    state.withLock { state in
      switch state.phase {
      case .open, .ended: state.listener = listener
      // Nobody would let go of it, and it may hold on to who holds on to this.
      case .taken, .cancelled: break
      }
    }
  }

  /// Gives out what waits.
  /// - Parameter limit: How many chunks at most; the ending comes with the last one.
  func take(_ limit: Int = .max) -> Portion {
    // The listener may hold on to who holds on to this: it is let go of without the lock.
    let (portion, _) = state.withLock { state in
      let portion = takePortion(limit, of: &state)
      return (portion, portion.ending == nil ? nil : state.listener.take())
    }
    return portion
  }

  private func takePortion(_ limit: Int, of state: inout State) -> Portion {
    var portion = Portion()
    switch state.phase {
    case .taken, .cancelled: return portion
    case .open, .ended: break
    }
    portion.chunks = Array(state.waiting.prefix(limit))
    state.waiting.removeFirst(portion.chunks.count)
    // A slice keeps what was taken from its start.
    if state.waiting.isEmpty { state.waiting = [] }
    for chunk in portion.chunks {
      state.takenCount += chunk.count
      // The journal leaves out what is too long.
      if state.takenCount <= bodyLimit {
        state.takenBytes += chunk
      } else {
        state.takenBytes = Data()
      }
    }
    if case .ended(let ending) = state.phase, state.waiting.isEmpty {
      portion.ending = ending
      state.phase = .taken
    }
    return portion
  }

  /// The client gave up.
  func cancel() {
    let work = state.withLock { state -> [Listener] in
      state.listener = nil
      switch state.phase {
      case .open, .ended:
        state.phase = .cancelled
        state.waiting = []
        return state.takeWork()
      case .taken, .cancelled: return []
      }
    }
    for stop in work { stop() }
  }

  /// The chunks that were sent so far.
  var sentChunks: [SentChunk] { state.withLock { $0.chunks.all } }

  /// What was handed on so far, as far as it is kept, and how long it is.
  var taken: (bytes: Data, count: Int) { state.withLock { ($0.takenBytes, $0.takenCount) } }

  /// What was handed on and what still waits, as far as it is kept, and how long it is.
  var sent: (bytes: Data, count: Int) {
    state.withLock { state in
      let count = state.waiting.reduce(state.takenCount) { $0 + $1.count }
      guard count <= bodyLimit else { return (Data(), count) }
      return (state.waiting.reduce(into: state.takenBytes) { $0 += $1 }, count)
    }
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
  var taken: ExchangeResponse { response(chunks.taken) }

  /// What the client got of it so far, and what it is still to get.
  var sent: ExchangeResponse { response(chunks.sent) }

  private func response(_ body: (bytes: Data, count: Int)) -> ExchangeResponse {
    var response = ExchangeResponse(
      status: status, headers: headers, body: body.bytes, bodyLength: body.count)
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
