/// A name that a schema has: equal names are equal numbers.
struct NameID: Hashable, Sendable {
  let index: Int32

  init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }
}

/// The names of a schema, each once, found by their bytes.
///
/// The bytes stay where they are in the text of the schema, which is handed to each call.
struct SchemaNames: Sendable {
  private struct Entry: Sendable {
    var start: Int32
    var end: Int32
    var hash: UInt32

    var range: Range<Int> { Int(start)..<Int(end) }
  }

  private var entries = ContiguousArray<Entry>()
  /// A power of two, at least twice as many as names; a slot holds a position plus one, or zero.
  private var slots: ContiguousArray<Int32>

  /// - Parameter expected: About how many names there will be.
  init(expected: Int) {
    var capacity = 64
    while capacity < expected * 2 { capacity *= 2 }
    slots = ContiguousArray(repeating: 0, count: capacity)
    entries.reserveCapacity(expected)
  }

  var count: Int { entries.count }

  /// Where the name stands first.
  func range(of name: NameID) -> Range<Int> { entries[Int(name.index)].range }

  /// The number of a name of the schema's own text; a new name gets the next.
  mutating func intern(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> NameID {
    let hash = Self.hash(text, start, end)
    var slot = Int(hash) & (slots.count &- 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot] &- 1)
      if matches(entries[index], hash, text, start, end, in: text) { return NameID(index) }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    let index = entries.count
    entries.append(
      Entry(
        start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end), hash: hash))
    slots[slot] = Int32(truncatingIfNeeded: index &+ 1)
    if entries.count &* 2 > slots.count { grow() }
    return NameID(index)
  }

  /// The number of a name that stands in another text; nil if the schema does not have it.
  func find(
    _ text: Span<UInt8>, _ start: Int, _ end: Int, in schema: Span<UInt8>
  ) -> NameID? {
    let hash = Self.hash(text, start, end)
    var slot = Int(hash) & (slots.count &- 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot] &- 1)
      if matches(entries[index], hash, text, start, end, in: schema) { return NameID(index) }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  @inline(__always)
  private func matches(
    _ entry: Entry, _ hash: UInt32, _ text: Span<UInt8>, _ start: Int, _ end: Int,
    in schema: Span<UInt8>
  ) -> Bool {
    guard entry.hash == hash, Int(entry.end &- entry.start) == end &- start else { return false }
    var left = Int(entry.start)
    for right in start..<end {
      if schema[left] != text[right] { return false }
      left &+= 1
    }
    return true
  }

  private mutating func grow() {
    var larger = ContiguousArray<Int32>(repeating: 0, count: slots.count * 2)
    for (index, entry) in entries.enumerated() {
      var slot = Int(entry.hash) & (larger.count &- 1)
      while larger[slot] != 0 { slot = (slot &+ 1) & (larger.count &- 1) }
      larger[slot] = Int32(truncatingIfNeeded: index &+ 1)
    }
    slots = larger
  }

  @inline(__always)
  private static func hash(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: Digest128(of: text, start, end).low)
  }
}
