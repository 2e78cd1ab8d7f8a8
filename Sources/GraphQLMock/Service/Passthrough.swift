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
  #if canImport(FoundationNetworking)
    private let challenges = ChallengeListener()
  #endif
  /// For answers that may come in parts; completion handlers get the whole.
  private let streams: URLSession
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
    #if canImport(FoundationNetworking)
      session = URLSession(
        configuration: configuration, delegate: challenges, delegateQueue: nil)
    #else
      session = URLSession(configuration: configuration)
    #endif
    streams = URLSession(configuration: configuration, delegate: arrivals, delegateQueue: nil)
  }

  /// Sends a request with its body in `httpBody`; redirects are followed.
  /// - Returns: what cancels it; any thread may call.
  func send(
    _ request: URLRequest,
    completion: @escaping @Sendable (Result<ExchangeResponse, PassthroughError>) -> Void
  ) -> @Sendable () -> Void {
    let running = RunningTask()
    // On Linux a task can be made, and cancelled, on another queue than Foundation's only.
    WorkerThreads.shared.run { [self] in
      let task = session.dataTask(with: request) { data, response, error in
        let task = running.takeTask()
        if let http = response as? HTTPURLResponse, error == nil {
          completion(.success(ExchangeResponse(http, body: data ?? Data())))
        } else if let task, self.wasChallenged(task) {
          completion(.failure(.challenge))
        } else {
          completion(.failure(.network(error as? URLError ?? URLError(.unknown))))
        }
      }
      running.start(task)
    }
    return running.cancellation
  }

  /// Sends a request whose answer may come in parts.
  /// - Returns: what cancels it; any thread may call.
  func stream(
    _ request: URLRequest, _ arrived: @escaping @Sendable (Arrival) -> Void
  ) -> @Sendable () -> Void {
    let running = RunningTask()
    WorkerThreads.shared.run { [streams, arrivals] in
      let task = streams.dataTask(with: request)
      arrivals.add(
        ArrivingAnswer(cancel: running.cancellation) { arrival in
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

  private func wasChallenged(_ task: URLSessionTask) -> Bool {
    #if canImport(FoundationNetworking)
      challenges.takeChallenge(to: task)
    #else
      false
    #endif
  }
}

#if canImport(FoundationNetworking)
  /// Ends tasks whose response asks for credentials: with nobody to give them, Foundation neither
  /// delivers the response nor fails the task (swift-corelibs-foundation#5456).
  private final class ChallengeListener: NSObject, URLSessionTaskDelegate {
    private let challenged = Locked<Set<Int>>([])

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      challenged.withLock { _ = $0.insert(task.taskIdentifier) }
      completionHandler(.cancelAuthenticationChallenge, nil)
    }

    /// Whether a task that has ended was challenged.
    func takeChallenge(to task: URLSessionTask) -> Bool {
      challenged.withLock { $0.remove(task.taskIdentifier) != nil }
    }
  }
#endif

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
