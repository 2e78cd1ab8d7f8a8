// No URLProtocol can carry a WebSocket, but a socket that no class claims goes to the real network.

import Foundation

enum WebSocketClaim {
  static func isWebSocket(_ url: URL?) -> Bool {
    guard let scheme = url?.scheme else { return false }
    return scheme.equalsIgnoringCase("ws") || scheme.equalsIgnoringCase("wss")
  }

  /// A claimed socket fails; loopback sockets and those of a service that passes requests through aren't claimed.
  static func isClaimed(_ url: URL?, _ policy: UnhandledPolicy?) -> Bool {
    if let host = url?.host, isLoopback(host) { return false }
    if case .passThrough? = policy?.rule { return false }
    return true
  }

  /// RFC 6761, section 6.3; RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3.
  static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased()
    if ["localhost", "::1", "[::1]"].contains(name) || name.hasSuffix(".localhost") { return true }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }
}
