// Delivers responses in spite of two problems of swift-corelibs-foundation:
// - A URLProtocol may call its client only on Foundation's own queue, which means inside `startLoading`.
// - Ending a request resumes the client's continuation. If the client is canceled at the same moment, ending the
//   request in `startLoading` deadlocks all sessions (swift-corelibs-foundation#5412, fixed in the 6.4 releases).
//   Before 6.4, another thread ends the request while `startLoading` waits. If this takes longer than 5 ms, a
//   cancellation must be blocking the other thread, so `startLoading` returns to free the queue. The condition
//   GRAPHQL_MOCK_ENDS_IN_START_LOADING selects the code of 6.4 with an older compiler, to check that it compiles.

#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Makes Foundation call `startLoading` again by calling `resume()`, which has no effect on a canceled task.
  final class LoadRestarter: @unchecked Sendable {
    // `@unchecked Sendable` is safe, because any thread may resume a task.
    private let task: URLSessionTask?

    init(_ urlProtocol: MockURLProtocol) { task = urlProtocol.task }

    func startLoadingAgain() { task?.resume() }
  }

  extension RequestLoad {
    func deliver(to urlProtocol: MockURLProtocol) {
      // After a cancellation, Foundation calls `stopLoading` and reports its own error.
      if urlProtocol.task?.state == .canceling { return }
      let request = urlProtocol.request
      lock.lock()
      guard
        let portion = takePortionLocked(
          for: request, collectsChunks: !urlProtocol.task.getsEachChunk)
      else { return lock.unlock() }
      portion.sendHeadAndChunks(from: urlProtocol)
      if portion.head != nil, portion.ending == nil {
        // On Linux, Foundation measures no time-out while a body is delivered, so the `ServiceCall` measures it.
        call?.limitIdleTime(to: request.timeout(in: type(of: urlProtocol)))
      }
      lock.unlock()
      guard let ending = portion.ending else { return }
      #if compiler(>=6.4) || GRAPHQL_MOCK_ENDS_IN_START_LOADING
        ending.send(to: urlProtocol.client, from: urlProtocol)
        delivered()
      #else
        end(urlProtocol, with: ending)
      #endif
    }

    private func end(_ urlProtocol: MockURLProtocol, with ending: ResponseStream.Ending) {
      // `stopLoading` waits for this lock, which the other thread holds until the request has ended.
      nonisolated(unsafe) let sender = urlProtocol
      let client = urlProtocol.client
      let begun = DispatchSemaphore(value: 0)
      let done = DispatchSemaphore(value: 0)
      WorkerThreads.shared.run { [self] in
        lock.withLock {
          begun.signal()
          ending.send(to: client, from: sender)
        }
        delivered()
        done.signal()
      }
      // Each wait costs a switch of threads, so usually there is only one.
      let limit = DispatchTimeInterval.milliseconds(5)
      guard done.wait(timeout: .now() + limit) == .timedOut else { return }
      if begun.wait(timeout: .now()) == .timedOut {
        begun.wait()
        _ = done.wait(timeout: .now() + limit)
      }
    }
  }

  // In swift-corelibs-foundation, a task with a completion handler mistakes the last chunk for the whole body. No
  // API reveals whether a task has a handler, so an internal table is read by reflection.

  extension Optional where Wrapped == URLSessionTask {
    var session: URLSession? {
      flatMap { Mirror(reflecting: $0).inherited("session") } as? URLSession
    }

    // Whether the task's delegate receives each chunk of data. Only Foundation's queue may read this property.
    var getsEachChunk: Bool {
      guard let self, let session,
        let table = Mirror(reflecting: session).inherited("taskRegistry"),
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
#endif
