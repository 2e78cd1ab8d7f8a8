// Sends requests to the real network, in a session without the `URLProtocol` classes of the mock services.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Marks the URLProtocol classes of mock services, which the session to the real service must not contain.
protocol InterceptingProtocol: AnyObject {}

final class Passthrough: Sendable {
  static let shared = Passthrough()

  private let session: URLSession
  private let delegate = RealResponseDelegate()

  private init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    // The mock service must not intercept the requests that it sends to the network itself.
    configuration.protocolClasses = configuration.protocolClasses?.filter {
      !($0 is any InterceptingProtocol.Type)
    }
    // A cookie that a server sets for one test must not be sent in another test.
    configuration.httpCookieStorage = nil
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  indirect enum Arrival: Sendable {
    case whole(SentResponse)
    /// The status and header fields of a streamed response. Later, the case `end` follows.
    case head(SentResponse, ResponseStream)
    /// The end of a streamed response, with its body. The ending is nil if the client canceled the request.
    case end(SentResponse, ResponseStream, ResponseStream.Ending?)
    case failure(any Error)
  }

  /// - Parameters:
  ///   - streamLimit: The number of bytes of a stream that the journal keeps, or `nil` for no streams.
  ///   - breakOff: Where a stream breaks off, and with which error.
  func send(
    _ request: URLRequest, streamLimit: Int?, breakOff: (count: Int, error: URLError)? = nil,
    _ arrived: @escaping @Sendable (Arrival) -> Void
  ) -> RealResponse {
    let response = RealResponse(streamLimit: streamLimit, breakOff: breakOff, arrived)
    // On Linux, a session task must not be created or canceled on Foundation's own queue.
    WorkerThreads.shared.run { [session, delegate] in
      let task = session.dataTask(with: request)
      delegate.add(response, for: task)
      response.start(task)
    }
    return response
  }
}

/// The real service's response to a request that another thread sends.
final class RealResponse: Sendable {
  private struct State {
    var task: URLSessionTask?
    /// A Boolean value that indicates whether the session task has ended or was canceled.
    var isOver = false
    var head: HTTPURLResponse?
    var isChallenged = false
    var body = Data()
    var times = ResponseStream.SentChunks()
    /// The chunks of a streamed response, or nil if the client gets the response as a whole.
    var chunks: ResponseStream?
    /// Whether `end` has arrived, which is sent once however the stream ends.
    var isTaken = false
  }

  private let state = Locked(State())
  private let streamLimit: Int?
  private let breakOff: (count: Int, error: URLError)?
  private let arrived: @Sendable (Passthrough.Arrival) -> Void

  init(
    streamLimit: Int?, breakOff: (count: Int, error: URLError)? = nil,
    _ arrived: @escaping @Sendable (Passthrough.Arrival) -> Void
  ) {
    (self.streamLimit, self.breakOff, self.arrived) = (streamLimit, breakOff, arrived)
  }

  func cancelUnlessStreaming() { if state.withLock({ $0.chunks == nil }) { cancel() } }

  private func cancel() {
    let task = state.withLock { state in
      state.isOver = true
      return state.task.take()
    }
    if let task { WorkerThreads.shared.run { task.cancel() } }
  }

  func start(_ task: URLSessionTask) {
    let isCancelled = state.withLock { state in
      if !state.isOver { state.task = task }
      return state.isOver
    }
    if isCancelled { task.cancel() } else { task.resume() }
  }

  func receive(_ response: URLResponse) {
    guard let http = response as? HTTPURLResponse else { return }
    let head = SentResponse(http, body: Data())
    let chunks = streamLimit.flatMap { limit in
      RecordedStream.Divider(contentType: head.contentType).map { _ in
        ResponseStream(bodyLimit: limit, breakOff: breakOff)
      }
    }
    state.withLock { ($0.head, $0.chunks, $0.times) = (http, chunks, ResponseStream.SentChunks()) }
    guard let chunks else { return }
    chunks.onEnd { [self] in
      // Canceling the task would discard the response.
      let left = takeStream()
      cancel()
      if let left { arrived(.end(left, chunks, nil)) }
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
      guard let chunks else { return arrived(.whole(SentResponse(head, body: body))) }
      if let response = takeStream() { arrived(.end(response, chunks, .finished)) }
    } else if let chunks {
      // A response whose body has begun isn't an authentication challenge.
      let error = error as? URLError ?? URLError(.unknown)
      guard var response = takeStream() else { return }
      response.failure = error.code
      arrived(.end(response, chunks, .failed(error)))
    } else if isChallenged {
      arrived(.failure(ResponseWritingError.relayedChallenge))
    } else {
      arrived(.failure(error as? URLError ?? URLError(.unknown)))
    }
  }

  private func takeStream() -> SentResponse? {
    state.withLock { state in
      guard let head = state.head, state.chunks != nil, !state.isTaken else { return nil }
      state.isTaken = true
      var response = SentResponse(head, body: state.body)
      response.chunks = state.times.all
      return response
    }
  }
}

extension SentResponse {
  init(_ response: HTTPURLResponse, body: Data) {
    var headers = HeaderFields()
    for (name, value) in response.allHeaderFields {
      if let name = name as? String { headers.add(name, value as? String ?? "\(value)") }
    }
    // Foundation has already decompressed the body, so header fields about the compressed body are removed.
    if headers["Content-Encoding"] != nil {
      headers = headers.removing(["Content-Encoding", "Content-Length"])
    }
    self.init(status: response.statusCode, headers: headers, body: body, url: response.url)
  }
}

/// Passes what a session receives to the response that waits for it. The session follows redirects itself.
final class RealResponseDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // `@unchecked` is needed because `NSObject` isn't `Sendable`. A lock guards the mutable state.
  private let responses = Locked<[Int: RealResponse]>([:])

  func add(_ response: RealResponse, for task: URLSessionTask) {
    responses.withLock { $0[task.taskIdentifier] = response }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    responses.withLock { $0[dataTask.taskIdentifier] }?.receive(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    responses.withLock { $0[dataTask.taskIdentifier] }?.receive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    responses.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(error)
  }
  #if canImport(FoundationNetworking)
    /// Foundation on Linux delivers the response only if the challenge is canceled (swift-corelibs-foundation#5456).
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      responses.withLock { $0[task.taskIdentifier] }?.receiveChallenge()
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif
}
