public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A set of conditions on requests, and the responses to matching requests.
///
/// ```swift
/// extension RequestHandler {
///   static let viewer = query("Viewer", .data(["viewer": ["name": "Ada"]]))
/// }
/// ```
/// A handler has no state, so many tests can share it in a `static let`. If a handler has several responses, each
/// service counts separately which response is next.
public struct RequestHandler: Sendable, Changeable {
  enum Target: Sendable {
    case operation(RequestHandler.OperationMatch)
    case http(HTTPMatch)
  }

  enum Provider: Sendable {
    /// The responses to successive requests, in order. The last response is repeated.
    case responses([MockResponse])
    case operation(ResponseClosure<OperationRequest, MockResponse?>)
    case http(ResponseClosure<URLRequest, MockResponse?>)
  }

  var target: Target
  var provider: Provider
  var headers: [RequestHandler.HeaderMatch] = []
  /// The conditions of `.where(host:)` and `.where(path:)`, which must all match.
  var urlConditions: [HTTPMatch] = []
  var endpoint: Endpoint?
  /// The closures of `.where { … }`. They run after all other conditions match, and never while a lock is held.
  var predicates: [@Sendable (OperationRequest) -> Bool] = []
  var limit: Int?
  var acceptsInvalidRequests = false
  package internal(set) var location: CodeLocation

  init(_ target: Target, _ provider: Provider, _ location: CodeLocation) {
    self.target = target
    self.provider = provider
    self.location = location
  }

  var document: RequestHandler.DocumentMatch? {
    if case .operation(let match) = target { match.document } else { nil }
  }

  /// A Boolean value that indicates whether one of the responses lets the request pass through to the real service.
  var passesThrough: Bool {
    guard case .responses(let responses) = provider else { return false }
    return responses.contains(where: \.content.isPassThrough)
  }

  var definitionError: String? {
    if let limit, limit < 0 { return "`.times(\(limit))` must be 0 or more." }
    if case .responses(let responses) = provider, responses.isEmpty {
      return "`inTurn:` needs at least one response."
    }
    guard case .operation(let match) = target else { return nil }
    if let error = match.name.patternError { return error }
    if case .failure(let error)? = match.document?.key { return String(describing: error) }
    return nil
  }

  struct OperationMatch: Sendable {
    var type: OperationType?
    var name: NameCondition
    var document: RequestHandler.DocumentMatch?
    var variables: VariablesCondition?
    var rootField: String?

    var exactName: String? {
      if let name = name.exactName { return name }
      if case .success(let key) = document?.key { return key.operationName }
      return nil
    }
  }

  /// A description of the handler with all conditions, such as `query "Product" with the variables {"id":7}`.
  var statement: String {
    var text = title
    if case .operation(let match) = target {
      if let variables = match.variables { text += " " + variables.statement }
      if let field = match.rootField { text += " that selects \(field.swiftLiteral)" }
      if match.document != nil, match.name.isStated { text += " with a document" }
    }
    for header in headers {
      text += " with the header field \(header.name)"
      if let value = header.value { text += ": \(value.swiftLiteral)" }
    }
    for condition in urlConditions {
      text += " to " + (condition.host ?? "") + (condition.path?.text ?? "")
    }
    if let endpoint { text += " to \(endpoint.url.absoluteString)" }
    if !predicates.isEmpty { text += " that a closure accepts" }
    return text + (limit.map { " that answers " + ($0 == 1 ? "once" : "\($0) times") } ?? "")
  }
}

extension NameCondition {
  fileprivate var isStated: Bool { if case .any = rule { false } else { true } }
}

extension VariablesCondition {
  fileprivate var statement: String {
    switch rule {
    case .subset(let pattern): "with the variables \(pattern.statement)"
    case .exactly(let variables): "with exactly the variables \(variables.statement)"
    case .predicate: "with variables that its closure accepts"
    }
  }
}

extension ValueCondition {
  fileprivate var statement: String {
    switch rule {
    case .value(let value): value.statement
    case .present: ".present"
    case .absent: ".absent"
    case .array(let elements): "[" + elements.map(\.statement).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.map { "\($0.swiftLiteral):\($1.statement)" }.joined(separator: ",") + "}"
    }
  }
}

extension MockJSON {
  fileprivate var statement: String { JSONWriter.describe(self, limit: 200) }
}

extension RequestHandler {
  final class DocumentMatch: Sendable {
    let text: String
    let key: Result<MatchKey, any Error>
    let selected: Result<SelectedOperation, SelectedOperation.Failure>

