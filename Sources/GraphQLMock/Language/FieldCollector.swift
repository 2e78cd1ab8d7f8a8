/// Collects the fields of selection sets (GraphQL, section 6.3.2 "Field Collection").
final class FieldCollector: Sendable {
  /// What is known of the place where a field or a fragment stands.
  struct Scope: Equatable, Sendable {
    /// The type of the object or, where only a schema is known, one that it belongs to.
    var typeName: String?
    /// The type that the innermost fragment is on; nil outside of such fragments.
    var typeCondition: String?
    /// Whether a variable without a value decides, or it may come later.
    var isOptional = false
    /// The types that an object must have, while nobody knows whether it has; each once.
    var openConditions: [String] = []

    /// Whether what stands there is certainly asked for.
    var isCertain: Bool { !isOptional && openConditions.isEmpty }

    /// Whether all that the other scope is asked for in is asked for in this one.
    fileprivate func covers(_ other: Scope) -> Bool {
      (!isOptional || other.isOptional)
        && openConditions.allSatisfy(other.openConditions.contains)
    }
  }

  /// What has a selection set: a field, an inline fragment or a definition.
  struct Parent: Sendable {
    let node: Int
    var scope = Scope()
  }

  /// A field of an answer, as the text has it at one place.
  struct Selection: Sendable {
    let node: Int
    let name: String
    /// The alias, or else the name.
    let key: String
    var scope: Scope
  }

  /// A fragment on the way.
  struct Fragment: Sendable {
    /// The spread or the inline fragment, and what has the selection set that it stands in.
    let node: Int
    let parent: Int
    /// What has its own selections, an inline fragment or a definition, and that
    /// definition's position.
    let root: Int
    let definition: Int?
    let condition: String?
  }

  struct Collection: Sendable {
    /// In the order of the text, each node once for each type and the conditions that are known around it.
    var selections: [Selection] = []
    /// False if a fragment is not defined, so that there may be more.
    var isComplete = true
    /// How many selections were looked at.
    var steps = 0
  }

  /// A field or a definition, met where an object is of that type.
  private struct Place: Hashable {
    let index: Int
    let typeName: String?
    var openConditions: [String] = []
  }

  /// How often a fragment is entered under other conditions; then nothing follows from them.
  private static let contextLimit = 8

  let document: Document
  /// The values of variables, for `@skip` and `@include`.
  let variables: MockJSON
  private let fragments: FragmentTable

  init(_ document: Document, variables: MockJSON = [:]) {
    self.document = document
    self.variables = variables
    fragments = FragmentTable(document)
  }

  /// Collects what one object is asked for, without recursion, in time that grows with the document.
  ///
  /// A fragment is entered once for each type that is known around it or, where it was not certain, once
  /// more when it is, and for other conditions up to a limit.
  /// - Parameters:
  ///   - parents: The selection sets that the object has to satisfy, together.
  ///   - entering: Says what is known inside of a fragment, by what is known around it; nil if it does
  ///     not apply.
  func collect(
    below parents: [Parent], entering: (Fragment, Scope) -> Scope?
  ) -> Collection {
    var collection = Collection()
    var positions: [Place: Int] = [:]
    var entered: [Place: [Scope]] = [:]
    // The parents that are open, the innermost last, with their next selection.
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
        let place = Place(
          index: node, typeName: scope.typeName, openConditions: scope.openConditions)
        if let position = positions[place] {
          if !scope.isOptional { collection.selections[position].scope.isOptional = false }
        } else {
          positions[place] = collection.selections.count
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
        let place = Place(index: definition, typeName: inner.typeName)
        let before = entered[place] ?? []
        if before.count > Self.contextLimit || before.contains(where: { $0.covers(inner) }) {
          continue
        }
        if before.count == Self.contextLimit {
          inner.openConditions = []
          inner.isOptional = true
        }
        entered[place, default: []].append(inner)
      }
      inner.typeCondition = fragment.condition ?? scope.typeCondition
      push(Parent(node: fragment.root, scope: inner))
    }
    return collection
  }

  /// The arguments of a field with the values of variables, an object.
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
  /// The selections of each response key, in the order of the text.
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
