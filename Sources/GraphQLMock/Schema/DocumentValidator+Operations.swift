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
    let groups = rootFields(of: definition).map { $0.selections.map(\.node) }
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

  /// The fields at the root by response key, as far as no variable decides.
  private func rootFields(
    of definition: DefinitionOutline
  ) -> [(key: String, selections: [FieldCollector.Selection])] {
    let rule = FragmentRule(types)
    let root = knowsAllTypes ? types.rootType(of: .subscription)?.name : nil
    let parent = FieldCollector.Parent(node: definition.node)
    let fields = FieldCollector(document).collect(below: [parent]) { fragment, scope in
      guard let root else { return scope }
      return rule.answer(on: fragment.condition, for: root) == .yes ? scope : nil
    }
    return fields.selections.filter(\.scope.isCertain).byKey
  }

  /// The bytes of a field's alias, or else of its name.
  func responseKey(of field: Int) -> Range<Int> {
    document.alias(of: field) ?? nodes[field].range
  }

  func isName(_ range: Range<Int>, _ name: StaticString) -> Bool {
    guard range.count == name.utf8CodeUnitCount else { return false }
    return name.description.utf8.elementsEqual(bytes[range])
  }
}
