/// The white space of a JSON text that a program wrote: enough to write the same bytes again.
struct JSONSpacing: Sendable, Hashable {
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
  /// - Parameter text: A well-formed JSON text.
  init?(of text: ContiguousArray<UInt8>) {
    let endsInNewline = text.last == UInt8(ascii: "\n")
    let found = Style.allCases.first {
      JSONSpacing($0, endsInNewline: endsInNewline).applied(to: text) == text
    }
    guard let found else { return nil }
    self.init(found, endsInNewline: endsInNewline)
  }

  /// The text in this spacing; order, numbers and strings stay as they are spelled.
  /// - Parameters:
  ///   - text: A well-formed JSON text, or one that holds it.
  ///   - range: Where it stands; nil for the whole.
  ///   - level: How many levels the lines behind the first are indented, besides their own.
  func applied(
    to text: ContiguousArray<UInt8>, _ range: Range<Int>? = nil, level: Int = 0
  ) -> ContiguousArray<UInt8> {
    let bytes = text.span
    let end = range?.upperBound ?? bytes.count
    var index = range?.lowerBound ?? 0
    var result = ContiguousArray<UInt8>()
    result.reserveCapacity(end - index)
    var depth = level
    func breakLine() {
      result.append(UInt8(ascii: "\n"))
      result.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }
    while index < end {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        result.append(byte)
        while index < end, JSONBytes.isWhitespace(bytes[index]) { index += 1 }
        // The one that closes it is two above, in ASCII, for braces and brackets alike.
        if index < end, bytes[index] == byte + 2 {
          result.append(bytes[index])
          index += 1
          continue
        }
        depth += 1
        if style == .indented { breakLine() }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if style == .indented { breakLine() }
        result.append(byte)
      case UInt8(ascii: ","):
        result.append(byte)
        if style == .python { result.append(UInt8(ascii: " ")) }
        if style == .indented { breakLine() }
      case UInt8(ascii: ":"):
        result.append(byte)
        if style != .compact { result.append(UInt8(ascii: " ")) }
      case UInt8(ascii: "\""):
        let start = index - 1
        index = Self.endOfString(bytes, from: index)
        result += text[start..<min(index, end)]
      default: result.append(byte)
      }
    }
    if endsInNewline { result.append(UInt8(ascii: "\n")) }
    return result
  }

  private static func endOfString(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return bytes.count
  }
}
