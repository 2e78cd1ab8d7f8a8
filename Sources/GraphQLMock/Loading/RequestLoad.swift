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
  private var call: ServiceCall?
  /// What the client is told at the end; nil for a response.
  var endingError: URLError?

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
      let reason = ServiceDirectory.shared.reasonOfEnd(number: serviceNumber)
      return answer(.failure(reason.urlError))
    }
    lock.withLock { loadingThread = LoadingThread(urlProtocol) }
    let request = urlProtocol.request
    let task = urlProtocol.task
    #if canImport(FoundationNetworking)
      // A download through a URLProtocol crashes in Foundation (swift-corelibs-foundation#3367).
      if task is URLSessionDownloadTask {
        return answer(.failure(ServiceError.downloadTask.urlError))
      }
    #endif
    let call = core.answer(request, body: RequestBody(of: request, task: task)) { [self] in
      answer($0)
    }
    lock.withLock { self.call = call }
  }

  // MARK: The answer

  private func answer(_ reply: Reply) {
    let (action, thread) = lock.withLock { (state.answered(reply), loadingThread) }
    if case .startAgain = action { thread?.startLoadingAgain() }
  }

  /// What the platform's delivery takes while it holds the lock: the reply, once.
  func takeReplyLocked() -> Reply? {
    guard let reply = state.takeReply() else { return nil }
    call?.handOver(reply)
    return reply
  }

  /// Lets go of everything that only an open request needs.
  func delivered() { release()?.close() }

  private func release() -> ServiceCall? {
    lock.withLock {
      defer { call = nil }
      loadingThread = nil
      return call
    }
  }
}
