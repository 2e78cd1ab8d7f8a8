extension JSONTokenizer {
  /// Reads a string after its opening quotation mark, or continues an incomplete string (RFC 8259, section 7).
  mutating func resumeString(_ chunk: Span<UInt8>) -> JSONToken {
    while index < chunk.count {
      if cut.isEmpty {
        keep(chunk, to: chunk.endOfPlainASCII(from: index))
        guard index < chunk.count else { break }
        let byte = chunk[index]
        if byte == UInt8(ascii: "\"") {
          index += 1
          return endString()
        }
        if byte < 0x20 { return fail(.controlCharacter(byte)) }
        let length = byte < 0x80 ? 0 : UTF8Scalar.length(chunk, at: index)
        if length > 0 {
          keep(chunk, to: index + length)
          continue
        }
        if byte == UInt8(ascii: "\\"), index + 1 < chunk.count,
          let meaning = JSONBytes.meaning(ofEscape: chunk[index + 1])
        {
          if keepsContent { content.append(meaning) }
          index += 2
          continue
        }
      }
      cut.append(chunk[index])
      index += 1
      if let (problem, place) = takeCut() { return fail(problem, at: offset - cut.count + place) }
    }
    return suspend()
  }

  private mutating func keep(_ chunk: Span<UInt8>, to end: Int) {
    if keepsContent { content.append(chunk, from: index, to: end) }
    index = end
  }

  /// Decodes the incomplete character in `cut`, if it's now complete. If it's invalid, returns the error and its index.
  private mutating func takeCut() -> (JSONError.Reason, Int)? {
    let (first, last, count) = (cut[0], cut[cut.count - 1], cut.count)
    guard first == UInt8(ascii: "\\") else {
      guard let second = UTF8Scalar.boundsOfSecond(after: first) else { return (.invalidUTF8, 0) }
      let bounds = count == 2 ? second.lower...second.upper : 0x80...0xBF
      guard count == 1 || bounds.contains(last) else { return (.invalidUTF8, 0) }
      if count == (first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4) { endCut(cut) }
      return nil
    }
    switch count {
    case 1: return nil
    case 2:
      if last == UInt8(ascii: "u") { return nil }
      guard let meaning = JSONBytes.meaning(ofEscape: last) else { return (.invalidEscape, 0) }
      endCut([meaning])
      return nil
    // A high surrogate, such as `\uD83D`, must be followed by another `\u` escape sequence.
    case 7, 8:
      let expected = count == 7 ? UInt8(ascii: "\\") : UInt8(ascii: "u")
      return last == expected ? nil : (.unpairedSurrogate, 0)
    default: break
    }
    guard last.hexDigitValue != nil else { return (.invalidEscape, count > 8 ? 6 : 0) }
    guard count == 6 || count == 12 else { return nil }
    var scalar = codeUnit(at: count - 4)
    let isLow = (0xDC00..<0xE000).contains(scalar)
    guard isLow == (count == 12) else { return (.unpairedSurrogate, 0) }
    if (0xD800..<0xDC00).contains(scalar) { return nil }
    if isLow { scalar = 0x10000 + (codeUnit(at: 2) - 0xD800) << 10 + (scalar - 0xDC00) }
    var text = ContiguousArray<UInt8>()
    UTF8Scalar.append(scalar, to: &text)
    endCut(text)
    return nil
  }

  private mutating func endCut(_ text: ContiguousArray<UInt8>) {
    if keepsContent { content += text }
    cut.removeAll(keepingCapacity: true)
  }

  /// Returns the UTF-16 code unit that four hexadecimal digits in `cut` spell.
  private func codeUnit(at start: Int) -> UInt32 {
    cut[start..<(start + 4)].reduce(0) { $0 << 4 | ($1.hexDigitValue ?? 0) }
  }
}
