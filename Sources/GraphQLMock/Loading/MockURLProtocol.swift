import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

class MockURLProtocol: URLProtocol, InterceptingProtocol {
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

  /// Claims every request, because an unclaimed one would go to the real network.
  override class func canInit(with request: URLRequest) -> Bool {
    WebSocketClaim.isWebSocket(request.url) ? claimsSocket(to: request.url) : true
  }

  #if canImport(FoundationNetworking)
    // Foundation fails its WebSockets itself, and where it can carry them, a claim would leave the client waiting.
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

  /// Whether the task was canceled rather than suspended.
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

// One URLProtocol class for each service, created at run time, because a session knows only its classes.
// The class of service 6 (binary 110) is ServiceProtocol<Bit0<Bit1<Bit1<Zero>>>>.

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

/// Never use a number twice in a process.
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
