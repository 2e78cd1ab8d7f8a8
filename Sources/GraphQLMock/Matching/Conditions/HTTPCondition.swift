import Foundation

struct HTTPCondition: RequestCondition {
  var method: String?
  var host: String?
  var path: HTTPCondition.PathPattern?
  /// The required query items of the URL by name, where the value nil matches any value. They're compared by bytes.
  var query: [(key: String, value: String?)] = []

  func matches(_ request: IncomingRequest) -> Bool {
    difference(from: request) { $0 } == nil
  }

  func difference(from request: IncomingRequest, _ mask: RequestMask) -> MatchDifference? {
    difference(from: request, mask.part).map { MatchDifference($0) }
  }

  func distance(to request: IncomingRequest) -> Int {
    if request.operation != nil { return MatchDistance.otherHTTP }
    guard let url = request.url else { return MatchDistance.letter * 8 }
    // At least 1, because the method, host or query differs if the path doesn't.
    guard let path, !path.matches(url) else { return MatchDistance.letter }
    return MatchDistance.letter
      * (EditDistance.between(
        url.path(percentEncoded: false), path.text, limit: MatchDistance.letterLimit) + 1)
  }

  static let fields: [FormField<HTTPCondition>] =
    [.text("method", \.method)] + urlFields + [.pairs("queryItems", \.query)]

  static let urlFields: [FormField<HTTPCondition>] = [
    .text("host", \.host),
    // The path is written even if it may be any, because a row without these keys wouldn't be one for plain HTTP.
    .property(
      "path", \.path, write: { path in path.map { .string($0.text) } ?? .null },
      read: { HTTPCondition.PathPattern(try $0.text()) }),
  ]

  /// - Parameter shown: A closure that removes secrets. Each text of the request in the result must pass through it.
  private func difference(from request: IncomingRequest, _ shown: (String) -> String) -> String? {
    guard let url = request.url else { return "the request has no URL" }
    if let method, !method.equalsIgnoringCase(request.method) {
      return "the method is \(request.method), not \(method.uppercased())"
    }
    if let host, !(url.host ?? "").equalsIgnoringCase(host) {
      return "the host is \(url.host.map(shown) ?? "missing"), not \(host)"
    }
    if let path, !path.matches(url) {
      let found = shown(url.path(percentEncoded: true))
      let difference = TextDifference(found.removingPercentEncoding ?? found, expected: path.text)
      return "the path is \(found), not \(path.text)\(difference.note)"
    }
    guard !query.isEmpty else { return nil }
    let items = QueryItems(url).items
    for (name, value) in query {
      let values = items.filter { Bytes.areEqual($0.name, name) }.map(\.value)
      if values.isEmpty { return "the query item \(name.swiftLiteral) is missing" }
      if let value, !values.contains(where: { Bytes.areEqual($0, value) }) {
        return "the query item \(name.swiftLiteral) has another value"
      }
    }
    return nil
  }

  /// The method and URL, such as `GET /users?page=2&size`, in which `size` may have any value.
  var title: String {
    let items = query.map { $0.key + ($0.value.map { "=\($0)" } ?? "") }
    return [method?.uppercased() ?? "http", (host ?? "") + (path?.text ?? "")]
      .filter { !$0.isEmpty }.joined(separator: " ")
      + (items.isEmpty ? "" : "?") + items.joined(separator: "&")
  }

  /// A pattern for the path of a URL. `*` matches any one segment, and `**` at the end matches any number of segments.
  /// Empty segments are ignored, so a slash at the end makes no difference. Others match in plain or percent-encoded form.
  struct PathPattern: Sendable, Equatable {
    let text: String
    private let segments: [String]
    private let hasOpenEnd: Bool

    init?(_ text: String?) {
      guard let text else { return nil }
      self.text = text
      var segments = Self.segments(of: text)
      hasOpenEnd = segments.last == "**"
      if hasOpenEnd { segments.removeLast() }
      self.segments = segments
    }

    /// Whether a segment isn't `*`.
    var hasLiteralSegment: Bool { segments.contains { $0 != "*" } }
    var namesGraphQL: Bool { segments.contains { $0.equalsIgnoringCase("graphql") } }

    func matches(_ url: URL) -> Bool {
      let actual = Self.segments(of: url.path(percentEncoded: true))
      guard hasOpenEnd ? actual.count >= segments.count : actual.count == segments.count else {
        return false
      }
      return zip(segments, actual).allSatisfy { expected, actual in
        expected == "*" || Bytes.areEqual(expected, actual)
          || Bytes.areEqual(
            actual.removingPercentEncoding ?? actual, expected.removingPercentEncoding ?? expected)
      }
    }

    // Bytes are split, because a combining character after a slash changes the `Character`.
    private static func segments(of path: String) -> [String] {
      path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }
  }
}
