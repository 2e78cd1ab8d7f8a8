/// Writes a ``MockJSON`` as text: members sorted, numbers as they are spelled, in strings only the
/// escapes that RFC 8259, section 7 requires.
struct JSONWriter: Sendable {
  enum Layout: Sendable { case compact, indented }

  private let layout: Layout
  /// How many bytes are enough; a few more may be written.
  private let limit: Int
  private var bytes = ContiguousArray<UInt8>()
  private var problem: MockJSONEncodingError?

  private init(layout: Layout, limit: Int = .max) {
    self.layout = layout
    self.limit = limit
  }

  static func write(
    _ value: MockJSON, layout: Layout
  ) throws(MockJSONEncodingError) -> ContiguousArray<UInt8> {
    var writer = JSONWriter(layout: layout)
    writer.write(value, depth: 0)
    if let problem = writer.problem { throw problem }
    return writer.bytes
  }

  /// The text for messages: what can't be encoded shows as such.
  /// - Parameter limit: how many characters of a longer text stay, before an ellipsis.
  static func describe(_ value: MockJSON, limit: Int = .max) -> String {
    // A character of ordinary text has no more than eight bytes; one too long is cut all the same.
    var writer = JSONWriter(layout: .compact, limit: limit > .max / 8 ? .max : limit * 8)
    writer.write(value, depth: 0)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    guard writer.isFull || text.count > limit else { return text }
    return "\(text.prefix(limit))…"
  }

  private var isFull: Bool { bytes.count > limit }

  private mutating func write(_ value: MockJSON, depth: Int) {
    guard !isFull else { return }
    switch value.storage {
    case .null: bytes += "null".utf8
    case .bool(let bool): bytes += bool ? "true".utf8 : "false".utf8
    case .number(let number): bytes += number.spelling.utf8
    case .string(let string): write(string)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() where !isFull {
        separate(index, depth: depth + 1)
        write(element, depth: depth + 1)
      }
      close(with: UInt8(ascii: "]"), isEmpty: elements.isEmpty, depth: depth)
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() where !isFull {
        separate(index, depth: depth + 1)
        write(member.name)
        bytes.append(UInt8(ascii: ":"))
        if layout == .indented { bytes.append(UInt8(ascii: " ")) }
        write(member.value, depth: depth + 1)
      }
      close(with: UInt8(ascii: "}"), isEmpty: members.isEmpty, depth: depth)
    case .unencodable(let reason):
      problem = problem ?? MockJSONEncodingError(reason: reason)
      bytes += "<not JSON: \(reason)>".utf8
    }
  }

  private mutating func separate(_ index: Int, depth: Int) {
    if index > 0 { bytes.append(UInt8(ascii: ",")) }
    breakLine(depth: depth)
  }

  private mutating func close(with bracket: UInt8, isEmpty: Bool, depth: Int) {
    if !isEmpty { breakLine(depth: depth) }
    bytes.append(bracket)
  }

  private mutating func breakLine(depth: Int) {
    guard layout == .indented else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }

  private mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      // Cut between characters only.
      if isFull, byte & 0xC0 != 0x80 { return }
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
