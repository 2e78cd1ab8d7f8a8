/// Redacts the values of header fields.
struct HeaderRedaction {
  let rules: SecretRules
  let log: RedactionLog?

  init(_ rules: SecretRules, _ log: RedactionLog?) {
    self.rules = rules
    self.log = log
  }

  /// Fields whose values are URLs.
  private static let urlFields: Set<String> = ["location", "content-location", "referer"]

  /// What may stand behind a cookie (RFC 6265, section 4.1).
  private static let cookieAttributes: Set<String> = [
    "path", "domain", "expires", "max-age", "samesite", "httponly", "secure", "partitioned",
    "priority", "version",
  ]

  /// The value of a field without secrets.
  func value(_ value: String, of name: String) -> String {
    let lowercased = name.lowercased()
    if rules.keep.contains(lowercased) { return value }
    let bytes = ContiguousArray(value.utf8)
    return String(decoding: redacted(bytes, lowercased), as: UTF8.self)
  }

  private func redacted(
    _ value: ContiguousArray<UInt8>, _ name: String
  ) -> ContiguousArray<UInt8> {
    if rules.headers.contains(name) { return rules.hiding(value, .stated, log) ?? value }
    if name == "cookie" || name == "set-cookie" { return cookies(value) }
    if rules.isSecret(header: name) || SecretReplacement.schemeLength(value) > 0,
      name != "www-authenticate"
    {
      return rules.hiding(value, .name, log) ?? value
    }
    let strings = JSONRedaction(rules, log)
    if Self.urlFields.contains(name) {
      return SecretURL(rules: rules, log: log) {
        strings.string($1, SecretScope(), name: $0)
      }.url(value)
    }
    return SecretText.redact(
      strings.string(value, SecretScope(), name: name) ?? value, rules, log)
  }

  /// Cookies keep their names and their attributes.
  private func cookies(_ value: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    var result = ContiguousArray<UInt8>()
    for (index, piece) in value.split(separator: 0x3B, omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { result.append(0x3B) }
      var rest = piece
      // Several fields may have been folded into one: `a=1; Path=/, b=2, c=3`.
      while let comma = Self.foldingComma(rest) {
        result += cookie(rest[...comma])
        rest = rest[(comma + 1)...]
      }
      result += cookie(rest)
    }
    return result
  }

  /// The first comma that a cookie follows; dates have commas, too, and so may values.
  private static func foldingComma(_ piece: ArraySlice<UInt8>) -> Int? {
    var start = piece.startIndex
    while let comma = piece[start...].firstIndex(of: 0x2C) {
      let name = piece[(comma + 1)...].drop { $0 == 0x20 }
        .prefix { $0 != 0x3D && $0 != 0x20 && $0 != 0x2C }
      let end = name.endIndex
      if !name.isEmpty, end < piece.endIndex, piece[end] == 0x3D { return comma }
      start = comma + 1
    }
    return nil
  }

  private func cookie(_ piece: ArraySlice<UInt8>) -> ContiguousArray<UInt8> {
    guard let equals = piece.firstIndex(of: 0x3D) else {
      let whole = ContiguousArray(piece)
      return rules.searching(whole, log) ?? whole
    }
    let name = String(decoding: piece[..<equals].drop { $0 == 0x20 }, as: UTF8.self)
    if rules.keep.contains(name.lowercased()) { return ContiguousArray(piece) }
    if Self.cookieAttributes.contains(name.lowercased()) {
      let whole = ContiguousArray(piece)
      return rules.searching(whole, log) ?? whole
    }
    let end = piece.last == 0x2C ? piece.endIndex - 1 : piece.endIndex
    let text = ContiguousArray(piece[(equals + 1)..<end])
    let replacement = rules.replacement(of: text)
    if !text.isEmpty, replacement != text {
      // A cookie such as `theme=dark` is no secret that is looked for elsewhere.
      let hasDigit = text.contains(where: SecretKind.isDigit)
      let isOne = text.count >= 16 || text.count >= 8 && hasDigit || SecretNames.contains(name)
      log?.within(name) { log?.add(isOne ? text : [], .name) }
    }
    return ContiguousArray(piece[...equals]) + (text.isEmpty ? text : replacement) + piece[end...]
  }
}
