// Passes the chunks of a body from the thread that produces them to the thread that delivers them. The number of
// pending chunks isn't limited, because the test decides what its service sends. The phases of a stream are:
//            ended                   all chunks taken, or canceled
//   open ─────────────▶ ended ─────────────────────────────────▶ over
//     └──────────────────────────────────────────────────────────▲   (canceled, so later chunks are discarded)

import Foundation

final class ResponseStream: Sendable {
  enum Ending: Sendable, Equatable {
    case finished
    case failed(URLError)
  }

  struct Chunk: Sendable, Equatable {
    /// The time between the previous chunk and this chunk.
    var delay = Duration.zero
    var bytes = Data()
    var ending: Ending?
  }

  struct Portion: Sendable, Equatable {
    var chunks: [Data] = []
    /// The ending of the body, or nil if more chunks follow.
    var ending: Ending?
  }

  struct SentChunk: Sendable, Equatable {
    let size: Int
    let delay: Duration
  }

  struct SentChunks: Sendable {
    private(set) var all: [SentChunk] = []
    private(set) var count = 0
    private var last = ContinuousClock.now

    mutating func add(_ size: Int, limit: Int = .max) {
      let now = ContinuousClock.now
      count += 1
      if all.count < limit { all.append(SentChunk(size: size, delay: now - last)) }
      last = now
    }
  }

  private enum Phase {
    case open
    case ended(Ending)
    case over
  }

  private typealias Listener = @Sendable () -> Void

  private struct State {
    /// The maximum number of chunks whose sizes and times are kept. Later chunks are only counted.
    static let chunkLimit = 10_000

    var phase = Phase.open
    var waiting: ArraySlice<Data> = []
    var sentCount = 0
    var chunks = SentChunks()
    /// The bytes that the client has received, or no bytes if their number exceeds the journal's limit.
    var takenBytes = Data()
    var takenCount = 0
    var listener: Listener?
    /// The closures to call when the body ends or the client cancels the request.
    var cancellations: [Listener] = []

    var isOver: Bool { if case .open = phase { false } else { true } }

    mutating func takeWork() -> [Listener] { exchange(&cancellations, with: []) }
  }

  private let state = Locked(State())
  private let bodyLimit: Int
  private let breakOff: (count: Int, error: URLError)?
  private let cutsChunks: Bool

  /// Creates a stream that keeps a body for the journal if the body has at most `bodyLimit` bytes.
  /// - Parameter cutsChunks: Whether the body breaks off inside a chunk. A message of a WebSocket isn't divided.
  init(bodyLimit: Int, breakOff: (count: Int, error: URLError)? = nil, cutsChunks: Bool = true) {
    self.bodyLimit = bodyLimit
    self.breakOff = breakOff
    self.cutsChunks = cutsChunks
  }

  // MARK: For producers

  var isOver: Bool { state.withLock { $0.isOver } }

  /// The number of bytes that were sent, also of those that a body that breaks off leaves out.
  var sentCount: Int { state.withLock { $0.sentCount } }

  var sentChunkCount: Int { state.withLock { $0.chunks.count } }

  func send(_ chunk: Data) { send(Chunk(bytes: chunk)) }

  /// Ends the body. Returns the ending that the client receives, or nil if the body had ended before.
  @discardableResult func end(_ ending: Ending) -> Ending? {
    send(Chunk(ending: ending)) ? counted(ending) : nil
  }

  private func counted(_ ending: Ending) -> Ending { breakOff.map { .failed($0.error) } ?? ending }

  /// Sends a chunk, and returns false if the chunk is empty or the body has already ended.
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
    guard let breakOff, case let excess = state.sentCount - breakOff.count, excess >= 0 else {
      return state.waiting.append(chunk)
    }
    let kept = chunk.dropLast(cutsChunks || excess == 0 ? excess : chunk.count)
    if !kept.isEmpty { state.waiting.append(Data(kept)) }
    state.phase = .ended(.failed(breakOff.error))
  }

  /// Calls the closure when the body ends or the client cancels, or at once if that has already happened.
  func onEnd(_ stop: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if state.isOver { return true }
      state.cancellations.append(stop)
      return false
    }
    if isOver { stop() }
  }

  // MARK: For consumers

  /// A Boolean value that indicates whether the body has ended, but the client hasn't received the end yet.
  var hasEnding: Bool { state.withLock { if case .ended = $0.phase { true } else { false } } }

  /// Sets the closure to call when chunks arrive. It may be called on any thread, even without new chunks.
  func listen(_ listener: @escaping @Sendable () -> Void) {
    state.withLock { state in
      // After the end of the stream, the listener would never be released.
      if case .over = state.phase { return }
      state.listener = listener
    }
  }

  /// Returns the pending chunks up to the limit, with the ending of the body after the last chunk.
  func take(_ limit: Int = .max) -> Portion {
    // The listener is released after unlocking, because this may release the object that owns this stream.
    let (portion, _) = state.withLock { state in
      let portion = takePortion(limit, of: &state)
      return (portion, portion.ending == nil ? nil : state.listener.take())
    }
    return portion
  }

  private func takePortion(_ limit: Int, of state: inout State) -> Portion {
    var portion = Portion(chunks: Array(state.waiting.prefix(limit)))
    state.waiting.removeFirst(portion.chunks.count)
    // An empty array slice still retains the chunks that were removed from it, so it's replaced.
    if state.waiting.isEmpty { state.waiting = [] }
    for chunk in portion.chunks {
      state.takenCount += chunk.count
      if state.takenCount <= bodyLimit {
        state.takenBytes += chunk
      } else {
        state.takenBytes = Data()
      }
    }
    if case .ended(let ending) = state.phase, state.waiting.isEmpty {
      portion.ending = ending
      state.phase = .over
    }
    return portion
  }

  func cancel() {
    let work = state.withLock { state in
      (state.phase, state.listener, state.waiting) = (.over, nil, [])
      return state.takeWork()
    }
    for stop in work { stop() }
  }

  var sentChunks: [SentChunk] { state.withLock { $0.chunks.all } }

  /// The bytes that the client has received, and their number. There are no bytes if the journal's limit is exceeded.
  var taken: (bytes: Data, count: Int) { state.withLock { ($0.takenBytes, $0.takenCount) } }

  /// The bytes that were sent, or after a cancel those that the client has received, like `taken`.
  var sent: (bytes: Data, count: Int) {
    state.withLock { state in
      let count = state.waiting.reduce(state.takenCount) { $0 + $1.count }
      guard count <= bodyLimit else { return (Data(), count) }
      return (state.waiting.reduce(into: state.takenBytes) { $0 += $1 }, count)
    }
  }
}
