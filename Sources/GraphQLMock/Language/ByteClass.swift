/// What a byte may begin or continue.
///
/// The switches are over constants, which the optimiser turns into look-up tables; a stored table
/// would cost a lazy initialiser and a bounds check per byte.
enum ByteClass {
  static let other: UInt8 = 0
  static let ignored: UInt8 = 1
  static let nameStart: UInt8 = 2
  static let digit: UInt8 = 3
  static let punctuator: UInt8 = 4
  static let quote: UInt8 = 5
  static let hash: UInt8 = 6
  static let dot: UInt8 = 7
  static let minus: UInt8 = 8

  @inline(__always)
  static func of(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0x09, 0x0A, 0x0D, 0x20, 0x2C: 1
    case 0x41...0x5A, 0x5F, 0x61...0x7A: 2
    case 0x30...0x39: 3
    case 0x21, 0x24, 0x26, 0x28, 0x29, 0x3A, 0x3D, 0x40, 0x5B, 0x5D, 0x7B, 0x7C, 0x7D: 4
    case 0x22: 5
    case 0x23: 6
    case 0x2E: 7
    case 0x2D: 8
    default: 0
    }
  }

  // NameContinue :: Letter | Digit | `_`
  @inline(__always)
  static func continuesName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  @inline(__always)
  static func startsName(_ byte: UInt8) -> Bool { of(byte) == nameStart }

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
