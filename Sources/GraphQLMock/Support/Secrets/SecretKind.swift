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
    if Self.isDigit(first), text.allSatisfy(Self.isDigit) {
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

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

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
        isDigit($0) || $0 == 0x2E || $0 == 0x3A || $0 == 0x2B || $0 == 0x2D || $0 == 0x5A
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
      pattern[$0] == 0x30 ? isDigit(text[start + $0]) : pattern[$0] == text[start + $0]
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

/// JSON Web Tokens by their form (RFC 7515, section 7.1 "JWS Compact Serialization"; RFC 7516 has five
/// segments).
enum JSONWebToken {
  @inline(__always)
  static func isSegmentByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x5F
  }

  /// The length of the token that begins at an offset; 0 if none does.
  ///
  /// The first segment decodes to an object. The last may be empty: nobody signed the token.
  static func length(_ text: Span<UInt8>, at start: Int) -> Int {
    // `{"`, `{ ` and `{` with a line break are `ey` and `ew` in base64.
    guard start + 1 < text.count, text[start] == 0x65,
      text[start + 1] == 0x79 || text[start + 1] == 0x77
    else { return 0 }
    let first = endOfSegment(text, start)
    guard first < text.count, text[first] == 0x2E else { return 0 }
    let second = endOfSegment(text, first + 1)
    guard second < text.count, second > first + 1, text[second] == 0x2E else { return 0 }
    var header = ContiguousArray<UInt8>()
    for index in start..<first { header.append(text[index]) }
    guard let object = Base64.decode(header), isObject(object) else { return 0 }
    var end = endOfSegment(text, second + 1)
    for _ in 0..<2 where end < text.count && text[end] == 0x2E && end > second + 1 {
      let next = endOfSegment(text, end + 1)
      guard next > end + 1 else { break }
      end = next
    }
    return end - start
  }

  private static func endOfSegment(_ text: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < text.count, isSegmentByte(text[index]) { index += 1 }
    return index
  }

  /// Whether bytes look like an object of JSON from both ends; the inside tells nothing more.
  private static func isObject(_ bytes: ContiguousArray<UInt8>) -> Bool {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard bytes.first == 0x7B, bytes.last(where: { !isSpace($0) }) == 0x7D else { return false }
    return bytes.dropFirst().first { !isSpace($0) } == 0x22
  }
}
