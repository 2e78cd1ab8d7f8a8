// What stands in the place of a secret: of the same kind, the same for the same secret, with 32 bits of
// a digest that tell secrets of one table apart.
//
//   anything          redacted-1a2b3c4d
//   a JSON Web Token  eyJ….eyJ….redacted, whose subject is redacted-1a2b3c4d
//   a UUID            dedac7ed-0000-4000-8000-00001a2b3c4d
//   an address        redacted-1a2b3c4d@example.com
//   a URL             https://example.com/redacted-1a2b3c4d
//   digits            1998107187, of 20 bits, where neither phone numbers nor times are
//   a date            5018-04-24, with a time 5018-04-24T00:00:00Z, of 16 bits
//
// Older recordings have the first 16 bits only: redacted-1a2b, 1900006699.

import Foundation

struct SecretReplacement: Sendable, Hashable {
  /// What stands for a secret in messages, where no kind matters.
  static let word = "<redacted>"

  /// What tells the replacements of one table from those of another.
  let salt: String
  /// Whether 16 bits tell secrets apart, as in older recordings.
  let isShort: Bool

  init(salt: String = "GraphQLMock", isShort: Bool = false) {
    self.salt = salt
    self.isShort = isShort
  }

  /// What stands in the place of a text; a replacement stays what it is.
  func of(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let scheme = Self.schemeLength(text)
    let secret = scheme == 0 ? text : ContiguousArray(text[scheme...])
    let kind = SecretKind(secret)
    if Self.isReplacement(secret, kind) { return text }
    return ContiguousArray(text[..<scheme])
      + Self.text(bits(secret), kind, like: secret, isShort: isShort)
  }

  /// Whether a text stands in the place of a secret, whatever the salt was.
  static func isReplacement(_ text: ContiguousArray<UInt8>) -> Bool {
    let scheme = schemeLength(text)
    let secret = scheme == 0 ? text : ContiguousArray(text[scheme...])
    return isReplacement(secret, SecretKind(secret))
  }

  /// What stands in the place of a number.
  /// - Parameter spelling: The number as it is written.
  func of(number spelling: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let whole = ContiguousArray(spelling.prefix { $0 != 0x2E })
    if Self.isNumber(whole) { return spelling }
    let isWhole = spelling.allSatisfy { $0.isDigit || $0 == 0x2D }
    let digits = Self.number(bits(spelling), isShort: isShort)
    return isWhole ? digits : digits + ".5".utf8
  }

  /// How long the scheme of credentials is, with its space (RFC 9110, section 11.4); 0 if there is none.
  static func schemeLength(_ text: ContiguousArray<UInt8>) -> Int {
    for scheme in ["bearer ", "basic ", "token ", "digest ", "apikey ", "dpop "] {
      let count = scheme.utf8.count
      if text.count > count,
        text[..<count].elementsEqual(scheme.utf8, by: { $0.asciiLowercased == $1 })
      {
        return count
      }
    }
    return 0
  }

  private func bits(_ secret: ContiguousArray<UInt8>) -> UInt32 {
    var digester = Digester(.stable, seed: 0x52)
    let salt = ContiguousArray(salt.utf8)
    digester.add(UInt64(truncatingIfNeeded: salt.count))
    digester.add(salt.span, 0, salt.count)
    digester.add(secret.span, 0, secret.count)
    return UInt32(truncatingIfNeeded: digester.finish().high >> 32)
  }

  // MARK: Spelling

  /// A GraphQL Int, above the times of today and below the phone numbers of North America: what stands in
  /// this range is taken for a replacement.
  private static let firstNumber = 1_998_000_000
  private static let firstShortNumber = 1_900_000_000
  private static let jwtHeader = #"{"alg":"HS256","typ":"JWT"}"#
  /// The token does not expire in the time of anybody who reads this.
  private static let jwtStart = #"{"exp":4102444800,"iat":0,"sub":"redacted-"#
  private static let uuidStart = "dedac7ed-0000-4000-8000-"
  private static let mailEnd = "@example.com"
  private static let urlStart = "example.com/redacted-"
  private static let textStart = "redacted-"

