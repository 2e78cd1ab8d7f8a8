// A URLProtocol can't load a WebSocket task. If no class accepts the task, it connects to the real network.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum WebSocketClaim {
  static func isWebSocket(_ url: URL?) -> Bool {
    guard let scheme = url?.scheme else { return false }
    return scheme.equalsIgnoringCase("ws") || scheme.equalsIgnoringCase("wss")
  }

  /// The URL loading system of Apple platforms changes the scheme of a handshake to `http`.
  static func isHandshake(_ request: URLRequest) -> Bool {
    let upgrade = request.value(forHTTPHeaderField: "Upgrade")
    return isWebSocket(request.url) || upgrade?.equalsIgnoringCase("websocket") == true
  }

  /// Returns whether a WebSocket must fail, because it would reach a real service that the test doesn't allow.
  static func isClaimed(_ url: URL?, _ policy: UnhandledPolicy?) -> Bool {
    url?.host.map(isLoopback) != true && policy?.passesThrough != true
  }

  /// Returns whether a host is this computer (RFC 6761, section 6.3; RFC 1122, 3.2.1.3; RFC 4291, 2.5.3).
  static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased()
    if ["localhost", "::1", "[::1]"].contains(name) || name.hasSuffix(".localhost") { return true }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }
}
