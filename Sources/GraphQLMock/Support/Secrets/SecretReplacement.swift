// What stands in the place of a secret: of the same kind, the same for the same secret, with 16 bits of
// a digest that tell secrets of one table apart, and too few to confirm a guess.
//
//   anything          redacted-1a2b
//   a JSON Web Token  eyJ….eyJ….redacted, whose subject is redacted-1a2b
//   a UUID            dedac7ed-0000-4000-8000-000000001a2b
//   an address        redacted-1a2b@example.com
//   a URL             https://example.com/redacted-1a2b
//   digits            1900006699
//   a date            5018-04-24, with a time 5018-04-24T00:00:00Z

struct SecretReplacement: Sendable, Hashable {
  /// What tells the replacements of one table from those of another.
  let salt: String

  init(salt: String = "GraphQLMock") { self.salt = salt }

  /// What stands in the place of a text; a replacement stays what it is.
  func of(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let scheme = Self.schemeLength(text)
    let secret = scheme == 0 ? text : ContiguousArray(text[scheme...])
    let kind = SecretKind(secret)
    if Self.bits(of: secret, kind) != nil { return text }
    return ContiguousArray(text[..<scheme]) + Self.text(bits(secret), kind, like: secret)
  }

  /// Whether a text stands in the place of a secret, whatever the salt was.
  static func isReplacement(_ text: ContiguousArray<UInt8>) -> Bool {
    let scheme = schemeLength(text)
    let secret = scheme == 0 ? text : ContiguousArray(text[scheme...])
    return bits(of: secret, SecretKind(secret)) != nil
  }

  /// What stands in the place of a number.
  /// - Parameter spelling: The number as it is written.
  func of(number spelling: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let whole = ContiguousArray(spelling.prefix { $0 != 0x2E })
    if Self.number(whole) != nil { return spelling }
    let isWhole = spelling.allSatisfy { SecretKind.isDigit($0) || $0 == 0x2D }
    let digits = ContiguousArray(String(Self.firstNumber + Int(bits(spelling))).utf8)
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

  private func bits(_ secret: ContiguousArray<UInt8>) -> UInt16 {
    var digester = Digester(.stable, seed: 0x52)
    let salt = ContiguousArray(salt.utf8)
    digester.add(UInt64(truncatingIfNeeded: salt.count))
    digester.add(salt.span, 0, salt.count)
    digester.add(secret.span, 0, secret.count)
    return UInt16(truncatingIfNeeded: digester.finish().high >> 48)
  }

  // MARK: Spelling

  private static let firstNumber = 1_900_000_000
  private static let jwtHeader = #"{"alg":"HS256","typ":"JWT"}"#
  /// The token does not expire in the time of anybody who reads this.
  private static let jwtStart = #"{"exp":4102444800,"iat":0,"sub":"redacted-"#
  private static let uuidStart = "dedac7ed-0000-4000-8000-00000000"
  private static let mailEnd = "@example.com"
  private static let urlStart = "example.com/redacted-"
  private static let textStart = "redacted-"

  private static func text(
    _ bits: UInt16, _ kind: SecretKind, like secret: ContiguousArray<UInt8>
  ) -> ContiguousArray<UInt8> {
    let hex = hex(bits)
    switch kind {
    case .jwt:
      let segments = [jwtHeader, jwtStart + hex + #""}"#].map {
        String(decoding: Base64.encodeForURL(Array($0.utf8)), as: UTF8.self)
      }
      return ContiguousArray("\(segments[0]).\(segments[1]).redacted".utf8)
    case .uuid(let isUppercase):
      let text = uuidStart + hex
      return ContiguousArray((isUppercase ? text.uppercased() : text).utf8)
    case .date(let tail):
      let date = SecretDate.text(ofDay: Int(bits))
      guard let tail else { return ContiguousArray(date.utf8) }
      // Digits of fractions and zones are kept in number, as formatters count them.
      let rest = secret[tail...].map { SecretKind.isDigit($0) ? 0x30 : $0 }
      return ContiguousArray(date.utf8) + [secret[10]] + "00:00:00".utf8 + rest
    case .mailAddress: return ContiguousArray((textStart + hex + mailEnd).utf8)
    case .url(let length): return ContiguousArray(secret[..<length]) + (urlStart + hex).utf8
    case .digits: return ContiguousArray(String(firstNumber + Int(bits)).utf8)
    case .text: return ContiguousArray((textStart + hex).utf8)
    }
  }

  private static func hex(_ bits: UInt16) -> String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  // MARK: Reading

  /// The bits of a replacement; nil if the text is none.
  private static func bits(of text: ContiguousArray<UInt8>, _ kind: SecretKind) -> UInt16? {
    let bits: UInt16?
    switch kind {
    case .jwt:
      let payload = text.split(separator: 0x2E).dropFirst().first.flatMap { Base64.decode($0) }
      bits = payload.flatMap { self.bits($0, after: jwtStart, before: 2) }
    case .uuid: bits = self.bits(ContiguousArray(text.map(\.asciiLowercased)), after: uuidStart)
    case .date: bits = SecretDate.day(of: text).map { UInt16($0) }
    case .mailAddress: bits = self.bits(text, after: textStart, before: mailEnd.utf8.count)
    case .url(let length): bits = self.bits(ContiguousArray(text[length...]), after: urlStart)
    case .digits: return number(text)
    case .text:
      if text.elementsEqual(SecretNames.replacement.utf8) { return 0 }
      bits = self.bits(text, after: textStart)
    }
    guard let bits, self.text(bits, kind, like: text) == text else { return nil }
    return bits
  }

  private static func number(_ digits: ContiguousArray<UInt8>) -> UInt16? {
    guard digits.count == 10, let value = Int(String(decoding: digits, as: UTF8.self)) else {
      return nil
    }
    return UInt16(exactly: value - firstNumber)
  }

  /// The four hexadecimal digits between a beginning and some bytes at the end.
  private static func bits(
    _ text: ContiguousArray<UInt8>, after start: String, before count: Int = 0
  ) -> UInt16? {
    let start = start.utf8
    guard text.count == start.count + 4 + count, text.starts(with: start) else { return nil }
    return UInt16(
      String(decoding: text[start.count..<(start.count + 4)], as: UTF8.self), radix: 16)
  }
}

/// Dates from the year 5000 on, a day for each value of 16 bits.
enum SecretDate {
  /// Days from 0000-03-01 to 5000-01-01.
  private static let firstDay = days(5000, 1, 1)
  private static let count = 65_536

  /// The date of a day, as `5018-04-24`.
  static func text(ofDay day: Int) -> String {
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March.
    let days = firstDay + day
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return "\(year)-\(padded(month))-\(padded(dayOfYear - (153 * shifted + 2) / 5 + 1))"
  }

  /// The day of a text that begins with such a date; nil for other dates.
  static func day(of text: ContiguousArray<UInt8>) -> Int? {
    func number(_ range: Range<Int>) -> Int? { Int(String(decoding: text[range], as: UTF8.self)) }
    guard text.count >= 10, let year = number(0..<4), let month = number(5..<7),
      let day = number(8..<10), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let result = days(year, month, day) - firstDay
    return (0..<count).contains(result) ? result : nil
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let yearOfEra = shifted % 400
    return shifted / 400 * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  }
}
