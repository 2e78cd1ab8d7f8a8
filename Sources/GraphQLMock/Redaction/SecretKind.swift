/// UTF-8, or the bytes of a body that may be anything. Offsets and ranges in it are in bytes.
typealias ByteText = ContiguousArray<UInt8>

/// The kind of a secret. Its replacement has the same kind, so that clients can decode it.
enum SecretKind: Sendable, Equatable {
  case jwt
  case uuid(isUppercase: Bool)
  /// A date with or without a time (RFC 3339).
  case date
  case mailAddress
  /// A URL. The length of its scheme includes `://`.
  case url(schemeLength: Int)
  case digits
  case text

  init(_ text: ByteText) {
    self = .text
    guard let first = text.first else { return }
    if first.isDigit, text.allSatisfy({ $0.isDigit }) {
      self = .digits
    } else if first == 0x65, JSONWebToken.length(text, at: 0) == text.count {
      self = .jwt
    } else if text.count == 36, Self.fits(text, "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF") {
      self = .uuid(isUppercase: text.contains { $0 &- 0x41 < 26 })
    } else if Self.isDate(text) {
      self = .date
    } else if let length = Self.schemeLength(text) {
      self = .url(schemeLength: length)
    } else if Self.isMailAddress(text) {
      self = .mailAddress
    }
  }

  private static func isDate(_ text: ByteText) -> Bool {
    if text.count == 10 { return fits(text, "0000-00-00") }
    return text.count < 40
      && (fits(text, "0000-00-00T00:00:00") || fits(text, "0000-00-00 00:00:00"))
      && text[19...].allSatisfy { $0.isDigit || $0.isOne(of: ".:+-Z") }
  }

  private static func fits(_ text: ByteText, _ pattern: String) -> Bool {
    text.count >= pattern.utf8.count
      && zip(text, pattern.utf8).allSatisfy { byte, sign in
        switch sign {
        case UInt8(ascii: "0"): byte.isDigit
        case UInt8(ascii: "F"): byte.hexDigitValue != nil
        default: byte == sign
        }
      }
  }

  private static func schemeLength(_ text: ByteText) -> Int? {
    for scheme in ["https://", "http://", "wss://", "ws://"]
    where text.count > scheme.utf8.count && text.starts(with: scheme.utf8) {
      return text.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? scheme.utf8.count : nil
    }
    return nil
  }

  private static func isMailAddress(_ text: ByteText) -> Bool {
    guard text.count <= 254, let at = text.firstIndex(of: 0x40), at > 0,
      text.lastIndex(of: 0x40) == at
    else { return false }
    let domain = text[(at + 1)...]
    guard let dot = domain.lastIndex(of: 0x2E), dot > domain.startIndex, dot + 1 < text.endIndex
    else { return false }
    // An email address can't contain these characters outside of quotes.
    return text.allSatisfy { $0 > 0x20 && $0 < 0x7F && !$0.isOne(of: "(),:;<>[]\"\\/") }
  }
}
