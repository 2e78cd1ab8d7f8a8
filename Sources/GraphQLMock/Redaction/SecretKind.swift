// What a secret looks like, so that what stands in its place can be decoded as the same.

/// The kinds of strings that clients take apart.
enum SecretKind: Sendable, Hashable {
  /// A JSON Web Token (RFC 7519): segments of base64url, the first of them a JSON object.
  case jwt
  /// A UUID in its usual form (RFC 9562, section 4).
  case uuid(isUppercase: Bool)
  /// A calendar date, perhaps with a time (RFC 3339): where the part behind the seconds begins.
  case date(tail: Int?)
  case mailAddress
  /// An absolute URL for the web; how long it is up to its host.
  case url(schemeLength: Int)
  /// Decimal digits only.
  case digits
  case text

  init(_ text: ContiguousArray<UInt8>) {
    self = .text
    guard let first = text.first else { return }
    if first.isDigit, text.allSatisfy(\.isDigit) {
      self = .digits
    } else if first == 0x65, JSONWebToken.length(text.span, at: 0) == text.count {
      self = .jwt
    } else if let uuid = Self.uuid(text) {
      self = uuid
    } else if let date = Self.date(text) {
      self = date
    } else if let length = Self.schemeLength(text) {
      self = .url(schemeLength: length)
    } else if Self.isMailAddress(text) {
      self = .mailAddress
    }
  }

  private static func uuid(_ text: ContiguousArray<UInt8>) -> SecretKind? {
    guard text.count == 36 else { return nil }
    var isUppercase = false
    for (index, byte) in text.enumerated() {
      switch byte {
      case 0x2D where [8, 13, 18, 23].contains(index): break
      case _ where [8, 13, 18, 23].contains(index): return nil
      case 0x41...0x46: isUppercase = true
      case 0x30...0x39, 0x61...0x66: break
      default: return nil
      }
    }
    return .uuid(isUppercase: isUppercase)
  }

  /// `2026-11-21`, perhaps followed by `T16:48:14` and what tells fractions and zone.
  private static func date(_ text: ContiguousArray<UInt8>) -> SecretKind? {
    guard text.count == 10 || text.count >= 19, fits(text, 0, "0000-00-00") else { return nil }
    if text.count == 10 { return .date(tail: nil) }
    guard fits(text, 10, "T00:00:00") || fits(text, 10, " 00:00:00"), text.count < 40,
      text[19...].allSatisfy({
        $0.isDigit || $0 == 0x2E || $0 == 0x3A || $0 == 0x2B || $0 == 0x2D || $0 == 0x5A
      })
    else { return nil }
    return .date(tail: 19)
  }

  /// Whether a text has the form of a pattern in which 0 stands for any digit.
  private static func fits(
    _ text: ContiguousArray<UInt8>, _ start: Int, _ pattern: StaticString
  ) -> Bool {
    let pattern = Array("\(pattern)".utf8)
    return pattern.indices.allSatisfy {
      pattern[$0] == 0x30 ? text[start + $0].isDigit : pattern[$0] == text[start + $0]
    }
  }

  /// The length of `https://`, or of another scheme of the web.
  private static func schemeLength(_ text: ContiguousArray<UInt8>) -> Int? {
    for scheme in ["https://", "http://", "wss://", "ws://"]
    where text.count > scheme.utf8.count && text.starts(with: scheme.utf8) {
      return text.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? scheme.utf8.count : nil
    }
    return nil
  }

  private static func isMailAddress(_ text: ContiguousArray<UInt8>) -> Bool {
    guard text.count <= 254, let at = text.firstIndex(of: 0x40), at > 0,
      text.lastIndex(of: 0x40) == at
    else { return false }
    let domain = text[(at + 1)...]
    guard let dot = domain.lastIndex(of: 0x2E), dot > domain.startIndex, dot + 1 < text.endIndex
    else { return false }
    return text.allSatisfy { $0 > 0x20 && $0 < 0x7F && !$0.isMailDelimiter }
  }
}

extension UInt8 {
  /// One of `( ) , : ; < > [ ] " \ /`, none of which an address has outside of quotes.
  fileprivate var isMailDelimiter: Bool {
    [0x28, 0x29, 0x2C, 0x3A, 0x3B, 0x3C, 0x3E, 0x5B, 0x5D, 0x22, 0x5C, 0x2F].contains(self)
  }
}
