// The items in the query of a URL or in an HTML form, such as `a=1&b=2`. A `+` stands for a space.

import Foundation

struct QueryItems: Sendable {
  /// The percent-decoded names and values of the items, in the order in which they're written.
  let items: [(name: String, value: String)]

  init(_ url: URL?) {
    let components = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
    self.init(form: components?.percentEncodedQuery ?? "")
  }

  init(form: String) {
    items = form.utf8.split(separator: UInt8(ascii: "&")).map { item in
      let end = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      return (Self.text(of: item[..<end]), Self.text(of: item[end...].dropFirst()))
    }
  }

  /// Returns the values of a parameter. An empty value counts as missing (GraphQL over HTTP, "GET").
  func values(of name: String) -> [String] {
    items.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
  }

  private static func text(of part: Substring.UTF8View) -> String {
    String(decoding: PercentEncoding.decode(part, isForm: true), as: UTF8.self)
  }
}
