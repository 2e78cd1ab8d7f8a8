// The way of events into one open response, for canned lists, sequences and tests alike.

import Foundation

final class EventFeed: Sendable {
  typealias Encoding = @Sendable (MockResponse) throws(ResponseWritingError) -> Data

  /// The name of the operation that asked for the events.
  let operationName: String?
  let chunks: ReplyStream
  /// Who takes the events; nil where nobody says what was received.
  let receiver: (any EventReceiver)?
  private let format: StreamFormat
  /// Makes the JSON of a result.
  private let encode: Encoding
  private let count = Locked(0)

  init(
    operationName: String?, format: StreamFormat, chunks: ReplyStream,
    receiver: (any EventReceiver)?, encode: @escaping Encoding
  ) {
    self.operationName = operationName
    self.format = format
    self.chunks = chunks
    self.receiver = receiver
    self.encode = encode
  }

  /// Sends what an event says, be it a result or the end.
  func send(_ event: MockResponse) throws(ResponseWritingError) {
    guard let chunk = try chunk(event) else { return }
    count.withLock { $0 += 1 }
    chunks.send(chunk)
  }

  /// What counts the events that were sent, until the end was; it does not hold on to the request.
  var sentCount: @Sendable () -> Int? {
    { [chunks, count] in chunks.hasEnding ? nil : count.withLock { $0 } }
  }

  /// Sends an event of the test, which can't wait for the client.
  func sendFromTest(_ event: MockResponse) throws(ResponseWritingError) {
    if let backlog = receiver?.backlog, backlog.isTooLarge {
      throw .notReceived(count: backlog.count, bytes: backlog.bytes)
    }
    try send(event)
  }

  /// What an event comes to on the wire; nil for one that only keeps the response open.
  /// - Parameter delay: The time before it.
  func chunk(
    _ event: MockResponse, after delay: Duration = .zero
  ) throws(ResponseWritingError) -> ReplyStream.Chunk? {
    switch event.content {
    case .failure(let error as URLError):
      return ReplyStream.Chunk(delay: delay, ending: .failed(error))
    case .failure(let error):
      throw error as? ResponseWritingError ?? .thrown(String(describing: error))
    // "A response stream must be a stream of execution result": a request error ends it.
    case .graphQL(nil, let errors, _):
      let last = format.streamError(try ResponseWriter.encode(.array(errors.map(\.json))))
      return ReplyStream.Chunk(delay: delay, bytes: last + format.epilogue, ending: .finished)
    case .never:
      return nil
    default:
      return ReplyStream.Chunk(delay: delay, bytes: format.chunk(try encode(event)))
    }
  }

  /// The end of a list of events.
  var completion: ReplyStream.Chunk { ReplyStream.Chunk(bytes: format.epilogue, ending: .finished) }

  func complete() { chunks.send(completion) }

  func disconnect(_ error: URLError) { chunks.end(.failed(error)) }

  /// Sends heartbeats until the response ends.
  func beat(every interval: Duration, _ clock: any DelayClock) {
    guard let heartbeat = format.heartbeat else { return }
    let pause = Pause(clock)
    chunks.onEnd { pause.cancel() }
    @Sendable func next() {
      pause.wait(interval) { [chunks] in
        guard !chunks.isOver else { return }
        next()
        chunks.send(heartbeat)
      }
    }
    next()
  }
}

/// A client that takes events one by one, and may leave them lying.
protocol EventReceiver: Sendable {
  /// What was sent to it and not received yet.
  var backlog: EventBacklog { get }
  /// Waits until it has received enough for more to be sent, or will receive nothing any more.
  func waitForRoom() async
}

/// How much was sent to a client that it has not received yet.
struct EventBacklog: Sendable, Equatable {
  var count = 0
  var bytes = 0

  /// From how many messages, and bytes, on a source of events waits.
  static let (countLimit, byteLimit) = (1_000, 16_777_216)
  /// From how many on what a test sends is a failure.
  static let (sentCountLimit, sentByteLimit) = (100_000, 268_435_456)

  /// Whether a source of events goes on; else it waits for the client.
  var hasRoom: Bool { count < Self.countLimit && bytes < Self.byteLimit }

  /// Whether even a test, which nothing can hold up, is told that it sends to nobody who listens.
  var isTooLarge: Bool { count >= Self.sentCountLimit || bytes >= Self.sentByteLimit }
}

// The subscriptions of a service that are open, so that a test can send to them.

final class OpenFeeds: Sendable {
  private struct State {
    var feeds: [Int: EventFeed] = [:]
    var lastNumber = 0
    /// Told of each subscription that is opened; made for the first wait.
    var waiters: Waiters<Void>?
  }

  private let state = Locked(State())

  /// Keeps a feed until its response ends.
  func add(_ feed: EventFeed) {
    let (number, waiters) = state.withLock { state in
      let number = state.lastNumber.next()
      state.feeds[number] = feed
      return (number, state.waiters)
    }
    feed.chunks.onEnd { [weak self] in
      self?.state.withLock { _ = $0.feeds.removeValue(forKey: number) }
    }
    waiters?.tell(())
  }

  /// The open subscriptions to operations of a name, the oldest first.
  func named(_ name: OperationName) -> [EventFeed] {
    // Outside of the lock: a name may be a closure of the test.
    let feeds = state.withLock { $0.feeds }
    return feeds.orderedByKey().map(\.value)
      .filter { name.matches($0.operationName) }
  }

  /// How many subscriptions are open.
  var count: Int { state.withLock { $0.feeds.count } }

  /// Waits until so many subscriptions to operations of a name are open at the same time.
  func wait(
    for count: Int, named name: OperationName, within limit: Duration
  ) async throws -> WaitLimit.Ending? {
    let waiters = state.withLock { state in
      let waiters = state.waiters ?? Waiters()
      state.waiters = waiters
      return waiters
    }
    return try await waiters.wait(within: limit) { _ in named(name).count >= count }
  }
}
