import Foundation
import Testing

@testable import GraphQLMock

struct BytesTests {
  @Test func bytesAreComparedInsteadOfCharacters() {
    // The second row has the same number of bytes. Both are equal characters in Swift.
    let rows: [(left: String?, right: String?, areEqual: Bool)] = [
      ("\u{E9}", "e\u{301}", false), ("a\u{323}\u{307}", "a\u{307}\u{323}", false),
      ("\u{E9}", "\u{E9}", true), ("", "", true), (nil, nil, true), (nil, "", false),
      ("", nil, false),
    ]
    for (left, right, areEqual) in rows {
      #expect(Bytes.areEqual(left, right) == areEqual, "\(left ?? "nil"), \(right ?? "nil")")
    }
  }

  private func areEqual(_ left: ContiguousArray<UInt8>, _ right: ContiguousArray<UInt8>) -> Bool {
    Bytes.areEqual(left.span, right.span)
  }

  @Test func bytesAreComparedUpToTheLast() {
    for length in 0..<20 {
      let text = ContiguousArray(repeating: UInt8(0x61), count: length)
      #expect(areEqual(text, text))
      for position in 0..<length {
        var other = text
        other[position] = 0
        #expect(!areEqual(text, other))
      }
      #expect(!areEqual(text, text + [0]))
    }
  }

  @Test func textOfBytesKeepsAByteOrderMark() {
    let rows: [(bytes: [UInt8], text: String?)] = [
      ([], ""), ([0xC3, 0xBC], "ü"), ([0xEF, 0xBB, 0xBF, 0x61], "\u{FEFF}a"), ([0x61, 0xFF], nil),
    ]
    for (bytes, text) in rows {
      #expect(
        Data(bytes).utf8Text.map { Array($0.utf8) } == text.map { Array($0.utf8) }, "\(bytes)")
    }
  }

  @Test(arguments: [
    (2..<6, "hero", true), (2..<6, "her", false), (2..<5, "hero", false), (2..<6, "hera", false),
    (2..<2, "", true),
  ])
  func bytesAreComparedWithARangeOfAText(_ range: Range<Int>, _ text: String, _ expected: Bool) {
    let bytes = ContiguousArray("a hero b".utf8)
    let areEqual = Bytes.areEqual(bytes.span, range, text)
    #expect(areEqual == expected)
  }
}
