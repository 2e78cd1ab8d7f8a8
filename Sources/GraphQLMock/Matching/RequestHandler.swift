import Foundation

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
    case operation(OperationCondition)
    case http(HTTPCondition)
  }

  enum Provider: Sendable {
    /// The responses to successive requests, in order. The last response is repeated.
    case responses([MockResponse])
    case operation(ResponseClosure<OperationRequest, MockResponse?>)
    case http(ResponseClosure<URLRequest, MockResponse?>)
  }

  var target: Target
  var provider: Provider
  /// The conditions of `.where`, in the order of the calls.
  var conditions: [any RequestCondition] = []
  var closure: ClosureCondition?
  var limit: Int?
  var acceptsInvalidRequests = false
  package internal(set) var location: CodeLocation

  init(_ target: Target, _ provider: Provider, _ location: CodeLocation) {
    (self.target, self.provider, self.location) = (target, provider, location)
  }

  /// Whether one of the responses lets the request pass through to the real service.
  var passesThrough: Bool {
    guard case .responses(let responses) = provider else { return false }
    return responses.contains(where: \.content.isPassThrough)
  }

  /// The reason why a handler can never match. It's only reported, so invalid conditions must match nothing.
  var definitionError: String? {
    if let limit, limit < 0 { return "`.times(\(limit))` must be 0 or more." }
    if case .responses(let responses) = provider, responses.isEmpty {
      return "`inTurn:` needs at least one response."
    }
    if conditions.contains(where: { ($0 as? URLCondition)?.statesNothing == true }) {
      return "its condition on the URL needs a host or a path."
    }
    guard case .operation(let match) = target else { return nil }
    if let error = match.name.patternError { return error }
    if case .failure(let error)? = match.document?.key { return String(describing: error) }
    return nil
  }

  /// The operation or URL that the handler answers, such as `query "Viewer"`.
  var title: String {
    switch target {
    case .http(let http): http.title
    case .operation(let operation): operation.title
    }
  }

  /// A description of the handler with all conditions, such as `query "Product" with the variables {"id":7}`.
  var statement: String {
    var clauses = [title]
    if case .operation(let operation) = target, let clause = operation.clause {
      clauses.append(clause)
    }
    clauses += conditions.compactMap(\.clause) + (closure?.clause.map { [$0] } ?? [])
    if let limit { clauses.append("that answers " + (limit == 1 ? "once" : "\(limit) times")) }
    return clauses.joined(separator: " ")
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
