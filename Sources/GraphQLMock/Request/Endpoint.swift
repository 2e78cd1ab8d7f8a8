import Foundation

struct Endpoint: Sendable, Equatable {
  let url: URL

  /// Returns whether a URL is equal to the endpoint's URL, ignoring the query, and the case of scheme and host.
  func matches(_ other: URL?) -> Bool { difference(from: other) == nil }

  /// Returns the first part of a URL that differs, in words.
  /// - Parameter shown: A closure that removes secrets from the URL's part.
  func difference(from other: URL?, showing shown: (String) -> String = { $0 }) -> String? {
    func text(_ part: String, _ found: String, expected: String) -> String {
      let found = shown(found)
      return "the \(part) is \(found.swiftLiteral), expected \(expected.swiftLiteral)"
        + TextDifference(found, expected: expected).note
    }
    guard let other, let host = url.host, let otherHost = other.host else {
      return "the URL has no host"
    }
    if other.httpScheme != url.httpScheme {
      return text("scheme", other.scheme ?? "", expected: url.scheme ?? "")
    }
    if !otherHost.equalsIgnoringCase(host) { return text("host", otherHost, expected: host) }
    if other.effectivePort != url.effectivePort {
      let ports = [other, url].map { $0.effectivePort.map(String.init) ?? "not known" }
      return "the port is \(ports[0]), expected \(ports[1])"
    }
    if other.normalizedPath != url.normalizedPath {
      return text("path", other.normalizedPath, expected: url.normalizedPath)
    }
    return nil
  }
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
