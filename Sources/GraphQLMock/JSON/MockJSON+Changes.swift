// Values with a part of them changed. Recursion is as deep as the value, which has a limit.

extension MockJSON {
  /// The object with one more member, or with another value of it; any other value becomes an object.
  func setting(_ name: String, to value: MockJSON) -> MockJSON {
    let others = (members.map(Array.init) ?? []).map { ($0.name, $0.value) }
    return MockJSON(.object(JSONMembers(others + [(name, value)])))
  }

  /// The value that a path of names and indices leads to; nil if it leads nowhere.
  func value(at path: some Sequence<MockJSON>) -> MockJSON? {
    var value = self
    for step in path {
      if let name = step.string, let member = value.members?[name] {
        value = member
      } else if let index = step.int, let elements = value.array, elements.indices.contains(index) {
        value = elements[index]
      } else {
        return nil
      }
    }
    return value
  }

  /// Whether a path leads to something, null not counted.
  func hasValue(at path: some Sequence<MockJSON>) -> Bool { value(at: path)?.isNull == false }

  /// The value with another one at a path, which must lead somewhere.
  func replacing(at path: some Sequence<MockJSON>, with replacement: MockJSON) -> MockJSON {
    // Outside in, then inside out: no recursion over the path.
    var outer: [(container: MockJSON, step: MockJSON)] = []
    var value = self
    for step in path {
      guard let inner = value.value(at: [step]) else { return self }
      outer.append((value, step))
      value = inner
    }
    var result = replacement
    for (container, step) in outer.reversed() {
      if let name = step.string {
        result = container.setting(name, to: result)
      } else if let index = step.int, var elements = container.array {
        elements[index] = result
        result = .array(elements)
      }
    }
    return result
  }

  /// Two objects in one: members that both have are merged if they are objects or lists of the same
  /// length, else those of the other stay.
  func merging(_ other: MockJSON) -> MockJSON {
    if let left = array, let right = other.array, left.count == right.count {
      return .array(zip(left, right).map { $0.merging($1) })
    }
    guard let mine = members, let theirs = other.members else { return other }
    var merged = mine.map { ($0.name, $0.value) }
    for member in theirs {
      merged.append((member.name, mine[member.name]?.merging(member.value) ?? member.value))
    }
    return MockJSON(.object(JSONMembers(merged)))
  }
}
