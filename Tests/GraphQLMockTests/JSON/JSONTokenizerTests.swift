import Testing

@testable import GraphQLMock

struct JSONTokenizerTests {
  private struct Read: Hashable, CustomStringConvertible {
    var token: JSONToken
    var start: Int
    var end: Int
    var description: String { "\(token) \(start)..<\(end)" }
  }

  /// Offsets counted by hand.
  @Test func tokensAreTheSameHoweverTheTextIsCut() {
    let text = ContiguousArray(#" {"a": [1, true], "b\n":"é","c":{}} "#.utf8)
    let expected = [
      Read(token: .beginObject, start: 1, end: 2), Read(token: .name, start: 2, end: 5),
      Read(token: .beginArray, start: 7, end: 8), Read(token: .number, start: 8, end: 9),
      Read(token: .literal, start: 11, end: 15), Read(token: .endArray, start: 15, end: 16),
      Read(token: .name, start: 18, end: 23), Read(token: .string, start: 24, end: 28),
      Read(token: .name, start: 29, end: 32), Read(token: .beginObject, start: 33, end: 34),
      Read(token: .endObject, start: 34, end: 35), Read(token: .endObject, start: 35, end: 36),
    ]
    for size in 1...text.count { #expect(tokens(text, size: size) == expected) }
  }

  @Test(arguments: [
    ("0", true), ("-1", true), ("1.5", true), ("1e5", true), (" 7 ", true), ("true", true),
    ("null", true),
    (#""a""#, true), ("{}", true), ("[1, 2]", true), ("[] ", true), ("", false), (" ", false),
    ("1 2", false), ("-", false), ("1.", false), ("{", false), ("[] []", false), ("tru", false),
  ])
  func aWholeTextIsAcceptedExactlyIfItIsOneValue(text: String, isValue: Bool) {
    #expect(JSONTokenizer.accepts(ContiguousArray(text.utf8).span) == isValue)
  }

  // RFC 8259, section 8.1: a parser may ignore a byte order mark, but a part of it isn't white space.
  @Test(arguments: [[0xEF], [0xEF, 0xBB], [0xEF, 0xBB, 0x31]] as [[UInt8]])
  func incompleteByteOrderMarkIsAnErrorAtItsStart(bytes: [UInt8]) {
    let text = ContiguousArray(bytes)
    var tokenizer = JSONTokenizer()
    _ = tokenizer.next(text.span)
    let expected = JSONError(reason: .unexpectedByte(0xEF, expected: .value), offset: 0)
    #expect(tokenizer.finish() == expected)
  }

  @Test func skippedValueEndsAtItsLastByteHoweverTheTextIsCut() {
    let text = ContiguousArray(#"{"a":["}]",{"b\"":-1.5e3}, true] , "c":7}"#.utf8)
    for size in 1...text.count {
      var tokenizer = JSONTokenizer()
      var start = 0
      var isInside = false
      var end: Int?
      while start < text.count, end == nil {
        let chunk = text.span.extracting(start..<min(start + size, text.count))
        start += size
        if !isInside { isInside = nextName(&tokenizer, chunk) }
        if isInside, tokenizer.skip(chunk, to: 1) { end = tokenizer.offset }
      }
      #expect(end == 32, "in chunks of \(size)")
    }
  }

  private func nextName(_ tokenizer: inout JSONTokenizer, _ chunk: Span<UInt8>) -> Bool {
    while true {
      let token = tokenizer.next(chunk)
      if token == .name { return true }
      if token == .needsMore || token == .failed { return false }
    }
  }

  private func tokens(_ text: ContiguousArray<UInt8>, size: Int) -> [Read] {
    var tokenizer = JSONTokenizer()
    var found: [Read] = []
    var start = 0
    while start < text.count {
      let chunk = text.span.extracting(start..<min(start + size, text.count))
      start += size
      while true {
        let token = tokenizer.next(chunk)
        guard token != .needsMore, token != .failed else { break }
        found.append(Read(token: token, start: tokenizer.start, end: tokenizer.offset))
      }
    }
    #expect(tokenizer.finish() == nil)
    return found
  }
}
