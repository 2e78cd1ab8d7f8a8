// Positions are computed here, when an error is made, and nowhere else.
extension GraphQLSyntaxError {
  /// - Parameters:
  ///   - offset: The offset of the error in bytes; the count of the source stands for its end.
  init(_ reason: Reason, at offset: Int, in source: Span<UInt8>) {
    let offset = min(max(offset, 0), source.count)
    let place = Place(source, offset)
    self.reason = reason
    self.line = place.line
    self.column = Self.countScalars(source, place.lineStart, offset) + 1
    // Secrets go before lines are cut: a window may have lost the name of what it shows.
    let shown = Self.redacted(source, reason)
    self.excerpt =
      Excerpt(shown.text.span, offset: shown.offset(of: offset), numbered: place.line).text
  }

  /// The excerpt of the same error by other rules.
  /// - Parameter source: The document that the error is about.
  func excerpt(of source: ContiguousArray<UInt8>, _ rules: SecretRules) -> String {
    let bytes = source.span
    var offset = 0
    var line = 1
    while line < self.line, offset < bytes.count {
      let isPair = bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
      if bytes[offset] == 0x0A || bytes[offset] == 0x0D { line += 1 }
      offset += isPair ? 2 : 1
    }
    for _ in 1..<max(column, 2) where column > 1 && offset < bytes.count {
      offset += max(1, UTF8Scalar.length(bytes, at: offset))
    }
    var rules = rules
    rules.style = .short
    let shown = SecretText.redactByName(source, as: .document, rules)
    return Excerpt(shown.text.span, offset: shown.offset(of: offset), numbered: self.line).text
  }

  /// The source as an excerpt may show it.
  static func redacted(_ source: Span<UInt8>, _ reason: Reason? = nil) -> SecretText.Result {
    // A text that is too large to be parsed is too large to be copied.
    if case .tooLarge = reason { return SecretText.Result() }
    var text = ContiguousArray<UInt8>()
    text.append(source, from: 0, to: source.count)
    return SecretText.redactByName(text, as: .document, .messages)
  }

  /// The line of an offset.
  private struct Place {
    var line = 1
    var lineStart = 0
    var previousLine: Range<Int>?

    init(_ source: Span<UInt8>, _ offset: Int) {
      var index = 0
      while index < offset {
        let byte = source[index]
        guard byte == 0x0A || byte == 0x0D else {
          index += 1
          continue
        }
        let end = index
        index += byte == 0x0D && index + 1 < source.count && source[index + 1] == 0x0A ? 2 : 1
        // An offset between CR and LF belongs to the line that they end.
        if index > offset { break }
        previousLine = lineStart..<end
        line += 1
        lineStart = index
      }
    }
  }

  /// Every byte that is no continuation counts, so that bytes which are not UTF-8 have columns too.
  private static func countScalars(_ source: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var count = 0
    var index = start
    while index < end {
      index += max(1, UTF8Scalar.length(source, at: index))
      count += 1
    }
    return count
  }
}

extension GraphQLSyntaxError {
  /// The lines around a position, cut to a window around the caret.
  private struct Excerpt: Sendable {
    /// The characters that a line shows on either side of the caret.
    private static let reach = 40

    let text: String

    /// - Parameter line: The number of the offset's line in the document as it was sent.
    init(_ source: Span<UInt8>, offset: Int, numbered line: Int) {
      let place = Place(source, offset)
      let lineEnd = Self.endOfLine(source, place.lineStart)
      let shown = Self.window(source, place.lineStart, lineEnd, around: offset)
      var rows: [(prefix: String, text: String)] = []
      if let previousLine = place.previousLine {
        rows.append(
          ("\(line - 1)", Self.head(source, previousLine.lowerBound, previousLine.upperBound)))
      }
      rows.append(("\(line)", shown.text))
      rows.append(("", String(repeating: " ", count: shown.caret) + "^"))
      if lineEnd < source.count {
        let next = lineEnd + (Self.isReturnAndNewline(source, lineEnd) ? 2 : 1)
        rows.append(("\(line + 1)", Self.head(source, next, Self.endOfLine(source, next))))
      }
      let width = rows.map(\.prefix.utf8.count).max() ?? 0
      text = rows.map { row in
        let padding = String(repeating: " ", count: width - row.prefix.utf8.count)
        return padding + row.prefix + " |" + (row.text.isEmpty ? "" : " " + row.text)
      }.joined(separator: "\n")
    }

    private static func endOfLine(_ source: Span<UInt8>, _ start: Int) -> Int {
      var index = start
      while index < source.count, source[index] != 0x0A, source[index] != 0x0D { index += 1 }
      return index
    }

    private static func isReturnAndNewline(_ source: Span<UInt8>, _ index: Int) -> Bool {
      source[index] == 0x0D && index + 1 < source.count && source[index + 1] == 0x0A
    }

    /// The beginning of a line that has no caret.
    private static func head(_ source: Span<UInt8>, _ start: Int, _ end: Int) -> String {
      window(source, start, end, around: start + reach).text
    }

    /// The part of a line around an offset, and how many characters of it stand before the offset.
    private static func window(
      _ source: Span<UInt8>, _ lineStart: Int, _ lineEnd: Int, around offset: Int
    ) -> (text: String, caret: Int) {
      let offset = min(offset, lineEnd)
      var start = offset
      var before = 0
      while start > lineStart, before < reach {
        start -= 1
        // Back to the first byte of the character, if these bytes are one.
        var first = start
        while first > lineStart, start - first < 3, source[first] & 0xC0 == 0x80 { first -= 1 }
        if first + UTF8Scalar.length(source, at: first) == start + 1 { start = first }
        before += 1
      }
      var result = start > lineStart ? "…" : ""
      let caret = before + (start > lineStart ? 1 : 0)
      var index = start
      var after = 0
      while index < lineEnd, after < reach {
        if let (scalar, length) = UTF8Scalar.decode(source, at: index) {
          // Control characters, tabs too, would move the caret.
          result.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
          index += length
        } else {
          result.unicodeScalars.append("\u{FFFD}")
          index += 1
        }
        if index > offset { after += 1 }
      }
      if index < lineEnd { result += "…" }
      return (result, caret)
    }
  }
}
