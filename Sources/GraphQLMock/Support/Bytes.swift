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
