// The client is called on the thread of `startLoading`, as in Apple's sample, without the lock: it may stop the load.

#if !canImport(FoundationNetworking)
  import CoreFoundation
  import Foundation

  /// Makes Foundation's thread call `startLoading` again, if the protocol object still exists.
  final class LoadRestarter: @unchecked Sendable {
    // `@unchecked Sendable` is safe: any thread may add a block to a run loop, and weak references are thread-safe.
    private let runLoop: CFRunLoop?
    private let modes: CFArray
    private weak var urlProtocol: MockURLProtocol?

    init(_ urlProtocol: MockURLProtocol) {
      runLoop = CFRunLoopGetCurrent()
      let current = runLoop.flatMap { CFRunLoopCopyCurrentMode($0) }
      modes = [current, CFRunLoopMode.defaultMode].compactMap { $0?.rawValue } as CFArray
      self.urlProtocol = urlProtocol
    }

    func startLoadingAgain() {
      guard let runLoop else { return }
      CFRunLoopPerformBlock(runLoop, modes) { [weak self] in self?.urlProtocol?.startLoading() }
      CFRunLoopWakeUp(runLoop)
    }
  }

  extension Optional where Wrapped == URLSessionTask {
    /// The session, which isn't needed on Apple platforms, because the request has its header fields.
    var session: URLSession? { nil }
  }

  extension RequestLoad {
    func deliver(to urlProtocol: MockURLProtocol) {
      let request = urlProtocol.request
      guard let portion = lock.withLock({ takePortionLocked(for: request, collectsChunks: false) })
      else { return }
      portion.sendHeadAndChunks(from: urlProtocol)
      if portion.head != nil, portion.ending == nil {
        // Foundation measures the same time, but gives no reason.
        lock.withLock { call }?.limitIdleTime(to: request.timeout(in: type(of: urlProtocol)))
      }
      guard let ending = portion.ending else { return }
      ending.send(to: urlProtocol.client, from: urlProtocol)
      delivered()
    }
  }
#endif
