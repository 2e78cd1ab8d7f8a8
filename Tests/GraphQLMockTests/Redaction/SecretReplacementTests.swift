import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

struct SecretReplacementTests {
  static func replacement(_ text: String, salt: String = "table") -> String {
    String(
      decoding: SecretReplacement(salt: salt).of(ContiguousArray(text.utf8)), as: UTF8.self)
  }

  /// The example of RFC 7519, section 3.1.
  static let jwt =
    """
    eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\
    eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.\
    dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
    """

  static let secrets = [
    "hunter2", "with \"quotes\" and \\", "ünï", jwt, "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "ada@example.org", "https://a.example/b?c=d", "4711",
    "1985-04-12", "1985-04-12T23:20:50.52Z", "1996-12-19T16:39:57-08:00",
    "1996-12-19T16:39:57+01:00", "1996-12-19 16:39:57+01", "Bearer abc", "Basic dTpwYXNz",
  ]

  @Test(arguments: secrets)
  func replacementIsStableAndNotReplacedAgain(secret: String) {
    let once = Self.replacement(secret)
    let others = [secret, Self.replacement(secret, salt: "another")]
    #expect(!others.contains(once))
    let again = [
      Self.replacement(secret), Self.replacement(once), Self.replacement(once, salt: "another"),
    ]
    #expect(again == [once, once, once])
    let found = SecretReplacement.all(in: "{\"a\":\"of \(once), or b\"}")
    let words = found.map { String(decoding: $0, as: UTF8.self) }
    #expect(words.count == 1 && words.allSatisfy(once.contains), "\(words)")
  }

