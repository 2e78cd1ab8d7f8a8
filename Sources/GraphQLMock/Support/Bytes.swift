/// Comparing texts by their bytes.
///
/// Swift takes strings for equal that GraphQL and HTTP tell apart: `é` in one scalar and in two.
enum Bytes {
  /// Whether two texts have the same bytes in UTF-8.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    // What Swift tells apart, which it does fast, has other bytes.
    left == right && left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }

  /// Whether two texts have the same bytes, or neither is there.
  static func areEqual(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return areEqual(left, right)
  }

  /// Whether a text stands before another by its bytes, that is by code points (RFC 8259, section 8.3).
  static func isInOrder(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// Whether two spans have the same bytes.
  static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    var index = 0
    while index < left.count, left[index] == right[index] { index &+= 1 }
    return index == left.count
  }

  /// Whether a range of bytes is this text in UTF-8.
  static func areEqual(_ bytes: Span<UInt8>, _ range: Range<Int>, _ text: String) -> Bool {
    guard range.count == text.utf8.count else { return false }
    var index = range.lowerBound
    for byte in text.utf8 {
      if bytes[index] != byte { return false }
      index &+= 1
    }
    return true
  }
}

extension ContiguousArray<UInt8> {
  /// Appends a part of a span.
  ///
  /// The range is checked once, after which the loop compiles to wide copies.
  mutating func append(_ chunk: Span<UInt8>, from start: Int, to end: Int) {
    guard start < end else { return }
    let part = chunk.extracting(start..<end)
    append(addingCapacity: part.count) { room in
      for index in 0..<part.count { room.append(part[index]) }
    }
  }

  /// Where the bytes of one kind end that begin at an offset.
  func end(from start: Int, while isOfKind: (UInt8) -> Bool) -> Int {
    var end = start
    while end < count, isOfKind(self[end]) { end += 1 }
    return end
  }

  /// Whether a text stands at an offset.
  func has(_ text: String, at start: Int) -> Bool {
    start < count && self[start...].starts(with: text.utf8)
  }

  /// Whether one of some bytes stands at an offset.
  func has(oneOf bytes: String, at start: Int) -> Bool {
    start < count && bytes.utf8.contains(self[start])
  }
}
