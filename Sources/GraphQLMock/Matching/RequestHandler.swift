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

// All that a handler asks for, in words: handlers that are written in one macro have one line, and are
// told apart by that only.

extension RequestHandler {
  /// The handler with its conditions, such as `query "Product" with the variables {"id":7}`;
  /// without secrets.
  var statement: String {
    var text = title
    if case .operation(let match) = target {
      if let variables = match.variables { text += " " + variables.statement }
      if let field = match.rootField { text += " that selects \(field.swiftLiteral)" }
      if match.document != nil, match.name.isStated { text += " with a document" }
    }
    for header in headers {
      text += " with the header field \(header.name)"
      if let value = header.value, !SecretNames.contains(header.name) {
        text += ": \(value.swiftLiteral)"
      }
    }
    for condition in urlConditions {
      text += " to " + (condition.host ?? "") + (condition.path?.text ?? "")
    }
    if let endpoint { text += " to \(endpoint.url.redactedForMessages)" }
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
      "{" + members.map(\.statement).joined(separator: ",") + "}"
    }
  }
}

extension VariablePattern.Member {
  fileprivate var statement: String {
    let value = SecretNames.contains(name) ? SecretNames.replacement : pattern.statement
    return "\(name.swiftLiteral):\(value)"
  }
}

extension MockJSON {
  fileprivate var statement: String { JSONWriter.describe(redactingSecrets(), limit: 200) }
}

// The document that a handler states, and the key that it comes to.

struct DocumentMatch: Sendable {
  let text: String
  let operationName: String?
  let key: Result<MatchKey, any Error>
  /// The operation, to be recognised in requests.
  let selected: Result<SelectedOperation, DocumentError>

  init(_ text: String, operationName: String?) {
    self.text = text
    self.operationName = operationName
    let name = operationName.flatMap { $0.isEmpty ? nil : $0 }
    selected = DocumentCache.makeOutcome(ContiguousArray(text.utf8), name)
    switch selected {
    case .success(let selected): key = .success(selected.key)
    case .failure(.syntax(let error)): key = .failure(error)
    case .failure(.selection(let error)): key = .failure(error)
    }
  }
}
