// Where values begin and end, and how they are hidden.

extension SecretScanner {
  // MARK: Strings

  func string(at start: Int) -> Int {
    let text = text
    // Quotes of JSON inside of a string have backslashes before them.
    let quote = text.end(from: start) { $0 == UInt8(ascii: "\\") }
    guard text.has(oneOf: "\"'", at: quote) else { return quote }
    if isDocument, BlockString.isTripleQuote(text.span, quote) { return block(at: quote) }
    let (content, end) = content(behind: quote, escapedBy: quote - start)
    if let value = separatorBehindName(quote, end) {
      let name = literal(content.lowerBound - 1..<content.upperBound + 1)
      enter(String(decoding: name, as: UTF8.self))
      replace(content, renamed(content).map(Self.escaped))
      return isPlain ? plainValue(at: value, isItem: false) : value
    }
    // A quote is missing: what looks like the end of a string begins one.
    if isBroken, text[content].last(where: { $0 != 0x20 }) == UInt8(ascii: ":") { return quote + 1 }
    // In a text quotes mean nothing where no value is expected.
    if isPlain, next == nil, frames.isEmpty || end > text.count { return quote + 1 }
    let scope = valueScope
    next = nil
    let isLiteral = quote == start && text[quote] == UInt8(ascii: "\"") && end <= text.count
    let value = isLiteral ? literal(quote..<end) : ContiguousArray(text[content])
    let replaced = located { rewriter.string(value, scope, name: name) }
    replace(content, replaced.map(Self.escaped))
    // One that is not closed ends with its line.
    return afterValue(end <= text.count ? end : content.upperBound, scope)
  }

  /// What stands between quotes, and where the closing one ends; one more than the text if there is none.
  private func content(behind quote: Int, escapedBy depth: Int) -> (Range<Int>, end: Int) {
    let text = text
    var index = quote + 1
    if text[quote] == UInt8(ascii: "\"") { index = text.span.endOfPlainASCII(from: index) }
    var backslashes = 0
    while index < text.count {
      let byte = text[index]
      if byte == text[quote], depth == 0 ? backslashes % 2 == 0 : backslashes <= depth { break }
      let endsLine = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      if endsLine, isDocument || text[quote] == UInt8(ascii: "'") { break }
      backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
      index += 1
    }
    guard index < text.count, text[index] == text[quote] else {
      return (quote + 1..<index, text.count + 1)
    }
    return (quote + 1..<max(quote + 1, index - min(backslashes, depth)), index + 1)
  }

  /// Where a quote with backslashes before it ends that opens no value.
  func endOfQuote(_ start: Int) -> Int {
    let end = text.end(from: start) { $0 == UInt8(ascii: "\\") }
    return text.has(oneOf: "\"", at: end) ? end + 1 : end
  }

  /// The content of a block string is a value of its own; only its text changes.
  private func block(at quote: Int) -> Int {
    let text = text
    var end = quote + 3
    while end < text.count,
      !BlockString.isTripleQuote(text.span, end) || text[end - 1] == UInt8(ascii: "\\")
    {
      end += 1
    }
    let scope = valueScope
    next = nil
    let isClosed = end < text.count
    let value = isClosed ? literal(quote..<end + 3) : ContiguousArray(text[quote + 3..<end])
    if let replaced = located({ rewriter.string(value, scope, name: name) }) {
      var literal = ContiguousArray<UInt8>()
      BlockString.append(value: replaced.span, to: &literal)
      replace(quote..<min(end + 3, text.count), isClosed ? literal : literal.dropLast(3) + [])
    }
    return min(end + 3, text.count)
  }

  /// A text as it stands between quotes.
  static func escaped(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    ContiguousArray(
      JSONWriter.quoted(String(decoding: text, as: UTF8.self)).dropFirst().dropLast())
  }

  /// The value of what stands in a range, quotes included.
  private func literal(_ range: Range<Int>) -> ContiguousArray<UInt8> {
    let text = text
    var value = ContiguousArray<UInt8>()
    StringLiteral.appendValue(text.span, range.lowerBound, range.upperBound, to: &value)
    return value
  }

  /// Names are no secrets, but for keys of maps that are known ones.
  private func renamed(_ range: Range<Int>) -> ContiguousArray<UInt8>? {
    let name = ContiguousArray(text[range])
    return name.end(from: 0, while: { $0.continuesName }) == name.count
      && (rewriter.rules.knownReplacement(of: name) == nil || SecretShape.isPlain(name))
      ? nil : located { rewriter.search(name) }
  }

  // MARK: Words and numbers

