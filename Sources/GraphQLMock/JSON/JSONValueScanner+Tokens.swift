// The fast way through a value: tokens that are well-formed and at hand as a whole, one after the
// other, with all state in local variables. What is not (a fault, a token that the chunk cuts) is left
// to the state machine from the token's first byte on, so that faults are found in one place only.

extension JSONValueScanner {
  /// Reads whole tokens inside a container, and stops in front of what is left to others.
  mutating func scanTokens(_ text: Span<UInt8>, from index: inout Int) {
    guard !containers.isEmpty else { return }
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
            beginString()
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
            beginString()
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
          guard containers.depth < depthLimit else { return }
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
        if containers.isEmpty { return }
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
