// Sends a request on to the real network, through a session of our own that knows none of our
// classes, and brings the response back as it is.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the classes have in common that bring requests to a service.
protocol InterceptingProtocol: AnyObject {}

final class Passthrough: Sendable {
  static let shared = Passthrough()

  private let session: URLSession
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
    session = URLSession(configuration: configuration)
    streams = URLSession(configuration: configuration, delegate: arrivals, delegateQueue: nil)
  }

  /// Sends a request with its body in `httpBody`; redirects are followed.
  /// - Returns: what cancels it; any thread may call.
  func send(
    _ request: URLRequest,
    completion: @escaping @Sendable (Result<ExchangeResponse, URLError>) -> Void
  ) -> @Sendable () -> Void {
    let running = RunningTask()
    // On Linux a task can be made, and cancelled, on another queue than Foundation's only.
    WorkerThreads.shared.run { [session] in
      let task = session.dataTask(with: request) { data, response, error in
        running.end()
        if let http = response as? HTTPURLResponse, error == nil {
          completion(.success(ExchangeResponse(http, body: data ?? Data())))
        } else {
          completion(.failure(error as? URLError ?? URLError(.unknown)))
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
          case .whole, .end, .failure: running.end()
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

  /// The task has ended by itself.
  func end() { state.withLock { $0 = .over } }

  /// What cancels the task, on a thread where that can be done.
  var cancellation: @Sendable () -> Void {
    {
      guard let task = takeTask() else { return }
      WorkerThreads.shared.run { task.cancel() }
    }
  }

  /// What is to be cancelled, once; nil if nothing is, or nothing yet.
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
    if headers.contains(where: { $0.key.equalsIgnoringASCIICase("Content-Encoding") }) {
      headers = headers.filter {
        !$0.key.equalsIgnoringASCIICase("Content-Encoding")
          && !$0.key.equalsIgnoringASCIICase("Content-Length")
      }
    }
    self.init(status: response.statusCode, headers: headers, body: body, url: response.url)
  }
}
