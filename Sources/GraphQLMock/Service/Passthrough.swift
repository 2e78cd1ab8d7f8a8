// Sends requests to the real network, through a session without our protocol classes, and relays
// the responses.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class Passthrough: Sendable {
  static let shared = Passthrough()

  private let session: URLSession
  private let answers = AnswerDelegate()

  private init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    // Otherwise a relayed request could come back to a service.
    configuration.protocolClasses = configuration.protocolClasses?.filter {
      !($0 is any InterceptingProtocol.Type)
    }
    // A cookie that a server sets for one test must not reach another.
    configuration.httpCookieStorage = nil
    session = URLSession(configuration: configuration, delegate: answers, delegateQueue: nil)
  }

  indirect enum Arrival: Sendable {
    /// The answer has one result, and nothing follows.
    case whole(ExchangeResponse)
    /// The head of an answer of several results; `end` may follow.
    case head(ExchangeResponse, ReplyStream)
    /// The body of a stream that has ended or, if `isOpen`, the part that came before the client
    /// gave up.
    case end(ExchangeResponse, ReplyStream, isOpen: Bool)
    case failure(any Error)
  }

  /// Sends a request, and follows redirects.
  /// - Parameters:
  ///   - request: Has its body in `httpBody`.
  ///   - streamLimit: How many bytes of a stream the journal keeps; `nil` relays all answers as a
  ///     whole.
  func send(
    _ request: URLRequest, streamLimit: Int?, _ arrived: @escaping @Sendable (Arrival) -> Void
  ) -> RealAnswer {
    let answer = RealAnswer(streamLimit: streamLimit, arrived)
    // On Linux, tasks must not be created or canceled on Foundation's own queue.
    WorkerThreads.shared.run { [session, answers] in
      let task = session.dataTask(with: request)
      answers.add(answer, for: task)
      answer.start(task)
    }
    return answer
  }
}

extension Passthrough {
  /// Marks the protocol classes that bring requests to a service.
  protocol InterceptingProtocol: AnyObject {}

  private final class AnswerDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Unchecked, because NSObject isn't Sendable: mutable state is behind a lock.
    private let answers = Locked<[Int: RealAnswer]>([:])

    func add(_ answer: RealAnswer, for task: URLSessionTask) {
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
      /// Without credentials, Foundation would hold the response back
      /// (swift-corelibs-foundation#5456).
      func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
      ) {
        answers.withLock { $0[task.taskIdentifier] }?.receiveChallenge()
        completionHandler(.cancelAuthenticationChallenge, nil)
      }
    #endif
  }
}