  /// Hides a word that is a value.
  /// - Returns: where to go on; nil if it is none.
  func hideWord(at start: Int, _ scope: SecretScope) -> Int? {
    guard scope.isSecret else { return nil }
    let prefix = ContiguousArray(text[start..<min(start + 8, text.count)])
    let scheme = isPlain ? SecretReplacement.schemeLength(prefix) : 0
    let end = text.end(from: start + scheme) { !Self.endsWord($0) }
    let word = ContiguousArray(text[start..<end])
    // What Swift prints around a value, such as `Optional(` and `Secret(value: `.
    if isPlain, word.count <= Self.longestWrapper, let wrapper = Self.wrapper(word[...]) {
      let after = open(at: start + wrapper.parenthesis)
      if !wrapper.isLabelled { next = scope }
      return after
    }
    if scheme == 0 && SecretShape.isPlain(word) || isDocument && !isBroken { return nil }
    hide(start..<end, scope)
    return afterValue(end, scope)
  }

  private func hide(_ range: Range<Int>, _ scope: SecretScope) {
    next = nil
    replace(range, located { rewriter.hiding(ContiguousArray(text[range]), scope.reason) })
  }

  /// How many bytes the names of types and a label come to that are printed around a value.
  private static let longestWrapper = 256

  /// Where the parenthesis stands behind the name of a type, and whether a label follows; nil if a word
  /// does not begin so.
  private static func wrapper(
    _ word: ArraySlice<UInt8>
  ) -> (parenthesis: Int, isLabelled: Bool)? {
    let name = word.prefix(while: { $0.continuesName })
    guard !name.isEmpty, name.endIndex < word.endIndex, word[name.endIndex] == UInt8(ascii: "(")
    else { return nil }
    let rest = word[(name.endIndex + 1)...]
    let isLabelled = rest.drop(while: { $0.continuesName }).elementsEqual(":".utf8)
    return isLabelled || rest.isEmpty || wrapper(rest) != nil ? (name.endIndex, isLabelled) : nil
  }

  static func endsWord(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte.isOne(of: "\"&'),;<>]}\\")
  }

  func number(at start: Int) -> Int {
    var end = start + 1
    // A hyphen may stand before a name, as in `--token`.
    if isPlain, next == nil, text[start] == UInt8(ascii: "-"),
      !text.has(oneOf: "0123456789", at: end)
    {
      return end
    }
    end = text.end(from: end) { $0.isDigit || $0.isOne(of: "+-.eE") }
    // A word may begin with digits: it is hidden as one.
    if !isJSON, end < text.count, text[end].continuesName {
      if isPlain || isBroken, let scope = next, let after = hideWord(at: start, scope) {
        return after
      }
      if isPlain, next == nil { return word(at: start) }
      next = nil
      return text.end(from: end, while: { $0.continuesName })
    }
    if isPlain, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
    guard !isPlain || next != nil || frames.last?.scope.isSecret == true else { return end }
    let scope = valueScope
    next = nil
    let spelling = ContiguousArray(text[start..<end])
    replace(start..<end, located { rewriter.number(spelling, scope) })
    return afterValue(end, scope)
  }

  func comment(at start: Int) -> Int {
    let end = text.end(from: start) { $0 != 0x0A && $0 != 0x0D }
    replace(start + 1..<end, rewriter.text(ContiguousArray(text[(start + 1)..<end])))
    return end
  }

  // MARK: Separators

  /// Where the value of a quoted name begins; nil if what is quoted is no name.
  private func separatorBehindName(_ quote: Int, _ end: Int) -> Int? {
    guard end <= text.count, !isDocument,
      !isPlain || !frames.isEmpty || text[quote + 1..<end - 1].allSatisfy({ $0 > 0x20 })
    else { return nil }
    let index = text.end(from: end, while: JSONBytes.isWhitespace)
    guard !isPlain || next == nil else { return nil }
    if text.has(oneOf: ":", at: index) { return index + 1 }
    return isPlain && text.has("=>", at: index) ? index + 2 : nil
  }