  /// The replacements that an earlier version (commit 03c0e3e) wrote into recordings, which later versions must read.
  static let recorded: [(secret: String, replacement: String)] = [
    ("hunter2", "redacted-232efcfb"),
    (
      jwt,
      """
      eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.\
      eyJleHAiOjQxMDI0NDQ4MDAsImlhdCI6MCwic3ViIjoicmVkYWN0ZWQtZDI4MzY4NmUifQ.\
      redacted
      """
    ),
    ("f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "dedac7ed-0000-4000-8000-000087d8370d"),
    ("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "DEDAC7ED-0000-4000-8000-000067712EFF"),
    ("ada@example.org", "redacted-24cb321b@example.com"),
    ("https://a.example/b?c=d", "https://example.com/redacted-2ee364be"),
    ("wss://a.example/b", "wss://example.com/redacted-6e07171c"),
    ("4711", "1998743400"),
    ("1985-04-12", "5117-08-05"),
    ("1996-12-19T16:39:57-08:00", "5093-06-04T00:00:00-00:00"),
    ("Bearer abc", "Bearer redacted-d32e8b99"),
    ("Basic dTpwYXNz", "Basic redacted-e1ee7e95"),
    ("Token abc", "Token redacted-d32e8b99"),
    ("Digest abc", "Digest redacted-d32e8b99"),
    ("ApiKey abc", "ApiKey redacted-d32e8b99"),
    ("DPoP abc", "DPoP redacted-d32e8b99"),
    ("Negotiate abc", "redacted-8363b046"),
  ]

  @Test(arguments: recorded)
  func replacementIsTheOneInEarlierRecordings(secret: String, replacement: String) {
    #expect(Self.replacement(secret) == replacement)
  }

  /// Phone numbers and times that the user lists as secrets.
  @Test(arguments: ["2125550123", "2060000000", "4217727999", "1795046400", "2147483647"])
  func tenDigitSecretIsReplaced(digits: String) {
    #expect(Self.replacement(digits) != digits)
    #expect(
      SecretReplacement(salt: "table").of(number: ContiguousArray(digits.utf8))
        != ContiguousArray(digits.utf8))
  }

  @Test func replacementOfAJSONWebTokenDecodes() throws {
    let segments = Self.replacement(Self.jwt).split(separator: ".")
    #expect(segments.count == 3)
    for segment in segments.prefix(2) {
      var text = segment.replacingOccurrences(of: "-", with: "+")
        .replacingOccurrences(of: "_", with: "/")
      text += String(repeating: "=", count: (4 - text.count % 4) % 4)
      let data = try #require(Data(base64Encoded: text))
      #expect(try MockJSON(parsing: data).isObject, "\(segment)")
    }
  }

  @Test func replacementKeepsTheFormatOfTheValue() {
    func expect(_ secret: String, _ hasFormat: (String) -> Bool) {
      let replacement = Self.replacement(secret)
      #expect(hasFormat(replacement), "\(secret) became \(replacement)")
    }
    func parses(_ text: String, _ options: ISO8601DateFormatter.Options) -> Bool {
      let formatter = ISO8601DateFormatter()
      formatter.formatOptions = options
      return formatter.date(from: text) != nil
    }
    expect("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6") {
      UUID(uuidString: $0) != nil && $0 == $0.uppercased()
    }
    expect("f81d4fae-7dec-11d0-a765-00a0c91e6bf6") { UUID(uuidString: $0) != nil }
    expect("ada@example.org") { $0.hasPrefix("redacted-") && $0.hasSuffix("@example.com") }
    expect("wss://a.example/b") {
      let url = URL(string: $0)
      return url?.scheme == "wss" && url?.host == "example.com"
    }
    expect("4711") { Int32($0) != nil }
    expect("Bearer abc") { $0.hasPrefix("Bearer redacted-") }
    expect("1996-12-19T16:39:57-08:00") { parses($0, .withInternetDateTime) }
    expect("1985-04-12T23:20:50.520Z") {
      parses($0, [.withInternetDateTime, .withFractionalSeconds])
    }
    expect("1985-04-12") { parses($0, .withFullDate) }
    expect("hunter2") { $0.utf8.count == "redacted-1a2b3c4d".utf8.count }
  }

  @Test func replacementOfADateIsInTheYears5000To5179() {
    // Python: date(5000, 1, 1) + timedelta(days=65535) is 5179-06-07
    for number in 0..<200 {
      let date = Self.replacement("19\(10 + number % 90)-0\(1 + number % 9)-1\(number % 10)")
      #expect(date >= "5000-01-01" && date <= "5179-06-07")
      #expect(Self.replacement(date) == date)
    }
  }

  @Test func replacementKeepsTheKindOfANumber() {
    let replacement = SecretReplacement()
    func number(_ text: String) -> String {
      String(decoding: replacement.of(number: ContiguousArray(text.utf8)), as: UTF8.self)
    }
    let (whole, fraction) = (number("4711"), number("47.11"))
    #expect(Int32(whole) != nil && Int(fraction) == nil && Double(fraction) != nil)
    let again = [number(whole), number(fraction), Self.replacement("4711", salt: "GraphQLMock")]
    #expect(again == [whole, fraction, whole])
  }

  @Test func replacementsOfDifferentSecretsDiffer() {
    // With 16 bits, about 30 of 2,000 pairs would be equal by chance.
    var replacements: Set<String> = []
    for number in 0..<2_000 { replacements.insert(Self.replacement("secret number \(number)")) }
    #expect(replacements.count == 2_000)
  }

  @Test(arguments: [
    ("eyJhbGciOiJub25lIn0.e30.", 24), ("eyJhbGciOiJub25lIn0.e30.x y", 25), ("eyJ.e30.x", 0),
    ("eyJhbGciOiJub25lIn0.e30", 0), ("eyJhbGciOiJub25lIn0..x", 0), ("ab.cd.ef", 0),
    ("eyJhbGciOiJub25lIn0.e30.x. And more.", 25), ("eyJhbGciOiJub25lIn0..", 0), ("", 0),
    // The header is an object with a member: `{}`, `{ "a":1}`, `{\n"a":1}` and `[]`.
    ("e30.e30.x", 0), ("eyAiYSI6MX0.e30.x", 17), ("ewoiYSI6MX0.e30.x", 17), ("W10.e30.x", 0),
    // RFC 7516, section 3.1. With direct encryption (section 5.1, step 5), the encrypted key is empty.
    ("eyJhbGciOiJkaXIifQ.k.iv.c.t", 27), ("eyJhbGciOiJkaXIifQ..iv.c.t", 26),
    ("eyJhbGciOiJkaXIifQ..iv.c.t.x", 26), ("eyJhbGciOiJkaXIifQ..iv.c", 0),
    ("eyJhbGciOiJkaXIifQ..iv..t", 0),
  ])
  func jsonWebTokenIsRecognizedByItsShape(text: String, length: Int) {
    #expect(JSONWebToken.length(ContiguousArray(text.utf8), at: 0) == length)
  }

  private static let long = String(repeating: "a", count: 254 - "@a.example".utf8.count)

  // RFC 3339, section 5.6; RFC 9562, section 4; RFC 5321, section 4.5.3.1.3 (254 octets without the brackets).
  @Test(
    arguments: [
      ("", .text), ("0", .digits), ("1985-04-12", .date), ("1985-04-1x", .text),
      ("1985-04-12 23:20:50", .date), ("1985-04-12T23:20:50", .date), ("1985-04-12T23:20", .text),
      ("1985-04-12T23:20:50." + String(repeating: "0", count: 19), .date),
      ("1985-04-12T23:20:50." + String(repeating: "0", count: 20), .text),
      ("1985-04-12T23:20:50x", .text),
      ("f81d4fae-7dec-11d0-a765-00a0c91e6bf6", .uuid(isUppercase: false)),
      ("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", .uuid(isUppercase: true)),
      ("f81d4fae-7dec-11d0-a765-00a0c91e6bf6a", .text),
      ("g81d4fae-7dec-11d0-a765-00a0c91e6bf6", .text),
      ("wss://a", .url(schemeLength: 6)), ("https://", .text), ("https://a b", .text),
      ("ftp://a.example", .text), ("a@b.c", .mailAddress), ("@b.c", .text), ("a@b@c.d", .text),
      ("a@.c", .text), ("a@b.", .text), ("a@b", .text), ("a b@c.d", .text), ("a,b@c.d", .text),
      (long + "@a.example", .mailAddress), ("a" + long + "@a.example", .text),
      ("eyJhbGciOiJub25lIn0.e30.x", .jwt), ("eyJhbGciOiJub25lIn0.e30.x y", .text),
    ] as [(String, SecretKind)])
  func kindOfASecretIsThatOfTheWholeText(text: String, kind: SecretKind) {
    #expect(SecretKind(ContiguousArray(text.utf8)) == kind)
  }

  /// The vectors of RFC 4648, section 10, with and without padding.
  ///
  /// Section 5: `-` and `_` take the places of `+` and `/`.
  @Test func bothAlphabetsOfBase64AreRead() {
    let vectors = [
      ("", ""), ("Zg", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"),
      ("Zm9vYmE", "fooba"), ("Zm9vYmFy", "foobar"), ("YT8-fg", "a?>~"), ("YT8_fg", "a??~"),
    ]
    for (text, plain) in vectors {
      #expect(Base64.decode(Array(text.utf8)) == ContiguousArray(plain.utf8), "\(text)")
      #expect(Base64.encodeForURL(plain) == text.replacingOccurrences(of: "=", with: ""), "\(text)")
    }
    let bytes: [[UInt8]?] = ["+/8=", "-_8"].map { Base64.decode(Array($0.utf8)).map(Array.init) }
    #expect(bytes == [[0xFB, 0xFF], [0xFB, 0xFF]])
    let invalid = ["Z", "Zm8==", "Z=g", "Zm 8", "Zm9v=="]
    #expect(invalid.filter { Base64.decode(Array($0.utf8)) != nil } == [])
  }
}
