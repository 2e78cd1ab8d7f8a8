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
    var finder = DifferenceFinder(comparison: comparison, path: root)
    return finder.differences(expected, self, limit: limit)
  }
}

/// Walks two values side by side.
///
/// Pairs that are still to be compared are a list, not recursion: a deep value must not exhaust the
/// stack of the thread.
private struct DifferenceFinder: Sendable {
  private struct Pair: Sendable {
    var expected: MockJSON?
    var actual: MockJSON?
    var component: JSONPath.Component
    /// How many components the path of the container has.
    var depth: Int
  }

  let comparison: MockJSON.Comparison
  var path: JSONPath
  private var differences: [JSONDifference] = []
  /// The last is the next.
  private var pending: [Pair] = []

  init(comparison: MockJSON.Comparison, path: JSONPath) {
    self.comparison = comparison
    self.path = path
  }

  mutating func differences(
    _ expected: MockJSON, _ actual: MockJSON, limit: Int
  ) -> [JSONDifference] {
    compare(expected, actual)
    while differences.count < limit, let pair = pending.popLast() {
      path.components.removeLast(path.components.count - pair.depth)
      path.components.append(pair.component)
      compare(pair.expected, pair.actual)
    }
    return differences
  }

  private mutating func compare(_ expected: MockJSON?, _ actual: MockJSON?) {
    switch (expected?.storage ?? .null, actual?.storage ?? .null) {
    case (.object(let expected), .object(let actual)): compare(expected, actual)
    case (.array(let expected), .array(let actual)):
      guard expected.count == actual.count else {
        return report(.count(expected: expected.count, actual: actual.count))
      }
      for index in expected.indices.reversed() {
        leave(expected[index], actual[index], at: .element(index))
      }
    default:
      if expected ?? .null != actual ?? .null {
        report(.value(expected: expected, actual: actual))
      }
    }
  }

  /// Both are sorted, so that one pass, from the end, sees each name once.
  private mutating func compare(_ expected: JSONMembers, _ actual: JSONMembers) {
    var left = expected.endIndex
    var right = actual.endIndex
    while left > expected.startIndex || right > actual.startIndex {
      let order: JSONBytes.Order =
        if left == expected.startIndex {
          .less
        } else if right == actual.startIndex {
          .greater
        } else {
          JSONBytes.order(expected[left - 1].name, actual[right - 1].name)
        }
      if order != .less { left -= 1 }
      if order != .greater { right -= 1 }
      switch order {
      case .equal:
        leave(expected[left].value, actual[right].value, at: .member(expected[left].name))
      case .greater: leave(expected[left].value, nil, at: .member(expected[left].name))
      case .less:
        guard comparison == .exact else { continue }
        leave(nil, actual[right].value, at: .member(actual[right].name))
      }
    }
  }

  private mutating func leave(
    _ expected: MockJSON?, _ actual: MockJSON?, at component: JSONPath.Component
  ) {
    let depth = path.components.count
    pending.append(Pair(expected: expected, actual: actual, component: component, depth: depth))
  }

  private mutating func report(_ content: JSONDifference.Content) {
    differences.append(JSONDifference(path: path, content: content))
  }
}
