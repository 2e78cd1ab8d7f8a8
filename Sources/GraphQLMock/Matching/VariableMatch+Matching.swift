// How variables are compared: see the design rules in the documentation of `VariableMatch`.

extension VariableMatch {
  func matches(_ operation: OperationRequest) -> Bool {
    switch rule {
    case .subset(let pattern):
      return pattern.matches(operation.coercedVariables, isPresent: true)
    case .exactly(let expected):
      let expected = expected.droppingNullMembers()
      return operation.variables.droppingNullMembers() == expected
        || operation.coercedVariables.droppingNullMembers() == expected
    case .predicate(let predicate):
      return predicate(operation.coercedVariables)
    }
  }
}

extension VariablePattern {
  /// Whether a value matches; an absent one comes as null.
  func matches(_ actual: MockJSON, isPresent: Bool) -> Bool {
    switch rule {
    case .present:
      return isPresent
    case .absent:
      return !isPresent
    case .value(let expected):
      return Self.isSubset(expected, of: actual)
    case .object(let members):
      guard actual.isObject else { return false }
      return members.allSatisfy {
        $0.pattern.matches(actual[$0.name], isPresent: actual.hasMember($0.name))
      }
    case .array(let patterns):
      guard let elements = actual.array, elements.count == patterns.count else { return false }
      return zip(patterns, elements).allSatisfy { $0.matches($1, isPresent: true) }
    }
  }

  /// Whether every member that is expected is there; lists are compared element by element.
  private static func isSubset(_ expected: MockJSON, of actual: MockJSON) -> Bool {
    if let members = expected.object {
      guard actual.isObject else { return false }
      return members.allSatisfy { isSubset($0.value, of: actual[$0.key]) }
    }
    if let elements = expected.array {
      guard let others = actual.array, others.count == elements.count else { return false }
      return zip(elements, others).allSatisfy { isSubset($0, of: $1) }
    }
    return expected == actual
  }
}
