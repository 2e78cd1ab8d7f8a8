/// Splits a JSON text into tokens (RFC 8259).
///
///     {"a": [1, true]}
///     |name ||  |   |`endObject
///     |     ||  |   endArray
///     |     ||  literal
///     |     |number
///     |     beginArray
///     beginObject
/// Pass the same text to each call. A byte order mark at the start of the text is ignored (RFC 8259, section 8.1).
struct JSONTokenizer: Sendable {
  enum State: UInt8, Sendable {
    case value, valueOrEndOfArray, name, nameOrEndOfObject, colon, separator
    case end
    /// The tokenizer is at the start of the text, where a byte order mark may come before the value.
    case start
  }

  private var state = State.start
  /// All open arrays and objects except the innermost. An element is true for an object and false for an array.
  private var containers: [Bool] = []
  private(set) var depth = 0
  private(set) var isInObject = false
  private(set) var error: JSONError?
  /// The range of the last token, until white space is skipped.
  private(set) var start = 0
  var offset = 0
  /// A Boolean value that indicates whether the last string needs no decoding.
  private(set) var isPlain = false
  /// The decoded bytes of the last name or string, if ``isPlain`` is false.
  var content = ContiguousArray<UInt8>()
  var keepsContent = true

  private(set) var literal = JSONTokenizer.Literal.null

  private var separatorOrEnd: JSONError.Expectation {
    isInObject ? .commaOrEndOfObject : .commaOrEndOfArray
  }

  /// Returns the text of the name or string that was just read. Call this method once.
  mutating func takeText(_ text: Span<UInt8>) -> ContiguousArray<UInt8> {
    var taken = ContiguousArray<UInt8>()
    if isPlain {
      taken.append(text, from: start + 1, to: offset - 1)
    } else {
      swap(&taken, &content)
    }
    return taken
  }

  func string(in text: ContiguousArray<UInt8>) -> String {
    isPlain
      ? String(decoding: text[(start + 1)..<(offset - 1)], as: UTF8.self)
      : String(decoding: content, as: UTF8.self)
  }

