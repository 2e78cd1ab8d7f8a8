import Foundation
import Testing

@testable import GraphQLMock

struct JSONNumberTests {
  @Test(arguments: [
    [
      "0", "-0", "0.0", "0e5", "-0.000E-9", "0e99999999999999999999999", "1e-400",
      "-1e-99999999999999999999",
    ],
    ["1", "1.0", "1e0", "10e-1", "0.1e1", "100000e-5", "1.000"],
    ["-12.5", "-125e-1", "-0.125E+2", "-12.50"],
    ["1e999999999", "10e999999998", "0.001e1000000002"],
    // Numbers outside the range of `Int` are compared by their digits.
    ["1e99999999999999999999"], ["1e9223372036854775807", "100e9223372036854775806"],
    ["1e400", "10e399", "1\(String(repeating: "0", count: 400))"],
    ["1e1000000000000000000", "10e999999999999999999", "0.1e+01000000000000000001"],
    // Numbers with a point or an exponent are compared as `Double`, so Python's `float` gave these groups.
    [
      "12345678901234567890.1", "12345678901234567890.2", "12345678901234567168",
      "12345678901234567168.0",
    ],
    ["1e-7"], ["100", "1e2"], ["1e3"], ["-1"], ["9.99", "9.9900000000000002", "999e-2"],
    ["0.1", "0.1000000000000000055511151231257827"], ["9007199254740993"],
    ["9007199254740992", "9007199254740993.0", "9007199254740992.0"],
    ["1e22", "10000000000000000000000"],
    ["1e23", "99999999999999991611392"], ["100000000000000000000000"], ["5e-324", "4.9e-324"],
  ])
  func aNumberEqualsItsOtherSpellings(spellings: [String]) throws {
    let numbers = try spellings.map { try #require(JSONNumber($0)) }
    let others = try [
      "7", "0", "1", "-12.5", "1e999999998", "12345678901234567891", "9007199254740991",
    ]
    .filter { !spellings.contains($0) }
    .map { try #require(JSONNumber($0)) }
    for number in numbers {
      #expect(number == numbers[0] && number.hashValue == numbers[0].hashValue)
      if number.double == nil { continue }
      #expect(number.canonical.spelling == numbers[0].canonical.spelling, "\(number)")
      #expect(!others.contains(number))
    }
  }

  /// Python's `decimal` gave the expected number: `Decimal(a) == Decimal(b)` holds for 71 of all
  /// pairs of these spellings (each pair once, none with itself).
  @Test func shortNumbersCompareLikeDecimal() throws {
    let numbers = try Self.spellings.map { try #require(JSONNumber($0)) }
    var equal = 0
    var wrong: [String] = []
    for (index, left) in numbers.enumerated() {
      for right in numbers[(index + 1)...] {
        let isEqual = left == right
        if isEqual { equal += 1 }
        // Two short spellings are also compared exactly by Foundation's Decimal.
        if isEqual != (decimal(left) == decimal(right)) {
          wrong.append("\(left.spelling) \(right.spelling)")
        }
      }
    }
    #expect(wrong.isEmpty)
    #expect(equal == 71)
  }

  static let spellings = ["0", "1", "10", "100", "0.1", "0.01", "1.0", "1.10"].flatMap { digits in
    ["", "e0", "e1", "e-1", "E+02"].map { digits + $0 }
  }

  private func decimal(_ number: JSONNumber) -> Decimal? {
    Decimal(string: number.spelling, locale: Locale(identifier: "en_US_POSIX"))
  }

  @Test(arguments: [
    ("7", 7), ("-7.0", -7), ("7e2", 700), ("0.7e1", 7), ("0", 0), ("-0.0", 0), ("0e999", 0),
    ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
    ("9223372036854775808", nil), ("1e19", nil), ("1e999999999999999999999", nil), ("7.5", nil),
    ("1e-999999999999999999999", nil), ("70e-1", 7), ("9e18", 9_000_000_000_000_000_000),
    ("-0.9e19", -9_000_000_000_000_000_000), ("1.00000000000000000001", nil),
  ])
  func aWholeNumberReadsAsInt(spelling: String, int: Int?) throws {
    #expect(try #require(JSONNumber(spelling)).int == int)
  }

  @Test func numberThatDoesNotFitATypeReadsAsNil() throws {
    let json = try MockJSON(
      parsing: """
        [0.1, 1e999, 1e-400, 123456789012345678901234567890.125, 1e200,
         0.12345678901234567890123456789012345678901234567890]
        """)
    let doubles: [Double?] = [json[0].double, json[1].double, json[2].double, json[4].double]
    #expect(doubles == [0.1, nil, 0, 1e200])
    let decimals: [Decimal?] = [json[3].decimal, json[4].decimal, json[5].decimal]
    #expect(decimals == [Decimal(string: "123456789012345678901234567890.125"), nil, nil])
  }

  /// Compares every string of up to five of these characters with the grammar of RFC 8259, section
  /// 6, as a regular expression.
  @Test func numbersAreAcceptedExactlyByTheGrammar() throws {
    let grammar = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
    var texts = [""]
    var wrong: [String] = []
    for _ in 1...5 {
      texts = texts.flatMap { text in ["-", "+", ".", "e", "0", "7"].map { text + $0 } }
      for text in texts where (JSONNumber(text) != nil) != (text.wholeMatch(of: grammar) != nil) {
        wrong.append(text)
      }
    }
    #expect(wrong.isEmpty)
  }
}
