extension JSONTokenizer {
  enum NumberState: UInt8, Sendable {
    case start, minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits

    /// A Boolean value that indicates whether a number may end in this state.
    var isWhole: Bool {
      switch self {
      case .zero, .integer, .fraction, .exponentDigits: true
      case .start, .minus, .point, .exponent, .exponentSign: false
      }
    }

    func next(_ byte: UInt8) -> JSONTokenizer.NumberState? {
      let isDigit = byte.isDigit
      switch self {
      case .start where byte == UInt8(ascii: "-"): return .minus
      case .start, .minus: return isDigit ? byte == UInt8(ascii: "0") ? .zero : .integer : nil
      case .integer where isDigit: return .integer
      case .zero, .integer:
        if byte == UInt8(ascii: ".") { return .point }
        return byte | 0x20 == UInt8(ascii: "e") ? .exponent : nil
      case .point: return isDigit ? .fraction : nil
      case .fraction:
        return isDigit ? .fraction : byte | 0x20 == UInt8(ascii: "e") ? .exponent : nil
      case .exponent where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"):
        return .exponentSign
      case .exponent, .exponentSign, .exponentDigits: return isDigit ? .exponentDigits : nil
      }
    }
  }

  mutating func readNumber(_ text: Span<UInt8>) -> JSONToken {
    var state = NumberState.start
    while offset < text.count {
      let byte = text[offset]
      guard let next = state.next(byte) else {
        let isWrong = !state.isWhole || state == .zero && byte.isDigit
        return isWrong ? fail(.invalidNumber(byte)) : endValue(.number)
      }
      state = next
      offset &+= 1
      if next == .integer || next == .fraction || next == .exponentDigits {
        while offset < text.count, text[offset].isDigit { offset &+= 1 }
      }
    }
    return state.isWhole ? endValue(.number) : fail(.unexpectedEnd(expected: .digit))
  }
}
