import Foundation
import Testing

@testable import GraphQLMock

struct JSONBodyDecoderTests {
  @Test func batchEntriesAreSplitWithAnyWhitespace() throws {
    let elements = [#"{"a":"],[\"{"}"#, "7", "[1,[2]]", "null", #""x""#, "-1.5e3"]
    for separator in [",", " ,\n", ",\t"] {
      let space = separator.filter(\.isWhitespace)
      let text = "\u{FEFF} [\(space)\(elements.joined(separator: separator)) ]"
      let body = Data("before\(text)".utf8).dropFirst(6)
      let entries = try #require(RequestDecoder.entries(ofBatch: body))
      #expect(entries.map { String(decoding: $0, as: UTF8.self) } == elements)
    }
    #expect(RequestDecoder.entries(ofBatch: Data("[]".utf8)) == [])
    #expect(RequestDecoder.entries(ofBatch: Data("[ ]".utf8)) == [])
  }

  @Test func everyMemberOfABodyIsDecoded() {
    let body = #"""
      {"extensions":{"persistedQuery":{"version":1,"sha256Hash":"b9d4"}}, "operationName":"Hero",
      "query":"query Hero {\n  hero(name: \"a\/é\\u00e9\ud83d\ude00\") { name }\n}",
      "variables":{"episode": "EMPIRE", "n":[1, -2.5e3, true, null]}, "documentId":"sha256:1",
      "id":"7", "doc_id":"8", "more":[{"a":[]}]}
      """#
    var request = RequestParameters()
    request.query = text("query Hero {\n  hero(name: \"a/é\\u00e9😀\") { name }\n}")
    request.operationName = "Hero"
    request.variables = object(#"{"episode": "EMPIRE", "n":[1, -2.5e3, true, null]}"#)
    request.extensions = object(#"{"persistedQuery":{"version":1,"sha256Hash":"b9d4"}}"#)
    request.documentID = "sha256:1"
    request.id = "7"
    request.docID = "8"
    #expect(decode(body) == .success(request))
    #expect(
      RequestParameters.object(request.variables)
        == ["episode": "EMPIRE", "n": [1, -2500, true, nil]])
  }

  @Test func missingNullAndEmptyMembersAreDistinguished() {
    var request = RequestParameters()
    #expect(decode("{}") == .success(request))
    request.variables = object("null")
    request.extensions = object("null")
    let nulls = """
      {"variables":null,"operationName":null,"query":null,"extensions":null,"documentId":null}
      """
    #expect(decode(nulls) == .success(request))
    #expect(decode(#"{"id":"7","id":null,"variables":null}"#) == decode(#"{"variables": null }"#))
    #expect(RequestParameters.object(request.variables) == [:])
    request = RequestParameters()
    request.variables = object("{}")
    request.operationName = ""
    #expect(decode(#"{"variables":{},"operationName":""}"#) == .success(request))
  }

  @Test func memberNamesMayContainEscapes() {
    var request = RequestParameters()
    request.query = text("{a}")
    #expect(decode(#"{"\u0071uery":"{a}","Query":1,"queryy":2}"#) == .success(request))
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
      """
      The request body is not valid JSON at byte 1: expected a member name in quotes or "}", \
      found the end.
      """
    ),
    (
      #"{"query":"{a}",}"#,
      """
      The request body is not valid JSON at byte 15: expected a member name in quotes, \
      found "}".
      """
    ),
    (
      #"{"query":"{a}"} {"#,
      """
      The request body is not valid JSON at byte 16: only white space may follow the value, \
      found "{".
      """
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
      #""query" appears twice in the request body, the second time at byte 15."#
    ),
  ])
  func decodingErrorNamesCauseAndOffset(body: String, message: String) {
    guard case .failure(let error) = decode(body) else {
      Issue.record("\(body) was decoded")
      return
    }
    #expect(error.description == message)
  }

  @Test func variablesAreSlicesOfTheBody() throws {
    let variables = #"{"a":[1,"é"]}"#
    let extensions = #"{"b":{}}"#
    let text = #"  {"variables":\#(variables) ,"query":"{a}","extensions":\#(extensions)}"#
    // A slice whose indices don't begin at 0.
    let body = Data("before\(text)behind".utf8).dropFirst(6).dropLast(6)
    #expect(body.startIndex == 6)
    guard case .success(let request?) = JSONBodyDecoder.decode(body) else {
      Issue.record("\(text) was not decoded")
      return
    }
    #expect(request.variables == object(variables))
    #expect(request.extensions == object(extensions))
    #expect(request.variables == Data(variables.utf8))
    #expect(RequestParameters.object(request.variables) == ["a": [1, "é"]])
    let data = try #require(request.variables?.copied)
    #expect(data == Data(variables.utf8))
    #expect(data.startIndex == 0)
    #expect(JSONBodyDecoder.decode(Data("x[1]".utf8).dropFirst()) == .success(nil))
  }

  @Test func sliceOffsetsStartAtZeroAndEndWithTheBody() {
    let body = Data("[[]]{}".utf8).dropFirst()
    #expect(body.slice(2..<4) == Data("]{".utf8))
    #expect(body.slice(4..<9) == Data("}".utf8))
  }

  private func decode(_ body: String) -> Result<RequestParameters?, BodyError> {
    JSONBodyDecoder.decode(Data(body.utf8))
  }

  private func text(_ text: String) -> ContiguousArray<UInt8> { ContiguousArray(text.utf8) }

  private func object(_ text: String) -> Data { Data(text.utf8) }
}
