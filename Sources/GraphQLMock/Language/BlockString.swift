/// Functions for block strings, which are GraphQL strings such as `"""text"""` (GraphQL, section 2.9.4).
enum BlockString {
  @inline(__always) static func isTripleQuote(_ source: Span<UInt8>, _ index: Int) -> Bool {
    index + 2 < source.count && source[index] == 0x22 && source[index + 1] == 0x22
      && source[index + 2] == 0x22
  }

  /// Returns the value between the quotation marks of a block string, without common indentation and outer blank lines.
  static func value(_ source: Span<UInt8>, _ start: Int, _ end: Int) -> ContiguousArray<UInt8> {
    var output = ContiguousArray<UInt8>()
    let lines = lines(source, start, end)
    var indentation = Int.max
    var (first, last) = (lines.count, -1)
    for (number, line) in lines.enumerated() {
      var index = line.lowerBound
      while index < line.upperBound, source[index] == 0x20 || source[index] == 0x09 { index += 1 }
      if index == line.upperBound { continue }
      (first, last) = (min(first, number), number)
      if number > 0 { indentation = min(indentation, index - line.lowerBound) }
    }
    for (number, line) in lines.enumerated() where number >= first && number <= last {
      if number > first { output.append(0x0A) }
      var index = line.lowerBound
      if number > 0 { index = min(index + indentation, line.upperBound) }
      while index < line.upperBound {
        // In a block string, `\"""` is an escape sequence for three quotation marks.
        if source[index] == 0x5C, index + 3 < line.upperBound, isTripleQuote(source, index + 1) {
          output.append(contentsOf: [0x22, 0x22, 0x22])
          index += 4
        } else {
          output.append(source[index])
          index += 1
        }
      }
    }
    return output
  }

  /// Appends a value as a block string, as graphql-js' `printBlockString` does.
  ///
  /// - Parameter isMinimal: Whether the text is as short as possible, as with `minimize`.
  static func append(
    value: Span<UInt8>, to output: inout ContiguousArray<UInt8>, isMinimal: Bool = true
  ) {
    let lines = lines(value, 0, value.count)
    let isSingle = lines.count == 1
    let endsInQuote = value.count > 0 && value[value.count - 1].isOne(of: "\"\\")
    // graphql-js divides a line of more than 70 UTF-16 code units.
    let isDivided =
      !isMinimal
      && (!isSingle || endsInQuote || TextPosition(of: value.count, in: value).utf16Column > 71)
    // A line break must follow the opening quotation marks, to keep the indentation of all later lines.
    let isLaterIndented = lines.dropFirst().allSatisfy { line in
      line.isEmpty || value[line.lowerBound].isOne(of: " \t")
    }
    let isIndented = isSingle && value.count > 0 && value[0].isOne(of: " \t")
    output.append(contentsOf: [0x22, 0x22, 0x22])
    if isDivided && !isIndented || !isSingle && isLaterIndented { output.append(0x0A) }
    var (index, endsInEscapedQuotes) = (0, false)
    while index < value.count {
      endsInEscapedQuotes = isTripleQuote(value, index)
      if endsInEscapedQuotes { output.append(0x5C) }
      let end = index + (endsInEscapedQuotes ? 3 : 1)
      output.append(value, from: index, to: end)
      index = end
    }
    if isDivided || endsInQuote && !endsInEscapedQuotes { output.append(0x0A) }
    output.append(contentsOf: [0x22, 0x22, 0x22])
  }

  /// Returns the byte ranges of the lines, without LF, CR or CR LF at their ends.
  static func lines(_ source: Span<UInt8>, _ start: Int, _ end: Int) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var (lineStart, index) = (start, start)
    while index < end {
      let byte = source[index]
      index += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      lines.append(lineStart..<(index - 1))
      if byte == 0x0D, index < end, source[index] == 0x0A { index += 1 }
      lineStart = index
    }
    return lines + [lineStart..<end]
  }
}
