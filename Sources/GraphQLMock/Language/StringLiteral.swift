/// The values of string literals, however they are quoted.
enum StringLiteral {
  /// Appends the value of the string token at this range, quotes included in the range.
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
}
