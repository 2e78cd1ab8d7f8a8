/// Reads the inside of a JSON string, from behind its opening quote to its closing quote, in chunks
/// of any size (RFC 8259, section 7).
///
/// Everything that a cut between two chunks may split (an escape, a surrogate pair, a UTF-8
/// sequence) is state, so the outcome does not depend on where the chunks are cut.
struct JSONStringScanner: Sendable {
  private enum State: UInt8 {
    /// Between characters.
    case plain
    /// Inside a UTF-8 sequence.
    case sequence
    /// Behind a backslash.
    case escape
    /// Inside the four digits of `\uXXXX`.
    case hex
    /// Behind a high surrogate, where a backslash has to follow.
    case lowBackslash
    /// Behind a high surrogate and a backslash, where a `u` has to follow.
    case lowLetter
  }

  private var state = State.plain
  private var digitsLeft: UInt8 = 0
  private var codeUnit: UInt32 = 0
  private var highSurrogate: UInt32 = 0
  private var highStart = 0
  private var escapeStart = 0
  private var sequenceLeft: UInt8 = 0
  private var nextLower: UInt8 = 0
  private var nextUpper: UInt8 = 0
  private var sequenceStart = 0

  /// Reads on.
  /// - Parameters:
  ///   - chunk: the bytes at hand.
  ///   - index: where to start; afterwards, the byte behind what was read.
  ///   - base: how many bytes of the text stand before the chunk.
  ///   - sink: takes the string's content, unescaped.
  mutating func scan<Sink: JSONStringSink>(
    _ chunk: Span<UInt8>, from index: inout Int, base: Int, into sink: inout Sink
  ) -> ScanOutcome {
    var i = index
    var runStart = i
    let count = chunk.count
    defer { index = i }
    while i < count {
      if state == .plain {
        i = JSONBytes.endOfPlainRun(chunk, from: i)
        guard i < count else { break }
      }
      let byte = chunk[i]
      switch state {
      case .plain:
        if byte == UInt8(ascii: "\"") {
          sink.append(chunk, from: runStart, to: i)
          i += 1
          return .complete
        } else if byte == UInt8(ascii: "\\") {
          sink.append(chunk, from: runStart, to: i)
          if i + 1 < count, let meaning = JSONBytes.meaning(ofEscape: chunk[i + 1]) {
            sink.append(meaning)
            i += 2
            runStart = i
            continue
          }
          escapeStart = base + i
          state = .escape
        } else if byte < 0x20 {
          return fail(.controlCharacter(byte), at: base + i)
        } else {
          let end = JSONBytes.endOfSequences(chunk, from: i)
          if end > i {
            i = end
            continue
          }
          // Ill-formed, or cut off by the end of the chunk.
          guard beginSequence(byte, at: base + i) else {
            return fail(.invalidUTF8, at: base + i)
          }
        }
      case .sequence:
        guard byte >= nextLower, byte <= nextUpper else {
          return fail(.invalidUTF8, at: sequenceStart)
        }
        nextLower = 0x80
        nextUpper = 0xBF
        sequenceLeft &-= 1
        if sequenceLeft == 0 { state = .plain }
      case .escape:
        if byte == UInt8(ascii: "u") {
          beginDigits()
        } else {
          guard let meaning = JSONBytes.meaning(ofEscape: byte) else {
            return fail(.invalidEscape, at: escapeStart)
          }
          sink.append(meaning)
          state = .plain
          runStart = i + 1
        }
      case .hex:
        guard let digit = JSONBytes.hexDigit(byte) else {
          return fail(.invalidEscape, at: escapeStart)
        }
        codeUnit = codeUnit << 4 | digit
        digitsLeft &-= 1
        if digitsLeft == 0 {
          guard endCodeUnit(&sink) else {
            return fail(.unpairedSurrogate, at: highSurrogate == 0 ? escapeStart : highStart)
          }
          runStart = i + 1
        }
      case .lowBackslash:
        guard byte == UInt8(ascii: "\\") else { return fail(.unpairedSurrogate, at: highStart) }
        escapeStart = base + i
        state = .lowLetter
      case .lowLetter:
        guard byte == UInt8(ascii: "u") else { return fail(.unpairedSurrogate, at: highStart) }
        beginDigits()
      }
      i += 1
    }
    if state == .plain || state == .sequence { sink.append(chunk, from: runStart, to: count) }
    return .needsMore
  }

  private func fail(_ kind: JSONFault.Kind, at offset: Int) -> ScanOutcome {
    .failed(JSONFault(kind: kind, offset: offset))
  }

  private mutating func beginDigits() {
    state = .hex
    digitsLeft = 4
    codeUnit = 0
  }

  /// The first byte of a sequence says how many follow and bounds the second
  /// (Unicode, table 3-7 "Well-Formed UTF-8 Byte Sequences").
  private mutating func beginSequence(_ byte: UInt8, at offset: Int) -> Bool {
    guard let bounds = JSONBytes.boundsOfSecond(after: byte) else { return false }
    nextLower = bounds.lower
    nextUpper = bounds.upper
    sequenceLeft = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
    sequenceStart = offset
    state = .sequence
    return true
  }

  /// Takes a finished `\uXXXX`; false for half a surrogate pair.
  private mutating func endCodeUnit<Sink: JSONStringSink>(_ sink: inout Sink) -> Bool {
    switch codeUnit {
    case 0xD800..<0xDC00:
      guard highSurrogate == 0 else { return false }
      highSurrogate = codeUnit
      highStart = escapeStart
      state = .lowBackslash
      return true
    case 0xDC00..<0xE000:
      guard highSurrogate != 0 else { return false }
      let scalar = 0x10000 + (highSurrogate - 0xD800) << 10 + (codeUnit - 0xDC00)
      highSurrogate = 0
      sink.appendScalar(scalar)
    default:
      guard highSurrogate == 0 else { return false }
      sink.appendScalar(codeUnit)
    }
    state = .plain
    return true
  }
}

/// Where the content of a string goes.
protocol JSONStringSink {
  mutating func append(_ byte: UInt8)
  mutating func append(_ chunk: Span<UInt8>, from start: Int, to end: Int)
}

extension JSONStringSink {
  /// Appends the UTF-8 form of a scalar that is no surrogate.
  fileprivate mutating func appendScalar(_ scalar: UInt32) {
    switch scalar {
    case ..<0x80: append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    case ..<0x10000:
      append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    default:
      append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      append(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
      append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    }
  }
}

/// Takes nothing: the string is checked and skipped.
struct DiscardingSink: JSONStringSink, Sendable {
  mutating func append(_ byte: UInt8) {}
  mutating func append(_ chunk: Span<UInt8>, from start: Int, to end: Int) {}
}

/// Keeps the content.
struct BytesSink: JSONStringSink, Sendable {
  var bytes = ContiguousArray<UInt8>()

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ chunk: Span<UInt8>, from start: Int, to end: Int) {
    bytes.append(chunk, from: start, to: end)
  }
}
