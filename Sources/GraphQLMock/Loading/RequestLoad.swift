// A `RequestLoad` must not retain its URLProtocol, which retains the `RequestLoad`.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class RequestLoad: @unchecked Sendable {
  /// The lock for all mutable state, which on Linux is also held while the client is called.
  let lock = NSLock()
  private var state = LoadState()
  private var restarter: LoadRestarter?
  private(set) var call: ServiceCall?
  /// Whether the client gets the whole body at once, because Foundation on Linux loses chunks without a delegate.
  private var collectsChunks = false

  private let serviceNumber: Int
  private let core: ServiceCore?
  /// A Boolean value that indicates whether the client's task was already canceled when it sent the request.
  private let wasCancelled = Task.isCancelled

  init(serviceNumber: Int) {
    self.serviceNumber = serviceNumber
    core = ServiceDirectory.shared[serviceNumber]
  }

  func startLoading(_ urlProtocol: MockURLProtocol) {
    switch lock.withLock({ state.started() }) {
    case .begin:
      begin(urlProtocol)
      guard case .deliver = lock.withLock({ state.finishedBeginning() }) else { break }
      if !wasCancelled { return deliver(to: urlProtocol) }
      // The client is about to cancel the request, so the response is as slow as that of a real server.
      let restarter = lock.withLock { self.restarter }
      _ = TimerThread.shared.call(after: .milliseconds(2)) {
        WorkerThreads.shared.run { restarter?.startLoadingAgain() }
      }
    case .deliver: deliver(to: urlProtocol)
    case .nothing: break
    }
  }

  func stopLoading(isOver: Bool) {
    guard lock.withLock({ state.stopped(isOver: isOver) }) else { return }
    #if canImport(FoundationNetworking)
      release()?.cancel()
    #else
      release()?.cancelOrTimeOut()
    #endif
  }

  private func begin(_ urlProtocol: MockURLProtocol) {
    guard let core else {
      let end = ServiceDirectory.shared.end(of: serviceNumber)
      let body = RequestBody(of: urlProtocol.request, task: urlProtocol.task)
      OutOfScopeRequests.shared.add(
        urlProtocol.request, body, reason: end.reason, test: end.test, end.redaction)
      return answer(.failure(end.reason.urlError))
    }
    lock.withLock { restarter = LoadRestarter(urlProtocol) }
    let task = urlProtocol.task
    let session = core.withNotes { $0.mayHaveSessionHeaders } ? task.session : nil
    var request = urlProtocol.request
    for (name, value) in session?.configuration.httpAdditionalHeaders ?? [:]
    where request.value(ofHeader: "\(name)") == nil {
      request.setValue("\(value)", forHTTPHeaderField: "\(name)")
    }
    request.timeoutInterval = request.timeout(in: type(of: urlProtocol))
    // This class accepts only WebSockets that must fail (see `WebSocketClaim`).
    if task is URLSessionWebSocketTask || MockURLProtocol.opensSocket(request) {
      let error = ServiceError.webSocketTask(request.url?.host ?? "")
      core.journal.record(MockFailure(.unhandledRequest, error.description))
      return answer(.failure(error.urlError))
    }
    #if canImport(FoundationNetworking)
      // Foundation crashes when a URLProtocol loads a download (swift-corelibs-foundation#3367).
      if task is URLSessionDownloadTask {
        return answer(.failure(ServiceError.downloadTask.urlError))
      }
    #endif
    let call = core.answer(request, body: RequestBody(of: request, task: task)) { [self] in
      answer($0)
    }
    lock.withLock { self.call = call }
  }

  private func answer(_ outcome: RequestOutcome) { startAgain { state.answered(outcome) } }

  /// Calls `startLoading` again if `isDue`, a closure that runs under the lock, returns true.
  private func startAgain(_ isDue: () -> Bool) {
    lock.withLock { isDue() ? restarter : nil }?.startLoadingAgain()
  }

  struct DeliverablePortion: Sendable {
    var head: URLResponse?
    var chunks: [Data] = []
    var ending: ResponseStream.Ending?

    func sendHeadAndChunks(from urlProtocol: MockURLProtocol) {
      let client = urlProtocol.client
      if let head {
        client?.urlProtocol(urlProtocol, didReceive: head, cacheStoragePolicy: .notAllowed)
      }
      for chunk in chunks { client?.urlProtocol(urlProtocol, didLoad: chunk) }
    }
  }

  /// Returns what the client can get now, or nil. The lock must be held, so closures of the call must not call this object.
  ///
  /// Records the ending before the client learns of it, because the test may read the journal at once.
  func takePortionLocked(
    for request: URLRequest, collectsChunks collects: @autoclosure () -> Bool
  ) -> DeliverablePortion? {
    var portion = DeliverablePortion()
    if let outcome = state.takeOutcome() {
      call?.warn(outcome.response?.sessionWarnings ?? [])
      call?.noteReceived(byClient: outcome)
      if let response = outcome.response {
        let isComplete = outcome.chunks == nil
        guard let head = response.head(for: request, isComplete: isComplete) else {
          return DeliverablePortion(ending: .failed(URLError(.badServerResponse)))
        }
        portion.head = head
      }
      switch outcome {
      case .failure(let error): portion.ending = .failed(error)
      case .response(let response), .relayed(let response):
        if !response.body.isEmpty { portion.chunks = [response.body] }
        portion.ending = .finished
      case .stream(let streamed):
        collectsChunks = collects()
        streamed.chunks.listen { [weak self] in
          if let self { startAgain { state.arrived() } }
        }
      }
      guard case .stream = outcome else { return portion }
    }
    guard let streamed = state.streamed, !state.isStartDue else {
      return portion.head == nil ? nil : portion
    }
    guard !collectsChunks || streamed.chunks.hasEnding else { return portion }
    let taken = streamed.chunks.take()
    portion.chunks =
      collectsChunks && taken.chunks.count > 1 ? [Data(taken.chunks.joined())] : taken.chunks
    portion.ending = taken.ending
    if let ending = taken.ending {
      state.endedStream()
      call?.noteReceived(byClient: ending, of: streamed)
    }
    return portion
  }

  /// Releases the call after the client has got the ending, so that `stopLoading` cancels nothing.
  func delivered() { _ = release() }

  private func release() -> ServiceCall? {
    lock.withLock {
      restarter = nil
      return call.take()
    }
  }
}

