// Where values begin and end, and how they are hidden.

extension SecretScanner {
  // MARK: Strings

  func string(at start: Int) -> Int {
    let text = text
    // Quotes of JSON inside of a string have backslashes before them.
    var quote = start
    while quote < text.count, text[quote] == UInt8(ascii: "\\") { quote += 1 }
    guard quote < text.count, text[quote] == UInt8(ascii: "\"") || text[quote] == UInt8(ascii: "'")
    else {
      return quote
    }
    if isDocument, BlockString.isTripleQuote(text.span, quote) { return block(at: quote) }
    let (content, end) = content(behind: quote, escapedBy: quote - start)
    if let value = separatorBehindName(quote, end) {
      enter(string(content))
      replace(content, renamed(content).map(Self.escaped))
      return isPlain ? plainValue(at: value, isItem: false) : value
    }
    // A quote is missing: what looks like the end of a string begins one.
    if isBroken, text[content].last(where: { $0 != 0x20 }) == UInt8(ascii: ":") { return quote + 1 }
    // In a text quotes mean nothing where no value is expected.
    if isPlain, next == nil, frames.isEmpty || end > text.count { return quote + 1 }
    let scope = valueScope
    next = nil
    var value = ContiguousArray(text[content])
    if quote == start, text[quote] == UInt8(ascii: "\""), end <= text.count {
      value.removeAll(keepingCapacity: true)
      StringLiteral.appendValue(text.span, quote, end, to: &value)
    }
    let replaced = located { rewriter.string(value, scope, name: name) }
    replace(content, replaced.map(Self.escaped))
    // One that is not closed ends with its line.
    return afterValue(end <= text.count ? end : content.upperBound, scope)
  }

  /// What stands between quotes, and where the closing one ends; one more than the text if there is none.
  private func content(behind quote: Int, escapedBy depth: Int) -> (Range<Int>, end: Int) {
    var index = quote + 1
    var backslashes = 0
    while index < text.count {
      let byte = text[index]
      if byte == text[quote], depth == 0 ? backslashes % 2 == 0 : backslashes <= depth { break }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r"),
        isDocument || text[quote] == UInt8(ascii: "'")
      {
        return (quote + 1..<index, text.count + 1)
      }
      backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
      index += 1
    }
    guard index < text.count else { return (quote + 1..<index, text.count + 1) }
    return (quote + 1..<max(quote + 1, index - min(backslashes, depth)), index + 1)
  }

  /// Where a quote with backslashes before it ends that opens no value.
  func endOfQuote(_ start: Int) -> Int {
    var end = start
    while end < text.count, text[end] == UInt8(ascii: "\\") { end += 1 }
    return end < text.count && text[end] == UInt8(ascii: "\"") ? end + 1 : end
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
    var value = ContiguousArray(text[quote + 3..<end])
    if isClosed {
      value.removeAll()
      StringLiteral.appendValue(text.span, quote, end + 3, to: &value)
    }
    if let replaced = located({ rewriter.string(value, scope, name: name) }) {
      var literal = ContiguousArray<UInt8>()
      BlockString.append(value: replaced.span, isMinimized: true, to: &literal)
      replace(quote..<min(end + 3, text.count), isClosed ? literal : literal.dropLast(3) + [])
    }
    return min(end + 3, text.count)
  }

  /// A text as it stands between quotes.
  static func escaped(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    ContiguousArray(
      JSONWriter.quoted(String(decoding: text, as: UTF8.self)).dropFirst().dropLast())
  }

  private func string(_ range: Range<Int>) -> String {
    let text = text
    var value = ContiguousArray<UInt8>()
    StringLiteral.appendValue(text.span, range.lowerBound - 1, range.upperBound + 1, to: &value)
    return String(decoding: value, as: UTF8.self)
  }

  /// Names are no secrets, but for keys of maps that are known ones.
  private func renamed(_ range: Range<Int>) -> ContiguousArray<UInt8>? {
    let name = ContiguousArray(text[range])
    return name.allSatisfy { $0.continuesName }
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
    var end = start + scheme
    while end < text.count, !Self.endsWord(text[end]) { end += 1 }
    let word = ContiguousArray(text[start..<end])
    // What Swift prints around a value, such as `Optional(` and `Secret(value: `.
    if isPlain, word.count <= Self.longestWrapper, let wrapper = Self.wrapper(word[...]) {
      let after = open(at: start + wrapper.parenthesis)
      if !wrapper.isLabelled { next = scope }
      return after
    }
    if scheme == 0 && SecretShape.isPlain(word) || isDocument && !isBroken { return nil }
    next = nil
    replace(start..<end, located { rewriter.hiding(word, scope.reason) })
    return afterValue(end, scope)
  }

