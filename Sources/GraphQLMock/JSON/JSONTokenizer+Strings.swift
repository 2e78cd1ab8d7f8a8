/// Where a cut string is (RFC 8259, section 7).
struct StringState: Sendable {
  enum Step: UInt8, Sendable {
    /// Between characters.
    case plain
    /// Inside a UTF-8 sequence.
    case sequence
    /// Behind a backslash.
    case escape
    /// Inside the four digits of `\uXXXX`.
    case digits
    /// Behind a high surrogate, where a backslash has to follow.
    case lowBackslash
    /// Behind a high surrogate and a backslash, where a `u` has to follow.
    case lowLetter
  }

  var step = Step.plain
  /// How many digits or bytes of a sequence are missing.
  var missing: UInt8 = 0
  var codeUnit: UInt32 = 0
  var highSurrogate: UInt32 = 0
  /// Where the escape or the sequence begins.
  var start = 0
  var highStart = 0
  /// What the next byte of a sequence may be.
  var bounds: (lower: UInt8, upper: UInt8) = (0x80, 0xBF)
}

extension JSONTokenizer {
  /// Reads on inside a string, behind its opening quote.
  mutating func resumeString(_ chunk: Span<UInt8>) -> JSONToken {
    var i = index
    var runStart = i
    let count = chunk.count
    while i < count {
      if stringState.step == .plain {
        i = JSONBytes.endOfPlainRun(chunk, from: i)
        guard i < count else { break }
      }
      let byte = chunk[i]
      switch stringState.step {
      case .plain:
        if byte == UInt8(ascii: "\"") {
          append(chunk, from: runStart, to: i)
          index = i + 1
          return endString()
        } else if byte == UInt8(ascii: "\\") {
          append(chunk, from: runStart, to: i)
          stringState.start = base + i
          stringState.step = .escape
        } else if byte < 0x20 {
          return fail(.controlCharacter(byte), at: base + i)
        } else {
          stringState.start = base + i
          guard beginSequence(byte) else { return fail(.invalidUTF8, at: base + i) }
        }
      case .sequence:
        guard byte >= stringState.bounds.lower, byte <= stringState.bounds.upper else {
          return fail(.invalidUTF8, at: stringState.start)
        }
        stringState.bounds = (0x80, 0xBF)
        stringState.missing &-= 1
        if stringState.missing == 0 { stringState.step = .plain }
      case .escape:
        if byte == UInt8(ascii: "u") {
          beginDigits()
        } else {
          guard let meaning = JSONBytes.meaning(ofEscape: byte) else {
            return fail(.invalidEscape, at: stringState.start)
          }
          append(meaning)
          stringState.step = .plain
          runStart = i + 1
        }
      case .digits:
        guard let digit = byte.hexDigitValue else {
          return fail(.invalidEscape, at: stringState.start)
        }
        stringState.codeUnit = stringState.codeUnit << 4 | digit
        stringState.missing &-= 1
        if stringState.missing == 0 {
          guard endCodeUnit() else {
            let isSecond = stringState.highSurrogate != 0
            return fail(
              .unpairedSurrogate, at: isSecond ? stringState.highStart : stringState.start)
          }
          runStart = i + 1
        }
      case .lowBackslash:
        guard byte == UInt8(ascii: "\\") else {
          return fail(.unpairedSurrogate, at: stringState.highStart)
        }
        stringState.start = base + i
        stringState.step = .lowLetter
      case .lowLetter:
        guard byte == UInt8(ascii: "u") else {
          return fail(.unpairedSurrogate, at: stringState.highStart)
        }
        beginDigits()
      }
      i += 1
    }
    if stringState.step == .plain || stringState.step == .sequence {
      append(chunk, from: runStart, to: count)
    }
    index = count
    return suspend()
  }

  private mutating func append(_ byte: UInt8) {
    if keepsContent { content.append(byte) }
  }

  private mutating func append(_ chunk: Span<UInt8>, from start: Int, to end: Int) {
    if keepsContent { content.append(chunk, from: start, to: end) }
  }

  private mutating func beginDigits() {
    stringState.step = .digits
    stringState.missing = 4
    stringState.codeUnit = 0
  }

  /// The first byte of a sequence says how many follow and bounds the second
  /// (Unicode, table 3-7 "Well-Formed UTF-8 Byte Sequences").
  private mutating func beginSequence(_ byte: UInt8) -> Bool {
    guard let bounds = UTF8Scalar.boundsOfSecond(after: byte) else { return false }
    stringState.bounds = bounds
    stringState.missing = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
    stringState.step = .sequence
    return true
  }

  /// Takes a finished `\uXXXX`; false for half a surrogate pair.
  private mutating func endCodeUnit() -> Bool {
    var scalar = stringState.codeUnit
    switch scalar {
    case 0xD800..<0xDC00:
      guard stringState.highSurrogate == 0 else { return false }
      stringState.highSurrogate = scalar
      stringState.highStart = stringState.start
      stringState.step = .lowBackslash
      return true
    case 0xDC00..<0xE000:
      guard stringState.highSurrogate != 0 else { return false }
      scalar = 0x10000 + (stringState.highSurrogate - 0xD800) << 10 + (scalar - 0xDC00)
      stringState.highSurrogate = 0
    default:
      guard stringState.highSurrogate == 0 else { return false }
    }
    if keepsContent { UTF8Scalar.append(scalar, to: &content) }
    stringState.step = .plain
    return true
  }
}
