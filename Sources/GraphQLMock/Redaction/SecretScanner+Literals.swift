extension SecretScanner {
  func string(at start: Int) -> Int {
    let text = text
    if isDocument, BlockString.isTripleQuote(text.span, start) { return block(at: start) }
    let (content, end) = content(behind: start)
    if !isDocument, let value = separator(behind: end) {
      let name = literal(start..<end)
      let shown = renamed(name)
      enter(String(decoding: name, as: UTF8.self), shown: String(decoding: shown, as: UTF8.self))
      if shown != name {
        located { rewriter.log?.add([], .value) }
        replace(content, Self.escaped(shown))
      }
      return value
    }
    let scope = valueScope
    next = nil
    let value = literal(start..<end)
    let replaced = located { rewriter.string(value, scope, name: name) }
    replace(content, replaced.map(Self.escaped))
    return end
  }

  private func content(behind quote: Int) -> (Range<Int>, end: Int) {
    let text = text
    var index = text.span.endOfPlainASCII(from: quote + 1)
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return (quote + 1..<min(index, text.count), min(index + 1, text.count))
  }

  private func block(at quote: Int) -> Int {
    let text = text
    var end = quote + 3
    while end < text.count,
      !BlockString.isTripleQuote(text.span, end) || text[end - 1] == UInt8(ascii: "\\")
    { end += 1 }
    let scope = valueScope
    next = nil
    let value = literal(quote..<min(end + 3, text.count))
    if let replaced = located({ rewriter.string(value, scope, name: name) }) {
      var literal = ByteText()
      BlockString.append(value: replaced.span, to: &literal)
      replace(quote..<min(end + 3, text.count), literal)
    }
    return min(end + 3, text.count)
  }

  static func escaped(_ text: ByteText) -> ByteText {
    ContiguousArray(JSONWriter.quoted(String(decoding: text, as: UTF8.self)).dropFirst().dropLast())
  }

  private func literal(_ range: Range<Int>) -> ByteText {
    let text = text
    return StringLiteral.value(text.span, range)
  }

  // Redacts the name of a member, which may be a secret in an object that is used as a dictionary.
  private func renamed(_ name: ByteText) -> ByteText {
    let isName = name.end(from: 0, while: { $0.continuesName }) == name.count
    return isName && rewriter.rules.knownReplacement(of: name) == nil
      && rewriter.rules.values.isEmpty ? name : SecretRewriter(rewriter.rules).search(name)
  }

  static func endsWord(_ byte: UInt8) -> Bool { byte <= 0x20 || byte.isOne(of: "\"&'),;<>]}\\") }

  func number(at start: Int) -> Int {
    let end = text.end(from: start + 1) { $0.isDigit || $0.isOne(of: "+-.eE") }
    let scope = valueScope
    next = nil
    let spelling = ContiguousArray(text[start..<end])
    replace(start..<end, located { rewriter.number(spelling, scope) })
    return end
  }

  func comment(at start: Int) -> Int {
    let end = text.end(from: start) { $0 != 0x0A && $0 != 0x0D }
    let comment = ByteText(text[(start + 1)..<end])
    let redacted = rewriter.search(comment)
    if redacted != comment { replace(start + 1..<end, redacted) }
    return end
  }

  func separator(behind end: Int) -> Int? {
    let index = skipIgnored(end)
    return text.has(oneOf: ":", at: index) ? skipIgnored(index + 1) : nil
  }

  func endOfType(_ start: Int) -> Int {
    let isSign: (UInt8) -> Bool = { $0.isOne(of: "[]! \t\r\n,") }
    let name = text.end(from: text.end(from: start, while: isSign), while: { $0.continuesName })
    return text.end(from: name, while: isSign)
  }

  func skipIgnored(_ start: Int) -> Int {
    let isIgnored: (UInt8) -> Bool = { $0.isOne(of: " \t\r\n,") }
    var index = text.end(from: start, while: isIgnored)
    while text.has("#", at: index) {
      index = text.end(from: text.end(from: index) { !$0.isOne(of: "\r\n") }, while: isIgnored)
    }
    return index
  }
}
