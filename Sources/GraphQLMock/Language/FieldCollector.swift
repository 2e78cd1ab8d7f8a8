/// Collects the fields of selection sets and of the fragments in them (GraphQL, section 6.3.2 "Field Collection").
final class FieldCollector: Sendable {
  /// A node that is reached several times is collected once for each type and list of open conditions. So a property
  /// that can differ between visits also belongs to `covers`, to `ScopedNode`, or where `collect` merges visits.
  struct Scope: Equatable, Sendable {
    /// The type of the object that has the field, or an interface or union if the exact type is unknown.
    var typeName: String?
    /// Of the innermost fragment around the field that has one. It depends only on the node.
    var typeCondition: String?
    /// Whether a response may lack the field, because a variable has no value or because `@defer` delays the field.
    var isOptional = false
    /// The type conditions around the field, such as `... on Hero`, that may or may not apply to the object.
    var openConditions: [String] = []

    var isCertain: Bool { !isOptional && openConditions.isEmpty }

    /// Returns whether a fragment visited in this scope need not be visited again in another scope.
    fileprivate func covers(_ other: Scope) -> Bool {
      (!isOptional || other.isOptional) && openConditions.allSatisfy(other.openConditions.contains)
    }
  }

  /// A syntax node with a selection set: a field, an inline fragment, an operation or a fragment definition.
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
    /// `node` is a fragment spread or an inline fragment in the selection set of `parent`.
    let node: Int
    let parent: Int
    /// The syntax node of the inline fragment, or of the fragment definition that the spread names.
    let root: Int
    /// The index of this fragment definition in the document, or nil for an inline fragment.
    let definition: Int?
    let condition: String?
  }

  struct Collection: Sendable {
    /// The fields in document order. A field in a fragment that is used in several places can occur several times.
    var selections: [Selection] = []
    /// A Boolean value that indicates whether the document defines all fragments that the selection sets use.
    var isComplete = true
    /// The first field or fragment with a variable in `@skip` or `@include` that has no value.
    var undecided: Int?
    var steps = 0  // The number of visited selections.
  }

  private struct ScopedNode: Hashable {
    let index: Int
    let typeName: String?
    var openConditions: [String] = []
  }

  /// How often a fragment is visited with different open conditions, before they're ignored to stay linear in time.
  private static let contextLimit = 8

  let document: Document
  let variables: MockJSON
  private let fragments: FragmentTable

  init(_ document: Document, variables: MockJSON = [:]) {
    self.document = document
    self.variables = variables
    fragments = FragmentTable(document)
  }

  /// Returns the fields in the selection sets of nodes and in the fragments that they use, in linear time.
  /// - Parameter entering: A function that returns the scope inside of a fragment, or nil to leave it out.
  func collect(below parents: [Parent], entering: (Fragment, Scope) -> Scope?) -> Collection {
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
      if isIncluded == nil {
        scope.isOptional = true
        collection.undecided = collection.undecided ?? node
      }
      if document.nodes[node].kind == .field {
        let scoped = ScopedNode(
          index: node, typeName: scope.typeName, openConditions: scope.openConditions)
        if let position = positions[scoped] {
          if !scope.isOptional { collection.selections[position].scope.isOptional = false }
        } else {
          positions[scoped] = collection.selections.count
          collection.selections.append(
            Selection(
              node: node, name: document.name(of: node), key: document.responseKey(of: node),
              scope: scope))
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
        if before.contains(where: { $0.covers(inner) }) { continue }
        if !inner.isCertain, before.count >= Self.contextLimit {
          if before.count > Self.contextLimit { continue }
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

  /// Returns a node's `@defer` or `@stream` unless its `if` argument is false or the schema redefines the directive.
  func division(_ name: String, of node: Int, by rule: FragmentRule) -> Int? {
    guard rule.types?.isOwn(directive: name) != true,
      let directive = document.directive(name, of: node)
    else { return nil }
    let condition = document.arguments(of: directive, variables: variables)["if"]
    return condition.bool == false ? nil : directive
  }

  private func fragment(_ node: Int, in parent: Int) -> Fragment? {
    let isSpread = document.nodes[node].kind == .fragmentSpread
    let name = isSpread ? document.nodes[node].range : nil
    let definition = name.flatMap { fragments.definition(named: $0, in: document) }
    if isSpread, definition == nil { return nil }
    let root = definition.map { document.definitions[$0].node } ?? node
    return Fragment(
      node: node, parent: parent, root: root, definition: definition,
      condition: document.typeCondition(of: root))
  }
}

extension Sequence<FieldCollector.Selection> {
  /// The selections grouped by response key, in the order of the first ones (GraphQL, section 6.3.2).
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
