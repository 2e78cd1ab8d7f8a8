import TestSupport
import Testing

@testable import GraphQLMock

/// Runs are searched in words and blocks; what they hold is held against looking byte by byte.
@Suite(.onOwnThreads) struct JSONRunTests {
  @Test func aPlainRunEndsAtEveryByteThatIsNotPlainWhereverItStands() {
    var wrong: [String] = []
    for length in [0, 1, 7, 8, 9, 15, 16, 17, 31, 63, 64, 65, 79, 80, 81, 150] {
      let plain = ContiguousArray(repeating: UInt8(ascii: "a"), count: length)
      if JSONBytes.endOfPlainRun(plain.span, from: 0) != length { wrong.append("\(length)") }
      for place in 0..<length {
        for byte in 0...255 as ClosedRange<UInt8> {
          var text = plain
          text[place] = byte
          let isPlain = byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
          let end = JSONBytes.endOfPlainRun(text.span, from: 0)
          if end != (isPlain ? length : place) { wrong.append("\(byte) at \(place) of \(length)") }
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func aPlainRunEndsAtTheFirstOfTwo() {
    let bytes: [UInt8] = [0x00, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xFF]
    var wrong: [String] = []
    for first in bytes {
      for second in bytes {
        for place in [14, 15, 16, 17, 79, 80] {
          var text = ContiguousArray(repeating: UInt8(ascii: "a"), count: 100)
          text[place] = first
          text[place + 1] = second
          let expected = text.firstIndex { $0 < 0x20 || $0 >= 0x80 || $0 == 0x22 || $0 == 0x5C }
          if JSONBytes.endOfPlainRun(text.span, from: 3) != expected ?? text.count {
            wrong.append("\(first), \(second) at \(place)")
          }
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func aRunOfDigitsEndsAtEveryOtherByteWhereverItStands() {
    var wrong: [String] = []
    for length in [0, 1, 7, 8, 9, 16, 17, 30] {
      let digits = ContiguousArray("0123456789012345678901234567890".utf8.prefix(length))
      if JSONBytes.endOfDigits(digits.span, from: 0) != length { wrong.append("\(length)") }
      for place in 0..<length {
        for byte in 0...255 as ClosedRange<UInt8> where !(0x30...0x39).contains(byte) {
          var text = digits
          text[place] = byte
          if JSONBytes.endOfDigits(text.span, from: 0) != place {
            wrong.append("\(byte) at \(place) of \(length)")
          }
        }
      }
    }
    #expect(wrong.isEmpty)
  }
}
