extension MockJSON {
  enum Comparison: Sendable, Equatable {
    /// Further members don't count, inside of elements neither.
    case subset
    case exact
  }

  /// Whether there are no ``differences(of:from:_:limit:at:)``: missing equals null in either mode.
  func matches(_ expected: MockJSON, _ comparison: Comparison = .subset) -> Bool {
    expected.depth == 0
      ? self == expected
      : Self.differences(of: self, from: expected, comparison, limit: 1).isEmpty
  }

  /// A missing member equals null in either mode; arrays need equal lengths.
  static func differences(
    of actual: MockJSON?, from expected: MockJSON, _ comparison: Comparison = .subset,
    limit: Int = .max, at root: JSONPath = JSONPath()
  ) -> [JSONDifference] {
    var differences: [JSONDifference] = []
    // A list instead of recursion: see `NestingLimit`.
    struct Pair {
      let expected: MockJSON?
      let actual: MockJSON?
      /// The end of the path; nil at the root.
      let component: JSONPath.Component?
      let parentPathLength: Int
    }
    var pending = [
      Pair(
        expected: expected, actual: actual, component: nil, parentPathLength: root.components.count)
    ]
    var path = root
    while differences.count < limit, let pair = pending.popLast() {
      let (expected, actual) = (pair.expected, pair.actual)
      path.components.removeLast(path.components.count - pair.parentPathLength)
      if let component = pair.component { path.components.append(component) }
      let length = path.components.count
      switch (expected?.storage ?? .null, actual?.storage ?? .null) {
      case (.object(let wanted), .object(let found)):
        var names = wanted.map(\.name)
        if comparison == .exact {
          names = (names + found.map(\.name).filter { wanted[$0] == nil }).ordered(
            by: Bytes.isInOrder)
        }
        for name in names.reversed() {
          pending.append(
            Pair(
              expected: wanted[name], actual: found[name], component: .member(name),
              parentPathLength: length))
        }
      case (.array(let wanted), .array(let found)) where wanted.count == found.count:
        for index in wanted.indices.reversed() {
          pending.append(
            Pair(
              expected: wanted[index], actual: found[index], component: .element(index),
              parentPathLength: length))
        }
      case (.array(let wanted), .array(let found)):
        let content = JSONDifference.Mismatch.count(expected: wanted.count, actual: found.count)
        differences.append(JSONDifference(path: path, content: content))
      default:
        if expected ?? .null == actual ?? .null { continue }
        let content = JSONDifference.Mismatch.value(expected: expected, actual: actual)
        differences.append(JSONDifference(path: path, content: content))
      }
    }
    return differences
  }
}
