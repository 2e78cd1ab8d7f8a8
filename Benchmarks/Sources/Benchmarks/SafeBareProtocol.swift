import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A `URLProtocol` written by hand that sends the same bytes for every request: the least that a mock costs.
///
/// On Linux, another thread ends the request, and `startLoading` waits up to 5 ms until it has. A `URLProtocol`
/// that ends the request in `startLoading` hangs if the request is canceled then (swift-corelibs-foundation#5412).
final class SafeBareProtocol: URLProtocol {
  /// The header fields and the body of every response, which the benchmark sets once, before the first request.
  nonisolated(unsafe) static var response = (headers: [String: String](), body: Data())

  /// Held while calling the client, so that `stopLoading()` waits until the call returns.
  private let lock = NSLock()
  private var isOver = false

  static func makeSession() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [SafeBareProtocol.self]
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  private func send() {
    guard let url = request.url,
      let head = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: Self.response.headers)
    else { return }
    client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Self.response.body)
  }

  override func startLoading() {
    #if canImport(FoundationNetworking)
      lock.lock()
      if isOver { return lock.unlock() }
      isOver = true
      send()
      lock.unlock()
      nonisolated(unsafe) let sender = self
      let (begun, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      DispatchQueue.global(qos: .userInitiated).async {
        sender.lock.withLock {
          begun.signal()
          sender.client?.urlProtocolDidFinishLoading(sender)
        }
        done.signal()
      }
      begun.wait()
      _ = done.wait(timeout: .now() + .milliseconds(5))
    #else
      send()
      client?.urlProtocolDidFinishLoading(self)
    #endif
  }

  override func stopLoading() { lock.withLock { isOver = true } }
}
