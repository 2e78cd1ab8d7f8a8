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
    #expect(bytes { $0.isDigit } == "0123456789")
    #expect(bytes { $0.startsName } == letters)
    #expect(bytes { $0.continuesName } == "0123456789" + letters)
    #expect(bytes { $0.hexDigitValue != nil } == "0123456789ABCDEFabcdef")
    #expect("09AFaf".utf8.map(\.hexDigitValue) == [0, 9, 10, 15, 10, 15])
    #expect(bytes { $0.asciiLowercased != $0 } == "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    #expect("AZ[@".utf8.map(\.asciiLowercased) == Array("az[@".utf8))
  }

  @Test(arguments: [
    ("a", true), ("_", true), ("__typename", true), ("aB_9", true), ("", false), ("9a", false),
    ("a-b", false), ("a b", false), ("a ", false), ("é", false), ("a\u{301}", false),
    ("a\0", false),
  ])
  func namesAreRecognized(_ text: String, _ isName: Bool) {
    #expect(text.isGraphQLName == isName)
  }

  @Test func hexadecimalNumbersArePadded() {
    #expect(String(hexadecimal: 0, width: 0) == "0")
    #expect(String(hexadecimal: 10, width: 4) == "000a")
    #expect(String(hexadecimal: 0x1F600, width: 4, uppercase: true) == "1F600")
    #expect(String(hexadecimal: UInt64.max, width: 16) == "ffffffffffffffff")
  }
}
