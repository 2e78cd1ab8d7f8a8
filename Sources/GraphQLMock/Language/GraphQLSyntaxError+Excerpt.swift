extension GraphQLSyntaxError {
  /// The lines around a position, cut to a window around the caret.
  struct Excerpt: Sendable {
    /// The characters that a line shows on either side of the caret.
    private static let reach = 40

    let text: String

    /// - Parameter line: The number of the offset's line in the document as it was sent.
    init(_ source: Span<UInt8>, offset: Int, numbered line: Int) {
      let start = TextPosition(of: offset, in: source).lineStart
      let end = Self.endOfLine(source, start)
      let shown = Self.window(source, start, end, around: offset)
      var lines: [(prefix: String, text: String)] = []
      if start > 0 {
        let previous = Self.lineBefore(source, start)
        lines.append(
          ("\(line - 1)", Self.head(source, previous.lowerBound, previous.upperBound)))
      }
      lines.append(("\(line)", shown.text))
      lines.append(("", String(repeating: " ", count: shown.caret) + "^"))
      if end < source.count {
        let next = end + (Self.isReturnAndNewline(source, end) ? 2 : 1)
        lines.append(
          ("\(line + 1)", Self.head(source, next, Self.endOfLine(source, next))))
      }
      let width = lines.map(\.prefix.utf8.count).max() ?? 0
      text = lines.map { line in
        let padding = String(repeating: " ", count: width - line.prefix.utf8.count)
        return padding + line.prefix + " |" + (line.text.isEmpty ? "" : " " + line.text)
      }.joined(separator: "\n")
    }

    /// The line that ends before this offset, without its terminator.
    private static func lineBefore(_ source: Span<UInt8>, _ start: Int) -> Range<Int> {
      var end = start - 1
      if end > 0, isReturnAndNewline(source, end - 1) { end -= 1 }
      var index = end
      while index > 0, source[index - 1] != 0x0A, source[index - 1] != 0x0D { index -= 1 }
      return index..<end
    }

    private static func endOfLine(_ source: Span<UInt8>, _ start: Int) -> Int {
      var index = start
      while index < source.count, source[index] != 0x0A, source[index] != 0x0D { index += 1 }
      return index
    }

    private static func isReturnAndNewline(_ source: Span<UInt8>, _ index: Int) -> Bool {
      source[index] == 0x0D && index + 1 < source.count && source[index + 1] == 0x0A
    }

    /// The start of a line that has no caret.
    private static func head(_ source: Span<UInt8>, _ start: Int, _ end: Int) -> String {
      window(source, start, end, around: start + reach).text
    }

    /// The part of a line around an offset, and how many characters of it stand before the offset.
    private static func window(
      _ source: Span<UInt8>, _ lineStart: Int, _ lineEnd: Int, around offset: Int
    ) -> (text: String, caret: Int) {
      let offset = min(offset, lineEnd)
      var (before, behind): ([Unicode.Scalar], [Unicode.Scalar]) = ([], [])
      // No character has more than four bytes: what stands before that is not shown.
      var index = max(lineStart, offset - 4 * reach - 4)
      while index > lineStart, index < offset, source[index] & 0xC0 == 0x80 { index += 1 }
      while index < lineEnd, behind.count < reach {
        let (scalar, length) = UTF8Scalar.decode(source, at: index) ?? ("\u{FFFD}", 1)
        index += length
        // Control characters, tabs too, would move the caret.
        let shown = scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar
        if index <= offset { before.append(shown) } else { behind.append(shown) }
      }
      let isCut = before.count > reach
      let line = String(String.UnicodeScalarView(before.suffix(reach) + behind))
      return (
        (isCut ? "…" : "") + line + (index < lineEnd ? "…" : ""),
        min(before.count, reach) + (isCut ? 1 : 0)
      )
    }
  }
}
