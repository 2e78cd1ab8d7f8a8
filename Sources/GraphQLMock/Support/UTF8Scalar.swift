/// Reading UTF-8 from bytes that nobody has validated.
enum UTF8Scalar {
  /// The length of the well-formed sequence at `index` (Unicode, table 3-7), or 0.
  static func length(_ source: Span<UInt8>, at index: Int) -> Int {
    let count = source.count
    guard index < count else { return 0 }
    let first = source[index]
    if first < 0x80 { return 1 }
    guard index + 1 < count else { return 0 }
    let second = source[index + 1]
    switch first {
    case 0xC2...0xDF:
      return isContinuation(second) ? 2 : 0
    case 0xE0...0xEF:
      let low: UInt8 = first == 0xE0 ? 0xA0 : 0x80
      let high: UInt8 = first == 0xED ? 0x9F : 0xBF
      guard second >= low, second <= high, index + 2 < count else { return 0 }
      return isContinuation(source[index + 2]) ? 3 : 0
    case 0xF0...0xF4:
      let low: UInt8 = first == 0xF0 ? 0x90 : 0x80
      let high: UInt8 = first == 0xF4 ? 0x8F : 0xBF
      guard second >= low, second <= high, index + 3 < count else { return 0 }
      return isContinuation(source[index + 2]) && isContinuation(source[index + 3]) ? 4 : 0
    default:
      return 0
    }
  }

  /// The scalar at `index` with its length; nil at the end and where the bytes are not UTF-8.
  static func decode(_ source: Span<UInt8>, at index: Int) -> (scalar: Unicode.Scalar, length: Int)?
  {
    let length = length(source, at: index)
    guard length > 0 else { return nil }
    var value = UInt32(source[index])
    if length > 1 {
      value &= 0xFF >> UInt32(length + 1)
      for offset in 1..<length {
        value = value << 6 | UInt32(source[index + offset] & 0x3F)
      }
    }
    return Unicode.Scalar(value).map { ($0, length) }
  }

  /// Appends the UTF-8 of a scalar value.
  ///
  /// Values that are none are the caller's mistake: skipped.
  static func append(_ value: UInt32, to output: inout ContiguousArray<UInt8>) {
    guard let scalar = Unicode.Scalar(value) else { return }
    output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
  }

  @inline(__always)
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
