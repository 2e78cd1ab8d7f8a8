// Base64 in both alphabets (RFC 4648, sections 4 and 5), padded or not.

enum Base64 {
  static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x61 + 26
    case 0x30...0x39: byte - 0x30 + 52
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }

  /// Decodes a text; nil if it is none of base64.
  static func decode(_ text: some Collection<UInt8>) -> ContiguousArray<UInt8>? {
    var result = ContiguousArray<UInt8>()
    result.reserveCapacity(text.count / 4 * 3 + 3)
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in text {
      if byte == 0x3D {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count % 4 == 0 {
        result.append(UInt8(truncatingIfNeeded: bits >> 16))
        result.append(UInt8(truncatingIfNeeded: bits >> 8))
        result.append(UInt8(truncatingIfNeeded: bits))
      }
    }
    guard padding <= 2, padding == 0 || (count + padding) % 4 == 0 else { return nil }
    switch count % 4 {
    case 1: return nil
    case 2: result.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3:
      result.append(UInt8(truncatingIfNeeded: bits >> 10))
      result.append(UInt8(truncatingIfNeeded: bits >> 2))
    default: break
    }
    return result
  }

  /// Encodes bytes with the alphabet of URLs, without padding.
  static func encodeForURL(_ bytes: some Collection<UInt8>) -> ContiguousArray<UInt8> {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var result = ContiguousArray<UInt8>()
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        result.append(alphabet[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { result.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
    return result
  }
}
