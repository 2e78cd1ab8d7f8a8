/// A header field with parameters, such as `form-data; name="a;b"` (RFC 9110, section 5.6.6).
struct HeaderParameters: Sendable {
  let value: String
  /// The parameters in their order, without quotation marks. Text without `=` is ignored. A malformed field is read as
  /// far as possible, because secrets are searched for in it, too.
  private(set) var all: [(name: String, value: String)] = []

  init(_ field: Substring) {
    let bytes = field.utf8
    let end = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.endIndex
    value = field[..<end].trimmingASCIIWhitespace()
    var rest = bytes[end...]
    while rest.popFirst() != nil {
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest[name.endIndex...]
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      all.append((Substring(name).trimmingASCIIWhitespace(), Self.takeValue(&rest)))
    }
  }

  subscript(name: String) -> String? {
    all.first { $0.name.equalsIgnoringCase(name) }?.value
  }

  private static func takeValue(_ rest: inout Substring.UTF8View) -> String {
    guard rest.first == UInt8(ascii: "\"") else {
      let value = rest.prefix { $0 != UInt8(ascii: ";") }
      rest = rest[value.endIndex...]
      return Substring(value).trimmingASCIIWhitespace()
    }
    rest = rest.dropFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      // Browsers don't escape backslashes in file names, so only `\"` and `\\` are escape sequences.
      if byte == UInt8(ascii: "\\"), let next = rest.first,
        next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
      {
        bytes.append(next)
        rest = rest.dropFirst()
      } else {
        bytes.append(byte)
      }
    }
    rest = rest.drop { $0 != UInt8(ascii: ";") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
