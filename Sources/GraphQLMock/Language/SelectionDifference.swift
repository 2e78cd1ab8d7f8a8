/// One difference between what two operations ask for: where, and what.
struct SelectionDifference: Hashable, Sendable {
  /// The response keys, spreads and inline fragments that lead to it; empty at the root.
  let path: [String]
  let kind: Kind

  /// The texts are GraphQL, cut if they are long.
  ///
  /// Nil stands for something that is not there.
  enum Kind: Hashable, Sendable {
    case operationType(OperationType, expected: OperationType)
    case operationName(String?, expected: String?)
    case variable(String, definition: String?, expected: String?)
    case missingSelection(String)
    case extraSelection(String)
    /// Something that is selected more or less often than expected.
    case repeatedSelection(String, count: Int, expected: Int)
    /// A field that is there under another response key.
    case alias(field: String, String?, expected: String?)
    /// Another field under the same response key.
    case field(responseKey: String, String, expected: String)
    case argument(String, value: String?, expected: String?)
    case directives(String?, expected: String?)
    /// Selections at the root of a mutation.
    case order([String], expected: [String])
    /// Selections at the root of a mutation that go by one name.
    case orderOfSame(String)
    case typeCondition(String, expected: String)
    case undefinedFragment(String)
    case extraFragment(String)
    /// Something else, such as two fragments of one name.
    case other
  }
}

extension SelectionDifference: CustomStringConvertible {
  /// For example `hero.friends: "name" is not selected`.
  var description: String {
    prefix + kind.wording
  }

  /// The path as a message begins with it.
  var prefix: String { path.isEmpty ? "" : Self.pathText(path) + ": " }

  /// The components that a message shows of a path.
  private static let longestPath = 12

  private static func pathText(_ path: [String]) -> String {
    if path.count <= longestPath { return path.joined(separator: ".") }
    return "…." + path.suffix(longestPath).joined(separator: ".")
  }
}

extension SelectionDifference.Kind {
  var wording: String {
    switch self {
    case .operationType(let actual, let expected):
      "it is a \(actual.rawValue), expected a \(expected.rawValue)"
    case .operationName(let actual?, let expected?):
      "it is named \"\(actual)\", expected \"\(expected)\""
    case .operationName(let actual?, nil): "it is named \"\(actual)\", expected no name"
    case .operationName(nil, let expected): "it has no name, expected \"\(expected ?? "")\""
    case .variable(let name, let actual?, let expected?):
      "the variable $\(name) is \(actual), expected \(expected)"
    case .variable(let name, let actual?, nil):
      "the variable $\(name) is \(actual), expected none"
    case .variable(let name, nil, let expected):
      "the variable $\(name) is not defined, expected \(expected ?? "none")"
    case .missingSelection(let text): "the client does not select \"\(text)\""
    case .extraSelection(let text): "the client also selects \"\(text)\""
    case .repeatedSelection(let text, let count, let expected):
      "the client selects \"\(text)\" \(Self.times(count)), expected \(Self.times(expected))"
    case .alias(let field, let actual, let expected):
      "\"\(field)\" has \(Self.alias(actual)), expected \(Self.alias(expected))"
    case .field(let key, let actual, let expected):
      "\"\(key)\" selects the field \"\(actual)\", expected \"\(expected)\""
    case .argument(let name, let actual?, let expected):
      "the argument \"\(name)\" is \(actual), expected \(expected ?? "none")"
    case .argument(let name, nil, let expected):
      "the argument \"\(name)\" is missing, expected \(expected ?? "none")"
    case .directives(let actual, let expected):
      "the directives are \(actual ?? "none"), expected \(expected ?? "none")"
    case .orderOfSame(let name): "the selections of \"\(name)\" are in another order"
    case .order(let actual, let expected):
      "the order is \(actual.joined(separator: ", ")), "
        + "expected \(expected.joined(separator: ", "))"
    case .typeCondition(let actual, let expected):
      "the type condition is \"\(actual)\", expected \"\(expected)\""
    case .undefinedFragment(let name): "the fragment \"\(name)\" is not defined"
    case .extraFragment(let name):
      "the client also defines the fragment \"\(name)\""
    case .other: "the documents differ"
    }
  }

  private static func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }

  private static func alias(_ alias: String?) -> String {
    alias.map { "the alias \"\($0)\"" } ?? "no alias"
  }
}
