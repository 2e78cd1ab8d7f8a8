public import Foundation

// More conditions, and how often a handler answers. All of them combine.

extension RequestHandler {
  private func changing(_ change: (inout RequestHandler) -> Void) -> RequestHandler {
    var copy = self
    change(&copy)
    return copy
  }

  /// The same handler for requests with a header field.
  ///
  /// ```swift
  /// .query("Viewer", .error("Signed out")).where(header: "Authorization", equals: "Bearer old")
  /// ```
  /// - Parameters:
  ///   - name: The field's name, whatever its case.
  ///   - value: The field's value, compared byte by byte; nil takes any.
  public func `where`(header name: String, equals value: String? = nil) -> RequestHandler {
    changing { $0.headers.append(HeaderMatch(name: name, value: value)) }
  }

  /// The same handler for requests that go to a URL.
  ///
  /// Scheme, host, port and path count, the query does not. A second call replaces the first.
  /// - Parameter url: The URL.
  public func `where`(endpoint url: URL) -> RequestHandler {
    changing { $0.endpoint = Endpoint(url: url) }
  }

  /// The same handler for requests that go to a host, and perhaps to a path there.
  /// - Parameters:
  ///   - host: The host, whatever its case.
  ///   - path: The path; `*` stands for any one segment, `**` at the end for any number; nil takes
  ///     any.
  public func `where`(host: String, path: String? = nil) -> RequestHandler {
    adding(HTTPMatch(host: host, path: path.map(PathPattern.init)))
  }

  /// The same handler for requests that go to a path.
  /// - Parameter path: The path; `*` stands for any one segment, `**` at the end for any number.
  public func `where`(path: String) -> RequestHandler {
    adding(HTTPMatch(path: PathPattern(path)))
  }

  private func adding(_ condition: HTTPMatch) -> RequestHandler {
    changing { $0.urlConditions.append(condition) }
  }

  /// The same handler for operations that select a field at their root.
  ///
  /// The field may stand in an inline fragment or in a fragment that is spread at the root. On a
  /// handler for plain HTTP it makes no difference. A second call replaces the first.
  ///
  /// ```swift
  /// .query(.any, .data(["hero": nil])).where(rootField: "hero")
  /// ```
  /// - Parameter name: The field's name, not its alias.
  public func `where`(rootField name: String) -> RequestHandler {
    guard case .operation(var match) = target else { return self }
    match.rootField = name
    return changing { $0.target = .operation(match) }
  }

  /// The same handler, which messages say was written elsewhere: where a function of yours that makes
  /// handlers is called.
  /// - Parameter location: Where it was written.
  public func at(_ location: HandlerLocation) -> RequestHandler {
    changing { $0.location = location }
  }

  /// The same handler with a list of responses in the place of its own responses or closure.
  /// - Parameter responses: The responses, in turn; the last repeats. With none it never answers.
  public func answering(_ responses: [MockResponse]) -> RequestHandler {
    changing { $0.answer = .responses(responses) }
  }

  /// The same handler, which also answers requests that a service would refuse: for tests of exactly
  /// that.
  ///
  /// ```swift
  /// .query("Search", .error("Variable \"$text\" is not defined.")).acceptingInvalidRequests
  /// ```
  /// Of such a request the document is not valid, or a variable is not of its type (GraphQL, sections 5
  /// and 6.1.2). See `ServiceOptions.judgement` for a whole service.
  public var acceptingInvalidRequests: RequestHandler {
    changing { $0.acceptsInvalidRequests = true }
  }

  /// The same handler for a number of requests; then it is used up, and stepped over.
  ///
  /// - Parameter count: The number of requests, 0 or more; what is negative counts as 0.
  public func times(_ count: Int) -> RequestHandler {
    changing { $0.limit = max(count, 0) }
  }

  /// The same handler for one request; then it is used up, and stepped over.
  public var once: RequestHandler { times(1) }

  /// The same handler, used up when each of its responses was sent once; the last does not repeat.
  ///
  /// It makes no difference to a closure.
  public var withoutRepeating: RequestHandler {
    guard case .responses(let responses) = answer else { return self }
    return times(responses.count)
  }
}
