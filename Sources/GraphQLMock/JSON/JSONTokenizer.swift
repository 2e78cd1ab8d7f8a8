/// Splits a JSON text into tokens, even if the text arrives in chunks that end at any byte (RFC 8259).
///
///     {"a": [1, true]}
///     |name ||  |   |`endObject
///     |     ||  |   endArray
///     |     ||  literal
///     |     |number
///     |     beginArray
///     beginObject
/// The tokens don't depend on where chunks end. Pass the same chunk until ``next(_:)`` returns `needsMore`, then the
/// next one, and call ``finish()`` after the last. After `failed`, pass none. A byte order mark is ignored (section 8.1).
struct JSONTokenizer: Sendable {
  enum State: UInt8, Sendable {
    case value, valueOrEndOfArray, name, nameOrEndOfObject, colon, separator
    case end
    case string, nameString, number, literal
    /// The tokenizer is at the start of the text, where a byte order mark may come before the value.
    case start
  }

  var state = State.start
  /// All open arrays and objects except the innermost. An element is true for an object and false for an array.
  private var containers: [Bool] = []
  private(set) var depth = 0  // The number of open arrays and objects.
  private(set) var isInObject = false
  private(set) var error: JSONError?
  /// The number of bytes in all chunks before the current chunk.
  private(set) var base = 0
  /// The offset in the current chunk of the byte to read next. `offset` is the same in the text.
  var index = 0
  /// The offset in the text of the first byte of the last token.
  private(set) var start = 0
  /// Whether the last name or string is complete in the chunk and is ASCII without escape sequences.
  private(set) var isPlain = false
  /// The decoded bytes of the last name or string, if ``isPlain`` is false.
  var content = ContiguousArray<UInt8>()
  /// Whether strings are decoded, not only checked. Otherwise, ``content`` is out of date.
  var keepsContent = true

  /// The bytes that have been read so far of an incomplete escape sequence or multibyte character.
  var cut = ContiguousArray<UInt8>()
  var numberState = JSONTokenizer.NumberState.start
  /// The literal that is read or was read last. It's the last word of the raw value.
  var literal = JSONError.Expectation.null
  var lettersRead = 0

  var offset: Int { base + index }

  /// What must follow in the current state, unless it's `end`.
  private var expected: JSONError.Expectation {
    switch state {
    case .start, .value, .end: .value
    case .valueOrEndOfArray: .valueOrEndOfArray
    case .name: .memberName
    case .nameOrEndOfObject: .memberNameOrEndOfObject
    case .colon: .colon
    case .string, .nameString: .endOfString
    case .literal: literal
    case .number where !numberState.isComplete: .digit
    case .number, .separator: isInObject ? .commaOrEndOfObject : .commaOrEndOfArray
    }
  }

  /// Returns the text of the name or string that was just read. Call this method once, with the chunk in which it ends.
  mutating func takeText(_ chunk: Span<UInt8>) -> ContiguousArray<UInt8> {
    var text = ContiguousArray<UInt8>()
    if isPlain {
      text.append(chunk, from: start - base + 1, to: index - 1)
    } else {
      swap(&text, &content)
    }
    return text
  }

  /// Returns the name or string that was just read, if the whole text is one chunk.
  func string(in text: ContiguousArray<UInt8>) -> String {
    String(decoding: isPlain ? text[(start + 1)..<(index - 1)] : content[...], as: UTF8.self)
  }

