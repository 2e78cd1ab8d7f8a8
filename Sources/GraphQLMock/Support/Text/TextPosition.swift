/// The line and column of a byte in a text, counted as in graphql-js (GraphQL, section 7.1.6 "Errors").
struct TextPosition: Sendable, Equatable {
  /// The line number, starting at 1, where LF, CR and CR LF end a line.
  let line: Int
  /// The column in Unicode scalars, starting at 1.
  let column: Int
  /// The column in UTF-16 code units, starting at 1, as graphql-js counts columns.
  let utf16Column: Int
  /// The byte offset at which the line starts.
  let lineStart: Int
}

extension TextPosition {
  /// Creates the position of a byte in a text, or of the text's end, even if the text contains invalid UTF-8.
  init(of offset: Int, in text: Span<UInt8>) {
    self = Self.positions(of: [offset], in: text)[0]
  }

  /// Returns the positions of several offsets, which must be in ascending order.
  static func positions(of offsets: [Int], in text: Span<UInt8>) -> [TextPosition] {
    var positions: [TextPosition] = []
    var (index, line, lineStart) = (0, 1, 0)
    var (column, utf16Column) = (1, 1)
    for offset in offsets {
      let offset = min(offset, text.count)
      var counted = index
      while index < offset {
        let byte = text[index]
        index &+= 1
        guard byte == 0x0A || byte == 0x0D else { continue }
        // An offset between CR and LF belongs to the line that the CR LF ends.
        if byte == 0x0D, index < text.count, text[index] == 0x0A {
          guard index < offset else { break }
          index &+= 1
        }
        (line, lineStart, counted) = (line &+ 1, index, index)
        (column, utf16Column) = (1, 1)
      }
      let found = Self.count(text, counted, index)
      column += found.scalars
      utf16Column += found.utf16
      positions.append(
        TextPosition(line: line, column: column, utf16Column: utf16Column, lineStart: lineStart))
    }
    return positions
  }

  /// Counts the characters in a range, where each invalid byte counts as one character.
  private static func count(
    _ text: Span<UInt8>, _ start: Int, _ end: Int
  ) -> (scalars: Int, utf16: Int) {
    var count = (scalars: 0, utf16: 0)
    var index = start
    while index < end {
      let length = max(1, UTF8Scalar.length(text, at: index))
      index &+= length
      count.scalars &+= 1
      count.utf16 &+= length == 4 ? 2 : 1
    }
    return count
  }
}
