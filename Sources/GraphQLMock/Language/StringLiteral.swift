enum StringLiteral {
  /// Returns the value of a string literal or block string. The range includes the quotation marks.
  static func value(_ source: Span<UInt8>, _ range: Range<Int>) -> ContiguousArray<UInt8> {
    if range.count >= 6, BlockString.isTripleQuote(source, range.lowerBound) {
      return BlockString.value(source, range.lowerBound + 3, range.upperBound - 3)
    }
    var output = ContiguousArray<UInt8>()
    var index = range.lowerBound + 1
    while index < range.upperBound - 1 {
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
    return output
  }

  /// Replaces each character of strings and comments by `*`. Most syntax errors keep their positions.
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
        copy(to: index + 1, isHidden: false)
        let end = source.end(from: index) { isComment && $0 != 0x0A && $0 != 0x0D }
        copy(to: end, isHidden: true)
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
