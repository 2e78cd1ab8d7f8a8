// Questions that matching asks of objects.

extension MockJSON {
  var isObject: Bool { members != nil }

  /// Whether there is a member of that name, null or not.
  func hasMember(_ name: String) -> Bool { members?[name] != nil }

  /// The value without members that are null, at any depth of objects: absent and null are alike.
  func droppingNullMembers() -> MockJSON {
    if let members {
      let kept = members.lazy.filter { !$0.value.isNull }
      return MockJSON(.object(JSONMembers(kept.map { ($0.name, $0.value.droppingNullMembers()) })))
    }
    if let array { return .array(array.map { $0.droppingNullMembers() }) }
    return self
  }
}
