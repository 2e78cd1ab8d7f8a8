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
    let operation = definition.name.isEmpty ? nil : text(definition.name)
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
      guard let counting = self.variable(named: variable), !used.contains(counting) else {
        continue
      }
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
    guard nodes[container].kind == .list, let around = facts[Int(facts[container].parent)].expected,
      !around.nullable.isList, let type = types.namedType(of: around)
    else { return false }
    return type.isCustomScalar
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
    guard place >= 0, case .named(let name)? = facts[place].expected, let type = types.types[name],
      type.isOneOf
    else { return nil }
    return type
  }

  /// Returns true if a variable may be used at a position (`IsVariableUsageAllowed` in GraphQL, section 5.8.5).
  private func isAllowed(
    _ type: WrappedType, _ variable: Int, in container: Int, _ expected: WrappedType
  ) -> Bool {
    guard expected.isNonNull, !type.isNonNull else {
      return types.isSubtype(type, of: expected)
    }
    let hasLocationDefault = facts[container].input?.defaultValue != nil
    guard hasLocationDefault || hasNonNullDefault(variable) else { return false }
    return types.isSubtype(type, of: expected.unwrapped)
  }

  private func hasNonNullDefault(_ variable: Int) -> Bool {
    guard let holder = document.firstChild(of: variable, .defaultValue) else { return false }
    return !isName(nodes[holder + 1].range, "null") || nodes[holder + 1].kind != .name
  }
}
