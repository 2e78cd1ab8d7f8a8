// The query of a URL as GraphQL clients write it: `+` stands for a space, as in HTML forms.

import Foundation

struct QueryItems: Sendable {
  /// Names and values in the order of the URL, percent-decoded; an empty value counts as none.
  let items: [(name: String, value: String)]

  init(_ url: URL?) {
    let components = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
    self.init(form: components?.percentEncodedQuery ?? "")
  }

  /// Reads the items of an HTML form, or of the query of a URL, percent-encoded as they are.
  init(form: String) {
    items = form.utf8.split(separator: UInt8(ascii: "&")).map { item in
      let end = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      return (Self.decode(item[..<end]), Self.decode(item[end...].dropFirst()))
    }
  }

  /// The values of all items with a name, without empty ones.
  func values(of name: String) -> [String] {
    items.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
  }

  /// Decodes a percent-encoded text; a `%` that starts no byte stays.
  private static func decode(_ text: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+") {
        bytes.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%"), let high = rest.first?.hexDigitValue,
        let low = rest.dropFirst().first?.hexDigitValue
      {
        bytes.append(UInt8(truncatingIfNeeded: high << 4 | low))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
