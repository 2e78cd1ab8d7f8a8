import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

class MockURLProtocol: URLProtocol, InterceptingProtocol {
  /// The key in `ServiceDirectory`, which is 0 only in this class. Sessions use its subclasses.
  class var serviceNumber: Int { 0 }

  /// The session's `timeoutIntervalForRequest`, which its requests don't have on Apple platforms.
  class var sessionTimeout: TimeInterval { URLRequest.defaultTimeout }

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
    required override init(
      request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
      load = RequestLoad(serviceNumber: Self.serviceNumber)
      super.init(request: request, cachedResponse: cachedResponse, client: client)
    }
  #endif

  /// Accepts every request, because the URL loading system sends unaccepted requests to the real network.
  override class func canInit(with request: URLRequest) -> Bool {
    opensSocket(request) ? claimsSocket(to: request.url) : true
  }

  #if canImport(FoundationNetworking)
    class func opensSocket(_ request: URLRequest) -> Bool {
      WebSocketClaim.isWebSocket(request.url)
    }

    /// On Linux, a WebSocket task that this class accepts would wait forever.
    private class func claimsSocket(to url: URL?) -> Bool { false }
  #else
    class func opensSocket(_ request: URLRequest) -> Bool { WebSocketClaim.isHandshake(request) }

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

  override func stopLoading() {
    #if canImport(FoundationNetworking)
      // On Linux, Foundation also calls `stopLoading` when a task is suspended, and hasn't ended.
      load.stopLoading(isOver: task?.state != .running && task?.state != .suspended)
    #else
      load.stopLoading(isOver: true)
    #endif
  }
}

// A session accepts only URLProtocol classes, not objects. So each service needs a class of its own, which is
// created at run time. The class of service 6 (binary 110) is ServiceProtocol<Bit0<Bit1<Bit1<Zero>>>, Zero>. The second
// number is the time-out of the session in milliseconds, unless it's the default.

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

private final class ServiceProtocol<Number: BinaryNumber, Timeout: BinaryNumber>: MockURLProtocol {
  override class var serviceNumber: Int { Number.value }
  override class var sessionTimeout: TimeInterval {
    Timeout.value == 0 ? super.sessionTimeout : TimeInterval(Timeout.value) / 1_000
  }
}

func makeServiceProtocolClass(
  number: Int, sessionTimeout seconds: TimeInterval = URLRequest.defaultTimeout
) -> MockURLProtocol.Type {
  func makeClass<Number: BinaryNumber, Timeout: BinaryNumber>(
    _: Number.Type, _: Timeout.Type
  ) -> MockURLProtocol.Type { ServiceProtocol<Number, Timeout>.self }
  func zero<Rest: BinaryNumber>(_: Rest.Type) -> any BinaryNumber.Type { Bit0<Rest>.self }
  func one<Rest: BinaryNumber>(_: Rest.Type) -> any BinaryNumber.Type { Bit1<Rest>.self }

  func type(of number: Int) -> any BinaryNumber.Type {
    var type: any BinaryNumber.Type = Zero.self
    for bit in (0..<(Int.bitWidth - number.leadingZeroBitCount)).reversed() {
      type = number >> bit & 1 == 1 ? one(type) : zero(type)
    }
    return type
  }
  /// A time-out that is longer, or 0, is no limit.
  let limit = seconds > 0 && seconds < 1e9 ? seconds : 1e9
  let isStated = seconds != URLRequest.defaultTimeout
  return makeClass(type(of: number), type(of: isStated ? max(Int(limit * 1_000), 1) : 0))
}
