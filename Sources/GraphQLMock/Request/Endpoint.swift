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
    return "\((url.scheme ?? "").lowercased())://\(host):\(port)\(url.normalizedPath)"
  }

  func difference(from other: URL?) -> Difference? {
    guard let other, let host = url.host, let otherHost = other.host else { return .noHost }
    let schemes = (other.scheme ?? "", url.scheme ?? "")
    if !schemes.0.equalsIgnoringCase(schemes.1) {
      return .text(.scheme, schemes.0, expected: schemes.1)
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
    case .port(let found, let expected):
      "the port is \(Self.name(found)), expected \(Self.name(expected))"
    case .noHost: "the URL has no host"
    }
  }

  private static func name(_ port: Int?) -> String { port.map(String.init) ?? "not known" }
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
