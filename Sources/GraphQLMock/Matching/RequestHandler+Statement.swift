// All that a handler asks for, in words: handlers that are written in one macro have one line, and are
// told apart by that only.

import Foundation

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
