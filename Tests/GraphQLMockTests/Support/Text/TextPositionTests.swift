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

  /// The last positions of texts, or all of them.
  private static let rows: [(text: [UInt8], positions: [String])] = [
    ([], ["1:1 0"]),
    (Array("a\nb".utf8), ["1:1 0", "1:2 0", "2:1 2", "2:2 2"]),
    (Array("\r\r\na".utf8), ["1:1 0", "2:1 1", "2:2 1", "3:1 3", "3:2 3"]),
    // As in `getLocation` of graphql-js, a byte order mark counts as a column.
    (Array("\u{FEFF}a".utf8), ["1:2 0", "1:3 0"]),
    (Array("é😀\u{2028}x".utf8), ["1:5 0"]),
    // Invalid bytes.
    ([0xFF, 0x80, 0xC3], ["1:4 0"]),
  ]

  @Test func positionCountsLinesAndScalarsAndStaysInsideTheText() {
    for row in Self.rows {
      let last: [String] = Array(positions(row.text).suffix(row.positions.count))
      #expect(last == row.positions, "\(row.text)")
    }
    let text = ContiguousArray("ab".utf8)
    #expect(TextPosition(of: 9, in: text.span) == TextPosition(of: 2, in: text.span))
    #expect(TextPosition(of: -1, in: text.span) == TextPosition(of: 0, in: text.span))
  }

  /// As in graphql-js, whose texts are UTF-16; only characters of four bytes in UTF-8 are two units.
  @Test func columnsAreAlsoCountedInUnitsOfUTF16() {
    let text = ContiguousArray("a\né€😀x".utf8)
    let position = TextPosition(of: text.count, in: text.span)
    #expect(position == TextPosition(line: 2, column: 5, utf16Column: 6, lineStart: 2))
  }

  @Test(arguments: ["", "a\nb", "\r\r\na\r\n\r\nb", "\u{FEFF}a", "é😀\u{2028}x\né\n", "abc"])
  func positionsInOnePassEqualSinglePositions(text: String) {
    let bytes = ContiguousArray(text.utf8)
    var offsets: [Int] = []
    for offset in 0...bytes.count {
      if offset > 0, offset < bytes.count {
        if bytes[offset] == 0x0A, bytes[offset - 1] == 0x0D { continue }
        if bytes[offset] & 0xC0 == 0x80 { continue }
      }
      offsets.append(offset)
    }
    for step in 1...3 {
      let some: [Int] = stride(from: 0, to: offsets.count, by: step).map { offsets[$0] }
      let single: [TextPosition] = some.map { TextPosition(of: $0, in: bytes.span) }
      #expect(TextPosition.positions(of: some, in: bytes.span) == single)
    }
  }
}
