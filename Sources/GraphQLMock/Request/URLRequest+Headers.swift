import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Like `value(forHTTPHeaderField:)`, but faster on Linux. The name's case is ignored (RFC 9110, section 5.1).
  func value(ofHeader name: String) -> String? {
    #if canImport(FoundationNetworking)
      guard let fields = allHTTPHeaderFields else { return nil }
      return fields[name] ?? fields.first { $0.key.equalsIgnoringCase(name) }?.value
    #else
      value(forHTTPHeaderField: name)
    #endif
  }
}

extension StringProtocol {
  /// Removes spaces and tabs, the optional white space around the parts of a field (RFC 9110, section 5.6.3).
  func trimmingASCIIWhitespace() -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[first...last])
  }
}
