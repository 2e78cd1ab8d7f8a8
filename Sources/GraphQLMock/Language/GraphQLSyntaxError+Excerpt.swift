extension GraphQLSyntaxError {
  /// The maximum number of characters that the excerpt shows before and after the error.
  private static let reach = 40

  static func excerpt(_ source: Span<UInt8>, offset: Int, numbered line: Int) -> String {
    // `BlockString.lines` and `TextPosition` end lines alike, so `index` is `line - 1`.
    let ranges = BlockString.lines(source, 0, source.count)
    let index = ranges.lastIndex { $0.lowerBound <= offset } ?? 0
    let shown = Self.window(source, ranges[index], around: offset)
    func head(_ index: Int) -> String {
      Self.window(source, ranges[index], around: ranges[index].lowerBound + Self.reach).text
    }
    var lines: [(prefix: String, text: String)] = []
    if index > 0 { lines.append(("\(line - 1)", head(index - 1))) }
    lines.append(("\(line)", shown.text))
    lines.append(("", String(repeating: " ", count: shown.caret) + "^"))
    if index + 1 < ranges.count { lines.append(("\(line + 1)", head(index + 1))) }
    let width = lines.map(\.prefix.utf8.count).max() ?? 0
    return lines.map { line in
      let padding = String(repeating: " ", count: width - line.prefix.utf8.count)
      return padding + line.prefix + " |" + (line.text.isEmpty ? "" : " " + line.text)
    }.joined(separator: "\n")
  }

  private static func window(
    _ source: Span<UInt8>, _ line: Range<Int>, around offset: Int
  ) -> (text: String, caret: Int) {
    let offset = min(offset, line.upperBound)
    var (before, behind): ([Unicode.Scalar], [Unicode.Scalar]) = ([], [])
    // Up to `reach + 1` characters before the error are read. Each has at most four bytes in UTF-8.
    var index = max(line.lowerBound, offset - 4 * reach - 4)
    while index > line.lowerBound, index < offset, source[index] & 0xC0 == 0x80 { index += 1 }
    while index < line.upperBound, behind.count < reach {
      let (scalar, length) = UTF8Scalar.decode(source, at: index) ?? ("\u{FFFD}", 1)
      index += length
      // Control characters are replaced by spaces, because a tab would shift the text above the caret.
      let shown = scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar
      if index <= offset { before.append(shown) } else { behind.append(shown) }
    }
    let isCut = before.count > reach
    let text = String(String.UnicodeScalarView(before.suffix(reach) + behind))
    return (
      (isCut ? "…" : "") + text + (index < line.upperBound ? "…" : ""),
      min(before.count, reach) + (isCut ? 1 : 0)
    )
  }
}