  mutating func next(_ text: Span<UInt8>) -> JSONToken {
    while let byte = peek(text) {
      start = offset
      switch state {
      case .separator:
        if byte == UInt8(ascii: ",") {
          offset += 1
          state = isInObject ? .name : .value
        } else if byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          return endContainer()
        } else {
          return fail(.unexpectedByte(byte, expected: separatorOrEnd))
        }
      case .colon:
        guard let first = peekValue(text) else { return .end }
        start = offset
        return beginValue(first, text)
      case .name, .nameOrEndOfObject:
        if byte == UInt8(ascii: "\"") { return readString(text) }
        guard byte == UInt8(ascii: "}"), state == .nameOrEndOfObject else {
          let isFirst = state == .nameOrEndOfObject
          return fail(
            .unexpectedByte(byte, expected: isFirst ? .memberNameOrEndOfObject : .memberName))
        }
        return endContainer()
      case .end: return fail(.trailingByte(byte))
      default: return beginValue(byte, text)
      }
    }
    return .end
  }

  /// Returns the first byte of the next token, or nil at the end of the text or after an error.
  mutating func peek(_ text: Span<UInt8>) -> UInt8? {
    if state == .start, !skipMark(text) { return nil }
    // In debug builds, a call of `endOfWhitespace(from:)` is slow, even if there is no white space.
    if offset < text.count, text[offset] <= 0x20 { offset = text.endOfWhitespace(from: offset) }
    return offset < text.count ? text[offset] : nil
  }

  mutating func peekValue(_ text: Span<UInt8>) -> UInt8? {
    if state == .colon {
      guard let byte = peek(text) else { return nil }
      guard byte == UInt8(ascii: ":") else {
        _ = fail(.unexpectedByte(byte, expected: .colon))
        return nil
      }
      offset += 1
      state = .value
    }
    return peek(text)
  }

  static func accepts(_ text: Span<UInt8>) -> Bool {
    var tokenizer = JSONTokenizer()
    tokenizer.keepsContent = false
    while tokenizer.next(text) != .end {}
    return tokenizer.finish() == nil
  }

  /// Skips tokens until the nesting depth is `depth`. Returns false at the end of the text or after an error.
  mutating func skip(_ text: Span<UInt8>, to depth: Int) -> Bool {
    keepsContent = false
    defer { keepsContent = true }
    while true {
      if self.depth == depth, state == .separator || state == .end { return true }
      if next(text) == .end { return false }
    }
  }

  mutating func finish() -> JSONError? {
    if let error { return error }
    let missing: JSONError.Expectation
    switch state {
    case .end: return nil
    case .start, .value: missing = .value
    case .valueOrEndOfArray: missing = .valueOrEndOfArray
    case .name: missing = .memberName
    case .nameOrEndOfObject: missing = .memberNameOrEndOfObject
    case .colon: missing = .colon
    case .separator: missing = separatorOrEnd
    }
    return JSONError(kind: .unexpectedEnd(expected: missing), offset: offset)
  }

  private mutating func beginValue(_ byte: UInt8, _ text: Span<UInt8>) -> JSONToken {
    switch byte {
    case UInt8(ascii: "\""): return readString(text)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < NestingLimit.depth else {
        return fail(.nestingTooDeep(limit: NestingLimit.depth))
      }
      let isObject = byte == UInt8(ascii: "{")
      if depth > 0 { containers.append(isInObject) }
      depth += 1
      isInObject = isObject
      offset += 1
      state = isObject ? .nameOrEndOfObject : .valueOrEndOfArray
      return isObject ? .beginObject : .beginArray
    case UInt8(ascii: "]") where state == .valueOrEndOfArray: return endContainer()
    case _ where byte.isDigit || byte == UInt8(ascii: "-"): return readNumber(text)
    case UInt8(ascii: "t"): return readLiteral(text, .true)
    case UInt8(ascii: "f"): return readLiteral(text, .false)
    case UInt8(ascii: "n"): return readLiteral(text, .null)
    default:
      let expected: JSONError.Expectation = state == .value ? .value : .valueOrEndOfArray
      return fail(.unexpectedByte(byte, expected: expected))
    }
  }

  private mutating func readLiteral(_ text: Span<UInt8>, _ literal: Literal) -> JSONToken {
    self.literal = literal
    for letter in literal.rawValue.utf8 {
      guard offset < text.count else { return fail(.unexpectedEnd(expected: literal.expectation)) }
      guard text[offset] == letter else {
        return fail(.unexpectedByte(text[offset], expected: literal.expectation))
      }
      offset += 1
    }
    return endValue(.literal)
  }

  private mutating func readString(_ text: Span<UInt8>) -> JSONToken {
    let end = text.endOfPlainASCII(from: offset &+ 1)
    isPlain = end < text.count && text[end] == UInt8(ascii: "\"")
    if isPlain {
      offset = end &+ 1
      return endString()
    }
    if keepsContent {
      content.removeAll(keepingCapacity: true)
      content.reserveCapacity(min(text.count - offset, 65_536))
      content.append(text, from: offset + 1, to: end)
    }
    offset = end
    return readRestOfString(text)
  }

  mutating func endString() -> JSONToken {
    guard state == .name || state == .nameOrEndOfObject else { return endValue(.string) }
    state = .colon
    return .name
  }

  mutating func endValue(_ token: JSONToken) -> JSONToken {
    state = depth == 0 ? .end : .separator
    return token
  }

  private mutating func endContainer() -> JSONToken {
    let isObject = isInObject
    isInObject = depth > 1 && containers.removeLast()
    depth -= 1
    offset += 1
    return endValue(isObject ? .endObject : .endArray)
  }

  /// Skips a byte order mark. Returns false if the text is empty or the mark is invalid.
  private mutating func skipMark(_ text: Span<UInt8>) -> Bool {
    guard let first = text.indices.first else { return false }
    if text[first] == 0xEF {
      guard text.count > 2, text[1] == 0xBB, text[2] == 0xBF else {
        _ = fail(.unexpectedByte(0xEF, expected: .value))
        return false
      }
      offset = 3
    }
    state = .value
    return true
  }

  mutating func fail(_ kind: JSONError.Reason) -> JSONToken {
    error = JSONError(kind: kind, offset: offset)
    return .end
  }
}

extension JSONTokenizer {
  enum Literal: String, Sendable, Hashable {
    case `true`
    case `false`
    case null

    var expectation: JSONError.Expectation {
      self == .true ? .true : self == .false ? .false : .null
    }
  }
}
