// The members of changed objects are sorted by name, also if the order of writing was another.

extension MockJSON {
  /// Returns the object with a member added or replaced. A value of another kind is replaced by a new object.
  func setting(_ name: String, to value: MockJSON) -> MockJSON {
    .object(of: pairs + [(name, value)])
  }

  /// Returns the value for one step of a response path, which is a name or an index (GraphQL, section 7.1.2).
  func value(atPathStep step: MockJSON) -> MockJSON? {
    if let name = step.string { return members?[name] }
    guard let index = step.int, let array, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// Merges two objects member by member, or two arrays of equal length element by element. Otherwise returns
  /// `other`, or the value itself if `other` is null. The method is recursive (see `NestingLimit`).
  func merging(_ other: MockJSON) -> MockJSON {
    if let left = array, let right = other.array, left.count == right.count {
      return .array(zip(left, right).map { $0.merging($1) })
    }
    guard let mine = members, let theirs = other.members else { return other.isNull ? self : other }
    let merged = theirs.map { ($0.name, mine[$0.name]?.merging($0.value) ?? $0.value) }
    return .object(of: pairs + merged)
  }
}
