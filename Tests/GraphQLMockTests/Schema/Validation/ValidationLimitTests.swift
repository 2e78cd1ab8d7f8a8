import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Documents whose validation could take too much time or stack.
struct ValidationLimitTests {
  private static let schema = """
    type Query { a: Query, x(v: [[Int]], o: In, s: String): Int, y: Int }
    input In { a: In, b: Int }
    """

  private static func wrapped(
    _ open: String, _ inner: String, _ close: String, _ depth: Int = 400
  ) -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  private func messages(_ text: String) throws -> [String] {
    let types = try ServiceSchema(definitions: Self.schema).system
    let document = try Document.parse(text).get()
    let bare = document.validate(by: .september2026)
    return document.validate(by: .september2026, types: types).map { String($0.message.prefix(60)) }
      + bare.map { "bare: " + $0.message.prefix(60) }
  }

  private static let conflict = "Fields \"k\" conflict because \"y\" and \"x\" are different fields"

  /// A chain of fragments that starts in the operation.
  private static func chain(_ count: Int, last: String) -> String {
    let fragments = (0..<count).map { "fragment F\($0) on Query { ...F\($0 + 1) } " }.joined()
    return "\(fragments) fragment F\(count) on Query { \(last) }"
  }

  private static func doubling(_ count: Int) -> String {
    let fragments = (0..<count).map {
      "fragment F\($0) on Query { a { ...F\($0 + 1) } a { ...F\($0 + 1) } }"
    }
    return "{ ...F0 } fragment F\(count) on Query { y } \(fragments.joined())"
  }

  @Test(
    arguments: [
      (wrapped("{a", "{y}", "}"), nil),
      ("{\(wrapped("...{", "y", "}"))}", nil),
      ("{\(wrapped("...on Query{", "y", "}"))}", nil),
      ("{x(o:\(wrapped("{a:", "{b:1}", "}")))}", nil),
      ("{\(wrapped("a{", "y", "}")) \(wrapped("a{", "y", "}"))}", nil),
      ("{\(wrapped("a{", "k:y", "}", 60))\(wrapped("a{", "k:x", "}", 60))}", conflict),
      (doubling(40), nil),
      ("{ ...F0 } \(chain(500, last: "y"))", nil),
      (
        "{ ...F0 } \(chain(500, last: "...F0"))",
        #"Cannot spread fragment "F0" within itself via "F1", "F2", "F3"#
      ),
    ] as [(String, String?)])
  func deepDoublingAndCyclicDocumentsAreValidated(_ text: String, _ error: String?) throws {
    let expected: [String] = error.map { [String($0.prefix(60)), "bare: \($0.prefix(60))"] } ?? []
    #expect(try messages(text) == expected)
  }

