import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

struct DocumentTests {
  private func document(_ text: String) throws -> Document { try Document.parse(text).get() }

  @Test func documentListsDefinitionsWithTheirRanges() throws {
    let text = """
      "About A" query A($x: Int) @d { a }
      mutation { b }
      { c { d } }
      fragment F on T @e { f }
      subscription S { g }
      type T { h: T }
      """
    let document = try document(text)
    let texts = document.definitions.map { definition in
      [
        document.text(definition.name), document.text(definition.range),
        document.text(definition.keyword),
      ]
    }
    #expect(
      texts == [
        ["A", "\"About A\" query A($x: Int) @d { a }", "query"],
        ["", "mutation { b }", "mutation"],
        ["", "{ c { d } }", ""],
        ["F", "fragment F on T @e { f }", "fragment"],
        ["S", "subscription S { g }", "subscription"],
        ["T", "type T { h: T }", "type"],
      ])
    #expect(
      document.definitions.map(\.kind) == [
        .operation(.query), .operation(.mutation), .operation(.query), .fragment,
        .operation(.subscription), .typeSystem,
      ])
  }

  @Test func nodesAreInTextOrderEachFollowedByItsDescendants() throws {
    let document = try document("{ a(x: [1, {y: $z}]) { b: c @d } ... on T { e } ...F }")
    let nodes = document.nodes.enumerated().map { index, node in
      "\(index) \(node.kind) \(document.text(node.range)) -> \(node.next)"
    }
    #expect(
      nodes == [
        "0 operation  -> 18", "1 selectionSet { -> 18", "2 field a -> 13", "3 argument x -> 9",
        "4 list [ -> 9", "5 int 1 -> 6", "6 object { -> 9", "7 objectField y -> 9",
        "8 variable z -> 9", "9 selectionSet { -> 13", "10 field c -> 13", "11 alias b -> 12",
        "12 directive d -> 13", "13 inlineFragment ... -> 17", "14 typeCondition T -> 15",
        "15 selectionSet { -> 17", "16 field e -> 17", "17 fragmentSpread F -> 18",
      ])
  }

  /// Documents nested to a total depth, with the column of the last opening bracket.
  private func nested(_ depth: Int) -> [(text: String, column: Int)] {
    func nest(_ opening: String, _ content: String, _ closing: String, _ depth: Int) -> String {
      String(repeating: opening, count: depth) + content + String(repeating: closing, count: depth)
    }
    // The selection set around a value counts as a level.
    return [
      (nest("{a", "", "}", depth), 2 * depth - 1),
      ("{" + nest("...{", "a", "}", depth - 1) + "}", 4 * depth - 3),
      ("{a(b:" + nest("[", "", "]", depth - 1) + ")}", depth + 4),
      ("{a(b:" + nest("{c:", "1", "}", depth - 1) + ")}", 3 * depth),
      ("query($a:" + nest("[", "T", "]", depth) + "){a}", depth + 9),
      ("type T{a:" + nest("[", "T", "]", depth) + "}", depth + 9),
    ]
  }

  @Test func documentMayBeNestedUpToTheLimit() throws {
    for (text, _) in nested(512) { #expect(try document(text).definitions.count == 1) }
    for depth in [513, Effort.rounds(10_000, long: 100_000)] {
      for (text, column) in nested(depth) {
        let error = #expect(throws: GraphQLSyntaxError.self) { try document(text) }
        #expect(
          error?.message
            == "Syntax Error: Selection sets and values are nested more than 512 deep.", "\(text)")
        if depth == 513 { #expect(error?.column == column, "\(text)") }
      }
    }
  }

  @Test func nestingOfSeparatePartsIsNotAddedUp() throws {
    func nest(_ opening: String, _ content: String, _ closing: String) -> String {
      String(repeating: opening, count: 400) + content + String(repeating: closing, count: 400)
    }
    let list = nest("[", "", "]")
    let object = nest("{a:", "1", "}")
    let type = nest("[", "T", "]")
    let text =
      "query($a:\(type)=\(list),$b:\(type)=\(object)){a(b:\(list) c:\(object)) @d(e:\(list))"
      + nest("{a", "", "}") + " ..." + nest("{a", "", "}") + "}"
    #expect(try document(text).definitions.count == 1)
  }

  // Section 6.1, GetOperation; the messages are those of graphql-js, execute.ts.
  @Test(
    arguments: [
      ("{a}", nil, "query nil"),
      ("{a}", "", "query nil"),
      ("query A {a}", nil, "query A"),
      ("query A {a}", "A", "query A"),
      ("query A {a} mutation B {b} fragment F on T {c}", "B", "mutation B"),
      ("fragment F on T {c} subscription C {a}", nil, "subscription C"),
      ("query A {a} query A {b}", "A", "query A"),
      ("query A {a}", "B", "Unknown operation named \"B\"."),
      ("query A {a}", "a", "Unknown operation named \"a\"."),
      ("{a}", "A", "Unknown operation named \"A\"."),
      ("fragment A on T {a}", "A", "Unknown operation named \"A\"."),
      (
        "query A {a} query B {b}", nil,
        "Must provide operation name if query contains multiple operations."
      ),
      (
        "{a} {b} {c}", "",
        "Must provide operation name if query contains multiple operations."
      ),
      ("fragment A on T {a}", nil, "Must provide an operation."),
      ("{a} {b} type T {b: C}", nil, "The \"T\" definition is not executable."),
      ("extend schema @b", nil, "The schema definition is not executable."),
      ("query A {a} type T {b: C}", nil, "query A"),
      ("query A {a} type T {b: C} type U {b: C}", "B", "The \"T\" definition is not executable."),
      ("directive @a on FIELD", nil, "The \"a\" definition is not executable."),
    ] as [(String, String?, String)])
  func operationIsSelectedByNameOrIfItIsTheOnlyOne(text: String, name: String?, expected: String)
    throws
  {
    switch try document(text).selectOperation(named: name) {
    case .success(let operation):
      #expect("\(operation.type) \(operation.name ?? "nil")" == expected)
    case .failure(let error):
      let texts: [String] = [error.description, error.localizedDescription]
      #expect(texts == [expected, expected])
    }
  }

  /// The last one, as in `buildExecutionContext` of graphql-js, execute.ts. A validated document has no such names.
  @Test func lastOfSeveralOperationsWithOneNameIsSelected() throws {
    let document = try document("query A {a} query B {b} mutation A {c} query B {d}")
    #expect(try document.selectOperation(named: "A").get().definition == 2)
    #expect(try document.selectOperation(named: "B").get().definition == 3)
  }

  @Test func rootFieldsAreFoundThroughFragments() throws {
    let document = try document(
      """
      query Q { a x: b { c } ... on Query { d ...F ... { e } } ...G ...F g }
      fragment F on Query { f ...F ...H }
      fragment H on Query { __typename h: i @skip(if: true) ...G }
      """)
    let selected = SelectedOperation(
      document: document, operation: try document.selectOperation(named: nil).get())
    #expect(selected.rootFields == ["a", "b", "d", "f", "__typename", "e", "g"])
  }

  /// As in `buildExecutionContext` of graphql-js, execute.ts. A validated document has no such names.
  @Test func lastOfSeveralFragmentsWithOneNameIsUsed() throws {
    let document = try document(
      "{ ...F } fragment F on Q { a } fragment G on Q { b } fragment F on Q { c }")
    let operation = try document.selectOperation(named: nil).get()
    #expect(SelectedOperation(document: document, operation: operation).rootFields == ["c"])
  }

  /// A variable without a value is no argument and no field of an input object, and null in a list (GraphQL, sections
  /// 6.4.1, 3.10 and 3.12; graphql-js, `valueFromAST`).
  @Test func argumentsAreReadAsJSONWithTheValuesOfVariables() throws {
    let document = try document(
      #"""
      { f(x: $a, y: [$a, $b], z: {p: $a, q: $b, r: {s: [{}]}}, e: ENUM, s: """
          b
        """, t: "\u00e9", n: null, u: true, v: false, i: -1, d: 1.5e3, l: []) }
      """#)
    let field = try #require(document.nodes.firstIndex { $0.kind == .field })
    #expect(
      document.arguments(of: field, variables: ["b": 2]) == [
        "y": [nil, 2], "z": ["q": 2, "r": ["s": [[:]]]], "e": "ENUM", "s": "b", "t": "é", "n": nil,
        "u": true, "v": false, "i": -1, "d": 1500, "l": [],
      ])
  }
}