  /// How many bytes the names of types and a label come to that are printed around a value.
  private static let longestWrapper = 256

  /// Where the parenthesis stands behind the name of a type, and whether a label follows; nil if a word
  /// does not begin so.
  private static func wrapper(
    _ word: ArraySlice<UInt8>
  ) -> (parenthesis: Int, isLabelled: Bool)? {
    let name = word.prefix(while: \.continuesName)
    guard !name.isEmpty, name.endIndex < word.endIndex, word[name.endIndex] == UInt8(ascii: "(")
    else { return nil }
    let rest = word[(name.endIndex + 1)...]
    let isLabelled = rest.drop(while: \.continuesName).elementsEqual(":".utf8)
    return isLabelled || rest.isEmpty || wrapper(rest) != nil ? (name.endIndex, isLabelled) : nil
  }

  static func endsWord(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "\"&'),;<>]}\\".utf8.contains(byte)
  }

  func number(at start: Int) -> Int {
    var end = start + 1
    // A hyphen may stand before a name, as in `--token`.
    if isPlain, next == nil, text[start] == UInt8(ascii: "-"),
      end == text.count || !text[end].isDigit
    {
      return end
    }
    while end < text.count, text[end].isDigit || "+-.eE".utf8.contains(text[end]) { end += 1 }
    // A word may begin with digits: it is hidden as one.
    if !isJSON, end < text.count, text[end].continuesName {
      if isPlain || isBroken, let scope = next, let after = hideWord(at: start, scope) {
        return after
      }
      if isPlain, next == nil { return word(at: start) }
      while end < text.count, text[end].continuesName { end += 1 }
      next = nil
      return end
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
    var end = start
    while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
    let comment = ContiguousArray(text[(start + 1)..<end])
    let redacted = rewriter.text(comment)
    if redacted != comment { replace(start + 1..<end, redacted) }
    return end
  }

  // MARK: Separators

  /// Where the value of a quoted name begins; nil if what is quoted is no name.
  private func separatorBehindName(_ quote: Int, _ end: Int) -> Int? {
    guard end <= text.count, !isDocument,
      !isPlain || !frames.isEmpty || text[quote + 1..<end - 1].allSatisfy({ $0 > 0x20 })
    else { return nil }
    var index = end
    while index < text.count, JSONBytes.isWhitespace(text[index]) { index += 1 }
    guard index < text.count, !isPlain || next == nil else { return nil }
    if text[index] == UInt8(ascii: ":") { return index + 1 }
    return isPlain && text[index...].starts(with: "=>".utf8) ? index + 2 : nil
  }

  /// Where the value of a name begins; nil if it has none.
  func separator(behind start: Int, _ end: Int) -> (end: Int, isItem: Bool)? {
    var index = isPlain ? endOfName(end) : end
    if isDocument {
      index = skipIgnored(index)
      if index < text.count, text[index] == UInt8(ascii: ":") {
        return (skipIgnored(index + 1), false)
      }
      // The colon may be what the document lacks.
      let lacksColon =
        isBroken && index < text.count && text[index] == UInt8(ascii: "\"") && index > end
      return lacksColon ? (index, false) : nil
    }
    while index < text.count, text[index] == 0x20 { index += 1 }
    guard index < text.count else { return nil }
    if text[index] == UInt8(ascii: ":") || text[index] == UInt8(ascii: "=") {
      if text[index...].starts(with: "=>".utf8) { return (index + 2, false) }
      let isDefinition = start > 0 && text[start - 1] == UInt8(ascii: "$")
      if isDefinition, text[index] == UInt8(ascii: ":") { return defaultValue(behind: index + 1) }
      return (index + 1, text[index] == UInt8(ascii: "="))
    }
    for phrase in Self.phrases where text[index...].starts(with: phrase.utf8) {
      let value = index + phrase.utf8.count
      guard value < text.count else { return nil }
      if "\"{[-0123456789".utf8.contains(text[value]) { return (value, false) }
      return defaultValue(behind: value)
    }
    return nil
  }

  /// What messages say between a name and its value.
  private static let phrases = ["is ", "got invalid value "]

  /// Where the default of a variable begins that follows its type; nil if there is none.
  private func defaultValue(behind start: Int) -> (end: Int, isItem: Bool)? {
    let end = endOfType(start)
    return end < text.count && text[end] == UInt8(ascii: "=") ? (end + 1, false) : nil
  }

  /// What follows the type of a variable.
  func endOfType(_ start: Int) -> Int {
    var index = start
    var hasName = false
    while index < text.count {
      if text[index].continuesName, !hasName {
        while index < text.count, text[index].continuesName { index += 1 }
        hasName = true
      } else if "[]! \t\r\n,".utf8.contains(text[index]) {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  /// What may follow a name before its separator: a quote, a bracket of `user[password]`, an index.
  private func endOfName(_ end: Int) -> Int {
    var index = end
    if index < text.count, text[index] == UInt8(ascii: "%"),
      text[index...].startsIgnoringCase("%5d")
    {
      index += 3
    }
    if index < text.count, text[index] == UInt8(ascii: "]") { index += 1 }
    while index < text.count, text[index] == UInt8(ascii: "[") {
      let digits = text[(index + 1)...].prefix(while: \.isDigit)
      guard !digits.isEmpty, digits.endIndex < text.count,
        text[digits.endIndex] == UInt8(ascii: "]")
      else { break }
      index = digits.endIndex + 1
    }
    while index < text.count, text[index] == UInt8(ascii: "\\") { index += 1 }
    if index < text.count, text[index] == UInt8(ascii: "\"") || text[index] == UInt8(ascii: "'") {
      index += 1
    }
    return index
  }

  func skipIgnored(_ start: Int) -> Int {
    var index = start
    while index < text.count {
      switch text[index] {
      case 0x20, 0x09, 0x0A, 0x0D, 0x2C: index += 1
      case 0x23: while index < text.count, text[index] != 0x0A, text[index] != 0x0D { index += 1 }
      default: return index
      }
    }
    return index
  }

  /// Goes to the value of a text's name: it stands in the same line, unless it is quoted.
  func plainValue(at start: Int, isItem: Bool) -> Int {
    var index = start
    while index < text.count, JSONBytes.isWhitespace(text[index]), !isItem || text[index] == 0x20 {
      index += 1
    }
    let hasBreak = text[start..<index].contains(0x0A)
    guard index < text.count, !hasBreak || "\"'{[".utf8.contains(text[index]) else {
      next = nil
      return start
    }
    if text[index...].starts(with: "expected ".utf8) { index += "expected ".utf8.count }
    guard let scope = next, scope.isSecret else { return index }
    if text[index] == UInt8(ascii: "<") || !isItem && isVariable(at: index) { next = nil }
    if text[index] == UInt8(ascii: "$"), !isItem, next != nil {
      return hideWord(at: index, scope) ?? index
    }
    // What an item says is a text, number or not.
    if isItem, !"\"'{[\\".utf8.contains(text[index]), next != nil {
      var end = index
      while end < text.count, !Self.endsWord(text[end]) { end += 1 }
      let value = ContiguousArray(text[index..<end])
      next = nil
      replace(index..<end, located { rewriter.hiding(value, scope.reason) })
      return end
    }
    return index
  }

  /// Whether a variable of a document stands somewhere, and no hash such as `$2b$10$…`.
  private func isVariable(at index: Int) -> Bool {
    guard text[index] == UInt8(ascii: "$"), index + 1 < text.count, text[index + 1].startsName
    else { return false }
    let end = text[(index + 1)...].firstIndex { !$0.continuesName } ?? text.count
    return end == text.count || text[end] != UInt8(ascii: "$")
  }

  /// What follows a value: in a message that tells two of them, the second is one of the same name.
  func afterValue(_ end: Int, _ scope: SecretScope) -> Int {
    guard isPlain, frames.isEmpty, scope.isSecret else { return end }
    for phrase in [", got ", ", expected "] where text[end...].starts(with: phrase.utf8) {
      next = scope
      return end + phrase.utf8.count
    }
    return end
  }

  /// The value of a cookie's header field, to the end of its line.
  func cookies(at start: Int) -> Int {
    var end = start
    while end < text.count, text[end] != 0x0A, text[end] != 0x0D, text[end] != UInt8(ascii: "'") {
      end += 1
    }
    let value = ContiguousArray(text[start..<end])
    let redacted = rewriter.cookies(value)
    if redacted != value { replace(start..<end, redacted) }
    return end
  }
}
