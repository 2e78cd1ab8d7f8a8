// What of a document's selections is sent with an object, and what later.
extension DeferredDivision {
  /// Collects the fields of selection sets (GraphQL, section 6.3.2 "Field Collection").
  func collect(below parents: [Int], of object: MockJSON, at place: Place) -> Fields {
    var fields = Fields()
    var entered: Set<Int> = []
    var deferred: Set<DeferredFragment> = []
    let typeName = typeName(of: object, below: parents)
    // Selections that are still to be read, the next one last.
    var open: [(node: Int, isOneOfSeveral: Bool)] = []
    func addSelections(of parent: Int) {
      let selections = selections(of: parent)
      let isByType = goesByNeighbours && isByType(selections)
      open += selections.reversed().map { ($0, isByType) }
    }
    for parent in parents.reversed() { addSelections(of: parent) }
    while let (node, isOneOfSeveral) = open.popLast() {
      guard document.isIncluded(node, variables: variables) else { continue }
      guard kind(node) != .field else {
        fields.immediate[document.responseKey(of: node), default: []].append(node)
        continue
      }
      guard let root = root(of: node) else { continue }
      let condition = document.typeCondition(of: root.node)
      // The root has one type, and what is spread there is on it.
      var answer =
        place.path.isEmpty
        ? .yes : rule.answer(on: condition, for: typeName, isOneOfSeveral: isOneOfSeveral)
      if answer == .no { continue }
      if let deferral = deferral(of: node, at: place) {
        if answer == .unknown, has(object, allOf: root.node, typeName) { answer = .yes }
        if answer == .yes {
          let fragment = DeferredFragment(
            node: root.node, definition: root.definition, label: label(of: deferral))
          let isNew = root.definition.map { !place.definitions.contains($0) } ?? true
          if isNew, deferred.insert(fragment).inserted { fields.deferred.append(fragment) }
          continue
        }
      }
      if let definition = root.definition, !entered.insert(definition).inserted { continue }
      addSelections(of: root.node)
    }
    return fields
  }

  /// Whether an object has all fields that a fragment certainly selects.
  private func has(_ object: MockJSON, allOf root: Int, _ typeName: String?) -> Bool {
    var entered: Set<Int> = []
    var open = selections(of: root)
    while let node = open.popLast() {
      guard document.isIncluded(node, variables: variables) else { continue }
      if kind(node) == .field {
        // Clients add `__typename` on their own.
        guard text(node) == "__typename" || object.hasMember(document.responseKey(of: node)) else {
          return false
        }
      } else if let root = self.root(of: node), entered.insert(root.node).inserted,
        directive("defer", of: node) == nil,
        rule.answer(on: document.typeCondition(of: root.node), for: typeName) == .yes
      {
        open += selections(of: root.node)
      }
    }
    return true
  }

  /// Whether selections ask for `__typename`, and have a fragment by what it says.
  private func isByType(_ selections: [Int]) -> Bool {
    selections.contains { kind($0) == .field && text($0) == "__typename" }
      && selections.contains { node in
        kind(node) != .field
          && root(of: node).map { rule.isByType(document.typeCondition(of: $0.node)) } ?? false
      }
  }

  /// What an object says of its type, under whichever key.
  private func typeName(of object: MockJSON, below parents: [Int]) -> String? {
    if let name = object["__typename"].string { return name }
    var entered: Set<Int> = []
    var open = parents.flatMap(selections)
    while let node = open.popLast() {
      if kind(node) == .field {
        guard text(node) == "__typename" else { continue }
        if let name = object[document.responseKey(of: node)].string { return name }
      } else if let root = root(of: node), entered.insert(root.node).inserted,
        directive("defer", of: node) == nil
      {
        open += selections(of: root.node)
      }
    }
    return nil
  }

  /// The inline fragment, or the definition of the fragment that is spread; nil if there is none.
  private func root(of selection: Int) -> (node: Int, definition: Int?)? {
    guard kind(selection) == .fragmentSpread else { return (selection, nil) }
    return fragments.first(named: document.nodes[selection].range, in: document).map {
      (document.definitions[$0].node, $0)
    }
  }

  /// The `@defer` of a fragment that counts.
  private func deferral(of node: Int, at place: Place) -> Int? {
    place.depth < Self.depthLimit && mayDivide ? directive("defer", of: node) : nil
  }

  /// The directive that divides here, unless it is switched off.
  func directive(_ name: String, of node: Int) -> Int? {
    guard !types.ownDirectives.contains(name) else { return nil }
    let directive = document.children(of: node).first { kind($0) == .directive && text($0) == name }
    return directive.flatMap { argument("if", of: $0).bool == false ? nil : $0 }
  }

  func label(of directive: Int) -> String? { argument("label", of: directive).string }

  func argument(_ name: String, of directive: Int) -> MockJSON {
    document.arguments(of: directive, variables: variables)[name]
  }

  private func selections(of node: Int) -> [Int] {
    document.selectionSet(of: node).map { document.children(of: $0) } ?? []
  }

  private func kind(_ node: Int) -> SyntaxNode.Kind { document.nodes[node].kind }

  private func text(_ node: Int) -> String { document.text(document.nodes[node].range) }
}
