import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Ignores case (RFC 9110, section 5.1); Foundation's own lookup on Linux lowercases all names each time.
  func value(ofHeader name: String) -> String? {
    #if canImport(FoundationNetworking)
      allHTTPHeaderFields?.value(ofHeader: name)
    #else
      value(forHTTPHeaderField: name)
    #endif
  }
}

extension StringProtocol {
  func trimmingASCIIWhitespace() -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[first...last])
  }
}

extension String {
  func equalsIgnoringCase(_ other: String) -> Bool {
    // `lowercased()` is fast in debug builds too, and a loop over bytes isn't.
    utf8.count == other.utf8.count && (self == other || lowercased() == other.lowercased())
  }
}

extension [String: String] {
  func value(ofHeader name: String) -> String? {
    if let value = self[name] { return value }
    for key in keys where key.equalsIgnoringCase(name) { return self[key] }
    return nil
  }

  var areOfJSON: Bool {
    value(ofHeader: "Content-Type")?.lowercased().contains("json") == true
  }

  func settingHeaders(_ others: [String: String]) -> [String: String] {
    guard !others.isEmpty else { return self }
    var result = filter { field in !others.keys.contains { $0.equalsIgnoringCase(field.key) } }
    result.merge(others) { $1 }
    return result
  }
}
