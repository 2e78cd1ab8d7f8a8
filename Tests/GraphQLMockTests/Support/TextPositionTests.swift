import Testing

@testable import GraphQLMock

struct TextPositionTests {
  private func positions(_ bytes: [UInt8]) -> [String] {
    let text = ContiguousArray(bytes)
    return (0...text.count).map { offset in
      let position = TextPosition(of: offset, in: text.span)
      return "\(position.line):\(position.column) \(position.lineStart)"
    }
  }

  // As in `getLocation` of graphql-js, a byte order mark counts as a column.
  @Test func positionCountsLinesAndScalars() {
    #expect(positions([]) == ["1:1 0"])
    #expect(positions(Array("a\nb".utf8)) == ["1:1 0", "1:2 0", "2:1 2", "2:2 2"])
    #expect(positions(Array("\r\r\na".utf8)) == ["1:1 0", "2:1 1", "2:2 1", "3:1 3", "3:2 3"])
    #expect(positions(Array("\u{FEFF}a".utf8)).suffix(2) == ["1:2 0", "1:3 0"])
    #expect(positions(Array("é😀\u{2028}x".utf8)).last == "1:5 0")
  }

  @Test(arguments: ["", "a\nb", "\r\r\na\r\n\r\nb", "\u{FEFF}a", "é😀\u{2028}x\né\n", "abc"])
  func positionsInOnePassEqualSinglePositions(text: String) {
    let bytes = ContiguousArray(text.utf8)
    let offsets = (0...bytes.count).filter {
      $0 == 0 || $0 == bytes.count
        || !(bytes[$0] == 0x0A && bytes[$0 - 1] == 0x0D)
          && bytes[$0] & 0xC0 != 0x80
    }
    for step in 1...3 {
      let some = offsets.enumerated().filter { $0.offset % step == 0 }.map(\.element)
      #expect(
        TextPosition.positions(of: some, in: bytes.span)
          == some.map { TextPosition(of: $0, in: bytes.span) })
    }
  }

  @Test func positionCountsEachInvalidByteAndStaysInsideTheText() {
    #expect(positions([0xFF, 0x80, 0xC3]).last == "1:4 0")
    let text = ContiguousArray("ab".utf8)
    #expect(TextPosition(of: 9, in: text.span) == TextPosition(of: 2, in: text.span))
    #expect(TextPosition(of: -1, in: text.span) == TextPosition(of: 0, in: text.span))
  }
}
