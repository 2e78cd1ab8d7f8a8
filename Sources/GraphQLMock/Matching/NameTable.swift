/// The handlers for each operation name, hashed by the digest of the name.
///
/// The digest is mixed already, so its low bits say where to look. A `Dictionary` would hash it again,
/// which took a third of a look-up.
struct NameTable: Sendable {
  private struct Slot: Sendable {
    var name = Digest128(high: 0, low: 0)
    /// What the name looks like, for messages.
    var sketch = NameSketch.empty
    /// Sorted by rank; none in a slot that is free.
    var handlers: [RegisteredHandler] = []
  }

  /// A power of two, at least twice as many as names.
  private var slots = ContiguousArray(repeating: Slot(), count: 2)
  private var count = 0
  /// How many handlers there are, whatever their names.
  private(set) var handlerCount = 0

  /// The handlers for a name, sorted by rank.
  subscript(name: Digest128) -> [RegisteredHandler] { slots[slot(of: name)].handlers }

  /// A handler of a slot, by its position in order of rank.
  subscript(slot: Int, position: Int) -> RegisteredHandler { slots[slot].handlers[position] }

  /// How many handlers a slot has.
  func count(in slot: Int) -> Int { slots[slot].handlers.count }

  /// The slot that has the name, or would have it.
  func slot(of name: Digest128) -> Int {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: name.low) & mask
    while slots[slot].name != name, !slots[slot].handlers.isEmpty { slot = (slot &+ 1) & mask }
    return slot
  }

  /// All handlers.
  var handlers: [RegisteredHandler] { slots.flatMap(\.handlers) }

  /// The slots of all names but one, with what the names look like.
  func sketches(but name: Digest128?) -> (slots: [Int], sketches: [NameSketch]) {
    var found: (slots: [Int], sketches: [NameSketch]) = ([], [])
    var slot = 0
    // There may be thousands, and a debug build calls a closure for each.
    while slot < slots.count {
      if !slots[slot].handlers.isEmpty, slots[slot].name != name {
        found.slots.append(slot)
        found.sketches.append(slots[slot].sketch)
      }
      slot += 1
    }
    return found
  }

  /// The handlers of a slot, sorted by rank.
  func handlers(in slot: Int) -> [RegisteredHandler] { slots[slot].handlers }

  /// Adds a handler with a higher rank than those before it.
  mutating func append(_ handler: RegisteredHandler, to name: Digest128, spelled text: String) {
    let slot = slot(of: name)
    handlerCount += 1
    if slots[slot].handlers.isEmpty {
      slots[slot].name = name
      slots[slot].sketch = NameSketch(text)
      count += 1
    }
    slots[slot].handlers.append(handler)
    if count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    let old = slots
    slots = ContiguousArray(repeating: Slot(), count: old.count * 4)
    for taken in old where !taken.handlers.isEmpty { slots[slot(of: taken.name)] = taken }
  }
}
