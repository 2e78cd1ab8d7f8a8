// How variables are held against what a handler asks, and where they differ.

extension VariableMatch {
  indirect enum Difference: Sendable, Equatable {
    case value(JSONDifference)
    /// `.present` was expected.
    case missing(JSONPath)
    /// `.absent` was expected.
    case unexpected(JSONPath, found: MockJSON)
    /// An expected member is somewhere else.
    case elsewhere(JSONDifference, place: JSONPath)
    /// A closure returned false.
    case refused

    /// Points out a missing member that is one level higher or lower.
    func placed(in variables: MockJSON) -> VariableMatch.Difference {
      guard case .value(let difference) = self,
        case .value(let expected?, actual: nil) = difference.content, !expected.isNull,
        difference.path.components.count == 2,
        case .member(let name)? = difference.path.components.last
      else { return self }
      let root = VariableMatch.root
      if expected.isObject, variables.matches(expected) {
        return .elsewhere(difference, place: root)
      }
      let owner = variables.members?.first {
        $0.value.has(name) && $0.value[name].matches(expected)
      }
      return owner.map { .elsewhere(difference, place: root[$0.name]) } ?? self
    }
  }
}

extension VariableMatch {
  static let root: JSONPath = "variables"

  func matches(_ operation: OperationRequest) -> Bool {
    differences(from: operation, limit: 1).isEmpty
  }

  func differences(from operation: OperationRequest, limit: Int) -> [VariableMatch.Difference] {
    switch rule {
    case .subset(let pattern):
      var found: [VariableMatch.Difference] = []
      pattern.collectDifferences(
        from: operation.coercedVariables, isPresent: true, at: Self.root, limit: limit, into: &found
      )
      return found
    case .exactly(let expected):
      // As they were sent, or with defaults.
      if operation.variables.matches(expected, .exact) { return [] }
      return operation.coercedVariables.differences(
        from: expected, .exact, limit: limit, at: Self.root
      )
      .map { .value($0) }
    case .predicate(let predicate):
      return predicate(operation.coercedVariables) ? [] : [.refused]
    }
  }
}

extension VariablePattern {
  fileprivate func collectDifferences(
    from actual: MockJSON, isPresent: Bool, at path: JSONPath, limit: Int,
    into found: inout [VariableMatch.Difference]
  ) {
    switch rule {
    case .present:
      if !isPresent { found.append(.missing(path)) }
    case .absent:
      if isPresent { found.append(.unexpected(path, found: actual)) }
    case .value(let expected):
      guard isPresent else {
        if !expected.isNull { report(actual, isPresent, at: path, into: &found) }
        return
      }
      found += actual.differences(from: expected, limit: limit - found.count, at: path)
        .map { .value($0) }
    case .object(let members):
      guard actual.isObject else { return report(actual, isPresent, at: path, into: &found) }
      for member in members {
        guard found.count < limit else { return }
        member.pattern.collectDifferences(
          from: actual[member.name], isPresent: actual.has(member.name), at: path[member.name],
          limit: limit, into: &found)
      }
    case .array(let patterns):
      guard let elements = actual.array else {
        return report(actual, isPresent, at: path, into: &found)
      }
      guard elements.count == patterns.count else {
        let count = JSONDifference.Mismatch.count(expected: patterns.count, actual: elements.count)
        return found.append(.value(JSONDifference(path: path, content: count)))
      }
      for (index, pair) in zip(patterns, elements).enumerated() {
        guard found.count < limit else { return }
        pair.0.collectDifferences(
          from: pair.1, isPresent: true, at: path[index], limit: limit, into: &found)
      }
    }
  }

  private func report(
    _ actual: MockJSON, _ isPresent: Bool, at path: JSONPath,
    into found: inout [VariableMatch.Difference]
  ) {
    // A bare `nil` would be JSON's null here.
    let content = JSONDifference.Mismatch.value(
      expected: example, actual: isPresent ? actual : .none)
    found.append(.value(JSONDifference(path: path, content: content)))
  }

  /// A matching value, for messages.
  private var example: MockJSON {
    switch rule {
    case .present, .absent: .null
    case .value(let value): value
    case .object(let members):
      MockJSON(.object(JSONMembers(members.map { ($0.name, $0.pattern.example) })))
    case .array(let patterns): .array(patterns.map(\.example))
    }
  }
}
