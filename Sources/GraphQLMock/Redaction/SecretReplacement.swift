// A replacement contains a hash of the secret (up to 32 bits), so that equal secrets have equal replacements:
//   a JSON Web Token  eyJ….eyJ….redacted, whose subject is redacted-1a2b3c4d
//   a UUID            dedac7ed-0000-4000-8000-00001a2b3c4d
//   an email address  redacted-1a2b3c4d@example.com
//   a URL             https://example.com/redacted-1a2b3c4d
//   digits            1998107187, with 20 bits of the hash, which is neither a phone number nor a time
//   a date            5018-04-24 or 5018-04-24T00:00:00Z, with 16 bits of the hash
//   any other text    redacted-1a2b3c4d
// `isReplacement` recognizes each form. Recordings contain replacements, and later versions must read them: a changed
// form, and a new kind or scheme, which changes what was "any other text", must also be tried in the old form
// (`RedactedRequest.forms`).

import Foundation

struct SecretReplacement: Sendable, Hashable {
  /// The replacement for every secret in a message.
  static let word = "<redacted>"

  private(set) var salt = "GraphQLMock"
  private(set) var isShort = false

  static let short = SecretReplacement(isShort: true)

  func of(_ text: ByteText) -> ByteText {
    if isShort { return ContiguousArray(Self.word.utf8) }
    let scheme = Self.schemeLength(text)
    let secret = scheme == 0 ? text : ContiguousArray(text[scheme...])
    let kind = SecretKind(secret)
    if Self.isReplacement(secret, kind) { return text }
    return ContiguousArray(text[..<scheme]) + Self.text(bits(secret), kind, like: secret)
  }

  /// Returns the replacement of a value that the user stated, which depends on the value's kind but not on the value.
  func of(valueAt index: Int, _ kind: SecretKind, like value: ByteText) -> ByteText {
    if isShort { return ContiguousArray(Self.word.utf8) }
    return Self.text(bits(ContiguousArray("stated value \(index)".utf8)), kind, like: value)
  }

  static func isReplacement(_ text: ByteText) -> Bool {
    let scheme = schemeLength(text)
    let secret = scheme == 0 ? text : ContiguousArray(text[scheme...])
    return isReplacement(secret, SecretKind(secret))
  }

  func of(number spelling: ByteText) -> ByteText {
    if isShort { return JSONWriter.quoted(Self.word) }
    let number = JSONNumber(String(decoding: spelling, as: UTF8.self))
    let spelling = number.map { ByteText($0.canonical.spelling.utf8) } ?? spelling
    let whole = ContiguousArray(spelling.prefix { $0 != 0x2E })
    if Self.isNumber(whole) { return spelling }
    let isWhole = spelling.allSatisfy { $0.isDigit || $0 == 0x2D }
    let digits = Self.number(bits(spelling))
    return isWhole ? digits : digits + ".5".utf8
  }

  /// Returns the length of a prefix such as `Bearer `, or 0 if there isn't one (RFC 9110, section 11.4).
  static func schemeLength(_ text: ByteText) -> Int {
    let limit = min(text.count - 1, longestScheme + 1)
    var space = 0
    while space < limit, text[space] != 0x20 { space += 1 }
    guard space < limit else { return 0 }
    let scheme = String(decoding: text[..<space], as: UTF8.self).lowercased()
    return schemes.contains(scheme) ? space + 1 : 0
  }

  /// In free text, only `basic` and `bearer` count (`SecretShape.scheme`).
  private static let schemes: Set = ["bearer", "basic", "token", "digest", "apikey", "dpop"]
  private static let longestScheme = schemes.map(\.utf8.count).max() ?? 0

  private func bits(_ secret: ByteText) -> UInt32 {
    var digest = StableDigest(seed: 0x52)
    digest.add(UInt64(truncatingIfNeeded: salt.utf8.count))
    digest.add(ContiguousArray(salt.utf8).span)
    digest.add(secret.span)
    return UInt32(truncatingIfNeeded: digest.high >> 32)
  }

