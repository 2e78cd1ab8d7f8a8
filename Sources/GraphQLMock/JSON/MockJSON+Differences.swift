extension MockJSON {
  enum Comparison: Sendable, Equatable {
    /// Members that only the actual object has are ignored, even in objects inside of arrays.
    case subset
    case exact
  }

  /// Returns whether the value matches an expected value. A missing member is equal to null.
  func matches(_ expected: MockJSON, _ comparison: Comparison = .subset) -> Bool {
    expected.depth == 0
      ? self == expected : Self.differences(of: self, from: expected, comparison, limit: 1).isEmpty
  }

  /// Returns the differences between two values in the order of their paths. A missing member is equal to null.
  static func differences(
    of actual: MockJSON?, from expected: MockJSON, _ comparison: Comparison = .subset,
    limit: Int = .max, at root: JSONPath = JSONPath()
  ) -> [JSONDifference] {
    var differences: [JSONDifference] = []
    // The values to compare, with their names or indices and the lengths of the paths around them.
    var pending: [(MockJSON?, MockJSON?, JSONPath.Component?, Int)] = []
    pending.append((expected, actual, nil, root.components.count))
    var path = root
    while differences.count < limit,
      let (expected, actual, component, parentLength) = pending.popLast()
    {
      path.components.removeLast(path.components.count - parentLength)
      if let component { path.components.append(component) }
      let length = path.components.count
      switch (expected?.storage ?? .null, actual?.storage ?? .null) {
      case (.object(let wanted), .object(let found)):
        var names = wanted.map(\.name)
        if comparison == .exact {
          names = (names + found.map(\.name).filter { wanted[$0] == nil }).ordered(
            by: Bytes.isInOrder)
        }
        for name in names.reversed() {
          pending.append((wanted[name], found[name], .member(name), length))
        }
      case (.array(let wanted), .array(let found)) where wanted.count == found.count:
        for index in wanted.indices.reversed() {
          pending.append((wanted[index], found[index], .element(index), length))
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
