/// Block strings: their value and their shortest spelling (GraphQL, section 2.9.4 "String Value").
enum BlockString {
  @inline(__always)
  static func isTripleQuote(_ source: Span<UInt8>, _ index: Int) -> Bool {
    index + 2 < source.count && source[index] == 0x22 && source[index + 1] == 0x22
      && source[index + 2] == 0x22
  }

  /// BlockStringValue(rawValue): the common indentation and the blank lines around are taken away.
  /// - Parameters:
  ///   - start: The offset after the opening quotes.
  ///   - end: The offset of the closing quotes.
  static func appendValue(
    _ source: Span<UInt8>, _ start: Int, _ end: Int, to output: inout ContiguousArray<UInt8>
  ) {
    let layout = Layout(source, start, end)
    guard let first = layout.firstLine else { return }
    var lines = Lines(start: start, end: end)
    while let line = lines.next(source) {
      if line.number < first { continue }
      if line.number > layout.lastLine { break }
      if line.number > first { output.append(0x0A) }
      // A blank line may be shorter than the indentation.
      var index = line.number == 0 ? line.start : min(line.start + layout.indentation, line.end)
      while index < line.end {
        // `\"""` stands for `"""`.
        if source[index] == 0x5C, index + 3 < line.end, isTripleQuote(source, index + 1) {
          output.append(0x22)
          output.append(0x22)
          output.append(0x22)
          index += 4
        } else {
          output.append(source[index])
          index += 1
        }
      }
    }
  }

  /// Appends a block string of this value, quotes included (the reference implementation's
  /// printBlockString).
  /// - Parameter isMinimized: Whether lines are broken only where the value would change without, or
  ///   where it reads better, too.
  static func append(
    value: Span<UInt8>, isMinimized: Bool, to output: inout ContiguousArray<UInt8>
  ) {
    var text = ContiguousArray<UInt8>()
    var index = 0
    // Code units of UTF-16, as the reference implementation counts.
    var length = 0
    var endsInEscapedQuotes = false
    while index < value.count {
      endsInEscapedQuotes = isTripleQuote(value, index)
      if endsInEscapedQuotes { text.append(0x5C) }
      for _ in 0..<(endsInEscapedQuotes ? 3 : 1) {
        let byte = value[index]
        text.append(byte)
        length += byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
        index += 1
      }
    }
    let forcesFirstBreak = needsLeadingNewline(value)
    let forcesLastBreak = text.last == 0x5C || text.last == 0x22 && !endsInEscapedQuotes
    let isOneLine = !text.contains(0x0A)
    let breaksLines =
      !isMinimized && (!isOneLine || length > 70 || forcesLastBreak || endsInEscapedQuotes)
    let beginsBlank = isOneLine && (text.first == 0x20 || text.first == 0x09)
    output.append(contentsOf: [0x22, 0x22, 0x22])
    if breaksLines && !beginsBlank || forcesFirstBreak { output.append(0x0A) }
    output += text
    if breaksLines || forcesLastBreak { output.append(0x0A) }
    output.append(contentsOf: [0x22, 0x22, 0x22])
  }

  /// True if every line but the first is empty or indented: on the line of the opening quotes, the
  /// first would not count for the indentation, and the others would lose theirs.
  private static func needsLeadingNewline(_ value: Span<UInt8>) -> Bool {
    var lines = Lines(start: 0, end: value.count)
    var count = 0
    while let line = lines.next(value) {
      count += 1
      guard line.number > 0, line.start < line.end else { continue }
      let byte = value[line.start]
      if byte != 0x20 && byte != 0x09 { return false }
    }
    return count > 1
  }
}

extension BlockString {
  /// What dedenting needs to know of all lines before the first is written.
  private struct Layout {
    var indentation = Int.max
    var firstLine: Int?
    var lastLine = -1

    init(_ source: Span<UInt8>, _ start: Int, _ end: Int) {
      var lines = Lines(start: start, end: end)
      while let line = lines.next(source) {
        var index = line.start
        while index < line.end, source[index] == 0x20 || source[index] == 0x09 { index += 1 }
        if index == line.end { continue }
        firstLine = firstLine ?? line.number
        lastLine = line.number
        if line.number > 0 { indentation = min(indentation, index - line.start) }
      }
      if indentation == Int.max { indentation = 0 }
    }
  }

  /// The lines of a range, split at LineTerminators.
  private struct Lines {
    var position: Int
    let end: Int
    var number = 0
    var isDone = false

    init(start: Int, end: Int) {
      position = start
      self.end = end
    }

    mutating func next(_ source: Span<UInt8>) -> (number: Int, start: Int, end: Int)? {
      if isDone { return nil }
      let start = position
      var index = start
      while index < end, source[index] != 0x0A, source[index] != 0x0D { index += 1 }
      defer { number += 1 }
      if index == end {
        isDone = true
      } else if source[index] == 0x0D, index + 1 < end, source[index + 1] == 0x0A {
        position = index + 2
      } else {
        position = index + 1
      }
      return (number, start, index)
    }
  }
}
