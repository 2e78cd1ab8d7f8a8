/// What a name looks like at a glance: its length, its first and its last bytes.
///
/// Of thousands of names, it finds the few that are worth an exact comparison.
struct NameSketch: Sendable, Hashable {
  /// How many bytes of a name count.
  private static let longest = 128
  /// How many bytes at either end are kept.
  private static let kept = 16

  private let length: Int
  /// The first sixteen bytes in lower case, the first of them lowest.
  private let start: EndBytes
  /// The last sixteen bytes in lower case, the last of them lowest.
  private let end: EndBytes

  /// Sixteen bytes of a name, zeros where it has no more.
  private struct EndBytes: Sendable, Hashable {
    var outer: UInt64 = 0
    var inner: UInt64 = 0

    /// Reads up to sixteen bytes, one after the other in a direction.
    init(_ bytes: Span<UInt8>, from start: Int, by step: Int, count: Int) {
      var index = start
      for position in 0..<count {
        let byte = UInt64(bytes[index].asciiLowercased) << UInt64(8 * (position % 8))
        if position < 8 { outer |= byte } else { inner |= byte }
        index += step
      }
    }

    /// How many bytes are the same, counted from the end of the name.
    func same(as other: EndBytes) -> Int {
      let outer = (self.outer ^ other.outer).trailingZeroBitCount / 8
      return outer < 8 ? outer : 8 + (inner ^ other.inner).trailingZeroBitCount / 8
    }
  }

  init(_ name: String) { self.init(utf8: ContiguousArray(name.utf8)) }

  init(utf8 name: ContiguousArray<UInt8>) {
    let bytes = name.span
    length = min(bytes.count, Self.longest)
    let count = min(length, Self.kept)
    start = EndBytes(bytes, from: 0, by: 1, count: count)
    end = EndBytes(bytes, from: length - 1, by: -1, count: count)
  }

  /// How alike two names look, from -128 to 64: twice the bytes that they begin and end with together,
  /// less what one is longer.
  func likeness(to other: NameSketch) -> Int {
    let same = start.same(as: other.start) + end.same(as: other.end)
    return 2 * min(same, length, other.length) - abs(length - other.length)
  }

  /// The range of ``likeness(to:)``.
  private static let likenesses = -longest...(4 * kept)

  /// The positions of the names that look most like one, as many as there may be; what looks alike is
  /// in order.
  static func nearest(
    to name: String, among sketches: [NameSketch], atMost limit: Int
  ) -> [Int] {
    guard sketches.count > limit else { return Array(sketches.indices) }
    let wanted = NameSketch(name)
    // One pass to count, one to take: sorting thousands would cost more.
    var counts = [Int](repeating: 0, count: likenesses.count)
    var found = [Int](repeating: 0, count: sketches.count)
    // There may be thousands, and in a debug build each call for each of them counts.
    var position = 0
    while position < sketches.count {
      let likeness = wanted.likeness(to: sketches[position]) - likenesses.lowerBound
      found[position] = likeness
      counts[likeness] += 1
      position += 1
    }
    var least = counts.count
    var total = 0
    while least > 0, total < limit {
      least -= 1
      total += counts[least]
    }
    // Of those that are just good enough, no more than there is room for.
    var spare = limit - (total - counts[least])
    var positions: [Int] = []
    position = 0
    while position < found.count {
      if found[position] > least {
        positions.append(position)
      } else if found[position] == least, spare > 0 {
        spare -= 1
        positions.append(position)
      }
      position += 1
    }
    return positions
  }
}
