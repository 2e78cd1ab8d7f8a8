import Foundation

struct Endpoint: Sendable, Equatable {
  let url: URL

  indirect enum Difference: Sendable, Equatable {
    case text(Component, String, expected: String)
    case port(Int?, expected: Int?)
    case noHost
  }

  enum Component: String, Sendable { case scheme, host, path }

  /// Returns a Boolean value that indicates whether a URL is equal to the endpoint's URL, ignoring the query.
  func matches(_ other: URL?) -> Bool { difference(from: other) == nil }

  /// A normalized form of the URL without its query, or nil if the URL has no host.
  var place: String? {
    guard let host = url.host?.lowercased() else { return nil }
    let port = url.effectivePort.map(String.init) ?? ""
    return "\(url.httpScheme)://\(host):\(port)\(url.normalizedPath)"
  }

  func difference(from other: URL?) -> Difference? {
    guard let other, let host = url.host, let otherHost = other.host else { return .noHost }
    if other.httpScheme != url.httpScheme {
      return .text(.scheme, other.scheme ?? "", expected: url.scheme ?? "")
    }
    if !otherHost.equalsIgnoringCase(host) { return .text(.host, otherHost, expected: host) }
    if other.effectivePort != url.effectivePort {
      return .port(other.effectivePort, expected: url.effectivePort)
    }
    if other.normalizedPath != url.normalizedPath {
      return .text(.path, other.normalizedPath, expected: url.normalizedPath)
    }
    return nil
  }
}

extension Endpoint.Difference: CustomStringConvertible {
  var description: String {
    switch self {
    case .text(let part, let found, let expected):
      "the \(part.rawValue) is \(found.swiftLiteral), expected \(expected.swiftLiteral)"
        + TextDifference(found, expected: expected).note
    case .port(let found, let expected):
      "the port is \(Self.name(found)), expected \(Self.name(expected))"
    case .noHost: "the URL has no host"
    }
  }

  private static func name(_ port: Int?) -> String { port.map(String.init) ?? "not known" }
}

extension URL {
  /// A WebSocket to `wss:` begins with a request to `https:` (RFC 6455, section 3).
  fileprivate var httpScheme: String {
    let scheme = (scheme ?? "").lowercased()
    return ["ws": "http", "wss": "https"][scheme] ?? scheme
  }

  fileprivate var effectivePort: Int? {
    port ?? (httpScheme == "https" ? 443 : httpScheme == "http" ? 80 : nil)
  }

  fileprivate var normalizedPath: String {
    let path = path(percentEncoded: true)
    return path.isEmpty ? "/" : path
  }
}
