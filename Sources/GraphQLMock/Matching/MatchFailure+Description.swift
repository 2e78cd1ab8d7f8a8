// The wording of a miss. Whatever a request or a handler brings along is shortened here, and freed of
// secrets.

import Foundation

extension MatchFailure: CustomStringConvertible {
  var description: String {
    var lines = [headline]
    if nearest.isEmpty {
      lines.append("  handlers: none is registered")
    } else {
      for (index, miss) in nearest.enumerated() {
        lines.append((index == 0 ? "  nearest: " : "           ") + miss.summary)
        lines += miss.details.map { "             \($0)" }
      }
      let more = handlerCount - nearest.count
      if more > 0 { lines.append("           and \(more) more") }
    }
    if !tables.isEmpty {
      lines.append("  fixtures: no answer in \(tables.joined(separator: ", "))")
    }
    for recording in recorded {
      lines.append("  recording: \(recording.name) was recorded for another document")
      lines += recording.differences.map {
        "             " + $0.redactedDescription
      }
    }
    lines.append("  add:     \(suggestion)")
    if subject.operation != nil, testName != nil || !recorded.isEmpty {
      lines.append("  record:  \(RecordCommand.line(for: testName))")
    }
    return lines.joined(separator: "\n")
  }

  private var headline: String {
    guard let operation = subject.operation else {
      return "Unhandled request \(subject.method) \(subject.url?.redactedForMessages ?? "")"
    }
    let variables = operation.variables
    guard variables.members?.isEmpty == false else { return "Unhandled \(operation.title)" }
    let text = JSONWriter.describe(variables.redactingSecrets(), limit: Self.variablesLimit)
    return "Unhandled \(operation.title) with variables \(text)"
  }

  /// How many characters of the variables a message shows.
  private static let variablesLimit = 400

  /// The line of Swift that would handle the request.
  private var suggestion: String {
    guard let operation = subject.operation else {
      let path = subject.url?.path(percentEncoded: false) ?? "/"
      let method = subject.method == "GET" ? "" : ", method: \(subject.method.swiftLiteral)"
      return ".http(\(path.swiftLiteral)\(method), .status(200))"
    }
    let factory = operation.type?.rawValue ?? "operation"
    let name = operation.name.map(\.swiftLiteral) ?? ".anonymous"
    return ".\(factory)(\(name), .data([...]))"
  }
}

extension MatchFailure.NearMiss {
  /// Which handler it is, where it stands, and what differs.
  fileprivate var summary: String {
    "\(handler.title) (\(handler.location)): \(differences.map(\.summary).joined(separator: "; "))"
  }

  /// The first differences in documents and variables, a line each.
  fileprivate var details: [String] { differences.flatMap(\.details) }
}

extension MatchFailure.Difference {
  fileprivate var summary: String {
    switch self {
    case .name: "the name differs"
    case .isAnonymous: "the request's operation has no name"
    case .isNamed: "the request's operation has a name"
    case .type(let type): "it takes a \(type.rawValue)"
    case .document: "the document differs"
    case .variables([.refused]): "its closure refuses the variables"
    case .variables: "the variables differ"
    case .rootField(let name): "the root field \"\(name)\" is not selected"
    case .header(let name, let expected, let found): header(name, expected, found)
    case .endpoint(let url): "the request does not go to \(url.redactedForMessages)"
    case .http(let reason): reason
    case .notGraphQL: "it takes operations, and this is plain HTTP"
    case .usedUp(let count): "it is used up, after \(count) request\(count == 1 ? "" : "s")"
    case .declined: "its closure declined"
    case .unusable(let reason): "it can't be used: \(reason)"
    }
  }

  fileprivate var details: [String] {
    switch self {
    case .document(let differences):
      differences.map(\.redactedDescription)
    case .variables([.refused]): []
    case .variables(let differences): differences.map(\.description)
    default: []
    }
  }

  private func header(_ name: String, _ expected: String?, _ found: String?) -> String {
    guard let found else { return "the header field \(name) is missing" }
    if SecretNames.contains(name) { return "the header field \(name) has another value" }
    return "the header field \(name) is \(found.swiftLiteral), not "
      + (expected ?? "").swiftLiteral
  }
}

extension SelectionDifference {
  /// The difference without the values of arguments and variables that hold a secret.
  fileprivate var redactedDescription: String {
    let hidden: SelectionDifference
    let hide: (String?) -> String? = { $0.map { _ in SecretNames.replacement } }
    switch kind {
    case .argument(let name, let value, let expected) where SecretNames.contains(name):
      hidden = SelectionDifference(
        path: path, kind: .argument(name, value: hide(value), expected: hide(expected)))
    case .variable(let name, let definition, let expected) where SecretNames.contains(name):
      hidden = SelectionDifference(
        path: path, kind: .variable(name, definition: hide(definition), expected: hide(expected)))
    default: hidden = self
    }
    let text = ContiguousArray(hidden.description.utf8)
    return String(decoding: SecretText.redact(text, as: .document, .messages), as: UTF8.self)
  }
}

extension VariableDifference: CustomStringConvertible {
  var description: String {
    switch self {
    case .value(let difference): difference.redactingSecrets().description
    case .missing(let path): "\(path): expected to be there"
    case .unexpected(let path, let found):
      "\(path): expected to be absent, got "
        + JSONWriter.describe(
          found.redactingSecrets(at: path),
          limit: JSONDifference.valueLimit)
    case .refused: "its closure refuses the variables"
    }
  }
}

extension MockJSON {
  /// The value as messages show it at the end of a path.
  fileprivate func redactingSecrets(at path: JSONPath) -> MockJSON {
    var scope = SecretScope()
    for component in path.components {
      switch component {
      case .member(let name): scope = SecretRules.messages.scope(of: name, in: scope)
      case .element: scope = scope.element
      }
    }
    return JSONRedaction(.messages).value(self, scope)
  }
}

extension JSONDifference {
  /// The same difference without secrets in its values.
  fileprivate func redactingSecrets() -> JSONDifference {
    guard case .value(let expected, let actual) = content else { return self }
    let replace: (MockJSON) -> MockJSON = { $0.redactingSecrets(at: path) }
    return JSONDifference(
      path: path, content: .value(expected: expected.map(replace), actual: actual.map(replace)))
  }
}

extension RequestHandler {
  /// What the handler takes, such as `query "Viewer"`.
  var title: String {
    switch target {
    case .http(let match):
      let target = (match.host ?? "") + (match.path?.text ?? "")
      return [match.method?.uppercased() ?? "http", target].filter { !$0.isEmpty }
        .joined(separator: " ")
    case .operation(let match):
      let type = match.type?.rawValue ?? "operation"
      switch match.name.rule {
      case .exactly(let name): return "\(type) \(name.swiftLiteral)"
      case .prefix(let prefix): return "\(type) \((prefix + "…").swiftLiteral)"
      case .pattern(let pattern): return "\(type) /\(pattern.text)/"
      case .predicate: return "\(type) by a closure"
      case .anonymous: return "anonymous \(type)"
      case .any:
        return match.exactName.map { "\(type) \($0.swiftLiteral)" } ?? "any \(type)"
      }
    }
  }
}
