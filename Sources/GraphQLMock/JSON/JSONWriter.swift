/// Writes JSON values as text, and escapes only the characters for which RFC 8259 requires it.
///
/// Members are sorted by name, unless the object was created with a different order.
struct JSONWriter: Sendable {
  /// The number of bytes after which writing stops. The text may be a few bytes longer.
  private let limit: Int
  private var bytes = ContiguousArray<UInt8>()
  private var problem: MockJSONEncodingError?
  /// The arrays and objects that aren't completely written yet, each with the index of its next value.
  private var open: [(container: MockJSON, position: Int)] = []

  private init(limit: Int = .max) { self.limit = limit }

  static func write(
    _ value: MockJSON, layout: JSONLayout
  ) throws(MockJSONEncodingError) -> ContiguousArray<UInt8> {
    var writer = JSONWriter()
    writer.write(value)
    if let problem = writer.problem { throw problem }
    return layout == .compact ? writer.bytes : layout.applied(to: writer.bytes)
  }

  static func quoted(_ text: String) -> ContiguousArray<UInt8> {
    var writer = JSONWriter()
    writer.write(text)
    return writer.bytes
  }

  /// Returns the text of an object whose values are JSON texts already, sorted by name.
  static func object(
    _ members: [(name: String, text: ContiguousArray<UInt8>)]
  ) -> ContiguousArray<UInt8> {
    let texts = members.ordered { Bytes.isInOrder($0.name, $1.name) }.map {
      quoted($0.name) + ":".utf8 + $0.text
    }
    return "{".utf8 + ContiguousArray(texts.joined(separator: ",".utf8)) + "}".utf8
  }

  /// Returns the JSON text of a value for a message, with a placeholder for a value such as NaN.
  static func describe(_ value: MockJSON, limit: Int = .max) -> String {
    // The limit is in characters, but the writer counts bytes. Eight bytes are enough for almost any character.
    var writer = JSONWriter(limit: limit > .max / 8 ? .max : limit * 8)
    writer.write(value)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    guard writer.isFull || text.count > limit else { return text }
    return "\(text.prefix(limit))…"
  }

  private var isFull: Bool { bytes.count > limit }

  /// The method keeps a list of open arrays and objects, because recursion could overflow the stack.
  private mutating func write(_ root: MockJSON) {
    begin(root)
    while let (container, position) = open.last, !isFull {
      switch container.storage {
      case .array(let elements) where position < elements.count:
        separate(position)
        begin(elements[position])
      case .object(let members) where position < members.count:
        separate(position)
        write(members.inOrder(position).name)
        bytes.append(UInt8(ascii: ":"))
        begin(members.inOrder(position).value)
      default:  // The array or object is complete.
        open.removeLast()
        bytes.append(container.kind == .array ? UInt8(ascii: "]") : UInt8(ascii: "}"))
      }
    }
  }

  private mutating func begin(_ value: MockJSON) {
    switch value.storage {
    case .null: bytes += "null".utf8
    case .bool(let bool): bytes += bool ? "true".utf8 : "false".utf8
    case .number(let number): bytes += number.spelling.utf8
    case .string(let string): write(string)
    case .array(let elements) where elements.isEmpty: bytes += "[]".utf8
    case .object(let members) where members.isEmpty: bytes += "{}".utf8
    case .array, .object:
      bytes.append(value.kind == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
      open.append((value, 0))
    case .unencodable(let reason):
      problem = problem ?? MockJSONEncodingError(reason: reason)
      bytes += "<not JSON: \(reason)>".utf8
    }
  }

  private mutating func separate(_ position: Int) {
    if position > 0 { bytes.append(UInt8(ascii: ",")) }
    open[open.count - 1].position += 1
  }

  private mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    let text = ContiguousArray(string.utf8)
    var index = 0
    while index < text.count {
      // The writer stops only between two characters, so that the text stays valid UTF-8.
      if isFull, text[index] & 0xC0 != 0x80 { return }
      let plain = min(text.span.endOfPlainASCII(from: index) - index, limit - bytes.count)
      if plain > 0 {
        bytes.append(text.span, from: index, to: index + plain)
        index += plain
        continue
      }
      let byte = text[index]
      index += 1
      // `endOfPlainASCII` decides which characters come here.
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 0x08: bytes += "\\b".utf8
      case 0x0C: bytes += "\\f".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20:
        bytes += "\\u00".utf8
        bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
        bytes += String(byte & 0x0F, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
