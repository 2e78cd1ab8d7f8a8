import Foundation

/// The condition that a request is a GraphQL operation, with the conditions that a factory such as `query` states.
struct OperationCondition: RequestCondition {
  var type: OperationType?
  var name: NameCondition
  var document: DocumentCondition?
  var variables: VariablesCondition?

  /// The only name that matches, which the document may state. The handler is compared only with requests of that name.
  var exactName: String? {
    name.exactName ?? (try? document?.key.get())?.operationName
  }

  var title: String {
    let type = type?.rawValue ?? "operation"
    switch name.rule {
    case .exactly(let name): return "\(type) \(name.swiftLiteral)"
    case .prefix(let prefix): return "\(type) \((prefix + "…").swiftLiteral)"
    case .pattern(let pattern): return "\(type) /\(pattern.text)/"
    case .predicate: return "\(type) chosen by a closure"
    case .anonymous: return "anonymous \(type)"
    case .any: return exactName.map { "\(type) \($0.swiftLiteral)" } ?? "any \(type)"
    }
  }

  var clause: String? {
    let isNamed = if case .any = name.rule { false } else { true }
    let clauses = [variables?.clause, document != nil && isNamed ? "with a document" : nil]
    return clauses.contains { $0 != nil } ? clauses.compactMap { $0 }.joined(separator: " ") : nil
  }

  /// Returns whether the name and the variables match an open subscription. Tests state no more to select one.
  func selects(_ operation: OperationRequest?) -> Bool {
    name.matches(operation?.name) && variables.map { operation.map($0.matches) ?? false } ?? true
  }

  /// Only whether the request is GraphQL. `RequestHandler.check` compares each property as a condition.
  func matches(_ request: IncomingRequest) -> Bool { request.operation != nil }

  func difference(from request: IncomingRequest, _ mask: RequestMask) -> MatchDifference? {
    MatchDifference(
      "it handles GraphQL operations, but this is plain HTTP: the request has no \"query\"",
      part: .kind)
  }

  func distance(to request: IncomingRequest) -> Int {
    // A request to such a path was probably meant as GraphQL.
    HTTPCondition.PathPattern(request.url?.path)?.namesGraphQL == true
      ? MatchDistance.condition : MatchDistance.operation
  }

  static let fields: [FormField<OperationCondition>] =
    NameCondition.fields + [TypeCondition.field, DocumentCondition.field]
    + VariablesCondition.fields
}
