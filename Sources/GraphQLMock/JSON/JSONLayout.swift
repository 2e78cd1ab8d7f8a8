enum JSONLayout: Sendable {
  case compact
  /// Each nesting level is indented by two spaces, as `JSON.stringify(value, null, 2)` does in JavaScript.
  case indented

  /// Returns a text that is known to be JSON, or the value in a byte range, with only its white space changed.
  func applied(
    to text: ContiguousArray<UInt8>, _ range: Range<Int>? = nil
  ) -> ContiguousArray<UInt8> {
    text.span.extracting(range ?? text.indices).withUnsafeBufferPointer { text in
      var result = ContiguousArray<UInt8>()
      result.reserveCapacity(text.count)
      var (index, depth, isFirst) = (0, 0, false)
      func breakLine() {
        guard self == .indented else { return }
        result.append(UInt8(ascii: "\n"))
        result += repeatElement(UInt8(ascii: " "), count: max(2 * depth, 0))
      }
      while index < text.count {
        let (start, byte) = (index, text[index])
        index += 1
        // Outside of strings, bytes up to 0x20 and from 0x80 can only be white space or a byte order mark.
        if byte <= 0x20 || byte >= 0x80 { continue }
        let ends = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
        if ends { depth -= 1 }
        if isFirst != ends { breakLine() }
        isFirst = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
        if isFirst { depth += 1 }
        if byte == UInt8(ascii: "\"") {
          while index < text.count, text[index] != byte { index += text[index] == 0x5C ? 2 : 1 }
          index = min(index + 1, text.count)
        }
        result.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
        if byte == UInt8(ascii: ",") { breakLine() }
        if byte == UInt8(ascii: ":"), self == .indented { result.append(UInt8(ascii: " ")) }
      }
      return result
    }
  }
}
