extension CanonicalDocument {
  /// What differs between two operations, in the order in which a reader meets it.
  /// - Parameters:
  ///   - expected: The operation that was described.
  ///   - actual: The operation that was asked for.
  ///   - limit: The greatest number of differences to look for.
  /// - Returns: No difference exactly if both ask for the same thing, or `limit` is 0.
  static func firstDifferences(
    between expected: CanonicalDocument, and actual: CanonicalDocument, limit: Int
  ) -> [SelectionDifference] {
    var comparison = SelectionComparison(expected: expected, actual: actual, limit: limit)
    comparison.run()
    return comparison.differences
  }
}

/// Compares two operations part by part, and selection sets pair by pair.
struct SelectionComparison: Sendable {
  typealias Kind = SelectionDifference.Kind

  let expected: CanonicalDocument
  let actual: CanonicalDocument
  let limit: Int
  var differences: [SelectionDifference] = []

  /// Pairs of selection sets that are still to be compared, the next last.
  var pending: [(expected: Int, actual: Int, path: [String])] = []

  init(expected: CanonicalDocument, actual: CanonicalDocument, limit: Int) {
    self.expected = expected
    self.actual = actual
    self.limit = limit
  }

  var isDone: Bool { differences.count >= limit }

  mutating func run() {
    let areEqual =
      CanonicalForm.digest(of: expected.operation, in: expected.document, .process)
      == CanonicalForm.digest(of: actual.operation, in: actual.document, .process)
    if areEqual || isDone { return }
    compareOperations()
    compareFragments()
    if differences.isEmpty { add(.other) }
  }

  mutating func add(_ kind: Kind, _ path: [String] = []) {
    guard !isDone else { return }
    differences.append(SelectionDifference(path: path, kind: kind))
  }

  // MARK: Definitions

  private mutating func compareOperations() {
    if actual.operation.type != expected.operation.type {
      add(.operationType(actual.operation.type, expected: expected.operation.type))
    }
    if actual.operation.name != expected.operation.name {
      add(.operationName(actual.operation.name, expected: expected.operation.name))
    }
    let left = expected.parts[0]
    let right = actual.parts[0]
    compareVariables(left.root, right.root)
    compareDirectives(left.root, right.root, [])
    compareSelectionSets(left, right, path: [])
  }

  private mutating func compareVariables(_ left: Int, _ right: Int) {
    let wanted = Self.texts(expected, .variableDefinition, of: left)
    let found = Self.texts(actual, .variableDefinition, of: right)
    for name in Set(wanted.keys).union(found.keys).ordered()
    where !Bytes.areEqual(wanted[name], found[name]) {
      // The text begins with the name.
      let definitions = [found[name], wanted[name]].map { text in
        text.map { Self.cut(String($0.dropFirst(name.count + 3))) }
      }
      add(.variable(name, definition: definitions[0], expected: definitions[1]))
    }
  }

  private mutating func compareFragments() {
    let found = Dictionary(
      actual.parts.dropFirst().map { (FragmentUse(name: $0.name, isOrdered: $0.isOrdered), $0) },
      uniquingKeysWith: { first, _ in first })
    let wantedNames = (defined: Self.definedNames(expected), spread: Self.spreadNames(expected))
    let foundNames = (defined: Self.definedNames(actual), spread: Self.spreadNames(actual))
    for left in expected.parts.dropFirst() where !isDone {
      guard let right = found[FragmentUse(name: left.name, isOrdered: left.isOrdered)] else {
        // A fragment that is defined but not reached is missed as a spread, elsewhere.
        if !foundNames.defined.contains(left.name), foundNames.spread.contains(left.name) {
          add(.undefinedFragment(left.name))
        }
        continue
      }
      if left.digest(of: left.root) == right.digest(of: right.root) { continue }
      let path = ["..." + left.name]
      let conditions = (
        actual.document.typeCondition(of: right.root) ?? "",
        expected.document.typeCondition(of: left.root) ?? ""
      )
      if conditions.0 != conditions.1 {
        add(.typeCondition(conditions.0, expected: conditions.1), path)
      }
      compareDirectives(left.root, right.root, path)
      compareSelectionSets(left, right, path: path)
    }
    for right in actual.parts.dropFirst() where !isDone {
      if !wantedNames.defined.contains(right.name), wantedNames.spread.contains(right.name) {
        add(.extraFragment(right.name))
      }
    }
  }

  private struct FragmentUse: Hashable, Sendable {
    let name: String
    let isOrdered: Bool
  }

  private static func definedNames(_ tree: CanonicalDocument) -> Set<String> {
    Set(
      tree.document.definitions.lazy.filter { $0.kind == .fragment }
        .map { tree.document.text($0.name) })
  }

  private static func spreadNames(_ tree: CanonicalDocument) -> Set<String> {
    var names: Set<String> = []
    for part in tree.parts {
      for index in part.root..<Int(tree.document.nodes[part.root].next)
      where tree.document.nodes[index].kind == .fragmentSpread {
        names.insert(tree.name(of: index))
      }
    }
    return names
  }

  mutating func compareDirectives(_ left: Int, _ right: Int, _ path: [String]) {
    func text(_ tree: CanonicalDocument, _ node: Int) -> String {
      tree.children(of: node, .directive).map { tree.document.printed($0, .canonical) }
        .joined(separator: " ")
    }
    let (wanted, found) = (text(expected, left), text(actual, right))
    if Bytes.areEqual(wanted, found) { return }
    let texts = [found, wanted].map { $0.isEmpty ? nil : Self.cut($0) }
    add(.directives(texts[0], expected: texts[1]), path)
  }

  // MARK: Texts

  /// The texts of the arguments or variable definitions of a node, by name.
  static func texts(
    _ tree: CanonicalDocument, _ kind: SyntaxNode.Kind, of node: Int
  ) -> [String: String] {
    var texts: [String: String] = [:]
    for child in tree.children(of: node, kind) {
      let (name, text) = (tree.name(of: child), tree.document.printed(child, .canonical))
      if texts[name] == nil { texts[name] = text } else { texts[name]? += ", " + text }
    }
    return texts
  }

  /// Long values would hide the message.
  static func cut(_ text: String) -> String {
    text.count > 60 ? text.prefix(59) + "…" : text
  }
}
