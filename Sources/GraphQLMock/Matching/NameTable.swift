/// The handlers for each operation name, hashed by the digest of the name.
///
/// The digest is mixed already, so its low bits say where to look. A `Dictionary` would hash it again,
/// which took a third of a look-up.
struct NameTable: Sendable {
  private struct Slot: Sendable {
    var name = Digest128(high: 0, low: 0)
    /// Sorted by rank; none in a slot that is free.
    var handlers: [RegisteredHandler] = []
  }

  /// A power of two, at least twice as many as names.
  private var slots = ContiguousArray(repeating: Slot(), count: 2)
  /// The names, by digest, in the order of their first handlers, with what they look like, for
  /// messages; slots are searched faster without it.
  private var names: [(digest: Digest128, sketch: NameSketch)] = []
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

  /// The names but one, with what they look like.
  func sketches(but name: Digest128?) -> (names: [Digest128], sketches: [NameSketch]) {
    var found: (names: [Digest128], sketches: [NameSketch]) = ([], [])
    var index = 0
    // There may be thousands, and a debug build calls a closure for each.
    while index < names.count {
      if names[index].digest != name {
        found.names.append(names[index].digest)
        found.sketches.append(names[index].sketch)
      }
      index += 1
    }
    return found
  }

  /// All handlers.
  var handlers: [RegisteredHandler] { slots.flatMap(\.handlers) }

  /// Adds a handler with a higher rank than those before it.
  /// - Parameter text: How the name is spelled, in UTF-8.
  mutating func append(
    _ handler: RegisteredHandler, to name: Digest128, spelled text: ContiguousArray<UInt8>
  ) {
    let slot = slot(of: name)
    handlerCount += 1
    if slots[slot].handlers.isEmpty {
      slots[slot].name = name
      names.append((name, NameSketch(utf8: text)))
    }
    slots[slot].handlers.append(handler)
    if names.count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    var old = slots
    slots = ContiguousArray(repeating: Slot(), count: old.count * 4)
    // Moved, not copied: no array need be retained.
    for index in old.indices where !old[index].handlers.isEmpty {
      swap(&slots[slot(of: old[index].name)], &old[index])
    }
  }
}
