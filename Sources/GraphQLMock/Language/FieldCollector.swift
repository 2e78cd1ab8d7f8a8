/// GraphQL, section 6.3.2 "Field Collection".
final class FieldCollector: Sendable {
  struct Scope: Equatable, Sendable {
    /// The object's type or, if only a schema is known, a supertype.
    var typeName: String?
    var typeCondition: String?
    /// True if a variable without a value or later delivery decides.
    var isOptional = false
    /// Type conditions that may or may not hold, without duplicates.
    var openConditions: [String] = []

    var isCertain: Bool { !isOptional && openConditions.isEmpty }

    fileprivate func covers(_ other: Scope) -> Bool {
      (!isOptional || other.isOptional)
        && openConditions.allSatisfy(other.openConditions.contains)
    }
  }

  /// A field, an inline fragment or a definition.
  struct Parent: Sendable {
    let node: Int
    var scope = Scope()
  }

  struct Selection: Sendable {
    let node: Int
    let name: String
    let key: String
    var scope: Scope
  }

  struct Fragment: Sendable {
    /// The spread or inline fragment, and the parent of its selection set.
    let node: Int
    let parent: Int
    /// The inline fragment or definition with the selections, and that definition's index.
    let root: Int
    let definition: Int?
    let condition: String?
  }

  struct Collection: Sendable {
    /// In the order of the text, with each node once for each type and set of conditions.
    var selections: [Selection] = []
    /// False if a fragment isn't defined.
    var isComplete = true
    var steps = 0
  }

  private struct ScopedNode: Hashable {
    let index: Int
    let typeName: String?
    var openConditions: [String] = []
  }

  /// A fragment is entered this often under other conditions; further conditions count as undecided.
  private static let contextLimit = 8

  let document: Document
  let variables: MockJSON
  private let fragments: FragmentTable

  init(_ document: Document, variables: MockJSON = [:]) {
    self.document = document
    self.variables = variables
    fragments = FragmentTable(document)
  }

  /// Takes linear time without recursion; a fragment is entered once for each known type, and otherwise up to a limit.
  func collect(
    below parents: [Parent], entering: (Fragment, Scope) -> Scope?
  ) -> Collection {
    var collection = Collection()
    var positions: [ScopedNode: Int] = [:]
    var entered: [ScopedNode: [Scope]] = [:]
    var open: [(parent: Parent, next: Int, end: Int)] = []
    func push(_ parent: Parent) {
      guard let set = document.selectionSet(of: parent.node) else { return }
      open.append((parent, set + 1, Int(document.nodes[set].next)))
    }
    for parent in parents.reversed() { push(parent) }
    while let (parent, node, end) = open.last {
      guard node < end else {
        open.removeLast()
        continue
      }
      open[open.count - 1].next = Int(document.nodes[node].next)
      collection.steps += 1
      let isIncluded = document.isIncluded(node, variables: variables)
      if isIncluded == false { continue }
      var scope = parent.scope
      if isIncluded == nil { scope.isOptional = true }
      if document.nodes[node].kind == .field {
        let scoped = ScopedNode(
          index: node, typeName: scope.typeName, openConditions: scope.openConditions)
        if let position = positions[scoped] {
          if !scope.isOptional { collection.selections[position].scope.isOptional = false }
        } else {
          positions[scoped] = collection.selections.count
          collection.selections.append(selection(node, scope))
        }
        continue
      }
      guard let fragment = fragment(node, in: parent.node) else {
        collection.isComplete = false
        continue
      }
      guard var inner = entering(fragment, scope) else { continue }
      if let definition = fragment.definition {
        let scoped = ScopedNode(index: definition, typeName: inner.typeName)
        let before = entered[scoped] ?? []
        if before.count > Self.contextLimit || before.contains(where: { $0.covers(inner) }) {
          continue
        }
        if before.count == Self.contextLimit {
          inner.openConditions = []
          inner.isOptional = true
        }
        entered[scoped, default: []].append(inner)
      }
      inner.typeCondition = fragment.condition ?? scope.typeCondition
      push(Parent(node: fragment.root, scope: inner))
    }
    return collection
  }

  func arguments(of selection: Selection) -> MockJSON {
    document.arguments(of: selection.node, variables: variables)
  }

  private func selection(_ node: Int, _ scope: Scope) -> Selection {
    Selection(
      node: node, name: document.text(document.nodes[node].range),
      key: document.responseKey(of: node), scope: scope)
  }

  private func fragment(_ node: Int, in parent: Int) -> Fragment? {
    var root = node
    var definition: Int?
    if document.nodes[node].kind == .fragmentSpread {
      definition = fragments.definition(named: document.nodes[node].range, in: document)
      guard let definition else { return nil }
      root = document.definitions[definition].node
    }
    return Fragment(
      node: node, parent: parent, root: root, definition: definition,
      condition: document.typeCondition(of: root))
  }
}

extension Sequence<FieldCollector.Selection> {
  var byKey: [(key: String, selections: [FieldCollector.Selection])] {
    var groups: [(key: String, selections: [FieldCollector.Selection])] = []
    var positions: [String: Int] = [:]
    for selection in self {
      if let position = positions[selection.key] {
        groups[position].selections.append(selection)
      } else {
        positions[selection.key] = groups.count
        groups.append((selection.key, [selection]))
      }
    }
    return groups
  }
}
