enum UTF8Scalar {
  /// Returns the smallest and largest valid second byte of a character in UTF-8 (Unicode, table 3-7).
  static func boundsOfSecond(after first: UInt8) -> (lower: UInt8, upper: UInt8)? {
    switch first {
    case 0xE0: (0xA0, 0xBF)
    case 0xED: (0x80, 0x9F)
    case 0xF0: (0x90, 0xBF)
    case 0xF4: (0x80, 0x8F)
    case 0xC2..<0xF4: (0x80, 0xBF)
    default: nil
    }
  }

  /// Returns the number of bytes of the character at an index, or 0 if its UTF-8 is invalid.
  static func length(_ source: Span<UInt8>, at index: Int) -> Int {
    guard index < source.count else { return 0 }
    let first = source[index]
    if first < 0x80 { return 1 }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard var bounds = boundsOfSecond(after: first), index + length <= source.count else {
      return 0
    }
    for next in index + 1..<index + length {
      guard source[next] >= bounds.lower, source[next] <= bounds.upper else { return 0 }
      bounds = (0x80, 0xBF)
    }
    return length
  }

  static func decode(_ source: Span<UInt8>, at index: Int) -> (scalar: Unicode.Scalar, length: Int)?
  {
    let length = length(source, at: index)
    var bytes = ContiguousArray<UInt8>()
    bytes.append(source, from: index, to: index + length)
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.first.map { ($0, length) }
  }

  /// Appends a character in UTF-8, or nothing if the value isn't a Unicode scalar.
  static func append(_ value: UInt32, to output: inout ContiguousArray<UInt8>) {
    guard let scalar = Unicode.Scalar(value) else { return }
    output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
  }
}
