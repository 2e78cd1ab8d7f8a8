import Foundation

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
public struct RequestHandler: Sendable {
  enum Target: Sendable {
    case operation(OperationMatch)
    case http(HTTPMatch)
  }

  enum Answer: Sendable {
    /// In turn; the last repeats.
    case responses([MockResponse])
    case operation(AnswerClosure<OperationRequest, MockResponse?>)
    case http(AnswerClosure<URLRequest, MockResponse?>)
  }

  var target: Target
  var answer: Answer
  /// Header fields that must be there.
  var headers: [HeaderMatch] = []
  /// What the request's URL must be, beside what the target asks; all of them must hold.
  var urlConditions: [HTTPMatch] = []
  /// The URL that the request must go to.
  var endpoint: Endpoint?
  /// How many requests it answers; nil for any number.
  var limit: Int?
  /// Whether it answers requests, too, that a service would refuse.
  var acceptsInvalidRequests = false
  /// Where the handler was written.
  public internal(set) var location: HandlerLocation

  init(_ target: Target, _ answer: Answer, _ location: HandlerLocation) {
    self.target = target
    self.answer = answer
    self.location = location
  }

  /// The document that the handler states; nil if it states none.
  var document: DocumentMatch? {
    if case .operation(let match) = target { match.document } else { nil }
  }

  /// Why the handler can never match; nil if it can.
  var definitionError: String? {
    guard case .operation(let match) = target else { return nil }
    if let error = match.name.patternError { return error }
    if case .failure(let error)? = match.document?.key { return String(describing: error) }
    return nil
  }
}

/// What a handler asks of an operation; everything that it names must hold.
struct OperationMatch: Sendable {
  var type: OperationType?
  var name: OperationName
  var document: DocumentMatch?
  var variables: VariableMatch?
  var rootField: String?

  /// The name under which the registry files the handler; nil if it is no single name.
  var exactName: String? {
    if let name = name.exactName { return name }
    if case .success(let key) = document?.key { return key.operationName }
    return nil
  }
}
