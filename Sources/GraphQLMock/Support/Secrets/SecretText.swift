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
    var text = ContiguousArray<UInt8>()
    var changes: [Change] = []

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

  struct Change: Sendable {
    let old: Range<Int>
    let new: Range<Int>
  }

  let rules: SecretRules
  let form: Form
  let log: RedactionLog?
  let text: ContiguousArray<UInt8>
  var result = Result()
  var copied = 0
  var parentheses = 0
  /// The comments that were read last, one after the other, from some place in them to what follows.
  private var comments = 0..<0

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

  static func startsName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == 0x5F
  }

  func isNameByte(_ byte: UInt8) -> Bool {
    Self.startsName(byte) || byte &- 0x30 < 10 || byte == 0x2D && form == .plain
  }

  /// Where the value of a name begins; nil if it has none.
  private mutating func valueStart(
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
      // The colon may be what the document lacks, unless the quote ends what the name stands in.
      let isQuoted = start > 0 && bytes[start - 1] == 0x22
      return form == .document && !isQuoted && bytes[index] == 0x22 ? (index, false) : nil
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

  /// Names inside of a comment look for their values, too: its end is looked for once.
  mutating func skipIgnored(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09: index += 1
      case 0x0A, 0x0D: index += 1
      case 0x2C where form == .document: index += 1
      case 0x23 where form == .document:
        if !comments.contains(index) { comments = index..<Self.endOfComments(bytes, index) }
        index = comments.upperBound
      default: return index
      }
    }
    return index
  }

  /// What follows a comment, and those behind it.
  private static func endOfComments(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D, 0x2C: index += 1
      case 0x23:
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      default: return index
      }
    }
    return index
  }
}