  private static func text(
    _ bits: UInt32, _ kind: SecretKind, like secret: ContiguousArray<UInt8>, isShort: Bool
  ) -> ContiguousArray<UInt8> {
    let digits = isShort ? hex(bits >> 16, 4) : hex(bits, 8)
    switch kind {
    case .jwt:
      let segments = [jwtHeader, jwtStart + digits + #""}"#].map {
        Base64.encodeForURL($0)
      }
      return ContiguousArray("\(segments[0]).\(segments[1]).redacted".utf8)
    case .uuid(let isUppercase):
      let text = uuidStart + hex(isShort ? bits >> 16 : bits, 12)
      return ContiguousArray((isUppercase ? text.uppercased() : text).utf8)
    case .date(let tail):
      let date = SecretDate.text(ofDay: Int(bits >> 16))
      guard let tail else { return ContiguousArray(date.utf8) }
      // Digits of fractions and zones are kept in number, as formatters count them.
      let rest = secret[tail...].map { $0.isDigit ? 0x30 : $0 }
      return ContiguousArray(date.utf8) + [secret[10]] + "00:00:00".utf8 + rest
    case .mailAddress: return ContiguousArray((textStart + digits + mailEnd).utf8)
    case .url(let length): return ContiguousArray(secret[..<length]) + (urlStart + digits).utf8
    case .digits: return number(bits, isShort: isShort)
    case .text: return ContiguousArray((textStart + digits).utf8)
    }
  }

  private static func hex(_ number: UInt32, _ count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: count - digits.utf8.count) + digits
  }

  private static func number(_ bits: UInt32, isShort: Bool) -> ContiguousArray<UInt8> {
    let number = isShort ? firstShortNumber + Int(bits >> 16) : firstNumber + Int(bits >> 12)
    return ContiguousArray(String(number).utf8)
  }

  // MARK: Reading

  /// Whether a text of a kind is a replacement, of older recordings or of these.
  private static func isReplacement(
    _ text: ContiguousArray<UInt8>, _ kind: SecretKind
  ) -> Bool {
    if kind == .digits { return isNumber(text) }
    if text.elementsEqual(Self.word.utf8) { return true }
    return [false, true].contains { isShort in
      bits(of: text, kind, isShort: isShort).map {
        self.text($0, kind, like: text, isShort: isShort) == text
      } ?? false
    }
  }

  /// The bits of a text that may be a replacement.
  private static func bits(
    of text: ContiguousArray<UInt8>, _ kind: SecretKind, isShort: Bool
  ) -> UInt32? {
    let number: UInt32?
    let count = isShort ? 4 : 8
    switch kind {
    case .jwt:
      let payload = text.split(separator: 0x2E).dropFirst().first.flatMap { Base64.decode($0) }
      number = payload.flatMap { self.number($0, after: jwtStart, count, before: 2) }
    case .uuid:
      number = self.number(ContiguousArray(text.map(\.asciiLowercased)), after: uuidStart, 12)
    case .date: return SecretDate.day(of: text).map { UInt32($0) << 16 }
    case .mailAddress:
      number = self.number(text, after: textStart, count, before: mailEnd.utf8.count)
    case .url(let length):
      number = self.number(ContiguousArray(text[length...]), after: urlStart, count)
    case .digits: return nil
    case .text: number = self.number(text, after: textStart, count)
    }
    guard isShort else { return number }
    return number.flatMap { UInt16(exactly: $0) }.map { UInt32($0) << 16 }
  }

  private static func isNumber(_ digits: ContiguousArray<UInt8>) -> Bool {
    guard digits.count == 10, let value = Int(String(decoding: digits, as: UTF8.self)) else {
      return false
    }
    return (0..<1 << 16).contains(value - firstShortNumber)
      || (0..<1 << 20).contains(value - firstNumber)
  }

  /// The number of some hexadecimal digits between a beginning and some bytes at the end.
  private static func number(
    _ text: ContiguousArray<UInt8>, after start: String, _ digits: Int, before count: Int = 0
  ) -> UInt32? {
    let start = start.utf8
    guard text.count == start.count + digits + count, text.starts(with: start) else { return nil }
    return UInt32(
      String(decoding: text[start.count..<(start.count + digits)], as: UTF8.self), radix: 16)
  }
}

/// Dates from the year 5000 on, a day for each value of 16 bits.
enum SecretDate {
  /// From 1970-01-01 to 5000-01-01.
  private static let firstDay = 1_106_685
  private static let count = 65_536

  /// The date of a day, as `5018-04-24`.
  static func text(ofDay day: Int) -> String {
    style.string(from: Date(timeIntervalSince1970: Double(firstDay + day) * 86_400))
  }

  /// The day of a text that begins with such a date; nil for other dates.
  static func day(of text: ContiguousArray<UInt8>) -> Int? {
    guard text.first == UInt8(ascii: "5"),
      let date = style.date(from: String(decoding: text.prefix(10), as: UTF8.self))
    else { return nil }
    let day = Int(date.timeIntervalSince1970 / 86_400) - firstDay
    return (0..<count).contains(day) ? day : nil
  }

  private static var style: ISO8601DateFormatter {
    let style = ISO8601DateFormatter()
    style.formatOptions = [.withFullDate]
    return style
  }
}
