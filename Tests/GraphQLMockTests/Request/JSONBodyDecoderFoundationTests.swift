import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// Compares decoder and parser with Foundation's `JSONSerialization`, an independent
/// implementation: the same texts are JSON and have the same values.
///
/// Foundation differs from RFC 8259 in two respects: it accepts a comma after the last value, and
/// refuses numbers outside the range of `Double`.
struct JSONBodyDecoderFoundationTests {
  @Test func decoderAgreesWithFoundationOnClientBodies() {
    for bodies in [JSONBodyDecoderCutTests.bodies, JSONBodyDecoderCutTests.faultyBodies] {
      let wrong: [ContiguousArray<UInt8>] = bodies.filter { !agrees($0) }
      #expect(wrong.map { String(decoding: $0, as: UTF8.self) } == [])
    }
  }

  @Test(.onOwnThreads) func decoderAgreesWithFoundationOnDamagedBodies() {
    var random = SeededGenerator(seed: 8_259)
    var wrong: [String] = []
    for _ in 0..<Effort.rounds(1_000, long: 3_000) {
      let body = DamagedBody.make(from: JSONBodyDecoderCutTests.bodies, &random)
      if !agrees(body) { wrong.append(String(decoding: body, as: UTF8.self)) }
    }
    #expect(wrong.isEmpty)
  }

  /// Every text of up to three of these bytes, or four in the long form, alone and as the value of
  /// a member.
  @Test func decoderAgreesWithFoundationOnEveryShortText() {
    let alphabet = Array(#"{}[]":,1-"#.utf8)
    var texts: [[UInt8]] = [[]]
    var wrong: [String] = []
    for _ in 1...Effort.rounds(3, long: 4) {
      texts = texts.flatMap { text in alphabet.map { text + [$0] } }
      for text in texts {
        let body = ContiguousArray(#"{"a":"#.utf8) + text + [UInt8(ascii: "}")]
        if !agrees(body) || !agrees(ContiguousArray(text)) {
          wrong.append(String(decoding: text, as: UTF8.self))
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  /// Whole and partial tokens, in any order inside variables, with enough bytes after them for code
  /// that reads eight bytes at a time.
  @Test(.onOwnThreads) func decoderAgreesWithFoundationOnRandomTokens() {
    let tokens = [
      "{", "}", "[", "]", "[]", "{}", ":", ",", "\"", "\"a\"", "\"name\":", "\"abcdefghij\"",
      "\"\\n\"", "\"\\qn\"",
      "\"\\u00e9\"", "\"é\"", "\"\\", "0", "00", "-", "-0", "-01", "7", "12,", "1234567,",
      "12345678,",
      "01,", "0,", "1.5", "1.", ".5", "1.25e", "1e5", "1E+5", "-1.5e-3", "1.2.3", "true", "false",
      "null", "nul", "truex", " ", "\n", "\u{1}", "e", ".",
    ].map { Array($0.utf8) }
    var random = SeededGenerator(seed: 8_260)
    var wrong: [String] = []
    var readable = 0
    let rounds = Effort.rounds(4_000, long: 12_000)
    for _ in 0..<rounds {
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        text += tokens.randomElement(using: &random) ?? []
      }
      let isList = Bool.random(using: &random)
      let variables = isList ? #"{"x":["# : #"{"x":"#
      var body = ContiguousArray(#"{"query":"{a}","variables":"#.utf8)
      body += Array(variables.utf8) + text + Array((isList ? "]}}" : "}}").utf8)
      if Bool.random(using: &random) { body += Array("          ".utf8) }
      if !agrees(body) { wrong.append(String(decoding: body, as: UTF8.self)) }
      if case .success = JSONBodyDecoder.decode(Data(body)) { readable += 1 }
    }
    #expect(wrong.isEmpty)
    #expect(readable > rounds / 24, "\(readable)")
  }

  private func agrees(_ body: ContiguousArray<UInt8>) -> Bool {
    let data = Data(body)
    var value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    switch Result(catching: { () throws(JSONSyntaxError) in try MockJSON(parsing: data) }) {
    case .success(let json) where value == nil: return json.hasNumberBeyondDouble
    case .failure(let error) where value != nil && error.isOfLastComma(in: body): value = nil
    default: break
    }
    guard parserAgrees(data, value) else { return false }
    switch JSONBodyDecoder.decode(data) {
    case .success(let request?):
      guard let object = value as? [String: Any] else { return false }
      let query = request.query.map { String(decoding: $0, as: UTF8.self) }
      return query == object["query"] as? String
        && request.operationName == object["operationName"] as? String
        && request.documentID == object["documentId"] as? String
        && isEqual(request.variables, object["variables"])
        && isEqual(request.extensions, object["extensions"])
    case .success(nil): return value is [Any]
    case .failure(let error):
      switch error.problem {
      case .empty, .json: return value == nil
      case .notAnObject: return !(value is [String: Any])
      // Errors found before the rest of the body is read, or that don't concern JSON.
      case .wrongType, .duplicate, .encoding: return true
      }
    }
  }

  private func parserAgrees(_ data: Data, _ value: Any?) -> Bool {
    guard let json = try? MockJSON(parsing: data) else { return value == nil }
    guard let value, let encoded = try? json.encoded() else { return false }
    return spelled(encoded) == spelled(value)
  }

  private func isEqual(_ text: Data?, _ value: Any?) -> Bool {
    guard let text else { return value == nil }
    return (value is [String: Any] || value is NSNull) && spelled(text) == spelled(value)
  }

  /// The spelling that Foundation gives to all equal values.
  private func spelled(_ value: Any?) -> Data? {
    guard let value else { return nil }
    return try? JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
  }

  private func spelled(_ text: Data) -> Data? {
    spelled(try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed))
  }
}

extension MockJSON {
  fileprivate var hasNumberBeyondDouble: Bool {
    if case .number(let number) = storage { return number.double == nil }
    return (array ?? members?.map(\.value) ?? []).contains(where: \.hasNumberBeyondDouble)
  }
}

extension JSONSyntaxError {
  /// Whether a trailing comma is the only error.
  fileprivate func isOfLastComma(in text: ContiguousArray<UInt8>) -> Bool {
    let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    if error.reason == .trailingByte(UInt8(ascii: ",")) {
      return text[(offset + 1)...].allSatisfy(isSpace)
    }
    return offset < text.count && [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(text[offset])
      && text[..<offset].last { !isSpace($0) } == UInt8(ascii: ",")
  }
}

/// A body with one to three bytes changed, removed or inserted.
enum DamagedBody {
  static func make(
    from bodies: [ContiguousArray<UInt8>], _ random: inout SeededGenerator
  ) -> ContiguousArray<UInt8> {
    let bytes =
      Array(#"{}[]":,\/ untrfalse0123456789-+.eE"#.utf8) + [0x0A, 0x1F, 0x80, 0xC3, 0xED, 0xF4]
    var body = bodies.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...3, using: &random) where !body.isEmpty {
      let position = Int.random(in: 0..<body.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: body.remove(at: position)
      case 1: body.removeSubrange(position...)
      case 2: body.insert(bytes.randomElement(using: &random) ?? 0, at: position)
      default: body[position] = bytes.randomElement(using: &random) ?? 0
      }
    }
    return body
  }
}
