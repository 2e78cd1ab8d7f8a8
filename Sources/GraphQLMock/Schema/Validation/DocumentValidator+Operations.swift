/// Validates the definitions and operations of a document (GraphQL specification, sections 5.1 and 5.2).
extension DocumentValidator {
  mutating func enterOperation(_ index: Int) {
    let definition = definitions[index]
    if definitions.count > 1 { checkName(of: index) }
    if case .operation(.subscription) = definition.kind { checkSubscription(definition) }
    let node = definition.node
    variables = document.children(of: node, .variableDefinition)
    variableTable = Dictionary(variables.map { (name(of: $0), $0) }) { $1 }
    for group in groupsOfOneName(variables) {
      report(.duplicate(.variable, name: name(of: group[0])), group.map { start(of: $0) })
    }
    checkRepeatedDirectives(of: node)
  }

  private mutating func checkName(of index: Int) {
    let definition = definitions[index]
    guard definition.name.isEmpty else { return checkRepeat(of: index, .operation) }
    let count = definitions.count { if case .operation = $0.kind { true } else { false } }
    if count > 1 { report(.anonymousOperationNotAlone, definition.range.lowerBound) }
  }

  mutating func checkRepeat(of index: Int, _ kind: ValidationError.Named) {
    let name = document.text(definitions[index].name)
    let reason = ValidationError.Reason.duplicate(kind, name: name)
    let first = firstOfName[reason, default: index]
    firstOfName[reason] = first
    guard first != index else { return }
    report(reason, [definitions[first].name.lowerBound, definitions[index].name.lowerBound])
  }

  private mutating func checkSubscription(_ definition: Document.Definition) {
    // Like graphql-js, skips these rules if the schema has no subscription type.
    if knowsAllTypes, types.rootTypes[.subscription] == nil { return }
    let operation = document.name(of: definition)
    let conditions = rootConditions(of: definition)
    if !conditions.isEmpty {
      let isRefused = rules == .september2026
      report(
        .subscriptionConditions(operation: operation, isRefused: isRefused),
        conditions.map { placeBefore($0) })
      if isRefused { return }
    }
    let groups = rootFields(of: definition).map { $0.selections.map(\.node) }
    if groups.count > 1 {
      report(
        .subscriptionFields(operation: operation), groups[1...].joined().map { place(ofField: $0) })
    }
    for group in groups {
      guard let first = group.first, name(of: first).hasPrefix("__") else { continue }
      report(.subscriptionIntrospection(operation: operation), group.map { place(ofField: $0) })
    }
  }

  /// Returns the root fields of a subscription, except fields that depend on a variable.
  private func rootFields(
    of definition: Document.Definition
  ) -> [(key: String, selections: [FieldCollector.Selection])] {
    let parent = FieldCollector.Parent(node: definition.node)
    let fields = FieldCollector(document).collect(below: [parent]) { fragment, scope in
      isOnSubscriptions(fragment.condition) ? scope : nil
    }
    return fields.selections.filter(\.scope.isCertain).byKey
  }

  private func isOnSubscriptions(_ condition: String?) -> Bool {
    guard knowsAllTypes, let root = types.rootTypes[.subscription]?.name else { return true }
    return FragmentRule(types).verdict(on: condition, for: root) == .yes
  }

  /// Returns the `@skip` and `@include` directives on a subscription's root fields, including those in fragments.
  private func rootConditions(of definition: Document.Definition) -> [Int] {
    func selections(of root: Int) -> [Int] {
      document.selectionSet(of: root).map { document.children(of: $0).reversed() } ?? []
    }
    var found: [Int] = []
    var entered: Set<Int> = []
    var pending = selections(of: definition.node)
    while let node = pending.popLast() {
      if let condition = document.directive("skip", of: node)
        ?? document.directive("include", of: node)
      {
        found.append(condition)
      } else if nodes[node].kind == .inlineFragment {
        if isOnSubscriptions(document.typeCondition(of: node)) { pending += selections(of: node) }
      } else if nodes[node].kind == .fragmentSpread,
        let fragment = fragment(named: nodes[node].range), entered.insert(fragment).inserted,
        isOnSubscriptions(document.typeCondition(of: definitions[fragment].node))
      {
        pending += selections(of: definitions[fragment].node)
      }
    }
    return found
  }

  func isName(_ range: Range<Int>, _ name: String) -> Bool {
    Bytes.areEqual(document.bytes.span, range, name)
  }
}
