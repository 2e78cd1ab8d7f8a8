enum StringLiteral {
  /// Appends the value of a string or block string, whose range includes the quotes.
  static func appendValue(
    _ source: Span<UInt8>, _ start: Int, _ end: Int, to output: inout ContiguousArray<UInt8>
  ) {
    if end - start >= 6, BlockString.isTripleQuote(source, start) {
      BlockString.appendValue(source, start + 3, end - 3, to: &output)
      return
    }
    var index = start + 1
    while index < end - 1 {
      let byte = source[index]
      if byte == 0x5C, case .scalar(let value, let length) = EscapeSequence.read(source, at: index)
      {
        UTF8Scalar.append(value, to: &output)
        index += length
      } else {
        output.append(byte)
        index += 1
      }
    }
  }

  /// Replaces each character of a string with a star, so that syntax errors keep their positions.
  static func masked(_ source: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    var result = ContiguousArray<UInt8>()
    var index = 0
    func copy(to end: Int, isHidden: Bool) {
      for byte in source[index..<min(end, source.count)] {
        if !isHidden || byte == 0x0A || byte == 0x0D {
          result.append(byte)
        } else if byte & 0xC0 != 0x80 {
          result.append(UInt8(ascii: "*"))
        }
      }
      index = min(end, source.count)
    }
    while index < source.count {
      guard source[index] == UInt8(ascii: "\"") else {
        let isComment = source[index] == UInt8(ascii: "#")
        copy(
          to: isComment ? source.end(from: index) { $0 != 0x0A && $0 != 0x0D } : index + 1,
          isHidden: false)
        continue
      }
      let isBlock = BlockString.isTripleQuote(source.span, index)
      copy(to: index + (isBlock ? 3 : 1), isHidden: false)
      var end = index
      while end < source.count,
        isBlock
          ? !BlockString.isTripleQuote(source.span, end) : !source.has(oneOf: "\"\n\r", at: end)
      {
        let escape = isBlock ? source.has("\\\"\"\"", at: end) : source[end] == UInt8(ascii: "\\")
        end += escape ? (isBlock ? 4 : 2) : 1
      }
      copy(to: end, isHidden: true)
      copy(to: end + (isBlock ? 3 : 1), isHidden: false)
    }
    return result
  }
}
