import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The answer of the real network to one request; exists before its task.
final class RealAnswer: Sendable {
  private struct State {
    var task: URLSessionTask?
    var isOver = false
    var head: HTTPURLResponse?
    var isChallenged = false
    var body = Data()
    var times = ReplyStream.SentChunks()
    var chunks: ReplyStream?
    /// Whether `takeStream()` has returned it.
    var isGiven = false
  }

  private let state = Locked(State())
  private let streamLimit: Int?
  private let arrived: @Sendable (Passthrough.Arrival) -> Void

  init(streamLimit: Int?, _ arrived: @escaping @Sendable (Passthrough.Arrival) -> Void) {
    self.streamLimit = streamLimit
    self.arrived = arrived
  }

  // MARK: For who asks

  /// Does nothing while the body is on its way to the client, because the end of that cancels the
  /// task.
  func cancelUnlessStreaming() {
    if state.withLock({ $0.chunks == nil }) { cancel() }
  }

  private func cancel() {
    let task = state.withLock { state in
      state.isOver = true
      return state.task.take()
    }
    if let task { WorkerThreads.shared.run { task.cancel() } }
  }

  // MARK: For the session

  func start(_ task: URLSessionTask) {
    let isCancelled = state.withLock { state in
      if !state.isOver { state.task = task }
      return state.isOver
    }
    if isCancelled { task.cancel() } else { task.resume() }
  }

  func receive(_ response: URLResponse) {
    guard let http = response as? HTTPURLResponse else { return }
    let head = ExchangeResponse(http, body: Data())
    let chunks = streamLimit.flatMap { limit in
      RecordedStream.Divider(contentType: head.contentType).map { _ in ReplyStream(bodyLimit: limit)
      }
    }
    state.withLock { ($0.head, $0.chunks, $0.times) = (http, chunks, ReplyStream.SentChunks()) }
    guard let chunks else { return }
    chunks.onEnd { [self] in
      // Taken before the task is canceled, because `complete` discards a broken stream. If the
      // client gave up, the part that came is worth keeping.
      let left = takeStream()
      cancel()
      if let left { arrived(.end(left, chunks, isOpen: true)) }
    }
    arrived(.head(head, chunks))
  }

  func receive(_ data: Data) {
    let chunks = state.withLock { state in
      state.body += data
      if state.chunks != nil { state.times.add(data.count) }
      return state.chunks
    }
    chunks?.send(data)
  }

  func receiveChallenge() { state.withLock { $0.isChallenged = true } }

  func complete(_ error: (any Error)?) {
    let (head, body, chunks, isChallenged) = state.withLock { state in
      (state.task, state.isOver) = (nil, true)
      return (state.head, state.body, state.chunks, state.isChallenged)
    }
    if let head, error == nil {
      guard let chunks else { return arrived(.whole(ExchangeResponse(head, body: body))) }
      if let response = takeStream() { arrived(.end(response, chunks, isOpen: false)) }
    } else if let chunks {
      _ = takeStream()
      // A challenge comes before any body.
      chunks.end(.failed(error as? URLError ?? URLError(.unknown)))
    } else if isChallenged {
      arrived(.failure(ResponseWritingError.relayedChallenge))
    } else {
      arrived(.failure(error as? URLError ?? URLError(.unknown)))
    }
  }

  /// Returns `nil` if the stream was returned before.
  private func takeStream() -> ExchangeResponse? {
    state.withLock { state in
      guard let head = state.head, state.chunks != nil, !state.isGiven else { return nil }
      state.isGiven = true
      var response = ExchangeResponse(head, body: state.body)
      response.chunks = state.times.all
      return response
    }
  }
}

extension ExchangeResponse {
  init(_ response: HTTPURLResponse, body: Data) {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      if let name = name as? String { headers[name] = value as? String ?? "\(value)" }
    }
    // The body arrives decoded, but the fields describe the encoded one.
    if headers.contains(where: { $0.key.equalsIgnoringCase("Content-Encoding") }) {
      headers = headers.filter {
        !$0.key.equalsIgnoringCase("Content-Encoding")
          && !$0.key.equalsIgnoringCase("Content-Length")
      }
    }
    self.init(status: response.statusCode, headers: headers, body: body, url: response.url)
  }
}
