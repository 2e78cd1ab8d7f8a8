// One intercepted request between the URL loading system and its service, from the first `startLoading`
// to its one ending. It is owned by the URLProtocol and, while an answer is looked for, by the service's
// call; it never owns the URLProtocol.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class RequestLoad: @unchecked Sendable {
  /// Guards everything that changes, which is why `Sendable` is unchecked.
  ///
  /// It is held while the client is called, so that a stop waits.
  let lock = NSLock()
  private var state = LoadState()
  private var loadingThread: LoadingThread?
  private(set) var call: ServiceCall?
  /// Whether the client gets a body of several chunks in one piece.
  private var collects = false

  private let serviceNumber: Int
  private let core: ServiceCore?

  init(serviceNumber: Int) {
    self.serviceNumber = serviceNumber
    core = ServiceDirectory.shared[serviceNumber]
  }

  // MARK: Calls of the URL loading system

  func startLoading(_ urlProtocol: MockURLProtocol) {
    switch lock.withLock({ state.started() }) {
    case .begin:
      begin(urlProtocol)
      if case .deliver = lock.withLock({ state.begun() }) { deliver(to: urlProtocol) }
    case .deliver:
      deliver(to: urlProtocol)
    case .nothing:
      break
    }
  }

  func stopLoading(isOver: Bool) {
    guard lock.withLock({ state.stopped(isOver: isOver) }) else { return }
    release()?.cancel()
  }

  private func begin(_ urlProtocol: MockURLProtocol) {
    guard let core else {
      let end = ServiceDirectory.shared.end(of: serviceNumber)
      let body = RequestBody(of: urlProtocol.request, task: urlProtocol.task)
      StrayRequests.shared.add(
        urlProtocol.request, body, reason: end.reason, test: end.test, end.redaction)
      return answer(.failure(end.reason.urlError))
    }
    lock.withLock { loadingThread = LoadingThread(urlProtocol) }
    let request = urlProtocol.request
    let task = urlProtocol.task
    // Claimed where a socket would reach the real service: see `WebSocketClaim`.
    if task is URLSessionWebSocketTask || WebSocketClaim.isWebSocket(request.url) {
      let error = ServiceError.webSocketTask(request.url?.host ?? "")
      core.journal.record(MockFailure(.unhandledRequest, error.message))
      return answer(.failure(error.urlError))
    }
    #if canImport(FoundationNetworking)
      // A download through a URLProtocol crashes in Foundation (swift-corelibs-foundation#3367).
      if task is URLSessionDownloadTask {
        return answer(.failure(ServiceError.downloadTask.urlError))
      }
    #endif
    let call = core.answer(
      request, body: RequestBody(of: request, task: task), timeout: { request.timeout(of: task) }
    ) { [self] in answer($0) }
    lock.withLock { self.call = call }
  }

  // MARK: The answer

  private func answer(_ reply: Reply) { startAgain { state.answered(reply) } }

  /// - Parameter isDue: Whether that is to be done, asked under the lock.
  private func startAgain(_ isDue: () -> Bool) {
    lock.withLock { isDue() ? loadingThread : nil }?.startLoadingAgain()
  }

  /// What the client is to get now, in this order.
  struct Portion: Sendable {
    var head: HTTPURLResponse?
    var chunks: [Data] = []
    /// Nil where chunks follow.
    var ending: ReplyStream.Ending?

    /// Sends all but the end; on Linux none of this resumes a continuation.
    func sendHeadAndChunks(from urlProtocol: MockURLProtocol) {
      let client = urlProtocol.client
      if let head {
        client?.urlProtocol(urlProtocol, didReceive: head, cacheStoragePolicy: .notAllowed)
      }
      for chunk in chunks { client?.urlProtocol(urlProtocol, didLoad: chunk) }
    }
  }

  /// What the platform's delivery takes while it holds the lock; each part of a reply is given out
  /// once.
  /// - Parameter collectsChunks: Whether the client gets its body in one piece.
  func takePortionLocked(
    for request: URLRequest, collectsChunks: @autoclosure () -> Bool
  ) -> Portion? {
    var portion = Portion()
    if let reply = state.takeReply() {
      call?.handOver(reply)
      if let response = reply.response {
        guard let head = response.head(for: request) else { return refusedHead() }
        portion.head = head
      }
      switch reply {
      case .failure(let error):
        portion.ending = .failed(error)
      case .response(let response), .relayed(let response):
        if !response.body.isEmpty { portion.chunks = [response.body] }
        portion.ending = .finished
      case .stream(let streamed):
        collects = collectsChunks()
        streamed.chunks.listen { [weak self] in
          if let self { startAgain { state.arrived() } }
        }
      }
      guard case .stream = reply else { return portion }
    }
    // What came while this start was on its way is delivered by the one that is due.
    guard let streamed = state.streamed, !state.isStartDue else {
      return portion.head == nil ? nil : portion
    }
    guard !collects || streamed.chunks.hasEnding else { return portion }
    let taken = streamed.chunks.take()
    portion.chunks =
      collects && taken.chunks.count > 1 ? [Data(taken.chunks.joined())] : taken.chunks
    portion.ending = taken.ending
    if let ending = taken.ending {
      state.endedStream()
      call?.handOver(ending, of: streamed)
    }
    return portion
  }

  /// Ends a reply whose URL or fields Foundation refuses.
  private func refusedHead() -> Portion {
    let error = URLError(.badServerResponse)
    if let streamed = state.streamed {
      state.endedStream()
      streamed.chunks.cancel()
      call?.handOver(.failed(error), of: streamed)
    }
    return Portion(ending: .failed(error))
  }

  /// Lets go of everything that only an open request needs.
  func delivered() { release()?.close() }

  private func release() -> ServiceCall? {
    lock.withLock {
      loadingThread = nil
      return call.take()
    }
  }
}

