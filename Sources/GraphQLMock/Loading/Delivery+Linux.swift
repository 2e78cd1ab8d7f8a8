// How an answer reaches the client with swift-corelibs-foundation. Everything here works around
// facts of Foundation on Linux and is kept in this one file:
//
// - Client calls are safe only while Foundation's own queue is held, that is inside `startLoading`.
// - Ending a request resumes the client's continuation. Done straight from `startLoading`, that
//   deadlocks every session when the client is cancelled just then (swift-corelibs-foundation#5412,
//   fixed in the 6.4 releases). So the end runs on another thread, and `startLoading` waits for it,
//   but not for ever: after 5 ms a cancellation must be what holds it up, and gets the queue.

#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking

  /// The way back to Foundation's queue: `resume()` calls `startLoading` again on the same instance,
  /// and does nothing on a cancelled task.
  final class LoadingThread: @unchecked Sendable {
    // Unchecked: any thread may resume a task.
    private let task: URLSessionTask?

    init(_ urlProtocol: MockURLProtocol) { task = urlProtocol.task }

    func startLoadingAgain() { task?.resume() }
  }

  extension RequestLoad {
    func deliver(to urlProtocol: MockURLProtocol) {
      // Cancelled already: Foundation has queued the stop, and its own failure after it.
      if urlProtocol.task?.state == .canceling { return }
      lock.lock()
      guard let reply = takeReplyLocked() else { return lock.unlock() }

      // The thread that ends the request wakes up while head and body are sent, and waits for the lock.
      nonisolated(unsafe) let sender = urlProtocol
      let client = urlProtocol.client
      let begun = DispatchSemaphore(value: 0)
      let done = DispatchSemaphore(value: 0)
      WorkerThreads.shared.run { [self] in
        lock.withLock {
          begun.signal()
          if let endingError {
            client?.urlProtocol(sender, didFailWithError: endingError)
          } else {
            client?.urlProtocolDidFinishLoading(sender)
          }
        }
        // Not after the wait below: the lock may still be held when that runs out.
        delivered()
        done.signal()
      }
      switch reply {
      case .failure(let error):
        endingError = error
      case .response(let response), .relayed(let response):
        endingError = sendHeadAndBody(response, from: urlProtocol)
      }
      lock.unlock()
      begun.wait()
      _ = done.wait(timeout: .now() + .milliseconds(5))
    }

    /// Sends all but the end; none of this resumes a continuation.
    /// - Returns: the error to end with, if the response can't be sent.
    private func sendHeadAndBody(
      _ response: ExchangeResponse, from urlProtocol: MockURLProtocol
    ) -> URLError? {
      guard let head = response.head(for: urlProtocol.request) else {
        return URLError(.badServerResponse)
      }
      urlProtocol.client?.urlProtocol(
        urlProtocol, didReceive: head, cacheStoragePolicy: .notAllowed)
      // One call: completion-handler and async callers get only the last.
      if !response.body.isEmpty {
        urlProtocol.client?.urlProtocol(urlProtocol, didLoad: response.body)
      }
      return nil
    }
  }
#endif
