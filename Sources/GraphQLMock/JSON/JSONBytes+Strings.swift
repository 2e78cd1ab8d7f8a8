/// Strings as JSON compares them: by code points, that is by their UTF-8 bytes, where Swift's own
/// operators hold "é" in its two spellings for equal (RFC 8259, section 8.3).
extension JSONBytes {
  enum Order: Sendable { case less, equal, greater }

  static func order(_ left: String, _ right: String) -> Order {
    var rest = right.utf8.makeIterator()
    for byte in left.utf8 {
      guard let other = rest.next() else { return .greater }
      if byte != other { return byte < other ? .less : .greater }
    }
    return rest.next() == nil ? .equal : .less
  }

  static func hash(_ string: String, into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}
