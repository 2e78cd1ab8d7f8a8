// Methods in this file may be recursive, because their stack frames are small: see `NestingLimit`.

extension MockJSON {
  // Returns the object with a member added or replaced. A value of another kind is replaced by a new object.
  func setting(_ name: String, to value: MockJSON) -> MockJSON {
    .object(of: pairs + [(name, value)])
  }

  // Replaces each value for which `change` doesn't return nil, and otherwise visits the values inside of it. The
  // name is nil for an array element and for the outermost value.
  func changing(_ change: (_ name: String?, _ value: MockJSON) -> MockJSON?) -> MockJSON {
    changing(nil, change)
  }

  private func changing(
    _ name: String?, _ change: (_ name: String?, _ value: MockJSON) -> MockJSON?
  ) -> MockJSON {
    if let value = change(name, self) { return value }
    if let array { return .array(array.map { $0.changing(nil, change) }) }
    return isObject ? .object(of: pairs.map { ($0, $1.changing($0, change)) }) : self
  }

  /// Returns the value for one step of a response path, which is a name or an index (GraphQL, section 7.1.2).
  func value(atPathStep step: MockJSON) -> MockJSON? {
    if let name = step.string { return members?[name] }
    guard let index = step.int, let elements = array, elements.indices.contains(index) else {
      return nil
    }
    return elements[index]
  }

  // Merges two objects member by member, or two arrays of equal length element by element. Otherwise returns
  // `other`, or the value itself if `other` is null.
  func merging(_ other: MockJSON) -> MockJSON {
    if let left = array, let right = other.array, left.count == right.count {
      return .array(zip(left, right).map { $0.merging($1) })
    }
    guard let mine = members, let theirs = other.members else { return other.isNull ? self : other }
    let merged = theirs.map { ($0.name, mine[$0.name]?.merging($0.value) ?? $0.value) }
    return .object(of: pairs + merged)
  }
}
