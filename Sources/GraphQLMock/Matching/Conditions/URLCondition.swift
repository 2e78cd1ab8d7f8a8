/// The condition of `.where(host:)` and `.where(path:)`. A handler may have several, which must all match.
/// `RequestHandler.isForPath` also reads the path, for the order of handlers.
struct URLCondition: RequestCondition {
  /// The host and path; the method and query items are never set.
  var url: HTTPCondition

  var statesNothing: Bool { url.host == nil && url.path == nil }
  var clause: String? { statesNothing ? nil : "to " + (url.host ?? "") + (url.path?.text ?? "") }

  func matches(_ request: IncomingRequest) -> Bool { !statesNothing && url.matches(request) }

  func difference(from request: IncomingRequest, _ mask: RequestMask) -> MatchDifference? {
    url.difference(from: request, mask)
  }

  static let field: FormField<RequestHandler> = .conditions("url") {
    (conditions: [URLCondition]) in
    .array(try conditions.map { try HTTPCondition.urlFields.json(of: $0.url) })
  } read: { value in
    guard value.isStated else { return nil }
    let list = value.json.array == nil ? [value] : try value.list() ?? []
    return try list.map { value in
      guard value.json.isObject else { throw value.wrongType("an object", "\"url\"") }
      var condition = URLCondition(url: HTTPCondition())
      try HTTPCondition.urlFields.read(value, into: &condition.url)
      return condition
    }
  }
}

extension RequestHandler {
  /// Returns a copy of the handler that matches only requests to a host, a path, or both.
  /// - Parameters:
  ///   - host: The host, ignoring case, or nil for any. If the path is nil too, the test fails.
  ///   - path: The path, or nil for any. A `*` matches one segment, and a final `**` matches the rest.
  public func `where`(host: String? = nil, path: String? = nil) -> RequestHandler {
    adding(URLCondition(url: HTTPCondition(host: host, path: HTTPCondition.PathPattern(path))))
  }
}