  mutating func next(_ chunk: Span<UInt8>) -> JSONToken {
    switch state {
    case .string, .nameString: return resumeString(chunk)
    case .number: return resumeNumber(chunk)
    case .literal: return resumeLiteral(chunk)
    case .start, .value, .valueOrEndOfArray, .name, .nameOrEndOfObject, .colon, .separator, .end:
      break
    }
    while let byte = peek(chunk) {
      switch state {
      case .separator:
        if byte == UInt8(ascii: ",") {
          index += 1
          state = isInObject ? .name : .value
        } else if byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          return endContainer()
        } else {
          return fail(.unexpectedByte(byte, expected: expected))
        }
      case .colon:
        guard let first = peekValue(chunk) else { return error == nil ? .needsMore : .failed }
        return beginValue(first, chunk)
      case .name, .nameOrEndOfObject:
        if byte == UInt8(ascii: "\"") { return beginString(chunk, as: .nameString) }
        let isEnd = byte == UInt8(ascii: "}") && state == .nameOrEndOfObject
        return isEnd ? endContainer() : fail(.unexpectedByte(byte, expected: expected))
      case .end: return fail(.trailingByte(byte))
      // `peek(_:)` has ended `.start`, and the inside of a token was continued above.
      case .value, .valueOrEndOfArray, .start, .string, .nameString, .number, .literal:
        return beginValue(byte, chunk)
      }
    }
    return error == nil ? .needsMore : .failed
  }

  /// Between two tokens, returns the first byte of the next one, or nil at the end of the chunk or after an error.
  mutating func peek(_ chunk: Span<UInt8>) -> UInt8? {
    if state == .start, !skipMark(chunk) { return nil }
    // In debug builds, a call of `endOfWhitespace(from:)` is slow, even if there is no white space.
    if index < chunk.count, chunk[index] <= 0x20 { index = chunk.endOfWhitespace(from: index) }
    if index < chunk.count { return chunk[index] }
    _ = suspend()
    return nil
  }

  /// Skips the colon after a name, and returns the first byte of the value, or nil as `peek(_:)` does.
  mutating func peekValue(_ chunk: Span<UInt8>) -> UInt8? {
    if state == .colon {
      guard let byte = peek(chunk) else { return nil }
      guard byte == UInt8(ascii: ":") else {
        _ = fail(.unexpectedByte(byte, expected: expected))
        return nil
      }
      index += 1
      state = .value
    }
    return peek(chunk)
  }

  static func accepts(_ text: Span<UInt8>) -> Bool {
    var tokenizer = JSONTokenizer()
    // A text with only a number can't be skipped, because a tokenizer can't know that no more digits follow.
    if tokenizer.skip(text, to: 0), tokenizer.next(text) != .needsMore { return false }
    return tokenizer.finish() == nil
  }

  /// Skips tokens until the nesting depth is `depth`. Returns false at the end of the chunk or after an error.
  mutating func skip(_ chunk: Span<UInt8>, to depth: Int) -> Bool {
    keepsContent = false
    defer { keepsContent = true }
    while true {
      if self.depth == depth, state == .separator || state == .end { return true }
      let token = next(chunk)
      if token == .needsMore || token == .failed { return false }
    }
  }

  /// Returns the error after the last chunk, or nil if the text is JSON. A number that is the whole text has no token.
  mutating func finish() -> JSONError? {
    if let error { return error }
    if state == .start, offset > 0 {
      return JSONError(reason: .unexpectedByte(0xEF, expected: expected), offset: 0)
    }
    let isWhole = state == .end || state == .number && numberState.isComplete && depth == 0
    return isWhole ? nil : JSONError(reason: .unexpectedEnd(expected: expected), offset: offset)
  }

  private mutating func beginValue(_ byte: UInt8, _ chunk: Span<UInt8>) -> JSONToken {
    switch byte {
    case UInt8(ascii: "\""): return beginString(chunk, as: .string)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth >= NestingLimit.depth { return fail(.nestingTooDeep(limit: NestingLimit.depth)) }
      let isObject = byte == UInt8(ascii: "{")
      if depth > 0 { containers.append(isInObject) }
      depth += 1
      isInObject = isObject
      start = base + index
      index += 1
      state = isObject ? .nameOrEndOfObject : .valueOrEndOfArray
      return isObject ? .beginObject : .beginArray
    case UInt8(ascii: "]") where state == .valueOrEndOfArray: return endContainer()
    case _ where byte.isDigit || byte == UInt8(ascii: "-"):
      start = base + index
      numberState = .start
      state = .number
      return resumeNumber(chunk)
    case UInt8(ascii: "t"): literal = .true
    case UInt8(ascii: "f"): literal = .false
    case UInt8(ascii: "n"): literal = .null
    default: return fail(.unexpectedByte(byte, expected: expected))
    }
    start = base + index
    lettersRead = 0
    state = .literal
    return resumeLiteral(chunk)
  }

  private mutating func beginString(_ chunk: Span<UInt8>, as kind: State) -> JSONToken {
    start = base + index
    let end = chunk.endOfPlainASCII(from: index &+ 1)
    state = kind
    isPlain = end < chunk.count && chunk[end] == UInt8(ascii: "\"")
    if isPlain {
      index = end &+ 1
      return endString()
    }
    if keepsContent {
      content.removeAll(keepingCapacity: true)
      content.reserveCapacity(min(chunk.count - index, 65_536))
      content.append(chunk, from: index + 1, to: end)
    }
    index = end
    return resumeString(chunk)
  }

  mutating func endString() -> JSONToken {
    guard state == .nameString else { return endValue(.string) }
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
    start = base + index
    index += 1
    return endValue(isObject ? .endObject : .endArray)
  }

  /// Skips a byte order mark at the start of the text. Returns false if the mark is incomplete or invalid.
  private mutating func skipMark(_ chunk: Span<UInt8>) -> Bool {
    while state == .start, index < chunk.count {
      let isMark = chunk[index] == (offset == 0 ? 0xEF : offset == 1 ? 0xBB : 0xBF)
      if !isMark, offset > 0 {
        _ = fail(.unexpectedByte(0xEF, expected: .value), at: 0)
        return false
      }
      if isMark { index += 1 }
      if !isMark || offset == 3 { state = .value }
    }
    if state == .start { _ = suspend() }
    return state != .start
  }

  mutating func suspend() -> JSONToken {
    base += index
    index = 0
    return .needsMore
  }

  mutating func fail(_ reason: JSONError.Reason, at offset: Int? = nil) -> JSONToken {
    error = JSONError(reason: reason, offset: offset ?? self.offset)
    return .failed
  }
}
