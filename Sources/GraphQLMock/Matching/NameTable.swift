/// The handlers for each operation name, hashed by the digest of the name.
///
/// The digest is mixed already, so its low bits say where to look. A `Dictionary` would hash it again,
/// which took a third of a look-up.
struct NameTable: Sendable {
  private struct Bucket: Sendable {
    let name: Digest128
    var handlers: [RegisteredHandler]
  }

  private var buckets: ContiguousArray<Bucket> = []
  /// Positions in `buckets`, or -1: twice as many slots as buckets at least, a power of two.
  private var slots: ContiguousArray<Int32> = [-1, -1]

  /// The handlers for a name, sorted by rank.
  subscript(name: Digest128) -> [RegisteredHandler]? {
    let position = slots[slot(of: name)]
    return position < 0 ? nil : buckets[Int(position)].handlers
  }

  /// All handlers.
  var handlers: [RegisteredHandler] { buckets.flatMap(\.handlers) }

  /// Adds a handler with a higher rank than those before it.
  mutating func append(_ handler: RegisteredHandler, to name: Digest128) {
    let slot = slot(of: name)
    if slots[slot] >= 0 {
      buckets[Int(slots[slot])].handlers.append(handler)
      return
    }
    slots[slot] = Int32(buckets.count)
    buckets.append(Bucket(name: name, handlers: [handler]))
    if buckets.count * 2 > slots.count { grow() }
  }

  /// The slot that has the name, or where it would go.
  private func slot(of name: Digest128) -> Int {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: name.low) & mask
    while slots[slot] >= 0, buckets[Int(slots[slot])].name != name { slot = (slot &+ 1) & mask }
    return slot
  }

  private mutating func grow() {
    slots = ContiguousArray(repeating: -1, count: slots.count * 4)
    for position in buckets.indices {
      slots[slot(of: buckets[position].name)] = Int32(position)
    }
  }
}
