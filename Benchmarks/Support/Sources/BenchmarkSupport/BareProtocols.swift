// URLProtocols that answer every request with the same bytes, and do nothing else: what a mock costs
// at least.

public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The answer of all bare protocols.
public struct BareAnswer: Sendable {
  /// What is answered; set once, before the first request.
  public nonisolated(unsafe) static var shared = BareAnswer(body: Data())

  let headers: [String: String]
  let body: Data

  /// - Parameters:
  ///   - headers: The header fields.
  ///   - body: The whole body.
  public init(headers: [String: String] = ["Content-Type": "application/json"], body: Data) {
    self.headers = headers
    self.body = body
  }

  /// A session whose requests a bare protocol answers.
  public static func makeSession(_ protocolClass: URLProtocol.Type) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [protocolClass]
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }

  /// Sends all but the end.
  func send(from urlProtocol: URLProtocol) {
    let client = urlProtocol.client
    guard let url = urlProtocol.request.url,
      let head = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: headers)
    else { return }
    client?.urlProtocol(urlProtocol, didReceive: head, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(urlProtocol, didLoad: body)
  }
}

/// Finishes in `startLoading`: the fastest there is, and what most mocks do.
///
/// On Linux it hangs when a request is cancelled just then (swift-corelibs-foundation#5412).
public final class HastyBareProtocol: URLProtocol {
  public override class func canInit(with request: URLRequest) -> Bool { true }
  public override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  public override func startLoading() {
    BareAnswer.shared.send(from: self)
    client?.urlProtocolDidFinishLoading(self)
  }

  public override func stopLoading() {}
}

/// Delivers as safely as a service does.
///
/// On Linux the end comes from another thread, and `startLoading` waits for it for a while; elsewhere
/// it may come from `startLoading`.
public final class SafeBareProtocol: URLProtocol {
  /// Held while the client is called, so that a stop waits.
  private let lock = NSLock()
  // Guarded by the lock.
  private var isOver = false

  public override class func canInit(with request: URLRequest) -> Bool { true }
  public override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  public override func startLoading() {
    #if canImport(FoundationNetworking)
      lock.lock()
      if isOver { return lock.unlock() }
      isOver = true
      BareAnswer.shared.send(from: self)
      lock.unlock()

      nonisolated(unsafe) let sender = self
      let begun = DispatchSemaphore(value: 0)
      let done = DispatchSemaphore(value: 0)
      FinishingThreads.shared.run {
        sender.lock.withLock {
          begun.signal()
          sender.client?.urlProtocolDidFinishLoading(sender)
        }
        done.signal()
      }
      begun.wait()
      _ = done.wait(timeout: .now() + .milliseconds(5))
    #else
      BareAnswer.shared.send(from: self)
      client?.urlProtocolDidFinishLoading(self)
    #endif
  }

  public override func stopLoading() { lock.withLock { isOver = true } }
}

/// Threads that end requests, made when none is idle.
private final class FinishingThreads: @unchecked Sendable {
  static let shared = FinishingThreads()

  private let condition = NSCondition()
  private var jobs: [@Sendable () -> Void] = []
  private var idleThreads = 0

  func run(_ job: @escaping @Sendable () -> Void) {
    condition.lock()
    jobs.append(job)
    let needsThread = idleThreads < jobs.count
    if !needsThread { condition.signal() }
    condition.unlock()
    guard needsThread else { return }
    Thread { [self] in work() }.start()
  }

  private func work() -> Never {
    while true {
      condition.lock()
      while jobs.isEmpty {
        idleThreads += 1
        condition.wait()
        idleThreads -= 1
      }
      let job = jobs.removeFirst()
      condition.unlock()
      job()
    }
  }
}
