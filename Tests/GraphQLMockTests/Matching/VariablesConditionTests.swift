import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Matching of variables: GraphQL, section 6.1.2 "Coercing Variable Values".
struct VariablesConditionTests {
  static func operation(_ query: String, _ variables: MockJSON) throws -> OperationRequest {
    try OperationRequest(.graphQL(["query": .string(query), "variables": variables]))
  }

  struct Case: Sendable {
    var match: VariablesCondition
    var variables: MockJSON
    var isMatch: Bool
    var query: String

    init(
      _ match: VariablesCondition, _ variables: MockJSON, _ isMatch: Bool, query: String = "{ a }"
    ) {
      self.match = match
      self.variables = variables
      self.isMatch = isMatch
      self.query = query
    }
  }

  static let cases: [Case] = [
    Case([:], nil, true), Case([:], ["a": 1], true),
    Case(["a": 1], ["a": 1, "b": 2], true), Case(["a": 1], ["a": 1.0], true),
    Case(["a": 1.5], ["a": 1.5], true), Case(["a": 1], ["a": "1"], false),
    Case(["a": 1], ["a": true], false), Case(["a": nil], [:], true),
    Case(["a": nil], ["a": nil], true), Case(["a": nil], ["a": 0], false),
    Case(["a": .present], ["a": nil], true), Case(["a": .present], [:], false),
    Case(["a": .absent], [:], true), Case(["a": .absent], ["a": nil], false),
    Case(["a": ["b": .absent]], ["a": ["c": 1]], true),
    Case(["a": [["b": 1], ["b": 2]]], ["a": [["b": 1, "c": 3], ["b": 2]]], true),
    Case(["a": [1, 2]], ["a": [2, 1]], false), Case(["a": [1]], ["a": [1, 2]], false),
    Case(["a": []], ["a": [:]], false), Case(["a": [:]], ["a": ["b": 1]], true),
    Case(["a": "\u{E9}"], ["a": "e\u{301}"], false),
    Case(.exactly(["a": 1]), ["a": 1], true), Case(.exactly(["a": 1]), ["a": 1, "b": nil], true),
    Case(.exactly(["a": 1]), ["a": 1, "b": 2], false), Case(.exactly([:]), nil, true),
    Case(.exactly(["a": ["b": 1]]), ["a": ["b": 1, "c": 2]], false),
    Case(.where { $0["a"].int == 1 }, ["a": 1], true),
    Case(.subset(["a": ["b": 1]]), ["a": ["b": 1, "c": 2]], true),
    // A default fills a missing variable only.
    Case(
      .exactly(["n": 5, "e": "RED", "o": ["a": [1, "x", nil], "b": true], "s": "hello"]), [:], true,
      query: defaults),
    Case(.exactly([:]), [:], true, query: defaults), Case(["n": 5], [:], true, query: defaults),
    Case(["n": 5], ["n": nil], false, query: defaults),
    Case(["n": 5], ["n": 6], false, query: defaults),
    Case(.exactly([:]), ["n": 6], false, query: defaults),
  ]

  static let defaults = """
    query A($n: Int = 5, $e: E = RED, $o: I = {a: [1, "x", null], b: true}, $s: String = \"\"\"
      hello
      \"\"\") { a }
    """

  @Test func variablesMatchInEveryCaseOfTheTable() throws {
    for (index, example) in Self.cases.enumerated() {
      let operation = try Self.operation(example.query, example.variables)
      let isMatch = example.match.matches(operation)
      let differences = example.match.differences(from: operation, limit: 3)
      #expect(
        isMatch == example.isMatch && differences.isEmpty == example.isMatch,
        "row \(index): \(example.variables), \(differences)")
    }
  }

  @Test(arguments: [
    ("1", "1.0", true), ("1", "1e0", true), ("100", "1e2", true), ("0.1", "1e-1", true),
    ("-0", "0", true), ("9007199254740993", "9007199254740992", false),
    ("12345678901234567890.1", "12345678901234567890.2", true),
    ("9.99", "9.9900000000000002", true), ("9.99", "9.990000000000002", false),
    ("1e400", "1e401", false), ("0.30000000000000004", "0.3", false),
  ]) func numbersCompareByTheirCanonicalForm(left: String, right: String, isMatch: Bool) throws {
    let match = VariablesCondition.subset(try MockJSON(parsing: "{\"n\":\(left)}"))
    let operation = try Self.operation("{ a }", MockJSON(parsing: "{\"n\":\(right)}"))
    #expect(match.matches(operation) == isMatch)
  }

  @Test func lastOfDuplicateMembersInVariablesWins() throws {
    var request = try URLRequest.graphQL([:])
    request.httpBody = Data(#"{"query":"{a}","variables":{"n":1,"n":2}}"#.utf8)
    let match: VariablesCondition = ["n": 2]
    #expect(match.matches(try OperationRequest(request)))
  }

  @Test func variablesDecodeIntoASwiftType() throws {
    struct Variables: Decodable, Equatable { var id: String, tags: [String]? }
    let operation = try Self.operation("{ a }", ["id": "7", "tags": ["a"]])
    #expect(try operation.variables.decode(Variables.self) == Variables(id: "7", tags: ["a"]))
    #expect(throws: DecodingError.self) { try operation.variables.decode([Int].self) }
  }

  @Test func aFileInPlaceOfAVariableIsNamed() async throws {
    let service = MockGraphQLService(
      .mutation("Up", variables: ["file": "a.png"], .data(["up": nil])))
    let request = UploadFormTests.request([
      .init("operations", UploadFormTests.one), .init("map", #"{"0":["variables.file"]}"#),
      .init("0", "bytes", file: "a.png", type: "image/png"),
    ])
    _ = try? await service.respond(to: request)
    #expect(
      service.misses.map(\.cause) == [
        """
        nearest is mutation "Up" (VariablesConditionTests.swift:\(#line - 6)): variables.file: \
        this is an uploaded file, "a.png", whose variable is null: match it by `.where { $0.files … }`
        """
      ])
  }
}
