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
      let entries = RequestDecoder.entries(ofBatch: body)
      #expect(entries.map { String(decoding: $0, as: UTF8.self) } == elements, "\(separator)")
    }
    for empty in ["[]", "[ ]"] {
      #expect(RequestDecoder.entries(ofBatch: Data(empty.utf8)) == [], "\(empty)")
    }
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
    let none = RequestParameters()
    var nulls = none
    (nulls.variables, nulls.extensions) = (object("null"), object("null"))
    var null = none
    null.variables = object("null")
    var empty = none
    (empty.variables, empty.operationName) = (object("{}"), "")
    // Names may contain escapes.
    var escaped = none
    escaped.query = text("{a}")
    let rows: [(body: String, parameters: RequestParameters)] = [
      ("{}", none),
      (
        """
        {"variables":null,"operationName":null,"query":null,"extensions":null,"documentId":null}
        """, nulls
      ),
      (#"{"id":"7","id":null,"variables":null}"#, null), (#"{"variables": null }"#, null),
      (#"{"variables":{},"operationName":""}"#, empty),
      (#"{"\u0071uery":"{a}","Query":1,"queryy":2}"#, escaped),
      (#"{"qu\u0065ry":"{a}","od\u0064":{"x":[1]}}"#, escaped),
    ]
    for (body, parameters) in rows { #expect(decode(body) == .success(parameters), "\(body)") }
    #expect(RequestParameters.object(object("null")) == [:])
  }

  @Test func variablesAreSlicesOfTheBody() throws {
    let variables = object(#"{"a":[1,"é"]}"#)
    let extensions = object(#"{"b":{}}"#)
    let text = #"  {"variables":{"a":[1,"é"]} ,"query":"{a}","extensions":{"b":{}}}"#
    // A slice whose indices don't begin at 0.
    let body = Data("before\(text)behind".utf8).dropFirst(6).dropLast(6)
    #expect(body.startIndex == 6)
    let request = try #require(try JSONBodyDecoder.decode(body).get())
    #expect(request.variables == variables)
    #expect(request.extensions == extensions)
    #expect(RequestParameters.object(request.variables) == ["a": [1, "é"]])
    let data = try #require(request.variables?.copied)
    #expect(data == variables && data.startIndex == 0)
    #expect(JSONBodyDecoder.decode(Data("x[1]".utf8).dropFirst()) == .success(nil))
  }

  @Test func longVariablesAndExtensionsAreDroppedUnlessTheyAreNull() {
    var parameters = RequestParameters()
    (parameters.variables, parameters.extensions) = (object(#"{"a":1}"#), object(#"{"a":12}"#))
    var kept = parameters
    kept.extensions = nil
    #expect(parameters.keeping(limit: 7) == kept)
    (parameters.variables, parameters.extensions) = (object("null"), object("null"))
    #expect(parameters.keeping(limit: 0) == parameters)
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
