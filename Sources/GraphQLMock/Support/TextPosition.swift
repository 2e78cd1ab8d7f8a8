/// Line and column of a byte of a text, computed only once there is something to report.
///
/// As graphql-js counts them (GraphQL, section 7.1.2 "Errors"), but in Unicode scalars and not in
/// UTF-16 code units: a byte order mark takes a column as any other scalar does.
struct TextPosition: Sendable, Hashable {
  /// Counted from 1; lines end in LF, CR or CR LF.
  let line: Int
  /// Counted from 1.
  let column: Int
  /// The offset of the first byte of the line.
  let lineStart: Int

  /// - Parameters:
  ///   - offset: The offset of the byte; the count of the text stands for its end.
  ///   - text: The text from its first byte on, in UTF-8 that nobody need have validated.
  init(of offset: Int, in text: Span<UInt8>) {
    let offset = min(max(offset, 0), text.count)
    var line = 1
    var lineStart = 0
    var index = 0
    while index < offset {
      let byte = text[index]
      index &+= 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, index < text.count, text[index] == 0x0A { index &+= 1 }
      // An offset between CR and LF belongs to the line that they end.
      if index > offset { break }
      line &+= 1
      lineStart = index
    }
    self.line = line
    self.lineStart = lineStart
    column = Self.countScalars(text, lineStart, offset) + 1
  }

  private init(line: Int, column: Int, lineStart: Int) {
    self.line = line
    self.column = column
    self.lineStart = lineStart
  }

  /// The positions of several bytes, in one pass.
  /// - Parameters:
  ///   - offsets: The offsets of the bytes, the least first; none is that of the LF of a CR LF.
  ///   - text: The text from its first byte on.
  static func positions(of offsets: [Int], in text: Span<UInt8>) -> [TextPosition] {
    var positions: [TextPosition] = []
    var (line, column, lineStart, index) = (1, 1, 0, 0)
    for offset in offsets {
      var counted = index
      while index < min(offset, text.count) {
        let byte = text[index]
        index &+= 1
        guard byte == 0x0A || byte == 0x0D else { continue }
        if byte == 0x0D, index < text.count, text[index] == 0x0A { index &+= 1 }
        (line, column, lineStart, counted) = (line &+ 1, 1, index, index)
      }
      column += countScalars(text, counted, index)
      positions.append(TextPosition(line: line, column: column, lineStart: lineStart))
    }
    return positions
  }

  /// Bytes that are not UTF-8 count one each.
  private static func countScalars(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var count = 0
    var index = start
    while index < end {
      index &+= max(1, UTF8Scalar.length(text, at: index))
      count &+= 1
    }
    return count
  }
}
