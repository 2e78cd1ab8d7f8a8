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
