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

// Which WebSockets of `URLSession` a service claims. No URLProtocol can carry one, but what no class
// claims goes to the real network.

enum WebSocketClaim {
  /// Whether a task with this URL is a WebSocket.
  static func isWebSocket(_ url: URL?) -> Bool {
    guard let scheme = url?.scheme else { return false }
    return scheme.equalsIgnoringCase("ws") || scheme.equalsIgnoringCase("wss")
  }

  /// Whether a service claims a socket, to fail it: not one that stays on this machine, and not one
  /// that goes on to the real service as everything does that nothing answers.
  /// - Parameter policy: What happens to requests that nothing answers; nil if the service is gone.
  static func isClaimed(_ url: URL?, _ policy: UnhandledPolicy?) -> Bool {
    if let host = url?.host, isLoopback(host) { return false }
    if case .passThrough? = policy?.rule { return false }
    return true
  }

  /// Whether a host is this machine: RFC 6761, section 6.3; RFC 1122, section 3.2.1.3; RFC 4291,
  /// section 2.5.3.
  static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased()
    if ["localhost", "::1", "[::1]"].contains(name) || name.hasSuffix(".localhost") { return true }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }
}

// One URLProtocol class for each service, made at run time: a session knows its classes only, so the
// class is what ties a request to a service. No header is needed, which Linux would not show anyway.
//
// The class of service 6 (binary 110) is ServiceProtocol<Bit0<Bit1<Bit1<Zero>>>>.

protocol BinaryNumber: Sendable {
  static var value: Int { get }
}

enum Zero: BinaryNumber {
  static var value: Int { 0 }
}

enum Bit0<Rest: BinaryNumber>: BinaryNumber {
  static var value: Int { Rest.value << 1 }
}

enum Bit1<Rest: BinaryNumber>: BinaryNumber {
  static var value: Int { Rest.value << 1 | 1 }
}

final class ServiceProtocol<Number: BinaryNumber>: MockURLProtocol {
  override class var serviceNumber: Int { Number.value }
}

/// Makes the class of a service; a number is never used for two services of a process.
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
