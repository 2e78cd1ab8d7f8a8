// Where GraphQL requests go.

import Foundation

struct Endpoint: Sendable, Hashable {
  let url: URL

  /// Whether a request goes there: scheme, host, port and path count, the query does not.
  func matches(_ other: URL?) -> Bool {
    guard let other, let host = url.host, let otherHost = other.host else { return false }
    return (url.scheme ?? "").equalsIgnoringASCIICase(other.scheme ?? "")
      && host.equalsIgnoringASCIICase(otherHost)
      && url.effectivePort == other.effectivePort
      && url.normalizedPath == other.normalizedPath
  }
}

extension URL {
  fileprivate var effectivePort: Int? {
    port ?? (scheme?.lowercased() == "https" ? 443 : scheme?.lowercased() == "http" ? 80 : nil)
  }

  fileprivate var normalizedPath: String {
    let path = path(percentEncoded: true)
    return path.isEmpty ? "/" : path
  }
}
