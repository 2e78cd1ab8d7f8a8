extension MockJSON {
  /// How a value is held against an expected one.
  enum Comparison: Sendable, Hashable {
    /// Objects, at any depth, may have members that are not expected.
    case subset
    /// Objects have the expected members only.
    case exact
  }

  /// Whether this is what is expected; see ``differences(from:_:limit:at:)``.
  func matches(_ expected: MockJSON, _ comparison: Comparison = .subset) -> Bool {
    differences(from: expected, comparison, limit: 1).isEmpty
  }

  /// Where this differs from an expected value.
  ///
  /// An absent member and a null one are alike, in either mode. Arrays need equal lengths and match
  /// element by element.
  /// - Parameters:
  ///   - expected: the value to hold this against.
  ///   - comparison: whether more members than expected are allowed.
  ///   - limit: how many differences are enough.
  ///   - root: where this value itself stands.
  func differences(
    from expected: MockJSON, _ comparison: Comparison = .subset, limit: Int = .max,
    at root: JSONPath = JSONPath()
  ) -> [JSONDifference] {
    var finder = DifferenceFinder(comparison: comparison, limit: limit, path: root)
    finder.compare(expected, self)
    return finder.differences
  }
}

/// Walks two values side by side.
private struct DifferenceFinder: Sendable {
  let comparison: MockJSON.Comparison
  let limit: Int
  var path: JSONPath
  var differences: [JSONDifference] = []

  mutating func compare(_ expected: MockJSON?, _ actual: MockJSON?) {
    guard differences.count < limit else { return }
    switch (expected?.storage ?? .null, actual?.storage ?? .null) {
    case (.object(let expected), .object(let actual)): compare(expected, actual)
    case (.array(let expected), .array(let actual)):
      guard expected.count == actual.count else {
        report(.count(expected: expected.count, actual: actual.count))
        return
      }
      for (index, pair) in zip(expected, actual).enumerated() {
        compare(pair.0, pair.1, at: .element(index))
      }
    default:
      if expected ?? .null != actual ?? .null {
        report(.value(expected: expected, actual: actual))
      }
    }
  }

  /// Both are sorted, so one pass sees each name once.
  private mutating func compare(_ expected: JSONMembers, _ actual: JSONMembers) {
    var left = expected.startIndex
    var right = actual.startIndex
    while left < expected.endIndex || right < actual.endIndex {
      let order: JSONBytes.Order =
        left == expected.endIndex
        ? .greater
        : right == actual.endIndex
          ? .less : JSONBytes.order(expected[left].name, actual[right].name)
      switch order {
      case .equal:
        compare(expected[left].value, actual[right].value, at: .member(expected[left].name))
      case .less: compare(expected[left].value, nil, at: .member(expected[left].name))
      case .greater:
        if comparison == .exact {
          compare(nil, actual[right].value, at: .member(actual[right].name))
        }
      }
      if order != .greater { left += 1 }
      if order != .less { right += 1 }
    }
  }

  private mutating func compare(
    _ expected: MockJSON?, _ actual: MockJSON?, at component: JSONPath.Component
  ) {
    path.components.append(component)
    compare(expected, actual)
    path.components.removeLast()
  }

  private mutating func report(_ content: JSONDifference.Content) {
    differences.append(JSONDifference(path: path, content: content))
  }
}
