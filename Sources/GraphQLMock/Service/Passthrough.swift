// Sends a request on to the real network, through a session of our own that knows none of our
// classes, and brings the response back as it is.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the classes have in common that bring requests to a service.
protocol InterceptingProtocol: AnyObject {}

/// Why there is no response of the real network.
enum PassthroughError: Error, Sendable {
  case network(URLError)
  /// The response asks for credentials, and Foundation on this platform holds it back.
  case challenge
}

final class Passthrough: Sendable {
  static let shared = Passthrough()

  private let session: URLSession
  private let arrivals = AnswerDelegate()

  private init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    // Whatever the app does to configurations: what is sent on must not come back.
    configuration.protocolClasses = configuration.protocolClasses?.filter {
      !($0 is any InterceptingProtocol.Type)
    }
    // What a server sets for one test must not reach another.
    configuration.httpCookieStorage = nil
    session = URLSession(configuration: configuration, delegate: arrivals, delegateQueue: nil)
  }

  /// Sends a request with its body in `httpBody`; redirects are followed.
  /// - Parameters:
  ///   - inParts: Whether an answer of several results is wanted as it comes; else as a whole.
  ///   - arrived: Takes what arrives.
  /// - Returns: what cancels it; any thread may call.
  func send(
    _ request: URLRequest, inParts: Bool, _ arrived: @escaping @Sendable (Arrival) -> Void
  ) -> @Sendable () -> Void {
    let running = RunningTask()
    // On Linux a task can be made, and cancelled, on another queue than Foundation's only.
    WorkerThreads.shared.run { [session, arrivals] in
      let task = session.dataTask(with: request)
      arrivals.add(
        ArrivingAnswer(inParts: inParts, cancel: running.cancellation) { arrival in
          switch arrival {
          case .whole, .end, .failure: _ = running.takeTask()
          case .head, .chunk: break
          }
          arrived(arrival)
        }, for: task)
      running.start(task)
    }
    return running.cancellation
  }
}

/// A task that may be cancelled before it is made.
private struct RunningTask: Sendable {
  private enum State {
    case notStarted
    case running(URLSessionTask)
    case over
  }

  private let state = Locked(State.notStarted)

  func start(_ task: URLSessionTask) {
    let isCancelled = state.withLock { state in
      if case .over = state { return true }
      state = .running(task)
      return false
    }
    if isCancelled { task.cancel() } else { task.resume() }
  }

  /// What cancels the task, on a thread where that can be done.
  var cancellation: @Sendable () -> Void {
    {
      guard let task = takeTask() else { return }
      WorkerThreads.shared.run { task.cancel() }
    }
  }

  /// The task, which has ended or is to be cancelled; nil if that is known, or it was not made yet.
  func takeTask() -> URLSessionTask? {
    state.withLock { state in
      defer { state = .over }
      if case .running(let task) = state { return task }
      return nil
    }
  }
}

extension ExchangeResponse {
  init(_ response: HTTPURLResponse, body: Data) {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      if let name = name as? String { headers[name] = value as? String ?? "\(value)" }
    }
    // The body arrives decoded, but the fields still speak of what was sent.
    if headers.contains(where: { $0.key.equalsIgnoringCase("Content-Encoding") }) {
      headers = headers.filter {
        !$0.key.equalsIgnoringCase("Content-Encoding")
          && !$0.key.equalsIgnoringCase("Content-Length")
      }
    }
    self.init(status: response.statusCode, headers: headers, body: body, url: response.url)
  }
}

// Answers of the real network that come in parts, handed on as they come.

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
  private let inParts: Bool
  private let cancel: @Sendable () -> Void
  private let arrived: @Sendable (Passthrough.Arrival) -> Void

  init(
    inParts: Bool, cancel: @escaping @Sendable () -> Void,
    _ arrived: @escaping @Sendable (Passthrough.Arrival) -> Void
  ) {
    self.inParts = inParts
    self.cancel = cancel
    self.arrived = arrived
  }

  func receive(_ response: URLResponse) {
    guard let http = response as? HTTPURLResponse else { return }
    let head = ExchangeResponse(http, body: Data())
    let isStream = inParts && StreamDivider(contentType: head.contentType) != nil
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
