// Values with a part of them changed. Recursion is as deep as the value, which has a limit.

extension MockJSON {
  /// Adds or replaces a member.
  ///
  /// A value that isn't an object becomes one.
  func setting(_ name: String, to value: MockJSON) -> MockJSON {
    .object(of: pairs + [(name, value)])
  }

  /// Replaces values.
  ///
  /// `change` receives each value with the name of its member. Where it returns `nil`, the value's own members are
  /// visited.
  func changing(_ name: String? = nil, _ change: (String?, MockJSON) -> MockJSON?) -> MockJSON {
    if let value = change(name, self) { return value }
    if let array { return .array(array.map { $0.changing(nil, change) }) }
    return isObject ? .object(of: pairs.map { ($0, $1.changing($0, change)) }) : self
  }

  func value(at step: MockJSON) -> MockJSON? {
    if let name = step.string { return members?[name] }
    guard let index = step.int, let elements = array, elements.indices.contains(index) else {
      return nil
    }
    return elements[index]
  }

  /// Merges two objects.
  ///
  /// Members that both have are merged if they are objects, or lists of equal length. Otherwise the other's wins
  /// unless it is null.
  func merging(_ other: MockJSON) -> MockJSON {
    if let left = array, let right = other.array, left.count == right.count {
      return .array(zip(left, right).map { $0.merging($1) })
    }
    guard let mine = members, let theirs = other.members else { return other.isNull ? self : other }
    let merged = theirs.map { ($0.name, mine[$0.name]?.merging($0.value) ?? $0.value) }
    return .object(of: pairs + merged)
  }
}
