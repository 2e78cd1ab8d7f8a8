import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

class MockURLProtocol: URLProtocol, InterceptingProtocol {
  class var serviceNumber: Int { 0 }

  let load: RequestLoad

  // The initializer runs inside the client's call of `resume()`, so the service of the client's test is known.
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

  /// Accepts every request, because the URL loading system sends unaccepted requests to the real network.
  override class func canInit(with request: URLRequest) -> Bool {
    WebSocketClaim.isWebSocket(request.url) ? claimsSocket(to: request.url) : true
  }

  #if canImport(FoundationNetworking)
    // On Linux, a WebSocket task that this class accepts would wait forever.
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

  /// A Boolean value that indicates whether the task has ended, rather than been suspended.
  private var taskIsOver: Bool {
    #if canImport(FoundationNetworking)
      // On Linux, Foundation also calls `stopLoading` when a task is suspended.
      switch task?.state {
      case .running, .suspended: return false
      default: return true
      }
    #else
      return true
    #endif
  }
}

// A session accepts only URLProtocol classes, not objects. So each service needs a class of its own, which is
// created at run time. The class of service 6 (binary 110) is ServiceProtocol<Bit0<Bit1<Bit1<Zero>>>>.

private protocol BinaryNumber: Sendable {
  static var value: Int { get }
}

private enum Zero: BinaryNumber {
  static var value: Int { 0 }
}

private enum Bit0<Rest: BinaryNumber>: BinaryNumber {
  static var value: Int { Rest.value << 1 }
}

private enum Bit1<Rest: BinaryNumber>: BinaryNumber {
  static var value: Int { Rest.value << 1 | 1 }
}

private final class ServiceProtocol<Number: BinaryNumber>: MockURLProtocol {
  override class var serviceNumber: Int { Number.value }
}

func makeServiceProtocolClass(number: Int) -> MockURLProtocol.Type {
  func makeClass<Number: BinaryNumber>(_: Number.Type) -> MockURLProtocol.Type {
    ServiceProtocol<Number>.self
  }
  func zero<Rest: BinaryNumber>(_: Rest.Type) -> any BinaryNumber.Type { Bit0<Rest>.self }
  func one<Rest: BinaryNumber>(_: Rest.Type) -> any BinaryNumber.Type { Bit1<Rest>.self }

  var type: any BinaryNumber.Type = Zero.self
  for bit in (0..<(Int.bitWidth - number.leadingZeroBitCount)).reversed() {
    type = number >> bit & 1 == 1 ? one(type) : zero(type)
  }
  return makeClass(type)
}
