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
    case failure(PassthroughError)
  }
}

/// Takes the answer of one task from its session.
final class ArrivingAnswer: Sendable {
  private struct State {
    var head: HTTPURLResponse?
    var isStream = false
    var isChallenged = false
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
    let isStream = StreamDivider(contentType: head.contentType) != nil
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

  /// The response asks for credentials, which nobody can give.
  func receiveChallenge() { state.withLock { $0.isChallenged = true } }

  func complete(_ error: (any Error)?) {
    let (head, isStream, isChallenged, body) = state.withLock {
      ($0.head, $0.isStream, $0.isChallenged, $0.body)
    }
    if isChallenged, error != nil || head == nil {
      arrived(.failure(.challenge))
    } else if error != nil || head == nil {
      arrived(.failure(.network(error as? URLError ?? URLError(.unknown))))
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
  #if canImport(FoundationNetworking)
    /// With nobody to give credentials, Foundation would hold the response back
    /// (swift-corelibs-foundation#5456).
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      answers.withLock { $0[task.taskIdentifier] }?.receiveChallenge()
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif
}
