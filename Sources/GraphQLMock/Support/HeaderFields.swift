// The names and values of header fields of HTTP.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// The value of a header field, whatever the case of its name (RFC 9110, section 5.1).
  ///
  /// On Linux Foundation writes all names in lower case for each look-up, which took a fifth of the
  /// time to read a request.
  func value(ofHeader name: String) -> String? {
    #if canImport(FoundationNetworking)
      allHTTPHeaderFields?.value(ofHeader: name)
    #else
      value(forHTTPHeaderField: name)
    #endif
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at its ends.
  func trimmingASCIIWhitespace() -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[first...last])
  }

  /// Whether two names of header fields are the same (RFC 9110, section 5.1).
  func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count
      && utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension [String: String] {
  /// The value of a header field, whatever the case of its name (RFC 9110, section 5.1).
  func value(ofHeader name: String) -> String? {
    self[name] ?? first { $0.key.equalsIgnoringASCIICase(name) }?.value
  }

  /// Whether the content type is one of JSON.
  var areOfJSON: Bool {
    value(ofHeader: "Content-Type")?.lowercased().contains("json") == true
  }

  /// The same header fields and these, which take the place of fields of the same name, whatever its
  /// case.
  func settingHeaders(_ others: [String: String]) -> [String: String] {
    guard !others.isEmpty else { return self }
    var result = filter { field in !others.keys.contains { $0.equalsIgnoringASCIICase(field.key) } }
    result.merge(others) { $1 }
    return result
  }
}
