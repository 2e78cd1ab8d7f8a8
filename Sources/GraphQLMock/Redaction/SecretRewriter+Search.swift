extension SecretRewriter {
  /// Replaces the secrets inside of a text: stated values, known secrets, and texts that `SecretShape` recognizes.
  func search(_ text: ByteText) -> ByteText {
    let text = hidingStatedValues(in: text)
    if let whole = rules.recordedReplacement(of: text) {
      log?.add(text, .value)
      return whole
    }
    var result = ByteText()
    var copied = 0
    var index = 0
    var tried = 0
    // The values before this offset were already judged by their names.
    var judged = 0
    while index < text.count {
      guard KnownSecrets.isWordByte(text[index]) || text[index] == UInt8(ascii: "-") else {
        if index >= judged, let pair = pair(text, at: index) {
          judged = pair.range.upperBound
          if let replacement = pair.replacement, pair.range.lowerBound >= copied {
            result += text[copied..<pair.range.lowerBound] + replacement
            copied = judged
            index = judged - 1
          }
        }
        index += 1
        continue
      }
      let end = max(text.end(from: index, while: KnownSecrets.isWordByte), index + 1)
      var found: (range: Range<Int>, replacement: ByteText?)?
      if let (range, replacement) = rules.match(text, run: index..<end, from: copied) {
        let isToken =
          SecretShape.range(text, at: index, &tried) != nil
          || SecretShape.botToken(text, at: end) != nil
        log?.add(ContiguousArray(text[range]), isToken ? .shape : .value)
        found = (range, replacement)
      } else if !rules.isAsRecorded, let range = SecretShape.range(text, at: index, &tried) {
        found = (range, hiding(ContiguousArray(text[range]), .shape))
      }
      if let found, let replacement = found.replacement {
        result += text[copied..<found.range.lowerBound] + replacement
        copied = found.range.upperBound
      }
      index = found?.range.upperBound ?? end
    }
    return copied == 0 ? text : result + text[copied...]
  }

  func hidingStatedValues(in text: ByteText) -> ByteText {
    if rules.values.isEmpty { return text }
    let open = rules.values.hidden(in: text)
    if open != text { log?.add([], .stated) }
    return open
  }
}
