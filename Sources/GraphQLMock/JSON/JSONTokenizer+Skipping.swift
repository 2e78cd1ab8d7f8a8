// Values that are checked and not looked at: tokens that are well-formed and at hand as a whole, one
// after the other, with all state in local variables. What is not (an error, a token that the chunk
// cuts) is left to `next(_:)` from the token's first byte on, so that errors are found in one place.

extension JSONTokenizer {
  /// Whether a text is JSON: one value, and white space around it.
  static func accepts(_ text: Span<UInt8>) -> Bool {
    var tokenizer = JSONTokenizer()
    return tokenizer.skipRest(text)
  }

  /// Reads on to the end of the text.
  /// - Returns: whether nothing was wrong with it.
  mutating func skipRest(_ text: Span<UInt8>) -> Bool {
    guard skip(text, to: 0), next(text) == .needsMore else { return false }
    return finish() == nil
  }

  /// Reads on to the end of a value, which has begun or is to begin.
  /// - Parameter depth: How many containers are open around the value.
  /// - Returns: whether the value ended; else the chunk did, or there is an error.
  mutating func skip(_ chunk: Span<UInt8>, to depth: Int) -> Bool {
    keepsContent = false
    defer { keepsContent = true }
    while true {
      if state.rawValue <= State.separator.rawValue, containers.depth > depth {
        skipTokens(chunk, to: depth)
      }
      if state == .separator || state == .end, containers.depth == depth { return true }
      let token = next(chunk)
      if token == .needsMore || token == .failed { return false }
    }
  }

  /// Reads whole tokens, and stops behind the container or in front of what is left to others.
  private mutating func skipTokens(_ text: Span<UInt8>, to depth: Int) {
    var i = index
    var next = state
    var isObject = containers.innermostIsObject
    defer {
      index = i
      state = next
    }
    while true {
      var byte = text.byte(at: i)
      if byte <= 0x20 {
        guard JSONBytes.isWhitespace(byte) else { return }
        i = JSONBytes.endOfWhitespace(text, from: i &+ 1)
        continue
      }
      if next == .name || next == .nameOrEndOfObject {
        guard byte == UInt8(ascii: "\"") else {
          guard byte == UInt8(ascii: "}"), next == .nameOrEndOfObject else { return }
          next = .separator
          continue
        }
        if let end = JSONBytes.endOfShortName(text, from: i &+ 1) {
          i = end
        } else {
          i = JSONBytes.endOfString(text, from: i &+ 1)
          guard text.byte(at: i) == UInt8(ascii: "\"") else {
            stringState = StringState()
            next = .nameString
            return
          }
          i &+= 1
        }
        next = .colon
        byte = text.byte(at: i)
      }
      if next == .colon {
        guard byte == UInt8(ascii: ":") else {
          guard JSONBytes.isWhitespace(byte) else { return }
          continue
        }
        i &+= 1
        next = .value
        byte = text.byte(at: i)
        if byte <= 0x20 { continue }
      }
      if next != .separator {
        switch byte {
        case UInt8(ascii: "\""):
          i = JSONBytes.endOfString(text, from: i &+ 1)
          guard text.byte(at: i) == UInt8(ascii: "\"") else {
            stringState = StringState()
            next = .string
            return
          }
          i &+= 1
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          guard let end = JSONBytes.endOfNumber(text, from: i, isNegative: byte == 0x2D) else {
            return
          }
          i = end
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          guard containers.depth < NestingLimit.depth else { return }
          isObject = byte == UInt8(ascii: "{")
          containers.push(isObject: isObject)
          next = isObject ? .nameOrEndOfObject : .valueOrEndOfArray
          i &+= 1
          continue
        case UInt8(ascii: "]"):
          guard next == .valueOrEndOfArray else { return }
        default:
          guard let end = JSONBytes.endOfLiteral(text, from: i) else { return }
          i = end
        }
        next = .separator
        byte = text.byte(at: i)
      }
      while byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        containers.pop()
        i &+= 1
        if containers.depth == depth {
          if depth == 0 { next = .end }
          return
        }
        isObject = containers.innermostIsObject
        byte = text.byte(at: i)
      }
      guard byte == UInt8(ascii: ",") else {
        guard JSONBytes.isWhitespace(byte) else { return }
        continue
      }
      i &+= 1
      if isObject {
        next = .name
      } else {
        i = JSONBytes.endOfIntegers(text, from: i)
        next = .value
      }
    }
  }
}
