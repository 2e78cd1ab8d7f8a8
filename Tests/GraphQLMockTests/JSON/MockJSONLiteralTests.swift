import Foundation
import Testing

@testable import GraphQLMock

struct MockJSONLiteralTests {
  @Test func mixedLiteralKeepsItsValues() throws {
    let name = "Ada"
    let count = 3
    let json: MockJSON = [
      "viewer": [
        "name": "Ada", "n": 7, "x": 1.5, "ok": true, "none": nil, "list": [1, "a", nil],
        "greet": "Hi \(name)", "count": .number(count), "label": .string(name), "empty": [:],
        "nothing": [], "flag": .bool(count > 2), "dates": .value([1: "x"]),
      ]
    ]
    #expect(
      json.description == """
        {"viewer":{"count":3,"dates":{"1":"x"},"empty":{},"flag":true,"greet":"Hi Ada",\
        "label":"Ada","list":[1,"a",null],"n":7,"name":"Ada","none":null,"nothing":[],"ok":true,\
        "x":1.5}}
        """)
  }

  @Test func subscriptWorksInLiteralsAndReadsMissingMembersAsNull() {
    let variables: MockJSON = ["id": 7, "tags": ["a", "b"]]
    let data: MockJSON = ["product": ["id": variables["id"], "owner": variables["owner"]["name"]]]
    #expect(data == ["product": ["id": 7, "owner": nil]])
    #expect(variables["tags"][1] == "b")
    #expect(variables["tags"][2].isNull)
    #expect(variables["tags"][-1].isNull)
    #expect(variables["tags"]["a"].isNull)
    #expect(variables[0].isNull)
    #expect(variables == ["tags": ["a", "b"], "id": 7])
  }

  @Test func everyNumericTypeBecomesANumber() {
    let json: MockJSON = [
      .number(7), .number(UInt64.max), .number(Int8.min), .number(1.5), .number(Float(0.1)),
      .number(Decimal(string: "12345678901234567890.123") ?? 0), -3, 1e3, -0.5,
    ]
    #expect(
      json.description
        == "[7,18446744073709551615,-128,1.5,0.1,12345678901234567890.123,-3,1000.0,-0.5]")
  }

  /// Variable patterns and overrides of generated responses are written like JSON.
  @Test func patternsAndOverridesTakeEveryJSONLiteral() {
    func literals<Literal: MockJSONLiteral>(of type: Literal.Type) -> [Literal] {
      let (name, count) = ("Ada", UInt8(3))
      return [
        nil, true, 7, 1.5, "Ada", "Hi \(name)", .null, .bool(false), .string(name), .number(count),
        .number(Float(0.5)), .number(Decimal(2)), .value([name: 1]),
      ]
    }
    let values = literals(of: MockJSON.self)
    #expect(
      values == [
        nil, true, 7, 1.5, "Ada", "Hi Ada", nil, false, "Ada", 3, 0.5, 2, ["Ada": 1],
      ])
    #expect(literals(of: GeneratedValue.self).map(\.content) == values.map { .json($0) })
    let patterns = literals(of: VariablePattern.self).compactMap {
      if case .value(let json) = $0.rule { json } else { nil }
    }
    #expect(patterns == values)
  }

  @Test func encodingANonFiniteNumberFails() {
    let json: MockJSON = ["a": [.number(Double.nan)], "b": .number(-Double.infinity)]
    #expect(throws: MockJSONEncodingError(reason: "nan is not a JSON number")) {
      try json.encoded()
    }
    #expect(
      json.description == """
        {"a":[<not JSON: nan is not a JSON number>],\
        "b":<not JSON: -inf is not a JSON number>}
        """)
    #expect(
      MockJSONEncodingError(reason: "nan is not a JSON number").description
        == "A value can't be encoded as JSON: nan is not a JSON number.")
  }

  @Test func anEncodableThatThrowsKeepsTheEncodersMessage() {
    struct Broken: Encodable, Sendable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          self, .init(codingPath: [], debugDescription: "out of ink"))
      }
    }
    #expect(throws: MockJSONEncodingError(reason: "out of ink")) {
      try MockJSON.value(Broken()).encoded()
    }
  }

  @Test func errorThrownByAnEncodableIsKept() {
    struct Empty: Error {}
    struct Broken: Encodable, Sendable {
      func encode(to encoder: any Encoder) throws { throw Empty() }
    }
    #expect(throws: MockJSONEncodingError(reason: "Empty()")) {
      try MockJSON.value(Broken()).encoded()
    }
  }

  @Test func listsOfOneLengthAreMergedElementByElement() {
    let left: MockJSON = ["a": [["x": 1], ["y": 1]], "b": [1, 2]]
    let right: MockJSON = ["a": [["z": 2], ["y": 2]], "b": [3]]
    #expect(left.merging(right) == ["a": [["x": 1, "z": 2], ["y": 2]], "b": [3]])
  }

  @Test func accessorsReadOnlyTheirKind() {
    let json: MockJSON = ["s": "7", "i": 7, "f": 7.5, "w": 7.0, "b": true, "o": ["k": 1], "a": [1]]
    #expect(json["s"].string == "7" && json["s"].int == nil && json["s"].double == nil)
    #expect(json["i"].int == 7 && json["i"].double == 7 && json["i"].string == nil)
    #expect(json["f"].int == nil && json["f"].double == 7.5 && json["f"].decimal == 7.5)
    #expect(json["w"].int == 7)
    #expect(json["b"].bool == true && json["i"].bool == nil && json["b"].int == nil)
    #expect(json["o"].object == ["k": 1] && json["o"].array == nil)
    #expect(json["a"].array == [1] && json["a"].object == nil)
  }
}
