extension JSONTokenizer {
  enum NumberState: UInt8, Sendable {
    case start, minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits

    /// A Boolean value that indicates whether a number may end in this state.
    var isComplete: Bool {
      switch self {
      case .zero, .integer, .fraction, .exponentDigits: true
      case .start, .minus, .point, .exponent, .exponentSign: false
      }
    }

    /// Returns the state after a byte, or nil if the byte doesn't continue the number. GraphQL has the same numbers.
    func next(_ byte: UInt8) -> JSONTokenizer.NumberState? {
      let isDigit = byte.isDigit
      switch self {
      case .start where byte == UInt8(ascii: "-"): return .minus
      case .start, .minus: return isDigit ? byte == UInt8(ascii: "0") ? .zero : .integer : nil
      case .integer where isDigit: return .integer
      case .zero, .integer:
        if byte == UInt8(ascii: ".") { return .point }
        return byte | 0x20 == UInt8(ascii: "e") ? .exponent : nil  // Bit 0x20 makes it lowercase.
      case .point: return isDigit ? .fraction : nil
      case .fraction:
        return isDigit ? .fraction : byte | 0x20 == UInt8(ascii: "e") ? .exponent : nil
      case .exponent where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"):
        return .exponentSign
      case .exponent, .exponentSign, .exponentDigits: return isDigit ? .exponentDigits : nil
      }
    }
  }

  mutating func resumeNumber(_ chunk: Span<UInt8>) -> JSONToken {
    while index < chunk.count {
      let byte = chunk[index]
      if let next = numberState.next(byte) {
        numberState = next
        index &+= 1
        if next == .integer || next == .fraction || next == .exponentDigits {
          while index < chunk.count, chunk[index].isDigit { index &+= 1 }
        }
      } else {
        let isWrong = !numberState.isComplete || numberState == .zero && byte.isDigit
        return isWrong ? fail(.invalidNumber(byte)) : endValue(.number)
      }
    }
    return suspend()
  }

  mutating func resumeLiteral(_ chunk: Span<UInt8>) -> JSONToken {
    for letter in literal.rawValue.utf8.dropFirst("the literal ".utf8.count + lettersRead) {
      guard index < chunk.count else { return suspend() }
      if chunk[index] != letter { return fail(.unexpectedByte(chunk[index], expected: literal)) }
      lettersRead += 1
      index += 1
    }
    return endValue(.literal)
  }
}