extension ResponseStream.Ending {
  func send(to client: (any URLProtocolClient)?, from urlProtocol: MockURLProtocol) {
    switch self {
    case .finished: client?.urlProtocolDidFinishLoading(urlProtocol)
    case .failed(let error): client?.urlProtocol(urlProtocol, didFailWithError: error.carried)
    }
  }
}

extension URLRequest {
  static let defaultTimeout: TimeInterval = 60

  /// Returns the time-out in seconds, which is the session's if the request has the default value.
  func timeout(in protocolClass: MockURLProtocol.Type) -> TimeInterval {
    timeoutInterval == Self.defaultTimeout ? protocolClass.sessionTimeout : timeoutInterval
  }
}

extension SentResponse {
  /// - Parameter isComplete: A Boolean value that indicates whether the length of the body is known.
  func head(for request: URLRequest, isComplete: Bool) -> URLResponse? {
    guard let url = url ?? request.url else { return nil }
    if isNonHTTP {
      return URLResponse(
        url: url, mimeType: nil, expectedContentLength: body.count, textEncodingName: nil)
    }
    let length =
      isComplete && !hasNoBody ? request.httpMethod == "HEAD" ? omittedLength : body.count : nil
    let head = ResponseHead(status: status, length: length, headers: headers, url: url)
    return ResponseHead.latest.value(for: head) {
      var headers = $0.headers.joined
      if let length = $0.length, $0.headers["Content-Length"] == nil {
        headers["Content-Length"] = String(length)
      }
      return HTTPURLResponse(
        url: $0.url, statusCode: $0.status, httpVersion: "HTTP/1.1", headerFields: headers)
    }
  }
}

private struct ResponseHead: Equatable, Sendable {
  /// The synthesized `==` compares the properties in this order, so the fastest to compare is first.
  let status: Int
  let length: Int?
  let headers: HeaderFields
  let url: URL

  /// A cache, because creating an `HTTPURLResponse` is slow on Linux.
  static let latest = SmallCache<ResponseHead, HTTPURLResponse?>()
}