  /// The first of 2^20 numbers that replace secrets. They're neither current timestamps nor US phone numbers.
  private static let firstNumber = 1_998_000_000
  /// The number of days from 1970-01-01 to 5000-01-01. Dates that replace secrets are in the years 5000 to 5179.
  private static let firstDay = 1_106_685
  private static let jwtHeader = #"{"alg":"HS256","typ":"JWT"}"#
  /// The start of the payload of a JSON Web Token. The token expires in the year 2100.
  private static let jwtStart = #"{"exp":4102444800,"iat":0,"sub":"redacted-"#
  private static let uuidStart = "dedac7ed-0000-4000-8000-"
  private static let mailEnd = "@example.com"
  private static let urlStart = "example.com/redacted-"
  private static let textStart = "redacted-"

  private static func text(_ bits: UInt32, _ kind: SecretKind, like secret: ByteText) -> ByteText {
    let digits = String(hexadecimal: bits, width: 8)
    switch kind {
    case .jwt:
      let segments = [jwtHeader, jwtStart + digits + #""}"#].map { Base64.encodeForURL($0) }
      return ContiguousArray("\(segments[0]).\(segments[1]).redacted".utf8)
    case .uuid(let isUppercase):
      let text = uuidStart + String(hexadecimal: bits, width: 12)
      return ContiguousArray((isUppercase ? text.uppercased() : text).utf8)
    case .date:
      // The digits of the time become 0. Their number stays the same, because date formatters depend on it.
      let day = Date(timeIntervalSince1970: 86_400 * Double(firstDay + Int(bits >> 16)))
      return ContiguousArray(day.formatted(.iso8601.year().month().day()).utf8)
        + secret[10...].map { $0.isDigit ? 0x30 : $0 }
    case .mailAddress: return ContiguousArray((textStart + digits + mailEnd).utf8)
    case .url(let length): return ContiguousArray(secret[..<length]) + (urlStart + digits).utf8
    case .digits: return number(bits)
    case .text: return ContiguousArray((textStart + digits).utf8)
    }
  }

  private static func number(_ bits: UInt32) -> ByteText {
    ContiguousArray(String(firstNumber + Int(bits >> 12)).utf8)
  }

  private static func isReplacement(_ text: ByteText, _ kind: SecretKind) -> Bool {
    switch kind {
    case .digits: isNumber(text)
    case .date: text.starts(with: "50".utf8) || text.starts(with: "51".utf8)
    case .uuid: isHex(text.map(\.asciiLowercased), after: uuidStart)
    case .mailAddress:
      isHex(text.dropLast(mailEnd.utf8.count), after: textStart)
        && text.suffix(mailEnd.utf8.count).elementsEqual(mailEnd.utf8)
    case .url(let length): isHex(text.dropFirst(length), after: urlStart)
    case .jwt:
      text.split(separator: UInt8(ascii: ".")).dropFirst().first.flatMap { Base64.decode($0) }?
        .starts(with: jwtStart.utf8) ?? false
    case .text: isHex(text, after: textStart) || text.elementsEqual(word.utf8)
    }
  }

  /// Returns all words in a text that are replacements. Dates may lack their offset, because they're never looked for.
  static func all(in text: String) -> Set<ByteText> {
    let isPart: (UInt8) -> Bool = { SecretShape.isTokenByte($0) || $0.isOne(of: "./:@") }
    let words = text.utf8.split { !isPart($0) }.flatMap { part in
      let word = part.drop { !SecretShape.isTokenByte($0) }.reversed().drop {
        !SecretShape.isTokenByte($0)
      }.reversed()
      let last = word.split(separator: UInt8(ascii: ":")).last ?? []
      return [ContiguousArray(word), ContiguousArray(last)]
    }
    return Set(words.filter { isReplacement($0) })
  }

  private static func isHex(_ text: some Collection<UInt8>, after start: String) -> Bool {
    let digits = text.dropFirst(start.utf8.count)
    // A UUID ends with 12 digits, all others with 8.
    return text.starts(with: start.utf8) && [8, 12].contains(digits.count)
      && digits.allSatisfy { $0.hexDigitValue != nil }
  }

  private static func isNumber(_ digits: ByteText) -> Bool {
    guard digits.count == 10, let value = Int(String(decoding: digits, as: UTF8.self)) else {
      return false
    }
    return (0..<1 << 20).contains(value - firstNumber)
  }
}
