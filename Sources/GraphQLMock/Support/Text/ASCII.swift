// Functions that run for each byte use arithmetic, because ranges and lookup tables are slower in debug builds.

extension UInt8 {
  @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }

  @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  @inline(__always) var hexDigitValue: UInt32? {
    switch self {
    case 0x30...0x39: UInt32(self &- 0x30)
    case 0x41...0x46: UInt32(self &- 0x37)
    case 0x61...0x66: UInt32(self &- 0x57)
    default: nil
    }
  }

  var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  /// A Boolean value that indicates whether a GraphQL name can start with the byte (GraphQL, section 2.1.9).
  @inline(__always) var startsName: Bool { isLetter || self == 0x5F }

  @inline(__always) var continuesName: Bool { startsName || isDigit }
}

extension StringProtocol {
  var isGraphQLName: Bool {
    guard let first = utf8.first, first.startsName else { return false }
    return utf8.allSatisfy { $0.continuesName }
  }
}

extension String {
  init(hexadecimal value: some BinaryInteger, width: Int, uppercase: Bool = false) {
    let digits = String(value, radix: 16, uppercase: uppercase)
    self = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }

  var swiftLiteral: String { String(reflecting: self) }

  /// Returns whether texts of ASCII, such as names of header fields, are equal in any case.
  func equalsIgnoringCase(_ other: String) -> Bool {
    // The method `lowercased()` is fast in debug builds, unlike a loop over bytes.
    utf8.count == other.utf8.count && (self == other || lowercased() == other.lowercased())
  }
}
