import Foundation
import Testing

@testable import GraphQLMock

@Suite struct BodyDecoderTests {
  @Test func everyMemberIsFound() {
    let body = #"""
      {"extensions":{"persistedQuery":{"version":1,"sha256Hash":"b9d4"}}, "operationName":"Hero",
      "query":"query Hero {\n  hero(name: \"a\/é\\u00e9\ud83d\ude00\") { name }\n}",
      "variables":{"episode": "EMPIRE", "n":[1, -2.5e3, true, null]}, "documentId":"sha256:1",
      "id":"7", "doc_id":"8", "more":[{"a":[]}]}
      """#
    var request = DecodedRequest()
    request.query = text("query Hero {\n  hero(name: \"a/é\\u00e9😀\") { name }\n}")
    request.operationName = text("Hero")
    request.variables = object(#"{"episode": "EMPIRE", "n":[1, -2.5e3, true, null]}"#)
    request.extensions = object(#"{"persistedQuery":{"version":1,"sha256Hash":"b9d4"}}"#)
    request.documentID = text("sha256:1")
    request.id = text("7")
    request.docID = text("8")
    #expect(decode(body) == .success(.request(request)))
    #expect(request.variables.json == ["episode": "EMPIRE", "n": [1, -2500, true, nil]])
    #expect(request.query.string?.hasSuffix("😀\") { name }\n}") == true)
  }

  @Test func absentNullAndEmptyAreToldApart() {
    var request = DecodedRequest()
    #expect(decode("{}") == .success(.request(request)))
    request.variables = .null
    request.operationName = .null
    request.query = .null
    request.extensions = .null
    request.documentID = .null
    let nulls = """
      {"variables":null,"operationName":null,"query":null,"extensions":null,"documentId":null}
      """
    #expect(decode(nulls) == .success(.request(request)))
    request = DecodedRequest()
    request.variables = object("{}")
    request.operationName = text("")
    #expect(decode(#"{"variables":{},"operationName":""}"#) == .success(.request(request)))
  }

  @Test func aMemberIsKnownByItsUnescapedName() {
    var request = DecodedRequest()
    request.query = text("{a}")
    #expect(decode(#"{"\u0071uery":"{a}","Query":1,"queryy":2}"#) == .success(.request(request)))
  }

  @Test func anArrayIsABatchAndKeepsItsText() {
    let batch = #"[{"query":"{a}"}, {"query":"{b}"}]"#
    #expect(decode(" \(batch)\n") == .success(.batch(RawText(ContiguousArray(batch.utf8)))))
    #expect(decode("[]") == .success(.batch(RawText(ContiguousArray("[]".utf8)))))
  }

  @Test(arguments: [
    ("", "The request body is empty."),
    (" \n", "The request body is empty."),
    ("\u{FEFF}", "The request body is empty."),
    ("7", "The request body must be a JSON object, found a number at byte 0."),
    (" \"a\"", "The request body must be a JSON object, found a string at byte 1."),
    ("null", "The request body must be a JSON object, found null at byte 0."),
    ("@", #"The request body is not valid JSON at byte 0: expected a value, found "@"."#),
    (
      "{",
      #"The request body is not valid JSON at byte 1: expected a member name in quotes or "}", "#
        + "found the end."
    ),
    (
      #"{"query":"{a}",}"#,
      #"The request body is not valid JSON at byte 15: expected a member name in quotes, "#
        + #"found "}"."#
    ),
    (
      #"{"query":"{a}"} {"#,
      "The request body is not valid JSON at byte 16: only white space may follow the value, "
        + #"found "{"."#
    ),
    (#"{"query":7}"#, #""query" in the request body must be a string, found a number at byte 9."#),
    (
      #"{"variables":[1]}"#,
      #""variables" in the request body must be an object, found an array at byte 13."#
    ),
    (
      #"{"documentId":{}}"#,
      #""documentId" in the request body must be a string, found an object at byte 14."#
    ),
    (
      #"{"query":"{a}","quer\u0079":null}"#,
      #""query" stands twice in the request body, again at byte 15."#
    ),
  ])
  func aFaultSaysWhatAndWhere(body: String, message: String) {
    guard case .failure(let error) = decode(body) else {
      Issue.record("\(body) was decoded")
      return
    }
    #expect(error.description == message)
  }

  @Test func variablesShareTheMemoryOfTheBodyOnlyInside() throws {
    let variables = #"{"a":[1,"é"]}"#
    let extensions = #"{"b":{}}"#
    let text = #"  {"variables":\#(variables) ,"query":"{a}","extensions":\#(extensions)}"#
    // A slice, whose indices do not begin at 0.
    let body = Data("before\(text)behind".utf8).dropFirst(6).dropLast(6)
    #expect(body.startIndex == 6)
    guard case .success(.request(let request)) = BodyDecoder.decode(body) else {
      Issue.record("\(text) was not decoded")
      return
    }
    #expect(request.variables == object(variables))
    #expect(request.extensions == object(extensions))
    #expect(request.variables.bytes == ContiguousArray(variables.utf8))
    #expect(request.variables.json == ["a": [1, "é"]])
    let data = try #require(request.variables.text?.data)
    #expect(data == Data(variables.utf8))
    #expect(data.startIndex == 0)
    let batch = Data("x[1]".utf8).dropFirst()
    #expect(
      BodyDecoder.decode(batch) == .success(.batch(RawText(ContiguousArray("[1]".utf8)))))
  }

  @Test func equalTextsAreEqualWhereverTheyAre() {
    let shared = RawText(2..<4, of: Data("[[]]{}".utf8).dropFirst())
    let own = RawText([UInt8(ascii: "]"), UInt8(ascii: "{")])
    #expect(shared == own)
    #expect(shared.hashValue == own.hashValue)
    #expect(shared.count == 2)
    #expect(shared != RawText([UInt8(ascii: "]")]))
  }

  @Test func partsAreTakenFromTheBodyThatTheReaderKept() {
    let body = Data(#" {"variables": {"a":[1]} ,"query":"{a}","extensions":{}}"#.utf8)
    var decoder = BodyDecoder()
    for index in body.indices { decoder.push(body.span.extracting(index..<(index + 1))) }
    var request = DecodedRequest()
    request.query = text("{a}")
    request.variables = object(#"{"a":[1]}"#)
    request.extensions = object("{}")
    #expect(decoder.finish(body: body) == .success(.request(request)))
  }

  private func decode(_ body: String) -> Result<DecodedBody, BodyError> {
    BodyDecoder.decode(Data(body.utf8))
  }

  private func text(_ text: String) -> DecodedRequest.Text { .text(ContiguousArray(text.utf8)) }

  private func object(_ text: String) -> DecodedRequest.RawObject {
    .object(RawText(ContiguousArray(text.utf8)))
  }
}
