extension SecretRewriter {
  private static let urlFields: Set<String> = ["location", "content-location", "referer"]
  /// The names of header fields that describe how to authenticate. These fields contain no secrets.
  private static let plainFields: Set<String> = ["www-authenticate", "proxy-authenticate"]

  func header(_ value: String, of name: String) -> String {
    let name = name.lowercased()
    if rules.keep.contains(name) { return value }
    let bytes = ContiguousArray(value.utf8)
    let redacted: ByteText
    if rules.headers.contains(name) {
      redacted = hiding(bytes, .stated) ?? bytes
    } else if name == "cookie" || name == "set-cookie" {
      redacted = cookies(bytes)
    } else if SecretNames.contains(name) || SecretReplacement.schemeLength(bytes) > 0,
      !Self.plainFields.contains(name), !name.hasPrefix("access-control-")
    {
      redacted = hiding(bytes, .name) ?? bytes
    } else {
      redacted = Self.urlFields.contains(name) ? url(bytes) : text(bytes)
    }
    return String(decoding: redacted, as: UTF8.self)
  }

  /// The names of cookie attributes (RFC 6265, section 4.1). Their values are never secrets.
  private static let cookieAttributes: Set<String> = [
    "path", "domain", "expires", "max-age", "samesite", "httponly", "secure", "partitioned",
    "priority", "version",
  ]

  /// Redacts the value of a `Cookie` or `Set-Cookie` header field, such as `a=1; Path=/, b=2, c=3`.
  func cookies(_ value: ByteText) -> ByteText {
    var result = ByteText()
    var start = 0
    for index in value.indices where Self.endsCookie(value, index) {
      result += cookie(value[start...index])
      start = index + 1
    }
    return result + cookie(value[start...])
  }

  /// Returns true if a cookie or an attribute ends at the index. A comma in a date or value doesn't end the cookie.
  private static func endsCookie(_ value: ByteText, _ index: Int) -> Bool {
    guard value[index] == UInt8(ascii: ",") else {
      return value[index] == UInt8(ascii: ";") || value[index] == 0x0A
    }
    let name = value.end(from: index + 1) { $0 == 0x20 }
    let end = value.end(from: name) { !$0.isOne(of: "=, ;\n") }
    return end > name && value.has(oneOf: "=", at: end)
  }

  private func cookie(_ piece: ArraySlice<UInt8>) -> ByteText {
    let equals = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
    let name = String(decoding: piece[..<equals].drop { $0 <= 0x20 }, as: UTF8.self)
    if rules.keep.contains(name.lowercased()) { return ContiguousArray(piece) }
    let end = piece.last?.isOne(of: ",;\n") == true ? piece.endIndex - 1 : piece.endIndex
    guard equals + 1 < end, !Self.cookieAttributes.contains(name.lowercased()) else {
      return search(ContiguousArray(piece))
    }
    let text = ContiguousArray(piece[(equals + 1)..<end])
    let replacement = rules.style.of(text)
    if replacement != text { log.within(name) { log?.add(text, .name) } }
    return ContiguousArray(piece[...equals]) + replacement + piece[end...]
  }
}
