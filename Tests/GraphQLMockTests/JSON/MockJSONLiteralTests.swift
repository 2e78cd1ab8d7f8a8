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

  @Test func lastOfDuplicateMembersOfALiteralWins() {
    let name = "a"
    let json: MockJSON = [name: 1, "b": 2, name: 3]
    #expect(json == ["a": 3, "b": 2])
  }

  @Test func settingAMemberReplacesAValueOfAnotherKind() {
    var json: MockJSON = "a"
    json["b"] = 1
    #expect(json == ["b": 1])
  }

  @Test func subscriptWorksInLiteralsAndReadsMissingMembersAsNull() {
    let variables: MockJSON = ["id": 7, "tags": ["a", "b"]]
    let data: MockJSON = ["product": ["id": variables["id"], "owner": variables["owner"]["name"]]]
    #expect(data == ["product": ["id": 7, "owner": nil]])
    let tags = variables["tags"]
    let read: MockJSON = [tags[1], tags[2], tags[-1], tags["a"], variables[0]]
    #expect(read == ["b", nil, nil, nil, nil])
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
    let patterns = literals(of: ValueCondition.self).compactMap {
      if case .value(let json) = $0.rule { json } else { nil }
    }
    #expect(patterns == values)
  }

  @Test func encodingANonFiniteNumberFails() {
    let json: MockJSON = [
      "a": [.number(Double.nan)], "b": .number(-Double.infinity), "c": .number(Decimal.nan),
    ]
    #expect(throws: MockJSONEncodingError(reason: "nan is not a JSON number")) {
      try json.encoded()
    }
    #expect(
      json.description == """
        {"a":[<not JSON: nan is not a JSON number>],\
        "b":<not JSON: -inf is not a JSON number>,"c":<not JSON: NaN is not a JSON number>}
        """)
    #expect(
      MockJSONEncodingError(reason: "nan is not a JSON number").description
        == "A value can't be encoded as JSON: nan is not a JSON number.")
  }

  @Test func errorThrownByAnEncodableIsKept() {
    struct Empty: Error {}
    struct Broken: Encodable, Sendable {
      let error: any Error
      func encode(to encoder: any Encoder) throws { throw error }
    }
    let invalid = EncodingError.invalidValue(
      0, .init(codingPath: [], debugDescription: "out of ink"))
    let rows: [(error: any Error, reason: String)] = [
      (invalid, "out of ink"), (Empty(), "Empty()"),
    ]
    for (error, reason) in rows {
      #expect(throws: MockJSONEncodingError(reason: reason)) {
        try MockJSON.value(Broken(error: error)).encoded()
      }
    }
  }

  @Test func listsOfOneLengthAreMergedElementByElement() {
    let left: MockJSON = ["a": [["x": 1], ["y": 1]], "b": [1, 2]]
    let right: MockJSON = ["a": [["z": 2], ["y": 2]], "b": [3]]
    #expect(left.merging(right) == ["a": [["x": 1, "z": 2], ["y": 2]], "b": [3]])
    #expect(left.merging(["a": nil, "b": [nil, 3]]) == ["a": left["a"], "b": [1, 3]])
  }

  @Test func accessorsReadOnlyTheirKind() {
    let rows: [(json: MockJSON, read: [String])] = [
      ("7", ["string 7"]), (7, ["int 7", "double 7.0"]), (7.5, ["double 7.5"]),
      (7.0, ["int 7", "double 7.0"]), (true, ["bool true"]), (["k": 1], [#"object {"k":1}"#]),
      ([1], ["array [1]"]),
    ]
    for (json, expected) in rows {
      var read: [String] = []
      if let value = json.string { read.append("string \(value)") }
      if let value = json.int { read.append("int \(value)") }
      if let value = json.double { read.append("double \(value)") }
      if let value = json.bool { read.append("bool \(value)") }
      if let value = json.object { read.append("object \(MockJSON.object(value))") }
      if let value = json.array { read.append("array \(MockJSON.array(value))") }
      #expect(read == expected, "\(json)")
    }
    #expect(MockJSON.number(7.5).decimal == 7.5)
  }
}
