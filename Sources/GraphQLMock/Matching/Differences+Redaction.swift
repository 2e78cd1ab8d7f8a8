// Differences as messages show them: names of fields, types and variables as they are, values without
// their secrets, and of two secrets how they differ.

extension SelectionDifference {
  /// The difference without the values of arguments and variables that hold a secret.
  var redactedDescription: String {
    let kind: Kind
    switch self.kind {
    case .argument(let name, let actual?, let expected?)
    where Self.hide(actual, of: name) == Self.hide(expected, of: name):
      return prefix + "the argument \"\(name)\": "
        + SecretDifference(expected: Self.content(expected), actual: Self.content(actual))
        .description
    case .argument(let name, let value, let expected):
      kind = .argument(
        name, value: value.map { Self.hide($0, of: name) },
        expected: expected.map { Self.hide($0, of: name) })
    case .variable(let name, let definition, let expected):
      kind = .variable(
        name, definition: definition.map { Self.hide(definition: $0, of: name) },
        expected: expected.map { Self.hide(definition: $0, of: name) })
    case .directives(let actual, let expected):
      kind = .directives(actual.map(Self.hide), expected: expected.map(Self.hide))
    default: return description
    }
    return SelectionDifference(path: path, kind: kind).description
  }

  /// A literal, of a string without its quotes.
  private static func content(_ literal: String) -> String {
    guard literal.hasPrefix("\""), literal.hasSuffix("\"") else { return literal }
    return String(literal.dropFirst().dropLast())
  }

  /// The value of an argument without secrets.
  private static func hide(_ value: String, of name: String) -> String {
    SecretNames.contains(name) ? SecretNames.replacement : hide(value)
  }

  /// A definition such as `String = "x"` without a secret default.
  private static func hide(definition: String, of name: String) -> String {
    let variable = "$\(name): "
    return String(hide(variable + definition).dropFirst(variable.count))
  }

  /// A part of a document without secrets.
  private static func hide(_ text: String) -> String {
    String(
      decoding: SecretText.redact(ContiguousArray(text.utf8), as: .document, .messages),
      as: UTF8.self)
  }
}

extension VariableDifference: CustomStringConvertible {
  var description: String {
    switch self {
    case .value(let difference): difference.redactedDescription
    case .missing(let path): "\(path): expected a value, got nothing"
    case .unexpected(let path, let found):
      "\(path): expected nothing, got "
        + JSONWriter.describe(
          found.redactingSecrets(at: path), limit: JSONDifference.valueLimit)
    case .refused: "its closure refuses the variables"
    }
  }
}

extension JSONDifference {
  /// The same difference without secrets in its values.
  fileprivate var redactedDescription: String {
    guard case .value(let expected, let actual) = content else { return description }
    let hide: (MockJSON) -> MockJSON = { $0.redactingSecrets(at: path) }
    let hidden = (expected: expected.map(hide), actual: actual.map(hide))
    if let expected, let actual, hidden.expected == hidden.actual {
      let difference = SecretDifference(expected: expected.plainText, actual: actual.plainText)
      return "\(path): \(difference)"
    }
    return JSONDifference(
      path: path, content: .value(expected: hidden.expected, actual: hidden.actual)
    ).description
  }
}

extension MockJSON {
  /// The characters of a string, and the text of anything else.
  fileprivate var plainText: String { string ?? JSONWriter.describe(self) }

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

/// How two secrets differ, without a character of theirs.
struct SecretDifference: Sendable, Hashable, CustomStringConvertible {
  private let expectedLength: Int
  private let actualLength: Int
  /// The position of the first character that differs, from 1; nil if they are the same.
  private let position: Int?

  init(expected: String, actual: String) {
    let (left, right) = (expected.unicodeScalars, actual.unicodeScalars)
    expectedLength = left.count
    actualLength = right.count
    var same = 0
    for (first, second) in zip(left, right) {
      guard first == second else { break }
      same += 1
    }
    position = same == expectedLength && same == actualLength ? nil : same + 1
  }

  var description: String {
    let lengths = "a secret of \(Self.characters(expectedLength)), got one of \(actualLength)"
    guard let position else { return "expected \(lengths), which is the same" }
    return "expected \(lengths); they differ from character \(position) on"
  }

  private static func characters(_ count: Int) -> String {
    "\(count) character\(count == 1 ? "" : "s")"
  }
}