  /// A secondary thread on Apple platforms has a stack of 512 KB; this one has half of that.
  @Test func deepConflictsAreFoundOnASmallStack() async throws {
    let types = try ServiceSchema(definitions: Self.schema).system
    let texts = [
      "{\(Self.wrapped("a{", "k:y", "}"))\(Self.wrapped("a{", "k:x", "}"))}",
      "{ ...F0 k: x } \(Self.chain(100, last: "k: y"))",
    ]
    let documents = try texts.map { try Document.parse($0).get() }
    let found = await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          returning: documents.map {
            $0.validate(by: .deployed, types: types).map(\.reason)
          })
      }
      thread.stackSize = 256 * 1_024
      thread.start()
    }
    let expected: [[ValidationError.Reason]] = [
      [.conflict(responseName: "k", .fields("y", "x"))],
      [.conflict(responseName: "k", .fields("x", "y"))],
    ]
    #expect(found == expected)
  }

  /// graphql-core 3.2.8 reports 101 errors for 60 fields in each; the last is that it stopped.
  @Test func atMostAHundredConflictsAreReported() throws {
    let fragments = ["A", "B"].enumerated().map { number, name in
      "fragment \(name) on Query { \(String(repeating: "x(s: \"\(number)\") ", count: 600))}"
    }.joined()
    let document = try Document.parse("{ ...A ...B } \(fragments)").get()
    let found = document.validate(by: .deployed).map(\.reason)
    #expect(found.dropFirst(100) == [.tooManyErrors])
  }

  @Test func typesInsideDeepListsAreKnown() throws {
    let lists = (String(repeating: "[", count: 20), String(repeating: "]", count: 20))
    #expect(
      try messages("query ($v: \(lists.0)Nope\(lists.1)) { x(s: $v) }").first
        == "Unknown type \"Nope\".")
  }

  /// Component fragments of ten fields in one selection set.
  private static func components(_ count: Int, last: String = "") -> String {
    let spreads = (0..<count).map { "...F\($0)" }.joined(separator: " ")
    let fragments = (0..<count).map { number in
      "fragment F\(number) on Query { y a { y } "
        + (0..<7).map { "f\($0): y" }.joined(separator: " ") + " g\(number): y"
        + (number == count - 1 ? " \(last) }" : " }")
    }
    return "{ a { \(spreads) } } " + fragments.joined(separator: " ")
  }

  @Test(.onOwnThreads, arguments: [true, false])
  func comparingFragmentsIsLinear(knowsAllTypes: Bool) throws {
    let types = try ServiceSchema(definitions: Self.schema).system
    let steps = try [250, 500, 1_000].map { count in
      let document = try Document.parse(Self.components(count)).get()
      var validator = DocumentValidator(document, types: types, knowsAllTypes: knowsAllTypes)
      let before = validator.steps
      validator.run()
      #expect(validator.findings.isEmpty)
      return before - validator.steps
    }
    // With a linear rule, each field, spread and fragment is visited a few times.
    let bounds = [10 * 250 * 10, 2 * steps[0] + 100, 4 * steps[0] + 100]
    #expect(zip(steps, bounds).allSatisfy { $0 <= $1 }, "\(steps)")
  }

  /// graphql-core 3.2.8 gives the same verdict on 200 such fragments.
  @Test func conflictAmongManyFragmentsIsFound() throws {
    let document = try Document.parse(Self.components(1_000, last: "g0: a { y }")).get()
    let types = try ServiceSchema(definitions: Self.schema).system
    #expect(
      document.validate(by: .deployed, types: types).map(\.message) == [
        """
        Fields "g0" conflict because "y" and "a" are different fields. Use different aliases on \
        the fields to fetch both if this was intentional.
        """
      ])
  }

  private static let other =
    "Use different aliases on the fields to fetch both if this was intentional."

  // The messages of graphql-core 3.2.8, with double quotes as in graphql-js.
  @Test(arguments: [
    (
      "{ i { ... on I { k: x } ... on A { k: y } ... on B { k: x } } }",
      [#"Fields "k" conflict because "x" and "y" are different fields. \#(other)"#]
    ),
    ("{ u { ... on A { k: __typename } ... on B { k: x } } }", []),
    // Objects of different types are merged by their fields.
    ("{ u { ... on A { o { x } } ... on C { o { s } } } }", []),
    // A name that begins with one underscore isn't of introspection.
    ("subscription { _x }", []),
    (
      "{ u { ... on A { k: __typename } ... on B { k: x } ... on C { k: s } } }",
      [
        #"Fields "k" conflict because they return conflicting types "Int" and "String". \#(other)"#
      ]
    ),
  ])
  func fieldsOfInterfacesAndOfSeveralTypesAreCompared(
    document: String, messages: [String]
  ) throws {
    let types = try ServiceSchema(
      definitions: """
        type Query { i: I u: U } interface I { x: Int y: Int } union U = A | B | C
        type Subscription { _x: Int }
        type A implements I { x: Int y: Int o: A } type B implements I { x: Int y: Int }
        type C { s: String o: C }
        """
    ).system
    let found = try Document.parse(document).get().validate(by: .deployed, types: types)
    #expect(found.map(\.message) == messages)
  }

  @Test func warningsDoNotReachTheLimitOfErrors() async throws {
    let service = MockGraphQLService(.query("Q", .data(["a": 1])))
    let subscriptions = (0..<120).map { "subscription S\($0) { a @skip(if: false) }" }.joined()
    let request = try URLRequest.graphQL([
      "query": .string("\(subscriptions) query Q { a }"), "operationName": "Q",
    ])
    _ = try await service.respond(to: request).body.collect()
    #expect(service.failures == [])
  }
}
