// Sections 5.1 "Documents" and 5.2 "Operations".
extension DocumentValidator {
  /// Executable Definitions, asked of the whole document first.
  mutating func checkDefinitions() {
    for definition in definitions where definition.kind == .typeSystem {
      report(
        .notExecutable(definition: definition.name.isEmpty ? nil : text(definition.name)),
        .at(definition.range.lowerBound))
    }
  }

  mutating func enterOperation(_ index: Int) {
    let definition = definitions[index]
    if definitions.count > 1 { checkOperationName(index) }
    if case .operation(.subscription) = definition.kind { checkSubscription(definition) }
    let node = definition.node
    variables = children(.variableDefinition, of: node)
    variableTable = Dictionary(variables.map { (digest(nodes[$0].range), $0) }) { $1 }
    // Unique Variable Names
    for group in groupsOfOneName(variables) {
      report(
        .duplicateVariable(name: name(of: group[0])), group.map { .at(Int(nodes[$0].start)) })
    }
    checkRepeatedDirectives(of: node)
  }

  /// Unique Operation Names, Lone Anonymous Operation.
  private mutating func checkOperationName(_ index: Int) {
    let definition = definitions[index]
    guard !definition.name.isEmpty else {
      if document.operationCount > 1 {
        report(.anonymousOperationNotAlone, .at(definition.range.lowerBound))
      }
      return
    }
    let name = digest(definition.name)
    guard let first = operationNames[name] else {
      operationNames[name] = index
      return
    }
    report(
      .duplicateOperation(name: text(definition.name)),
      [.at(definitions[first].name.lowerBound), .at(definition.name.lowerBound)])
  }

  // MARK: Single Root Field

  private mutating func checkSubscription(_ definition: DefinitionOutline) {
    // A type system without subscriptions refuses the operation's fields by other rules, or none.
    if knowsAllTypes, types.rootType(of: .subscription) == nil { return }
    let operation = definition.name.isEmpty ? nil : text(definition.name)
    let groups = rootFields(of: definition)
    if groups.count > 1 {
      report(
        .subscriptionFields(operation: operation), groups[1...].joined().map { place(ofField: $0) })
    }
    for group in groups {
      guard let first = group.first else { continue }
      let name = nodes[first].range
      if name.count >= 2, bytes[name.lowerBound] == UInt8(ascii: "_"),
        bytes[name.lowerBound + 1] == UInt8(ascii: "_")
      {
        report(.subscriptionIntrospection(operation: operation), group.map { place(ofField: $0) })
      }
    }
  }

  /// The fields at the root by response key (CollectFields, section 6.3.2), as far as no variable
  /// decides.
  private mutating func rootFields(of definition: DefinitionOutline) -> [[Int]] {
    var groups: [[Int]] = []
    var positions: [Digest128: Int] = [:]
    var entered: Set<Int> = []
    // Ranges of nodes that are still to be read, the innermost last.
    var pending = [definition.node + 1..<Int(nodes[definition.node].next)]
    while let range = pending.popLast() {
      var index = range.lowerBound
      while index < range.upperBound {
        let node = nodes[index]
        let next = Int(node.next)
        switch node.kind {
        case .field where !isPerhapsSkipped(index):
          let key = digest(responseKey(of: index))
          if let position = positions[key] {
            groups[position].append(index)
          } else {
            positions[key] = groups.count
            groups.append([index])
          }
          index = next
        case .fragmentSpread where !isPerhapsSkipped(index):
          pending.append(next..<range.upperBound)
          index = range.upperBound
          if let fragment = fragment(named: node.range), entered.insert(fragment).inserted {
            let root = definitions[fragment].node
            if mayApply(root) { pending.append(root + 1..<Int(nodes[root].next)) }
          }
        case .inlineFragment where !isPerhapsSkipped(index) && mayApply(index): index += 1
        case .selectionSet: index += 1
        default: index = next
        }
      }
    }
    return groups
  }

  /// The bytes of a field's alias, or else of its name.
  func responseKey(of field: Int) -> Range<Int> {
    let child = field + 1
    guard child < Int(nodes[field].next), nodes[child].kind == .alias else {
      return nodes[field].range
    }
    return nodes[child].range
  }

  /// Whether a fragment applies to the subscription type (DoesFragmentTypeApply, section 6.3.2).
  private func mayApply(_ fragment: Int) -> Bool {
    guard knowsAllTypes, let root = types.rootType(of: .subscription),
      let condition = children(.typeCondition, of: fragment).first
    else { return true }
    return facts[condition].type.map { types.isSubtype(root, of: $0) } ?? false
  }

  /// Whether `@skip` or `@include` leaves a selection out, or a variable may decide that it does.
  private func isPerhapsSkipped(_ selection: Int) -> Bool {
    for directive in children(.directive, of: selection) {
      let isSkip = isName(nodes[directive].range, "skip")
      guard isSkip || isName(nodes[directive].range, "include") else { continue }
      for argument in children(.argument, of: directive)
      where isName(nodes[argument].range, "if") {
        let value = nodes[argument + 1]
        if value.kind == .variable { return true }
        if isName(value.range, isSkip ? "true" : "false") { return true }
      }
    }
    return false
  }

  func isName(_ range: Range<Int>, _ name: StaticString) -> Bool {
    guard range.count == name.utf8CodeUnitCount else { return false }
    return name.description.utf8.elementsEqual(bytes[range])
  }
}
