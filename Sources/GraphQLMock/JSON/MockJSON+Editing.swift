// These recurse, which short functions may: see `NestingLimit`.

extension MockJSON {
  /// Replaces a member of the same name (`JSONMembers` keeps the last); a value that isn't an object becomes one.
  func setting(_ name: String, to value: MockJSON) -> MockJSON {
    .object(of: pairs + [(name, value)])
  }

  /// Replaces each value for which `change` doesn't return nil; of the others, visits the members.
  /// - Parameter change: Called with the name of a member; it is nil for elements and for the root.
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

  /// - Parameter step: A step of a response path (section 7.1.2): the name of a member, or an index.
  func value(atPathStep step: MockJSON) -> MockJSON? {
    if let name = step.string { return members?[name] }
    guard let index = step.int, let elements = array, elements.indices.contains(index) else {
      return nil
    }
    return elements[index]
  }

  /// Merges objects, and lists of equal length; of other values, the second wins unless it is null.
  func merging(_ other: MockJSON) -> MockJSON {
    if let left = array, let right = other.array, left.count == right.count {
      return .array(zip(left, right).map { $0.merging($1) })
    }
    guard let mine = members, let theirs = other.members else { return other.isNull ? self : other }
    let merged = theirs.map { ($0.name, mine[$0.name]?.merging($0.value) ?? $0.value) }
    return .object(of: pairs + merged)
  }
}