    init(_ text: String, operationName: String?) {
      self.text = text
      let name = operationName.flatMap { $0.isEmpty ? nil : $0 }
      selected = DocumentCache.makeOutcome(ContiguousArray(text.utf8), name)
      switch selected {
      case .success(let selected): key = .success(selected.key)
      case .failure(.syntax(let error)): key = .failure(error)
      case .failure(.selection(let error)): key = .failure(error)
      }
    }
  }

  /// Returns a copy of the handler that matches only requests with a header field.
  ///
  /// ```swift
  /// .query("Viewer", .error("Signed out")).where(header: "Authorization", equals: "Bearer old")
  /// ```
  /// - Parameters:
  ///   - name: The name of the field, ignoring case.
  ///   - value: The value, compared byte by byte. With `nil`, any value matches.
  public func `where`(header name: String, equals value: String? = nil) -> RequestHandler {
    changing { $0.headers.append(RequestHandler.HeaderMatch(name: name, value: value)) }
  }

  /// Returns a copy of the handler that matches only requests to a URL.
  ///
  /// The query of the URL is ignored. If you call the method twice, only the second URL is used.
  public func `where`(endpoint url: URL) -> RequestHandler {
    changing { $0.endpoint = Endpoint(url: url) }
  }

  /// Returns a copy of the handler that matches only requests to a host, and optionally to a path.
  /// - Parameters:
  ///   - host: The host, ignoring case.
  ///   - path: The path, or nil for any. A `*` matches one segment, and a final `**` matches the rest.
  public func `where`(host: String, path: String? = nil) -> RequestHandler {
    changing { $0.urlConditions.append(HTTPMatch(host: host, path: HTTPMatch.PathPattern(path))) }
  }

  /// Returns a copy of the handler that matches only requests to a path.
  /// - Parameter path: The path. A `*` matches one segment, and a final `**` matches the rest.
  public func `where`(path: String) -> RequestHandler {
    changing { $0.urlConditions.append(HTTPMatch(path: HTTPMatch.PathPattern(path))) }
  }

  /// Returns a copy of the handler that matches only operations that select a field at their root.
  ///
  /// ```swift
  /// .query(.any, .data(["hero": nil])).where(rootField: "hero")
  /// ```
  /// Fields in fragments at the root are included. Fields with `@skip(if: true)` or `@include(if: false)` aren't.
  /// Handlers for plain HTTP ignore this condition. If you call the method twice, only the second field is used.
  /// - Parameter name: The name of the field, not its alias.
  public func `where`(rootField name: String) -> RequestHandler {
    guard case .operation(var match) = target else { return self }
    match.rootField = name
    return changing { $0.target = .operation(match) }
  }

  /// Returns a copy of the handler that matches only requests that a closure accepts.
  ///
  /// ```swift
  /// .query("Search", .data(["search": []])).where { request in
  ///   request.variables["text"].string?.isEmpty == true
  /// }
  /// ```
  /// For a condition on one variable, prefer `variables:`, because messages then show the value that differs. For
  /// plain HTTP, the request has no document and no variables; its URL and body are in its `urlRequest`.
  /// - Parameter isAccepted: A closure that returns true to accept the request. It runs once for a request, after all
  ///   other conditions match, on any thread.
  public func `where`(
    _ isAccepted: @escaping @Sendable (_ request: OperationRequest) -> Bool
  ) -> RequestHandler {
    changing { $0.predicates.append(isAccepted) }
  }

  /// Returns a copy of the handler that has a different location in messages.
  /// - Parameter location: The location, such as the line that calls your own function for creating handlers.
  public func reported(at location: CodeLocation) -> RequestHandler {
    changing { $0.location = location }
  }

  /// A copy of the handler that also answers invalid requests.
  ///
  /// ```swift
  /// .query("Search", .error("Variable \"$text\" is not defined.")).acceptingInvalidRequests
  /// ```
  /// In an invalid request, the document is invalid or a variable has the wrong type (GraphQL, sections 5 and
  /// 6.1.2). To accept invalid requests in a whole service, set `ServiceOptions.requestValidation`.
  public var acceptingInvalidRequests: RequestHandler {
    changing { $0.acceptsInvalidRequests = true }
  }

  /// Returns a copy of the handler that answers a number of requests and is then skipped.
  /// - Parameter count: The number of requests. A negative number fails the test.
  public func times(_ count: Int) -> RequestHandler { changing { $0.limit = count } }

  /// A copy of the handler that answers one request and is then skipped.
  public var once: RequestHandler { times(1) }

  /// A copy of the handler that sends each of its responses once and is then skipped.
  ///
  /// This property has no effect on a handler with a closure.
  public var withoutRepeating: RequestHandler {
    guard case .responses(let responses) = provider else { return self }
    return times(responses.count)
  }
}
