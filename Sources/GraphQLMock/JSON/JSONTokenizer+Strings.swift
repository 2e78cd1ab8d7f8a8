extension JSONTokenizer {
  /// Reads a string from its first byte that isn't plain (RFC 8259, section 7).
  mutating func readRestOfString(_ text: Span<UInt8>) -> JSONToken {
    while offset < text.count {
      let byte = text[offset]
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return endString()
      case UInt8(ascii: "\\"):
        if let problem = readEscape(text) { return fail(problem) }
      case ..<0x20: return fail(.controlCharacter(byte))
      default:
        let isASCII = byte < 0x80
        let end =
          isASCII
          ? text.endOfPlainASCII(from: offset) : offset + UTF8Scalar.length(text, at: offset)
        if end == offset { return fail(.invalidUTF8) }
        if keepsContent { content.append(text, from: offset, to: end) }
        offset = end
      }
    }
    return fail(.unexpectedEnd(expected: .endOfString))
  }

  /// Reads an escape sequence, or the two of a surrogate pair such as `\uD83D\uDE00`.
  private mutating func readEscape(_ text: Span<UInt8>) -> JSONError.Reason? {
    let start = offset
    if start + 1 < text.count, let meaning = JSONBytes.meaning(ofEscape: text[start + 1]) {
      if keepsContent { content.append(meaning) }
      offset += 2
      return nil
    }
    if let (scalar, length) = JSONBytes.escapedScalar(text, at: start) {
      if keepsContent { UTF8Scalar.append(scalar, to: &content) }
      offset += length
      return nil
    }
    let digits = start + 2..<max(min(start + 6, text.count), start + 2)
    let isUnicode = start + 1 < text.count && text[start + 1] == UInt8(ascii: "u")
    if start + 1 < text.count, !isUnicode || !digits.allSatisfy({ text[$0].hexDigitValue != nil }) {
      return .invalidEscape
    }
    if start + 6 < text.count { return .unpairedSurrogate }
    offset = text.count
    return .unexpectedEnd(expected: .endOfString)
  }
}