  /// Where the value of a name begins; nil if it has none.
  func separator(behind start: Int, _ end: Int) -> (end: Int, isItem: Bool)? {
    var index = isPlain ? endOfName(end) : end
    if isDocument {
      index = skipIgnored(index)
      if text.has(oneOf: ":", at: index) { return (skipIgnored(index + 1), false) }
      // The colon may be what the document lacks.
      return isBroken && index > end && text.has(oneOf: "\"", at: index) ? (index, false) : nil
    }
    index = text.end(from: index) { $0 == 0x20 }
    if text.has("=>", at: index) { return (index + 2, false) }
    if text.has(oneOf: ":=", at: index) {
      let isItem = text[index] == UInt8(ascii: "=")
      let isDefinition = start > 0 && text[start - 1] == UInt8(ascii: "$")
      return isDefinition && !isItem ? defaultValue(behind: index + 1) : (index + 1, isItem)
    }
    for phrase in Self.phrases where text.has(phrase, at: index) {
      let value = index + phrase.utf8CodeUnitCount
      return text.has(oneOf: "\"{[-0123456789", at: value)
        ? (value, false) : defaultValue(behind: value)
    }
    return nil
  }

  /// What messages say between a name and its value.
  private static let phrases: [StaticString] = ["is ", "got invalid value "]

  /// Where the default of a variable begins that follows its type; nil if there is none.
  private func defaultValue(behind start: Int) -> (end: Int, isItem: Bool)? {
    let end = endOfType(start)
    return text.has(oneOf: "=", at: end) ? (end + 1, false) : nil
  }

  /// What follows the type of a variable.
  func endOfType(_ start: Int) -> Int {
    let isSign: (UInt8) -> Bool = { $0.isOne(of: "[]! \t\r\n,") }
    let name = text.end(from: text.end(from: start, while: isSign), while: { $0.continuesName })
    return text.end(from: name, while: isSign)
  }

  /// What may follow a name before its separator: a quote, a bracket of `user[password]`, an index.
  private func endOfName(_ end: Int) -> Int {
    var index = end
    if text.has("%5D", at: index) || text.has("%5d", at: index) { index += 3 }
    if text.has(oneOf: "]", at: index) { index += 1 }
    while text.has(oneOf: "[", at: index) {
      let digits = text.end(from: index + 1, while: { $0.isDigit })
      guard digits > index + 1, text.has(oneOf: "]", at: digits) else { break }
      index = digits + 1
    }
    index = text.end(from: index) { $0 == UInt8(ascii: "\\") }
    return text.has(oneOf: "\"'", at: index) ? index + 1 : index
  }

  func skipIgnored(_ start: Int) -> Int {
    let isIgnored: (UInt8) -> Bool = { $0.isOne(of: " \t\r\n,") }
    var index = text.end(from: start, while: isIgnored)
    while text.has("#", at: index) {
      index = text.end(from: text.end(from: index) { !$0.isOne(of: "\r\n") }, while: isIgnored)
    }
    return index
  }

  /// Goes to the value of a text's name: it stands in the same line, unless it is quoted.
  func plainValue(at start: Int, isItem: Bool) -> Int {
    var index = text.end(from: start) {
      isItem ? $0 == 0x20 : JSONBytes.isWhitespace($0)
    }
    let hasBreak = text[start..<index].contains(0x0A)
    guard index < text.count, !hasBreak || text.has(oneOf: "\"'{[", at: index) else {
      next = nil
      return start
    }
    if text.has("expected ", at: index) { index += "expected ".utf8.count }
    guard let scope = next, scope.isSecret else { return index }
    if text.has(oneOf: "<", at: index) || !isItem && isVariable(at: index) { next = nil }
    if next == nil { return index }
    if text.has(oneOf: "$", at: index), !isItem { return hideWord(at: index, scope) ?? index }
    // What an item says is a text, number or not.
    if isItem, !text.has(oneOf: "\"'{[\\", at: index) {
      let end = text.end(from: index) { !Self.endsWord($0) }
      hide(index..<end, scope)
      return end
    }
    return index
  }

  /// Whether a variable of a document stands somewhere, and no hash such as `$2b$10$…`.
  private func isVariable(at index: Int) -> Bool {
    guard text.has("$", at: index), index + 1 < text.count, text[index + 1].startsName
    else { return false }
    return !text.has("$", at: text.end(from: index + 1, while: { $0.continuesName }))
  }

  /// What follows a value: in a message that tells two of them, the second is one of the same name.
  func afterValue(_ end: Int, _ scope: SecretScope) -> Int {
    guard isPlain, frames.isEmpty, scope.isSecret else { return end }
    for phrase: StaticString in [", got ", ", expected "] where text.has(phrase, at: end) {
      next = scope
      return end + phrase.utf8CodeUnitCount
    }
    return end
  }

  /// The value of a cookie's header field, to the end of its line.
  func cookies(at start: Int) -> Int {
    let end = text.end(from: start) { $0 != 0x0A && $0 != 0x0D && $0 != UInt8(ascii: "'") }
    replace(start..<end, rewriter.cookies(ContiguousArray(text[start..<end])))
    return end
  }
}
