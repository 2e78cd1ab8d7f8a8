// Answers of the real network that come in parts, handed on as they come.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Passthrough {
  /// What arrives of an answer, in this order.
  enum Arrival: Sendable {
    /// An answer of one result, as a whole; nothing follows.
    case whole(ExchangeResponse)
    /// The head of an answer of several results, and what cancels it; chunks follow.
    case head(ExchangeResponse, cancel: @Sendable () -> Void)
    case chunk(Data)
    case end
    /// Nothing follows.
    case failure(URLError)
  }
}

/// Takes the answer of one task from its session.
final class ArrivingAnswer: Sendable {
  private struct State {
    var head: HTTPURLResponse?
    var isStream = false
    var body = Data()
  }

  private let state = Locked(State())
  private let cancel: @Sendable () -> Void
  private let arrived: @Sendable (Passthrough.Arrival) -> Void

  init(
    cancel: @escaping @Sendable () -> Void,
    _ arrived: @escaping @Sendable (Passthrough.Arrival) -> Void
  ) {
    self.cancel = cancel
    self.arrived = arrived
  }

  func receive(_ response: URLResponse) {
    guard let http = response as? HTTPURLResponse else { return }
    let head = ExchangeResponse(http, body: Data())
    let type = head.headers.value(ofHeader: "Content-Type")
    let isStream = StreamDivider(contentType: type) != nil
    state.withLock {
      $0.head = http
      $0.isStream = isStream
    }
    if isStream { arrived(.head(head, cancel: cancel)) }
  }

  func receive(_ data: Data) {
    let isStream = state.withLock { state in
      if !state.isStream { state.body += data }
      return state.isStream
    }
    if isStream { arrived(.chunk(data)) }
  }

  func complete(_ error: (any Error)?) {
    let (head, isStream, body) = state.withLock { ($0.head, $0.isStream, $0.body) }
    if error != nil || head == nil {
      arrived(.failure(error as? URLError ?? URLError(.unknown)))
    } else if isStream {
      arrived(.end)
    } else if let head {
      arrived(.whole(ExchangeResponse(head, body: body)))
    }
  }
}

/// Gives each task's events to its answer.
final class AnswerDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Unchecked, as NSObject is not Sendable: what changes is behind a lock.
  private let answers = Locked<[Int: ArrivingAnswer]>([:])

  func add(_ answer: ArrivingAnswer, for task: URLSessionTask) {
    answers.withLock { $0[task.taskIdentifier] = answer }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    answers.withLock { $0[dataTask.taskIdentifier] }?.receive(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    answers.withLock { $0[dataTask.taskIdentifier] }?.receive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    answers.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(error)
  }
}
