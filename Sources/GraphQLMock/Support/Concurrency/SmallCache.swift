/// The last four values that were created, with keys that are compared rather than hashed.
struct SmallCache<Key: Equatable & Sendable, Value: Sendable>: Sendable {
  private let latest = Locked<[(key: Key, value: Value)]>([])

  private static var limit: Int { 4 }

  /// Returns the cached value of a key, or creates the value. If two threads create a value, both get the first one.
  func value<Failure: Error>(
    for key: Key, _ make: (Key) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let known = latest.withLock { latest -> Value? in
      // Unlike `first(where:)`, a loop allocates no memory.
      for entry in latest where entry.key == key { return entry.value }
      return nil
    }
    if let known { return known }
    let value = try make(key)
    return latest.withLock { latest in
      if let first = latest.first(where: { $0.key == key }) { return first.value }
      if latest.count == Self.limit { latest.removeFirst() }
      latest.append((key, value))
      return value
    }
  }
}
