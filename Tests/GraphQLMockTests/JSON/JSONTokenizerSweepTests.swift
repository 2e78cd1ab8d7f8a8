import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// Enumerates strings over small alphabets and compares them with simple independent readers of RFC
/// 8259, section 7.
struct JSONTokenizerSweepTests {
  @Test func escapeSequencesDecodeAsInTheStandard() {
    let pieces = [#"\uD83D"#, #"\uDe00"#, #"\u0041"#, #"\n"#, "é", "\"", "\\", "u0", "\t"]
    var contents: [[String]] = [[]]
    var wrong: [String] = []
    for _ in 1...4 {
      contents = contents.flatMap { content in pieces.map { content + [$0] } }
      for content in contents {
        let text = content.joined()
        let read = try? JSONParser.parse(ContiguousArray("\"\(text)\"".utf8)).get().string
        if read.map({ Array($0.utf16) }) != Self.utf16(ofContent: text) { wrong.append(text) }
      }
    }
    #expect(wrong.isEmpty)
  }

  /// UTF-8 is valid exactly if Swift's own decoder repairs nothing.
  @Test(.onOwnThreads) func bytesAreAcceptedExactlyIfTheyAreUTF8() {
    let boundaries: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
      0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    var wrong: [ContiguousArray<UInt8>] = []
    func check(_ content: ContiguousArray<UInt8>) {
      let isValid = Array(String(decoding: content, as: UTF8.self).utf8) == Array(content)
      let text: ContiguousArray = [0x22] + content + [0x22]
      // In one piece, and byte by byte.
      for size in [text.count, 1] {
        var tokenizer = JSONTokenizer()
        var read: JSONToken = .needsMore
        var start = 0
        while start < text.count, read == .needsMore {
          read = tokenizer.next(text.span.extracting(start..<(start + size)))
          start += size
        }
        if (read == .string) != isValid { wrong.append(content) }
        if isValid, !tokenizer.isPlain, tokenizer.content != content { wrong.append(content) }
      }
    }
    for first in boundaries {
      check([first])
      for second in boundaries {
        check([first, second])
        for third in boundaries {
          check([first, second, third])
          // Any other third byte makes it invalid.
          guard first >= 0xF0, (0x80...0xBF).contains(third) else { continue }
          for fourth in boundaries { check([first, second, third, fourth]) }
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(.onOwnThreads) func everyByteIsReadAtEveryPositionOfAString() {
    var wrong: [String] = []
    for byte in UInt8.min...UInt8.max {
      let isPlain = byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
      // The parser reads eight bytes at a time; these lengths are at its boundaries.
      for length in [1, 2, 3, 7, 8, 9, 15, 16, 17] {
        for place in 0..<length {
          var content = Data(repeating: UInt8(ascii: "a"), count: length)
          content[place] = byte
          // A character that doesn't continue an escape sequence.
          if place + 1 < length { content[place + 1] = 0x21 }
          let read = try? MockJSON(parsing: Data("\"".utf8) + content + Data("\"".utf8)).string
          if read != (isPlain ? String(decoding: content, as: UTF8.self) : nil) {
            wrong.append("\(byte) at \(place) of \(length)")
          }
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func onlyBytesOfTheGrammarContinueANumber() {
    let found = (UInt8.min...UInt8.max).filter { byte in
      (try? MockJSON(parsing: Data("[1".utf8) + [byte] + Data("2]".utf8))) != nil
    }
    #expect(String(decoding: found, as: UTF8.self) == ",.0123456789Ee")
  }

  /// The UTF-16 code units of the inside of a string; nil if it is invalid.
  private static func utf16(ofContent text: String) -> [UInt16]? {
    var units: [UInt16] = []
    var rest = Array(text.utf16)[...]
    while let unit = rest.popFirst() {
      guard unit >= 0x20, unit != 0x22 else { return nil }
      guard unit == 0x5C else {
        units.append(unit)
        continue
      }
      switch rest.popFirst() {
      case 0x22: units.append(0x22)
      case 0x5C: units.append(0x5C)
      case 0x6E: units.append(0x0A)
      case 0x75:
        let digits = String(decoding: rest.prefix(4), as: UTF16.self)
        guard digits.count == 4, let unit = UInt16(digits, radix: 16) else { return nil }
        units.append(unit)
        rest = rest.dropFirst(4)
      default: return nil
      }
    }
    return Array(String(decoding: units, as: UTF16.self).utf16) == units ? units : nil
  }
}
