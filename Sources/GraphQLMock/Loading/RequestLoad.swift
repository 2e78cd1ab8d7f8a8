// One intercepted request, from the first `startLoading` to its one ending. It is owned by the
// URLProtocol and, while an answer is looked for, by its service; it never owns the URLProtocol.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class RequestLoad: @unchecked Sendable {
  /// Guards everything below.
  ///
  /// It is held while the client is called, so that a stop waits.
  let lock = NSLock()
  private var state = LoadState()
  private var loadingThread: LoadingThread?
  private var cancellation: (@Sendable () -> Void)?
  private var timeout: TimerThread.Alarm?
  private var exchange: Int?
  /// What the client is told at the end; nil for a response.
  var endingError: URLError?

  private let serviceNumber: Int
  private let core: ServiceCore?

  /// How large a body is, in bytes, that is decoded at once.
  ///
  /// A larger one goes to a thread of our own: Foundation's queue is shared by all sessions of the
  /// process. 256 KiB take well under a millisecond.
  private static let largestBodyDecodedAtOnce = 262_144

  init(serviceNumber: Int) {
    self.serviceNumber = serviceNumber
    core = ServiceDirectory.shared[serviceNumber]
  }

  // MARK: Calls of the URL loading system

  func startLoading(_ urlProtocol: MockURLProtocol) {
    switch lock.withLock({ state.started() }) {
    case .begin:
      begin(urlProtocol)
      if case .deliver = lock.withLock({ state.begun() }) {
        deliver(to: urlProtocol)
      } else {
        scheduleTimeout(urlProtocol.request.timeoutInterval)
      }
    case .deliver:
      deliver(to: urlProtocol)
    case .nothing:
      break
    }
  }

  func stopLoading(isOver: Bool) {
    let cancelled = lock.withLock { state.stopped(isOver: isOver) }
    guard cancelled else { return }
    let (cancellation, exchange) = release()
    if let exchange { core?.journal.end(exchange, .cancelled, response: nil) }
    core?.ended(self)
    cancellation?()
  }

  // MARK: The answer

  /// Gives the answer; only the first counts.
  func answer(_ reply: Reply) {
    let (action, thread) = lock.withLock { (state.answered(reply), loadingThread) }
    if case .startAgain = action { thread?.startLoadingAgain() }
  }

  /// Says which exchange of the journal this is.
  func belongs(to exchange: Int) {
    lock.withLock { self.exchange = exchange }
  }

  /// Says how to stop the search for an answer when the client gives up.
  func onCancellation(_ cancellation: @escaping @Sendable () -> Void) {
    let isOver = lock.withLock {
      if case .working = state.phase {
        self.cancellation = cancellation
        return false
      }
      return true
    }
    if isOver { cancellation() }
  }

  /// What the platform's delivery takes while it holds the lock: the reply, once.
  func takeReplyLocked() -> Reply? {
    guard let reply = state.takeReply() else { return nil }
    if let exchange {
      switch reply {
      case .response(let response): core?.journal.end(exchange, .answered, response: response)
      case .relayed(let response):
        core?.journal.end(exchange, .passedThrough, response: response)
      case .failure(let error): core?.journal.end(exchange, .failed(error), response: nil)
      }
    }
    return reply
  }

  /// Lets go of everything that only an open request needs.
  func delivered() {
    _ = release()
    core?.ended(self)
  }

  private func begin(_ urlProtocol: MockURLProtocol) {
    guard let core else {
      let reason = ServiceDirectory.shared.reasonOfEnd(number: serviceNumber)
      return answer(.failure(reason.urlError))
    }
    lock.withLock { loadingThread = LoadingThread(urlProtocol) }
    if let refusal = core.began(self) { return answer(.failure(refusal.urlError)) }
    let request = urlProtocol.request
    let task = urlProtocol.task
    #if canImport(FoundationNetworking)
      // A download through a URLProtocol crashes in Foundation (swift-corelibs-foundation#3367).
      if task is URLSessionDownloadTask {
        return answer(.failure(ServiceError.downloadTask.urlError))
      }
    #endif
    switch RequestBody(of: request, task: task) {
    case .stream(let stream):
      nonisolated(unsafe) let stream = stream  // handed over: nobody else reads it
      WorkerThreads.shared.run { [self] in
        let body = RequestBodyReader.read(stream, of: request, isCancelled: { isOver })
        core.receive(request, body: body, for: self)
      }
    case .bytes(let bytes) where bytes.count > Self.largestBodyDecodedAtOnce:
      WorkerThreads.shared.run { [self] in
        core.receive(request, body: .success(ReceivedBody(bytes)), for: self)
      }
    case .bytes(let bytes):
      core.receive(request, body: .success(ReceivedBody(bytes)), for: self)
    case .none:
      core.receive(request, body: .success(ReceivedBody(Data())), for: self)
    case .invisible:
      core.receive(request, body: .failure(.invisibleUpload), for: self)
    }
  }

  /// Whether nobody waits for an answer any more.
  private var isOver: Bool {
    switch lock.withLock({ state.phase }) {
    case .idle, .working: false
    case .ready, .delivered, .cancelled: true
    }
  }

  /// A mocked request ends when the client's own time is up, as a real one would.
  private func scheduleTimeout(_ seconds: TimeInterval) {
    guard seconds > 0, seconds < 1e9 else { return }
    let isWorking = lock.withLock { if case .working = state.phase { true } else { false } }
    guard isWorking else { return }
    let alarm = TimerThread.shared.schedule(after: .seconds(seconds)) { [weak self] in
      self?.answer(.failure(URLError(.timedOut)))
    }
    lock.lock()
    if case .working = state.phase {
      timeout = alarm
      lock.unlock()
    } else {
      lock.unlock()
      TimerThread.shared.cancel(alarm)
    }
  }

  private func release() -> (cancellation: (@Sendable () -> Void)?, exchange: Int?) {
    lock.lock()
    defer { lock.unlock() }
    if let timeout { TimerThread.shared.cancel(timeout) }
    let released = (cancellation, exchange)
    timeout = nil
    cancellation = nil
    loadingThread = nil
    return released
  }
}
