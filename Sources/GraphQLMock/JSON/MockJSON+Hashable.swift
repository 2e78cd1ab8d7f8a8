/// Containers that are still to be visited are a list, not recursion: a deep value must not exhaust
/// the stack of the thread.
extension MockJSON: Hashable {
  /// Whether both mean the same JSON value.
  public static func == (left: MockJSON, right: MockJSON) -> Bool {
    var pending: [(MockJSON, MockJSON)] = []
    guard areEqual(left, right, &pending) else { return false }
    while let (left, right) = pending.popLast() {
      guard areEqual(left, right, &pending) else { return false }
    }
    return true
  }

  /// Compares two values but for their members, which are left pending where they have some.
  private static func areEqual(
    _ left: MockJSON, _ right: MockJSON, _ pending: inout [(MockJSON, MockJSON)]
  ) -> Bool {
    switch (left.storage, right.storage) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.string(let left), .string(let right)): return Bytes.areEqual(left, right)
    case (.unencodable(let left), .unencodable(let right)): return left == right
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      pending.append(contentsOf: zip(left, right))
      return true
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      for (left, right) in zip(left, right) {
        guard Bytes.areEqual(left.name, right.name) else { return false }
        pending.append((left.value, right.value))
      }
      return true
    default: return false
    }
  }

  /// Feeds the meaning of the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    var pending = [self]
    while let value = pending.popLast() {
      switch value.storage {
      case .null: hasher.combine(0)
      case .bool(let bool): hasher.combine(bool)
      case .number(let number): hasher.combine(number)
      case .string(let string): JSONBytes.hash(string, into: &hasher)
      case .unencodable(let problem): hasher.combine(problem)
      case .array(let elements):
        hasher.combine(elements.count)
        pending += elements
      case .object(let members):
        hasher.combine(members.count)
        for member in members {
          JSONBytes.hash(member.name, into: &hasher)
          pending.append(member.value)
        }
      }
    }
  }
}
