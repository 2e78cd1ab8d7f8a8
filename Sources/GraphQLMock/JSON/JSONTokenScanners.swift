/// Reads a number in chunks of any size (RFC 8259, section 6).
///
/// A number has no mark at its end: it is whole once a byte follows that can't go on with it.
struct JSONNumberScanner: Sendable {
  private enum State: UInt8 {
    case start, minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits
  }

  private var state = State.start

  /// Whether the text may end here.
  var isWhole: Bool {
    switch state {
    case .zero, .integer, .fraction, .exponentDigits: true
    case .start, .minus, .point, .exponent, .exponentSign: false
    }
  }

  /// Reads on from `index`, which ends on the first byte that is not the number's.
  mutating func scan(_ chunk: Span<UInt8>, from index: inout Int, base: Int) -> ScanOutcome {
    var i = index
    defer { index = i }
    while i < chunk.count {
      let byte = chunk[i]
      let isDigit = JSONBytes.isDigit(byte)
      switch state {
      case .integer, .fraction, .exponentDigits:
        if isDigit {
          i = JSONBytes.endOfDigits(chunk, from: i + 1)
          continue
        }
        guard let next = state(behindDigitsFor: byte) else { return .complete }
        state = next
      case .zero:
        guard !isDigit else { return fail(byte, at: base + i) }
        guard let next = state(behindDigitsFor: byte) else { return .complete }
        state = next
      case .start where byte == UInt8(ascii: "-"): state = .minus
      case .exponent where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"):
        state = .exponentSign
      case .start, .minus:
        guard isDigit else { return fail(byte, at: base + i) }
        state = byte == UInt8(ascii: "0") ? .zero : .integer
      case .point:
        guard isDigit else { return fail(byte, at: base + i) }
        state = .fraction
      case .exponent, .exponentSign:
        guard isDigit else { return fail(byte, at: base + i) }
        state = .exponentDigits
      }
      i += 1
    }
    return .needsMore
  }

  /// A point or an `e` goes on with the number; nil for anything else.
  private func state(behindDigitsFor byte: UInt8) -> State? {
    switch byte {
    case UInt8(ascii: ".") where state == .zero || state == .integer: .point
    case UInt8(ascii: "e") where state != .exponentDigits: .exponent
    case UInt8(ascii: "E") where state != .exponentDigits: .exponent
    default: nil
    }
  }

  private func fail(_ byte: UInt8, at offset: Int) -> ScanOutcome {
    .failed(JSONFault(kind: .invalidNumber(byte), offset: offset))
  }
}

/// Reads `true`, `false` or `null` in chunks of any size.
struct JSONLiteralScanner: Sendable {
  let literal: JSONLiteral
  private var matched = 0

  init(_ literal: JSONLiteral) { self.literal = literal }

  /// The literal that starts with `byte`.
  init?(startingWith byte: UInt8) {
    switch byte {
    case UInt8(ascii: "t"): literal = .true
    case UInt8(ascii: "f"): literal = .false
    case UInt8(ascii: "n"): literal = .null
    default: return nil
    }
  }

  mutating func scan(_ chunk: Span<UInt8>, from index: inout Int, base: Int) -> ScanOutcome {
    // "eslaf" read from the low end: no table, no bounds.
    let (letters, count): (UInt64, Int) =
      switch literal {
      case .true: (0x65_7572_74, 4)
      case .false: (0x65_736C_6166, 5)
      case .null: (0x6C_6C75_6E, 4)
      }
    while matched < count {
      guard index < chunk.count else { return .needsMore }
      let byte = chunk[index]
      guard byte == UInt8(truncatingIfNeeded: letters >> UInt64(matched * 8)) else {
        let kind = JSONFault.Kind.unexpectedByte(byte, expected: .literal(literal))
        return .failed(JSONFault(kind: kind, offset: base + index))
      }
      matched += 1
      index += 1
    }
    return .complete
  }
}
