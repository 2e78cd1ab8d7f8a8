import Foundation

/// The white space of a JSON text that a program wrote: enough to write the same bytes again.
struct JSONSpacing: Sendable, Equatable {
  enum Style: String, Sendable, CaseIterable {
    /// None at all.
    case compact
    /// One space behind each comma and each colon, as Python's `json.dumps` has it.
    case python
    /// Two spaces a level, one behind each colon, `[]` and `{}`, as `JSON.stringify(value, null, 2)`.
    case indented
  }

  var style: Style
  /// Whether a newline follows the value.
  var endsInNewline = false

  private static let newlineSuffix = "-newline"

  init(_ style: Style, endsInNewline: Bool = false) {
    self.style = style
    self.endsInNewline = endsInNewline
  }

  /// The name that files have for it, such as `compact` or `python-newline`.
  var name: String { style.rawValue + (endsInNewline ? Self.newlineSuffix : "") }

  /// The spacing of a name; nil if there is none of that name.
  init?(name: String) {
    let endsInNewline = name.hasSuffix(Self.newlineSuffix)
    let plain = endsInNewline ? String(name.dropLast(Self.newlineSuffix.count)) : name
    guard let style = Style(rawValue: plain) else { return nil }
    self.init(style, endsInNewline: endsInNewline)
  }

  static var allNames: [String] {
    Style.allCases.flatMap { [JSONSpacing($0).name, JSONSpacing($0, endsInNewline: true).name] }
  }

  /// The spacing of a text; nil if it has another one.
  /// - Parameter text: A JSON text; one that is not well-formed may be taken for one that is.
  init?(of text: ContiguousArray<UInt8>) {
    let spacings = Style.allCases.lazy.map { JSONSpacing($0, endsInNewline: text.last == 0x0A) }
    guard let found = spacings.first(where: { $0.applied(to: text, ofLength: text.count) == text })
    else { return nil }
    self = found
  }

  /// The text in this spacing; order, numbers and strings stay as they are spelled.
  /// - Parameters:
  ///   - text: A well-formed JSON text, or one that holds it.
  ///   - range: Where it stands; nil for the whole.
  ///   - length: The length that it must have then; nothing is written of another one.
  func applied(
    to text: ContiguousArray<UInt8>, _ range: Range<Int>? = nil, ofLength length: Int? = nil
  ) -> ContiguousArray<UInt8> {
    let bytes = text.span.extracting(range ?? text.indices)
    return bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return [] }
      let size = write(first, bytes.count, to: nil)
      if length ?? size != size { return [] }
      return ContiguousArray(unsafeUninitializedCapacity: size) {
        $1 = write(first, bytes.count, to: $0.baseAddress)
      }
    }
  }

  /// Writes a text in this spacing, byte by byte, as tokens would cost five times as much in debug builds.
  /// - Parameter target: Where there is room for it; nil to be told for how many bytes.
  /// - Returns: how many bytes were written.
  private func write(
    _ text: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>?
  ) -> Int {
    let (isIndented, isCompact) = (style == .indented, style == .compact)
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
      // White space, and the mark of the byte order.
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
      if isCompact { continue }
      if byte == UInt8(ascii: ","), isIndented {
        breakLine()
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
        put(UInt8(ascii: " "))
      }
    }
    if endsInNewline { put(UInt8(ascii: "\n")) }
    return written
  }
}
