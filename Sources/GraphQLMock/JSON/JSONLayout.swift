import Foundation

enum JSONLayout: Sendable {
  case compact
  /// Each nesting level is indented by two spaces, as `JSON.stringify(value, null, 2)` does in JavaScript.
  case indented

  /// Returns a JSON text with the white space of this layout. Values and the order of members don't change.
  func applied(
    to text: ContiguousArray<UInt8>, _ range: Range<Int>? = nil
  ) -> ContiguousArray<UInt8> {
    let bytes = text.span.extracting(range ?? text.indices)
    return bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return [] }
      return ContiguousArray(unsafeUninitializedCapacity: write(first, bytes.count, to: nil)) {
        $1 = write(first, bytes.count, to: $0.baseAddress)
      }
    }
  }

  /// Writes the text to `target` and returns its size in bytes. If `target` is nil, the bytes are only counted.
  private func write(
    _ text: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>?
  ) -> Int {
    let isIndented = self == .indented
    var (index, written, depth, isFirst) = (0, 0, 0, false)
    func put(_ byte: UInt8, _ count: Int = 1) {
      if let target { memset(target + written, Int32(byte), count) }
      written += count
    }
    func breakLine() {
      put(UInt8(ascii: "\n"))
      put(UInt8(ascii: " "), max(2 * depth, 0))
    }
    while index < count {
      let (start, byte) = (index, text[index])
      index += 1
      // Outside of strings, bytes up to 0x20 and from 0x80 can only be white space or a byte order mark.
      if byte <= 0x20 || byte >= 0x80 { continue }
      let ends = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      if ends { depth -= 1 }
      if isFirst != ends, isIndented { breakLine() }
      isFirst = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
      if isFirst { depth += 1 }
      if byte == UInt8(ascii: "\"") {
        while index < count, text[index] != byte { index += text[index] == 0x5C ? 2 : 1 }
        index = min(index + 1, count)
      }
      if let target { memcpy(target + written, text + start, index - start) }
      written += index - start
      guard isIndented else { continue }
      if byte == UInt8(ascii: ",") { breakLine() }
      if byte == UInt8(ascii: ":") { put(UInt8(ascii: " ")) }
    }
    return written
  }
}
