// The URLProtocol class. It only carries calls of the URL loading system to the `RequestLoad` that
// it owns, and knows nothing of GraphQL. Each service has a generic subclass of its own.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

class MockURLProtocol: URLProtocol, InterceptingProtocol {
  /// The number of the service that this class belongs to.
  class var serviceNumber: Int { 0 }

  let load: RequestLoad

  // The initializer runs on the caller's thread, inside `resume()`: the place to find the service.
  #if canImport(FoundationNetworking)
    required init(
      request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
      load = RequestLoad(serviceNumber: Self.serviceNumber)
      super.init(request: request, cachedResponse: cachedResponse, client: client)
    }
  #else
    override init(
      request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
      load = RequestLoad(serviceNumber: Self.serviceNumber)
      super.init(request: request, cachedResponse: cachedResponse, client: client)
    }
  #endif

  /// Claims every request: one that no class claims would go to the real network.
  override class func canInit(with request: URLRequest) -> Bool {
    WebSocketClaim.isWebSocket(request.url) ? claimsSocket(to: request.url) : true
  }

  #if canImport(FoundationNetworking)
    // Foundation fails its WebSockets itself, and where it can carry them, a claim would leave the
    // client waiting.
    private class func claimsSocket(to url: URL?) -> Bool { false }
  #else
    override class func canInit(with task: URLSessionTask) -> Bool {
      if task is URLSessionWebSocketTask { return claimsSocket(to: task.originalRequest?.url) }
      return super.canInit(with: task)
    }

    private class func claimsSocket(to url: URL?) -> Bool {
      WebSocketClaim.isClaimed(url, ServiceDirectory.shared[serviceNumber]?.settings.unhandled)
    }
  #endif

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() { load.startLoading(self) }

  override func stopLoading() { load.stopLoading(isOver: taskIsOver) }

  /// Whether the task has been cancelled, as opposed to suspended.
  private var taskIsOver: Bool {
    #if canImport(FoundationNetworking)
      // A suspended task stops loading too. The state is set before the stop is queued.
      switch task?.state {
      case .running, .suspended: return false
      default: return true
      }
    #else
      return true
    #endif
  }
}
