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

    /// How many bytes are the same, counted from the end of the name.
    func same(as other: EndBytes) -> Int {
      let outer = (self.outer ^ other.outer).trailingZeroBitCount / 8
      return outer < 8 ? outer : 8 + (inner ^ other.inner).trailingZeroBitCount / 8
    }
  }

  /// What no name looks like.
  static let empty = NameSketch("")

  init(_ name: String) {
    var length = 0
    var start = EndBytes()
    var end = EndBytes()
    for byte in name.utf8.prefix(Self.longest) {
      let byte = UInt64(byte.asciiLowercased)
      if length < 8 {
        start.outer |= byte << UInt64(8 * length)
      } else if length < Self.kept {
        start.inner |= byte << UInt64(8 * (length - 8))
      }
      end.inner = end.inner << 8 | end.outer >> 56
      end.outer = end.outer << 8 | byte
      length += 1
    }
    self.length = length
    self.start = start
    self.end = end
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
    var found: [Int] = []
    found.reserveCapacity(sketches.count)
    for sketch in sketches {
      let likeness = wanted.likeness(to: sketch) - likenesses.lowerBound
      found.append(likeness)
      counts[likeness] += 1
    }
    var least = counts.count
    var total = 0
    while least > 0, total < limit {
      least -= 1
      total += counts[least]
    }
    var positions: [Int] = []
    for (position, likeness) in found.enumerated() where likeness > least {
      positions.append(position)
    }
    for (position, likeness) in found.enumerated() where likeness == least {
      guard positions.count < limit else { break }
      positions.append(position)
    }
    return positions
  }
}
