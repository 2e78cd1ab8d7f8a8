// Secrets in texts that have no structure to go by: plain bodies, messages, documents and JSON that do
// not parse. What stands behind a secret name and `:` or `=` is hidden, and what is known by its value.

struct SecretText {
  enum Form: Sendable {
    /// `name=value`, `name: value`, `"name": "value"`.
    case plain
    /// The tokens of a GraphQL document: only literals are values; commas, comments and line breaks
    /// may stand anywhere between tokens.
    case document
  }

  /// A text without the values of secret names.
  struct Result: Sendable {
    fileprivate(set) var text = ContiguousArray<UInt8>()
    fileprivate var changes: [Change] = []

    /// Where an offset of the original stands now; inside of what was replaced, where that begins.
    func offset(of original: Int) -> Int {
      guard let change = lastChange(upTo: original) else { return original }
      if original < change.old.upperBound { return change.new.lowerBound }
      return original - change.old.upperBound + change.new.upperBound
    }

    /// Whether an offset of the original lies in what was replaced.
    func hides(_ original: Int) -> Bool {
      lastChange(upTo: original)?.old.contains(original) ?? false
    }

    private func lastChange(upTo offset: Int) -> Change? {
      var low = 0
      var high = changes.count
      while low < high {
        let middle = (low + high) / 2
        if changes[middle].old.lowerBound <= offset { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? nil : changes[low - 1]
    }
  }

  fileprivate struct Change: Sendable {
    let old: Range<Int>
    let new: Range<Int>
  }

  private let rules: SecretRules
  private let form: Form
  private let log: RedactionLog?
  private let text: ContiguousArray<UInt8>
  private var result = Result()
  private var copied = 0
  private var parentheses = 0

  private init(
    _ text: ContiguousArray<UInt8>, _ form: Form, _ rules: SecretRules, _ log: RedactionLog?
  ) {
    self.text = text
    self.form = form
    self.rules = rules
    self.log = log
  }

  /// The text without secrets.
  static func redact(
    _ text: ContiguousArray<UInt8>, as form: Form = .plain, _ rules: SecretRules,
    _ log: RedactionLog? = nil
  ) -> ContiguousArray<UInt8> {
    let byName = redactByName(text, as: form, rules, log).text
    return rules.searching(byName, log) ?? byName
  }

  /// The text without the values of secret names.
  static func redactByName(
    _ text: ContiguousArray<UInt8>, as form: Form, _ rules: SecretRules, _ log: RedactionLog? = nil
  ) -> Result {
    var scanner = SecretText(text, form, rules, log)
    scanner.scan(text.span)
    scanner.result.text += text[scanner.copied...]
    return scanner.result
  }

  // MARK: Names

  private mutating func scan(_ bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      guard Self.startsName(bytes[index]) else {
        // Names are values between parentheses only; elsewhere they are fields behind an alias.
        if bytes[index] == 0x28 { parentheses += 1 }
        if bytes[index] == 0x29 { parentheses -= 1 }
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
      guard let value = valueStart(bytes, behind: start, index) else { continue }
      let name = String(decoding: text[start..<index], as: UTF8.self)
      let scope = rules.scope(of: name, in: SecretScope(rules))
      guard scope.isSecret else { continue }
      log?.path.append(.member(name))
      index = hideValue(bytes, at: value.offset, scope, isItem: value.isItem)
      log?.path.removeLast()
    }
  }

  private static func startsName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == 0x5F
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    Self.startsName(byte) || byte &- 0x30 < 10 || byte == 0x2D && form == .plain
  }

  /// Where the value of a name begins; nil if it has none.
  private func valueStart(
    _ bytes: Span<UInt8>, behind start: Int, _ end: Int
  ) -> (offset: Int, isItem: Bool)? {
    var index = end
    if form == .plain {
      while index < bytes.count, bytes[index] == 0x5C { index += 1 }
      if index < bytes.count, bytes[index] == 0x22 || bytes[index] == 0x27 { index += 1 }
    }
    index = skipIgnored(bytes, index)
    guard index < bytes.count else { return nil }
    guard bytes[index] == 0x3A || bytes[index] == 0x3D && form == .plain else {
      // The colon may be what the document lacks.
      return form == .document && bytes[index] == 0x22 ? (index, false) : nil
    }
    let isItem = bytes[index] == 0x3D
    index = skipIgnored(bytes, index + 1)
    if form == .document, start > 0, bytes[start - 1] == 0x24 {
      // A variable's definition: the value is its default.
      while index < bytes.count, isTypeByte(bytes[index]) {
        index = skipIgnored(bytes, index + 1)
      }
      guard index < bytes.count, bytes[index] == 0x3D else { return nil }
      index = skipIgnored(bytes, index + 1)
    }
    return index < bytes.count ? (index, isItem) : nil
  }

  private func isTypeByte(_ byte: UInt8) -> Bool {
    isNameByte(byte) || byte == 0x5B || byte == 0x5D || byte == 0x21
  }

