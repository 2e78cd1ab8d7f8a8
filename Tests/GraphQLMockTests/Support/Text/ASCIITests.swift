import Foundation
import Testing

@testable import GraphQLMock

struct ASCIITests {
  /// All bytes that satisfy a condition, as text.
  private func bytes(where holds: (UInt8) -> Bool) -> String {
    String(decoding: (0...255).map(UInt8.init).filter(holds), as: UTF8.self)
  }

  @Test func asciiClassesContainTheirCharacters() {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
    let classes: [String] = [
      bytes { $0.isDigit }, bytes { $0.startsName }, bytes { $0.continuesName },
      bytes { $0.hexDigitValue != nil }, bytes { $0.asciiLowercased != $0 },
    ]
    #expect(
      classes == [
        "0123456789", letters, "0123456789\(letters)", "0123456789ABCDEFabcdef",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
      ])
    let values: [UInt32?] = "09AFaf".utf8.map(\.hexDigitValue)
    #expect(values == [0, 9, 10, 15, 10, 15])
    #expect(String(decoding: "AZ[@".utf8.map(\.asciiLowercased), as: UTF8.self) == "az[@")
  }

  @Test(arguments: [
    ("a", true), ("_", true), ("__typename", true), ("aB_9", true), ("", false), ("9a", false),
    ("a-b", false), ("a b", false), ("a ", false), ("é", false), ("a\u{301}", false),
    ("a\0", false),
  ])
  func namesAreRecognized(_ text: String, _ isName: Bool) {
    #expect(text.isGraphQLName == isName)
  }

  // The Kelvin sign is the letter k in lowercase, but not in ASCII.
  @Test(arguments: [
    ("", "", true), ("Accept", "aCCEPT", true), ("A", "AB", false), ("a", "b", false),
    ("\u{212A}", "k", false), ("@", "`", false),
  ])
  func textsAreComparedIgnoringCase(left: String, right: String, areEqual: Bool) {
    #expect(left.equalsIgnoringCase(right) == areEqual)
    #expect(right.equalsIgnoringCase(left) == areEqual)
  }

  @Test func hexadecimalNumbersArePadded() {
    let numbers: [String] = [
      String(hexadecimal: 0, width: 0), String(hexadecimal: 10, width: 4),
      String(hexadecimal: 0x1F600, width: 4, uppercase: true),
      String(hexadecimal: UInt64.max, width: 16),
    ]
    #expect(numbers == ["0", "000a", "1F600", "ffffffffffffffff"])
  }
}
