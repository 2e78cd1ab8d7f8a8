import Foundation

/// Encodes and sends the events of a subscription; `ChunkPlayback` keeps the intervals of listed events.
struct EventFeed: Sendable {
  typealias Reading = @Sendable (MockResponse) throws(ResponseWritingError) -> MockResponse
  typealias Encoding = @Sendable (MockResponse) throws(ResponseWritingError) -> Data

  let operation: OperationRequest?
  let chunks: ResponseStream
  let receiver: (any EventReceiver)?
  let format: StreamFormat
  let read: Reading
  let encode: Encoding
  private let count = Locked(0)

  func send(_ event: MockResponse) throws(ResponseWritingError) {
    guard let chunk = try chunk(event) else { return }
    count.withLock { $0 += 1 }
    chunks.send(chunk)
  }

  /// A closure that returns the number of events sent so far, or nil while the client hasn't received the end.
  var sentCount: @Sendable () -> Int? {
    { [chunks, count] in chunks.hasEnding ? nil : count.withLock { $0 } }
  }

  /// Sends an event of the test. Throws an error if the client has too many unread events.
  func sendFromTest(_ event: MockResponse) throws(ResponseWritingError) {
    if let backlog = receiver?.backlog, backlog.isTooLarge {
      throw .notReceived(count: backlog.count, bytes: backlog.bytes)
    }
    try send(event)
  }

  /// Returns nil for `.never`, after which nothing is sent.
  func chunk(
    _ event: MockResponse, after delay: Duration = .zero
  ) throws(ResponseWritingError) -> ResponseStream.Chunk? {
    // A fixture may itself be an error, so it's read first.
    let event = try read(event)
    switch event.content {
    case .failure(let error as URLError):
      return ResponseStream.Chunk(delay: delay, ending: .failed(error))
    case .failure(let error):
      throw error as? ResponseWritingError ?? .thrown(String(describing: error))
    // A stream may contain only execution results (GraphQL), so a request error ends the stream.
    case .graphQL where event.statedData == nil,
      .json where event.isFixture && event.statedData == nil && !event.statedErrors.isEmpty:
      let last = format.streamError(try ResponseWriter.encode(.array(event.statedErrors)))
      return ResponseStream.Chunk(delay: delay, bytes: last + format.epilogue, ending: .finished)
    case .never: return nil
    default: return ResponseStream.Chunk(delay: delay, bytes: format.chunk(try encode(event)))
    }
  }

  var completion: ResponseStream.Chunk {
    ResponseStream.Chunk(bytes: format.epilogue, ending: .finished)
  }

  func complete() { chunks.send(completion) }

  func disconnect(_ error: URLError) { chunks.end(.failed(error)) }

  func beat(every interval: Duration, _ clock: any DelayClock) {
    guard let heartbeat = format.heartbeat else { return }
    let pause = Pause(clock)
    chunks.onEnd { pause.cancel() }
    @Sendable func next() {
      pause.wait(interval) { [chunks] in
        guard !chunks.isOver else { return }
        // The next wait starts first, because the client may advance the clock when it receives the heartbeat.
        next()
        chunks.send(heartbeat)
      }
    }
    next()
  }
}

protocol EventReceiver: Sendable {
  var backlog: EventBacklog { get }
  /// Waits until the client has read enough events. Returns false if it won't read any more.
  func waitForRoom() async -> Bool
}

/// The documentation of `MockSubscriptions.send`, `events(from:)` and `MockWebSocketTask` has these limits, too.
struct EventBacklog: Sendable, Equatable {
  var count = 0
  var bytes = 0

  /// While a client has this many unread messages or bytes, no closure is asked for the next event.
  static let (countLimit, byteLimit) = (1_000, 16_777_216)
  /// While a client has this many unread messages or bytes, a test can't send events.
  static let (sentCountLimit, sentByteLimit) = (100_000, 268_435_456)

  var hasRoom: Bool { count < Self.countLimit && bytes < Self.byteLimit }

  var isTooLarge: Bool { count >= Self.sentCountLimit || bytes >= Self.sentByteLimit }
}

/// The open subscriptions of a service, in the order in which they were opened.
final class OpenFeeds: Sendable {
  private struct State {
    var feeds = Numbered<EventFeed>()
    var waiters: Waiters<Void>?
  }

  private let state = Locked(State())

  func add(_ feed: EventFeed) {
    let (number, waiters) = state.withLock { ($0.feeds.add(feed), $0.waiters) }
    feed.chunks.onEnd { [weak self] in
      self?.state.withLock { $0.feeds.values[number] = nil }
    }
    waiters?.notify(())
  }

  func all(_ condition: OperationCondition) -> [EventFeed] {
    // A condition may call a closure of the test, so it's applied after the lock is released.
    let feeds = state.withLock { $0.feeds.values }
    return feeds.orderedByKey().map(\.value).filter { condition.selects($0.operation) }
  }

  var count: Int { state.withLock { $0.feeds.values.count } }

  func wait(
    for count: Int, _ condition: OperationCondition, within limit: Duration
  ) async throws -> WaitLimit.Ending? {
    let waiters = state.withLock { $0.waiters.orStoring(Waiters()) }
    return try await waiters.wait(within: limit) { _ in all(condition).count >= count }
  }
}
