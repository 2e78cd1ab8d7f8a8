// Secrets of URLs and of forms: user information, query items, fragments, segments of the path.

/// Redacts URLs as they are written (RFC 3986), also where Foundation would not take them.
struct SecretURL {
  let rules: SecretRules
  let log: RedactionLog?
  /// Redacts the value of an item that is none by its name; nil if it stays.
  let value: (_ name: String, _ value: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>?
  /// Items that are left out.
  var dropped: Set<String> = []

  /// A URL, absolute or not, without user information.
  func url(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let fragmentStart = text.firstIndex(of: 0x23) ?? text.endIndex
    let queryStart = text[..<fragmentStart].firstIndex(of: 0x3F) ?? fragmentStart
    var result = beforeQuery(text[..<queryStart])
    if queryStart < fragmentStart {
      let items = items(text[(queryStart + 1)..<fragmentStart])
      if !items.isEmpty || queryStart + 1 == fragmentStart { result += [0x3F] + items }
    }
    if fragmentStart < text.endIndex {
      let fragment = text[(fragmentStart + 1)...]
      result.append(0x23)
      // Services hand out tokens in fragments (RFC 6749, section 4.2.2).
      result += fragment.contains(0x3D) ? items(fragment) : segment(fragment)
    }
    return result
  }

  private func beforeQuery(_ text: ArraySlice<UInt8>) -> ContiguousArray<UInt8> {
    var result = ContiguousArray<UInt8>()
    var rest = text
    if let colon = text.firstIndex(of: 0x3A), text[colon...].starts(with: "://".utf8) {
      let authority = colon + 3
      result += text[..<authority]
      let end = text[authority...].firstIndex(of: 0x2F) ?? text.endIndex
      let at = text[authority..<end].lastIndex(of: 0x40)
      if let at { logUserInformation(ContiguousArray(text[authority..<at])) }
      result += segment(text[(at.map { $0 + 1 } ?? authority)..<end])
      rest = text[end...]
    }
    for (index, part) in rest.split(separator: 0x2F, omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { result.append(0x2F) }
      result += segment(part)
    }
    return result
  }

  private func logUserInformation(_ text: ContiguousArray<UInt8>) {
    let password = text.firstIndex(of: 0x3A).map { text[($0 + 1)...] }
    log.within("user") {
      log?.add(PercentEncoding.decode(password ?? text[...], isForm: false), .name)
    }
  }

  /// A part of the path, the host, or a fragment.
  private func segment(_ text: ArraySlice<UInt8>) -> ContiguousArray<UInt8> {
    // A host with its port, and most paths, are not encoded.
    let raw = ContiguousArray(text)
    if let found = rules.searching(raw, log) { return found }
    guard raw.contains(0x25) else { return raw }
    let decoded = PercentEncoding.decode(raw, isForm: false)
    return rules.searching(decoded, log).map(encode) ?? raw
  }

  /// The items of a query or of a form.
  func items(_ text: ArraySlice<UInt8>) -> ContiguousArray<UInt8> {
    var result = ContiguousArray<UInt8>()
    var isFirst = true
    for item in text.split(separator: 0x26, omittingEmptySubsequences: false) {
      let end = item.firstIndex(of: 0x3D) ?? item.endIndex
      let name = String(
        decoding: PercentEncoding.decode(item[..<end], isForm: true), as: UTF8.self)
      if dropped.contains(name) { continue }
      if !isFirst { result.append(0x26) }
      isFirst = false
      guard end < item.endIndex else {
        result += segment(item)
        continue
      }
      result += item[...end]
      let raw = item[(end + 1)...]
      let decoded = PercentEncoding.decode(raw, isForm: true)
      result += redacted(decoded, name).map(encode) ?? ContiguousArray(raw)
    }
    return result
  }

  /// In messages the word for a secret stays readable.
  private func encode(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    if case .short = rules.style { return text }
    return PercentEncoding.encode(text)
  }

  private func redacted(
    _ decoded: ContiguousArray<UInt8>, _ name: String
  ) -> ContiguousArray<UInt8>? {
    let scope = rules.scope(of: Self.last(of: name), in: SecretScope(rules))
    func redact() -> ContiguousArray<UInt8>? {
      switch scope.level {
      case .kept: nil
      case .strings, .stringsAndNumbers: rules.hiding(decoded, scope.reason, log)
      case .open: value(name, decoded)
      }
    }
    return log.within(name, redact)
  }

  /// The name of the innermost member in `user[password]`.
  private static func last(of name: String) -> String {
    guard name.hasSuffix("]"), let bracket = name.lastIndex(of: "[") else { return name }
    let inner = name[name.index(after: bracket)...].dropLast()
    return inner.isEmpty ? String(name[..<bracket]) : String(inner)
  }

}

/// Percent-encoding (RFC 3986, section 2.1).
enum PercentEncoding {
  /// - Parameter isForm: Whether `+` stands for a space, as in HTML forms.
  static func decode(_ text: some Collection<UInt8>, isForm: Bool) -> ContiguousArray<UInt8> {
    var result = ContiguousArray<UInt8>()
    result.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index = text.index(after: index)
      if byte == 0x2B, isForm {
        result.append(0x20)
      } else if byte == 0x25, index < text.endIndex, let high = hexValue(text[index]),
        text.index(after: index) < text.endIndex,
        let low = hexValue(text[text.index(after: index)])
      {
        result.append(high << 4 | low)
        index = text.index(index, offsetBy: 2)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// Encodes all bytes but unreserved ones.
  static func encode(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    var result = ContiguousArray<UInt8>()
    for byte in text {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: result.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += (digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)").utf8
      }
    }
    return result
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
