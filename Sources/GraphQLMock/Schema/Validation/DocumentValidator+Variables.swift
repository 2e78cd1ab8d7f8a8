/// Validates variables and their uses (GraphQL specification, section 5.8).
extension DocumentValidator {
  mutating func enterVariableDefinition(_ node: Int) {
    if let type = facts[node].expected, !types.isInput(type),
      let child = document.firstChild(of: node, .type)
    {
      report(.variableOfOutputType(name: name(of: node), type: type.text), start(of: child))
    }
    checkRepeatedDirectives(of: node)
  }

  mutating func leaveOperation(_ index: Int) {
    if variables.isEmpty, !hasVariableUses { return }
    let definition = definitions[index]
    let operation = document.name(of: definition)
    var uses = variableUses[index]
    for fragment in referencedFragments(of: index) {
      guard spend(variableUses[fragment].count) else { return }
      uses += variableUses[fragment]
    }
    var used: Set<Int> = []
    for use in uses {
      if let variable = variable(named: use) {
        used.insert(variable)
      } else {
        report(
          .undefinedVariable(name: name(of: use), operation: operation),
          [placeBefore(use), definition.range.lowerBound])
      }
    }
    for variable in variables {
      if self.variable(named: variable).map(used.contains) != false { continue }
      report(.unusedVariable(name: name(of: variable), operation: operation), placeBefore(variable))
    }
    for use in uses { checkPosition(of: use) }
  }

  func variable(named node: Int) -> Int? { variableTable[name(of: node)] }

  private mutating func checkPosition(of use: Int) {
    let container = Int(facts[use].parent)
    guard container >= 0, let expected = facts[container].expected,
      let variable = variable(named: use), let type = facts[variable].expected,
      !isInListOfScalar(container)
    else { return }
    if !isAllowed(type, variable, in: container, expected) {
      report(
        .variablePosition(name: name(of: use), type: type.text, expected: expected.text),
        [placeBefore(variable), placeBefore(use)])
    }
    guard !type.isNonNull, let oneOf = oneOfType(around: container) else { return }
    report(
      .nullableOneOfPosition(name: name(of: use), type: type.text, oneOf: oneOf.name),
      [placeBefore(variable), placeBefore(use)])
  }

  /// A list inside a custom scalar has no item type, although graphql-js requires the type of the scalar there.
  private func isInListOfScalar(_ container: Int) -> Bool {
    guard nodes[container].kind == .list, let around = facts[Int(facts[container].parent)].expected
    else { return false }
    return !around.nullable.isList && types.namedType(of: around)?.isCustomScalar == true
  }

  /// Returns the enclosing input object's type if it has `@oneOf`. Like graphql-js, ignores list and non-null types.
  private func oneOfType(around container: Int) -> NamedType? {
    let around = Int(facts[container].parent)
    let place =
      switch nodes[container].kind {
      case .objectField: Int(facts[around].parent)
      case .list: around
      default: -1
      }
    guard place >= 0, case .named(let name)? = facts[place].expected else { return nil }
    return types.types[name].flatMap { $0.isOneOf ? $0 : nil }
  }

  /// Returns true if a variable may be used at a position (`IsVariableUsageAllowed` in GraphQL, section 5.8.5).
  private func isAllowed(
    _ type: WrappedType, _ variable: Int, in container: Int, _ expected: WrappedType
  ) -> Bool {
    guard expected.isNonNull, !type.isNonNull else { return types.isSubtype(type, of: expected) }
    let hasLocationDefault = facts[container].input?.defaultValue != nil
    let own = document.firstChild(of: variable, .defaultValue).map { nodes[$0 + 1] }
    let hasNonNullDefault = own.map { $0.kind != .name || !isName($0.range, "null") } ?? false
    return (hasLocationDefault || hasNonNullDefault)
      && types.isSubtype(type, of: expected.unwrapped)
  }
}