extension ReplyStream.Ending {
  func tell(_ client: (any URLProtocolClient)?, of urlProtocol: MockURLProtocol) {
    switch self {
    case .finished: client?.urlProtocolDidFinishLoading(urlProtocol)
    case .failed(let error): client?.urlProtocol(urlProtocol, didFailWithError: error)
    }
  }
}

extension URLRequest {
  /// What `timeoutInterval` is where nobody has set it.
  private static let defaultTimeout: TimeInterval = 60

  /// How long the client waits, in seconds: the request's own time, or else that of its session.
  ///
  /// With swift-corelibs-foundation a session does not see to its `timeoutIntervalForRequest` itself,
  /// nor tell a task of it; the session is read from the task, by name. Where that has changed, the
  /// request's time counts.
  func timeout(of task: URLSessionTask?) -> TimeInterval {
    #if canImport(FoundationNetworking)
      if timeoutInterval == Self.defaultTimeout, let task,
        let session = Mirror(reflecting: task).inherited("session") as? URLSession
      {
        return session.configuration.timeoutIntervalForRequest
      }
    #endif
    return timeoutInterval
  }
}

extension ExchangeResponse {
  /// The head that the URL loading system wants, or nil if Foundation refuses the URL or the fields.
  func head(for request: URLRequest) -> HTTPURLResponse? {
    guard let url = url ?? request.url else { return nil }
    return ResponseHead.latest.value(for: ResponseHead(status: status, headers: headers, url: url))
    {
      HTTPURLResponse(
        url: $0.url, statusCode: $0.status, httpVersion: "HTTP/1.1", headerFields: $0.headers)
    }
  }
}

/// What a head is made of.
private struct ResponseHead: Equatable, Sendable {
  // In this order they are compared, what is cheap first: URLs by their text.
  let status: Int
  let headers: [String: String]
  let url: URL

  /// The heads that were made lately, for mocks send the same few again and again.
  ///
  /// On Linux making one took longer than all else that happens to a request: Foundation takes the
  /// media type apart. They can't be changed, so that several clients may have one and the same.
  static let latest = SmallCache<ResponseHead, HTTPURLResponse?>()
}
