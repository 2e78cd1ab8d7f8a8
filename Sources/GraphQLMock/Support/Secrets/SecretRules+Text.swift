// Secrets inside of any text: those that are known, and tokens by their shape.

extension SecretRules {
  /// The text with other texts in the place of known secrets and of tokens; nil if it has none.
  func searching(_ text: ContiguousArray<UInt8>, _ log: RedactionLog?) -> ContiguousArray<UInt8>? {
    let bytes = text.span
    var result = ContiguousArray<UInt8>()
    var copied = 0
    var index = 0
    // Whether the byte before may belong to the same token; it does not if it was hidden.
    var isInside = false
    while index < bytes.count {
      let byte = bytes[index]
      var length = 0
      var replaced = ContiguousArray<UInt8>()
      var reason = RedactionReason.value
      if known.mayBegin(with: byte), let match = known.match(bytes, at: index, isCut: mayBeCut) {
        length = match.length
        replaced = match.replacement
      } else if byte == 0x65, !isInside {
        length = JSONWebToken.length(bytes, at: index)
        if length > 0 {
          replaced = replacement(of: ContiguousArray(text[index..<(index + length)]))
        }
        reason = .shape
      }
      guard length > 0 else {
        isInside = JSONWebToken.isSegmentByte(byte) || byte == 0x2E
        index += 1
        continue
      }
      let secret = ContiguousArray(text[index..<(index + length)])
      if secret != replaced {
        log?.add(secret, reason)
        result += text[copied..<index]
        result += replaced
        copied = index + length
      }
      index += length
      isInside = false
    }
    if copied == 0 { return nil }
    return result + text[copied...]
  }

  /// Whether a number is spelled like a known secret.
  func isKnown(number spelling: ContiguousArray<UInt8>) -> Bool {
    guard let first = spelling.first, known.mayBegin(with: first) else { return false }
    return known.match(spelling.span, at: 0)?.length == spelling.count
  }

  /// The text of a secret with something in its place; nil if it stays as it is.
  func hiding(
    _ text: ContiguousArray<UInt8>, _ reason: RedactionReason, _ log: RedactionLog?
  ) -> ContiguousArray<UInt8>? {
    if text.isEmpty { return nil }
    let replaced = replacement(of: text)
    if replaced == text { return nil }
    log?.add(text, reason)
    return replaced
  }
}
