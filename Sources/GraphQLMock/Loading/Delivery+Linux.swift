// Works around swift-corelibs-foundation:
// - Client calls are safe only while Foundation's own queue is held, which means inside
//   `startLoading`.
// - Ending a request resumes the client's continuation. Inside `startLoading` that deadlocks every
//   session if the client is canceled just then (swift-corelibs-foundation#5412, fixed in the 6.4
//   releases). So in earlier releases another thread ends the request, and `startLoading` waits for
//   it. If that takes 5 ms, a cancellation must be blocking it, and `startLoading` returns to free
//   the queue.

#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking

  /// `resume()` calls `startLoading` again on Foundation's queue, and does nothing on a canceled task.
  final class LoadingThread: @unchecked Sendable {
    // Unchecked: any thread may resume a task.
    private let task: URLSessionTask?

    init(_ urlProtocol: MockURLProtocol) { task = urlProtocol.task }

    func startLoadingAgain() { task?.resume() }
  }

  extension RequestLoad {
    func deliver(to urlProtocol: MockURLProtocol) {
      // The task is canceled: Foundation has queued the stop, followed by its own failure.
      if urlProtocol.task?.state == .canceling { return }
      let request = urlProtocol.request
      lock.lock()
      guard
        let portion = takePortionLocked(
          for: request, collectsChunks: !urlProtocol.task.getsEachChunk)
      else { return lock.unlock() }
      portion.sendHeadAndChunks(from: urlProtocol)
      if portion.head != nil, portion.ending == nil {
        // Only Apple's loading system counts for every protocol.
        call?.endBodyWhenIdle(for: request.timeout(of: urlProtocol.task))
      }
      lock.unlock()
      guard let ending = portion.ending else { return }
      #if compiler(>=6.4) || GRAPHQL_MOCK_ENDS_IN_START_LOADING
        ending.tell(urlProtocol.client, of: urlProtocol)
        delivered()
      #else
        end(urlProtocol, with: ending)
      #endif
    }

    private func end(_ urlProtocol: MockURLProtocol, with ending: ReplyStream.Ending) {
      // A `stopLoading` from now on waits for the lock until the request has ended.
      nonisolated(unsafe) let sender = urlProtocol
      let client = urlProtocol.client
      let begun = DispatchSemaphore(value: 0)
      let done = DispatchSemaphore(value: 0)
      WorkerThreads.shared.run { [self] in
        lock.withLock {
          begun.signal()
          ending.tell(client, of: sender)
        }
        delivered()
        done.signal()
      }
      // Usually only this wait is needed; each one costs a switch of threads.
      let limit = DispatchTimeInterval.milliseconds(5)
      guard done.wait(timeout: .now() + limit) == .timedOut else { return }
      if begun.wait(timeout: .now()) == .timedOut {
        begun.wait()
        _ = done.wait(timeout: .now() + limit)
      }
    }
  }

  // With swift-corelibs-foundation, a task with a completion handler, and so every async call, takes the last
  // `didLoad` for its whole body; only a session's delegate gets each chunk. Foundation has no API for this, so
  // its internal table is read by name. If that fails, bodies are collected, which is late for a delegate.

  extension Optional where Wrapped == URLSessionTask {
    /// Call it on Foundation's queue.
    var getsEachChunk: Bool {
      guard let self, let session = Mirror(reflecting: self).inherited("session"),
        let registry = Mirror(reflecting: session).children.first?.value,
        let table = Mirror(reflecting: registry).inherited("taskRegistry"),
        let behaviours = Mirror(reflecting: table).inherited("behaviours")
      else { return false }
      for entry in Mirror(reflecting: behaviours).children {
        let pair = Mirror(reflecting: entry.value).children.map(\.value)
        guard pair.count == 2, pair[0] as? Int == self.taskIdentifier else { continue }
        let behaviour = pair[1]
        return Mirror(reflecting: behaviour).children.isEmpty
          && String(describing: behaviour) == "callDelegate"
      }
      return false
    }
  }

  extension Mirror {
    func inherited(_ name: String) -> Any? {
      for mirror in sequence(first: self, next: \.superclassMirror) {
        if let child = mirror.children.first(where: { $0.label == name }) { return child.value }
      }
      return nil
    }
  }
#endif
