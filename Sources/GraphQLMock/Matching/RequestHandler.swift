public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What to match, and how to answer.
///
/// A handler is a value and holds no state, so that a `static let` can serve many tests at once: the
/// position in a sequence of responses belongs to the service that registered it.
///
/// ```swift
/// extension RequestHandler {
///   static let viewer = query("Viewer", .data(["viewer": ["name": "Ada"]]))
/// }
/// ```
public struct RequestHandler: Sendable, Changeable {
  enum Target: Sendable {
    case operation(RequestHandler.OperationMatch)
    case http(HTTPMatch)
  }

  enum Answer: Sendable {
    /// Used in turn; the last repeats.
    case responses([MockResponse])
    case operation(AnswerClosure<OperationRequest, MockResponse?>)
    case http(AnswerClosure<URLRequest, MockResponse?>)
  }

  var target: Target
  var answer: Answer
  var headers: [RequestHandler.HeaderMatch] = []
  /// All must hold, besides the target's.
  var urlConditions: [HTTPMatch] = []
  var endpoint: Endpoint?
  /// Conditions that a test's closures check, after all others and without a lock.
  var predicates: [@Sendable (OperationRequest) -> Bool] = []
  /// Nil means unlimited.
  var limit: Int?
  var acceptsInvalidRequests = false
  /// Where the handler was written.
  package internal(set) var location: HandlerLocation

  init(_ target: Target, _ answer: Answer, _ location: HandlerLocation) {
    self.target = target
    self.answer = answer
    self.location = location
  }

  var document: RequestHandler.DocumentMatch? {
    if case .operation(let match) = target { match.document } else { nil }
  }

  /// A closure may still decide to pass a request through.
  var passesThrough: Bool {
    guard case .responses(let responses) = answer else { return false }
    return responses.contains { if case .passThrough = $0.content { true } else { false } }
  }

  var definitionError: String? {
    if let limit, limit < 0 { return "`.times(\(limit))` must be 0 or more." }
    if case .responses(let responses) = answer, responses.isEmpty {
      return "`inTurn:` needs at least one response."
    }
    guard case .operation(let match) = target else {
      if predicates.isEmpty { return nil }
      return "`.where { … }` is for operations. For plain HTTP, use a closure that returns nil."
    }
    if let error = match.name.patternError { return error }
    if case .failure(let error)? = match.document?.key { return String(describing: error) }
    return nil
  }
}

extension RequestHandler {
  struct OperationMatch: Sendable {
    var type: OperationType?
    var name: OperationName
    var document: RequestHandler.DocumentMatch?
    var variables: VariableMatch?
    var rootField: String?

    var exactName: String? {
      if let name = name.exactName { return name }
      if case .success(let key) = document?.key { return key.operationName }
      return nil
    }
  }
}

extension RequestHandler {
  /// Such as `query "Product" with the variables {"id":7}`; only this distinguishes handlers of one macro.
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

extension OperationName {
  fileprivate var isStated: Bool { if case .any = rule { false } else { true } }
}

extension VariableMatch {
  fileprivate var statement: String {
    switch rule {
    case .subset(let pattern): "with the variables \(pattern.statement)"
    case .exactly(let variables): "with exactly the variables \(variables.statement)"
    case .predicate: "with variables that its closure takes"
    }
  }
}

extension VariablePattern {
  fileprivate var statement: String {
    switch rule {
    case .value(let value): value.statement
    case .present: ".present"
    case .absent: ".absent"
    case .array(let elements): "[" + elements.map(\.statement).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.map { "\($0.name.swiftLiteral):\($0.pattern.statement)" }
        .joined(separator: ",") + "}"
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
}

extension RequestHandler {
  /// The same handler for requests with a header field.
  ///
  /// ```swift
  /// .query("Viewer", .error("Signed out")).where(header: "Authorization", equals: "Bearer old")
  /// ```
  /// - Parameters:
  ///   - name: The field's name, whatever its case.
  ///   - value: The field's value, compared byte by byte; nil takes any.
  public func `where`(header name: String, equals value: String? = nil) -> RequestHandler {
    changing { $0.headers.append(RequestHandler.HeaderMatch(name: name, value: value)) }
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
    adding(HTTPMatch(host: host, path: path.map(HTTPMatch.PathPattern.init)))
  }

  /// The same handler for requests that go to a path.
  /// - Parameter path: The path; `*` stands for any one segment, `**` at the end for any number.
  public func `where`(path: String) -> RequestHandler {
    adding(HTTPMatch(path: HTTPMatch.PathPattern(path)))
  }

  private func adding(_ condition: HTTPMatch) -> RequestHandler {
    changing { $0.urlConditions.append(condition) }
  }

  /// The same handler for operations that select a field at their root.
  ///
  /// The field may stand in an inline fragment or in a fragment that is spread at the root, but not where
  /// `@skip` or `@include` with a constant leaves it out. On a handler for plain HTTP it makes no
  /// difference. A second call replaces the first.
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

  /// Returns the same handler for operations that a closure accepts.
  ///
  /// ```swift
  /// .query("Search", .data(["search": []])).where { request in
  ///   request.variables["text"].string?.isEmpty == true
  /// }
  /// ```
  /// A condition on one variable is shorter as `variables:`, and a message then names the value that differs. A handler
  /// for plain HTTP can't have this condition: use a closure that returns nil.
  /// - Parameter isAccepted: Checks the operation after all other conditions. It may be called several times for a
  ///   request, from any thread.
  public func `where`(
    _ isAccepted: @escaping @Sendable (_ request: OperationRequest) -> Bool
  ) -> RequestHandler {
    changing { $0.predicates.append(isAccepted) }
  }

  /// Returns the same handler with another location in messages: that of the call of your own function that makes
  /// handlers.
  /// - Parameter location: The location of the call.
  public func reported(at location: HandlerLocation) -> RequestHandler {
    changing { $0.location = location }
  }

  /// The same handler, which also answers requests that are not valid: for tests of exactly
  /// that.
  ///
  /// ```swift
  /// .query("Search", .error("Variable \"$text\" is not defined.")).acceptingInvalidRequests
  /// ```
  /// Of such a request the document is not valid, or a variable is not of its type (GraphQL, sections 5
  /// and 6.1.2). See `ServiceOptions.requestValidation` for a whole service.
  public var acceptingInvalidRequests: RequestHandler {
    changing { $0.acceptsInvalidRequests = true }
  }

  /// The same handler for a number of requests; then it is used up, and stepped over.
  ///
  /// - Parameter count: The number of requests, 0 or more; a negative one fails the test.
  public func times(_ count: Int) -> RequestHandler {
    changing { $0.limit = count }
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
