/// What a byte may begin or continue.
///
/// The switches are over constants, which the optimiser turns into bit tests; a stored table would
/// cost a lazy initialiser and a bounds check per byte.
enum ByteClass {
  // True for a byte that begins a name, or is a punctuator: one of ! $ & ( ) : = @ [ ] { | }
  @inline(__always)
  static func isCommonStart(_ byte: UInt8) -> Bool {
    // A bit for each ASCII character.
    let bits: UInt64 = byte < 0x40 ? 0x2400_0352_0000_0000 : 0x3FFF_FFFE_AFFF_FFFF
    return byte < 0x80 && bits &>> UInt64(byte & 0x3F) & 1 != 0
  }

  // NameStart :: Letter | `_`
  @inline(__always)
  static func startsName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  // NameContinue :: Letter | Digit | `_`
  @inline(__always)
  static func continuesName(_ byte: UInt8) -> Bool { startsName(byte) || isDigit(byte) }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte &- 0x30)
    case 0x41...0x46: UInt32(byte &- 0x37)
    case 0x61...0x66: UInt32(byte &- 0x57)
    default: nil
    }
  }
}