  private func skipIgnored(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09: index += 1
      case 0x0A, 0x0D: index += 1
      case 0x2C where form == .document: index += 1
      case 0x23 where form == .document:
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      default: return index
      }
    }
    return index
  }

  // MARK: Values

  /// Hides the value that begins at an offset.
  /// - Parameter isItem: Whether it stands behind `=`, as in forms.
  /// - Returns: where to go on.
  private mutating func hideValue(
    _ bytes: Span<UInt8>, at start: Int, _ scope: SecretScope, isItem: Bool
  ) -> Int {
    switch bytes[start] {
    case 0x22, 0x5C: return hideString(bytes, at: start, scope)
    case 0x5B, 0x7B: return hideContainer(bytes, at: start, scope)
    case 0x24: return start + 1
    case 0x2D, 0x30...0x39: break
    default:
      guard form == .plain || parentheses > 0 && Self.startsName(bytes[start]) else { return start }
    }
    return hideWord(bytes, at: start, scope, isItem: isItem)
  }

  private mutating func hideWord(
    _ bytes: Span<UInt8>, at start: Int, _ scope: SecretScope, isItem: Bool
  ) -> Int {
    let prefix = text[start..<min(start + 8, text.count)]
    var end = start + SecretReplacement.schemeLength(ContiguousArray(prefix))
    while end < bytes.count, !Self.endsWord(bytes[end]) { end += 1 }
    let word = ContiguousArray(text[start..<end])
    let isNumber = word.allSatisfy { SecretKind.isDigit($0) || $0 == 0x2D || $0 == 0x2E }
    if isNumber, !isItem, scope.level != .stringsAndNumbers { return end }
    if ["true", "false", "null"].contains(where: { word.elementsEqual($0.utf8) }) { return end }
    let number = isNumber && !isItem ? rules.replacement(ofNumber: word) : nil
    replace(start..<end, scope, with: number)
    return end
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x20, 0x22, 0x26, 0x27, 0x29, 0x2C, 0x3B, 0x3C, 0x3E, 0x5D, 0x7D: true
    default: false
    }
  }

  /// Hides what stands between quotes; the quotes stay, as far as they are there.
  private mutating func hideString(
    _ bytes: Span<UInt8>, at start: Int, _ scope: SecretScope
  ) -> Int {
    // Quotes of JSON inside of a string have backslashes before them.
    var quote = start
    while quote < bytes.count, bytes[quote] == 0x5C { quote += 1 }
    guard quote < bytes.count, bytes[quote] == 0x22 else { return quote }
    let depth = quote - start
    if form == .document, quote + 2 < bytes.count, bytes[quote + 1] == 0x22,
      bytes[quote + 2] == 0x22
    {
      let end = endOfBlock(bytes, quote + 3)
      hideBlock(bytes, quote + 3..<end, scope)
      return min(end + 3, bytes.count)
    }
    var index = quote + 1
    var backslashes = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x22, depth == 0 ? backslashes % 2 == 0 : backslashes <= depth { break }
      if byte == 0x0A || byte == 0x0D, form == .document { break }
      backslashes = byte == 0x5C ? backslashes + 1 : 0
      index += 1
    }
    let isClosed = index < bytes.count && bytes[index] == 0x22
    let end = isClosed ? max(quote + 1, index - min(backslashes, depth)) : index
    replace(quote + 1..<end, scope)
    return isClosed ? index + 1 : index
  }

  /// Hides the content of a block string, for messages line by line: an excerpt counts them.
  private mutating func hideBlock(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ scope: SecretScope
  ) {
    guard case .short = rules.style else { return replace(range, scope) }
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      replace(start..<end, scope)
      start = end + 1
    }
  }

  private func endOfBlock(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if index + 2 < bytes.count, bytes[index] == 0x22, bytes[index + 1] == 0x22,
        bytes[index + 2] == 0x22, bytes[index - 1] != 0x5C
      {
        return index
      }
      index += 1
    }
    return index
  }

  /// Hides all literals up to the bracket that closes this one.
  private mutating func hideContainer(
    _ bytes: Span<UInt8>, at start: Int, _ scope: SecretScope
  ) -> Int {
    var scope = scope
    if scope.judgement.coversContents { scope.level = .stringsAndNumbers }
    var depth = 0
    var index = start
    repeat {
      switch bytes[index] {
      case 0x5B, 0x7B:
        depth += 1
        index += 1
      case 0x5D, 0x7D:
        depth -= 1
        index += 1
      case 0x22, 0x5C:
        let end = endOfString(bytes, index)
        let next = skipIgnored(bytes, end)
        if form == .plain, next < bytes.count, bytes[next] == 0x3A {
          index = next + 1
        } else {
          index = max(hideString(bytes, at: index, scope), index + 1)
        }
      case 0x2D, 0x30...0x39:
        index = max(hideWord(bytes, at: index, scope, isItem: false), index + 1)
      case let byte where isNameByte(byte):
        while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
      case 0x23 where form == .document:
        index = skipIgnored(bytes, index)
      default:
        index += 1
      }
    } while depth > 0 && index < bytes.count
    return index
  }

  private func endOfString(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] == 0x5C { index += 1 }
    let depth = index - start
    var backslashes = 0
    index += 1
    while index < bytes.count {
      if bytes[index] == 0x22, depth == 0 ? backslashes % 2 == 0 : backslashes <= depth {
        return index + 1
      }
      backslashes = bytes[index] == 0x5C ? backslashes + 1 : 0
      index += 1
    }
    return index
  }

  private mutating func replace(
    _ range: Range<Int>, _ scope: SecretScope, with number: ContiguousArray<UInt8>? = nil
  ) {
    let secret = ContiguousArray(text[range])
    let replaced: ContiguousArray<UInt8>
    if let number {
      if number == secret { return }
      log?.add(secret, scope.reason)
      replaced = number
    } else {
      guard let hidden = rules.hiding(secret, scope.reason, log) else { return }
      replaced = hidden
    }
    result.text += text[copied..<range.lowerBound]
    let start = result.text.count
    result.text += replaced
    result.changes.append(Change(old: range, new: start..<result.text.count))
    copied = range.upperBound
  }
}
