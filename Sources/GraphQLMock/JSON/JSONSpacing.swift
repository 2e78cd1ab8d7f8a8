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
  /// A line break, and the indentation of the deepest level that is allowed.
  private static let lineBreak =
    [UInt8(ascii: "\n")]
    + ContiguousArray(repeating: UInt8(ascii: " "), count: 2 * NestingLimit.depth)

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
  func applied(
    to text: ContiguousArray<UInt8>, _ range: Range<Int>? = nil
  ) -> ContiguousArray<UInt8> {
    let bytes = text.span.extracting(range ?? text.indices)
    var tokenizer = JSONTokenizer()
    var last: JSONToken?
    var result = ContiguousArray<UInt8>()
    result.reserveCapacity(bytes.count)
    var depth = 0
    func breakLine() {
      guard style == .indented else { return }
      let end = min(1 + 2 * depth, Self.lineBreak.count)
      result.append(Self.lineBreak.span, from: 0, to: end)
    }
    reading: while true {
      let token = tokenizer.next(bytes)
      let isFirst = last == .beginObject || last == .beginArray
      switch token {
      case .needsMore, .failed:
        // A number ends with the text.
        if last == nil { result.append(bytes, from: tokenizer.start, to: bytes.count) }
        break reading
      case .endObject, .endArray:
        depth -= 1
        if !isFirst { breakLine() }
      case .beginObject, .beginArray, .name, .string, .number, .literal:
        if isFirst {
          breakLine()
        } else if last == .name {
          result.append(UInt8(ascii: ":"))
          if style != .compact { result.append(UInt8(ascii: " ")) }
        } else if last != nil {
          result.append(UInt8(ascii: ","))
          if style == .python { result.append(UInt8(ascii: " ")) }
          breakLine()
        }
        if token == .beginObject || token == .beginArray { depth += 1 }
      }
      result.append(bytes, from: tokenizer.start, to: tokenizer.offset)
      last = token
    }
    if endsInNewline { result.append(UInt8(ascii: "\n")) }
    return result
  }
}
