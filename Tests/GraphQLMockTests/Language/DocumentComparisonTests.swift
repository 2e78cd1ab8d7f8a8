import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The differences of the document in the message of a miss, without the handler's location; empty
/// if the handler answers.
func documentDifferences(_ expected: String, _ actual: String) async throws -> [String] {
  let service = MockGraphQLService(
    .operation(document: expected, .data([:])), options: ServiceOptions(requestValidation: .off))
  _ = try? await service.respond(to: .graphQL(["query": .string(actual)]))
  guard let message = service.failures.first?.message else { return [] }
  let lines = message.split(separator: "\n").map(String.init)
  let title = try #require(lines[0].firstRange(of: "): ")).upperBound
  let details = lines.drop { !$0.hasSuffix("): the document differs") }.dropFirst()
    .prefix { $0.hasPrefix("      ") }
  return details.isEmpty
    ? [String(lines[0][title...])] : details.map { String($0.trimmingPrefix { $0 == " " }) }
}

struct DocumentComparisonTests {
  @Test(
    arguments: [
      ("{a b}", "{ b a __typename }", []),
      (
        "{hero {friends {name}}}", "{hero {friends {id}}}",
        [
          #"hero.friends: the client does not select "name""#,
          #"hero.friends: the client also selects "id""#,
        ]
      ),
      (
        "{a}", "{b __typename}",
        [#"the client does not select "a""#, #"the client also selects "b""#]
      ),
      (
        "{a {w x} b {y z}}", "{a {x} b {z}}",
        [#"a: the client does not select "w""#, #"b: the client does not select "y""#]
      ),
      ("{a b}", "{a}", [#"the client does not select "b""#]),
      ("{a}", "{a b}", [#"the client also selects "b""#]),
      ("{a a}", "{a}", [#"the client selects "a" once, expected twice"#]),
      ("{a}", "{a a a}", [#"the client selects "a" 3 times, expected once"#]),
      ("{a}", "{a {b}}", [#"a: the client also selects "b""#]),
      ("{a {b}}", "{a}", [#"a: the client does not select "b""#]),
      ("{a: x}", "{a: y}", [#"a: "a" selects the field "y", expected "x""#]),
      ("{x: a}", "{a}", [#""a" has no alias, expected the alias "x""#]),
      ("{a}", "{x: a}", [#""a" has the alias "x", expected no alias"#]),
      ("{a}", "{a: a}", [#"a: "a" has the alias "a", expected no alias"#]),
      ("{a(x: 1)}", "{a(x: 2)}", [#"a: the argument "x" is 2, expected 1"#]),
      ("{a(x: 1)}", "{a}", [#"a: the argument "x" is missing, expected 1"#]),
      ("{a}", "{a(x: 1)}", [#"a: the argument "x" is 1, expected none"#]),
      (
        #"{a(x: {c: 1, b: [$d, "e\n"]})}"#, "{a(x: {b: [] c: E})}",
        [#"a: the argument "x" is {b: [], c: E}, expected {b: [$d, "e\n"], c: 1}"#]
      ),
      (
        "{a(x: \"\u{E9}\")}", "{a(x: \"e\u{301}\")}",
        [
          "a: the argument \"x\" is \"e\u{301}\", expected \"\u{E9}\"; "
            + "code point 1 is U+0065, expected U+00E9"
        ]
      ),
      ("{a @b(d: 2 c: 1)}", "{a @b}", ["a: the directives are @b, expected @b(c: 1, d: 2)"]),
      ("{a @b}", "{a}", ["a: the directives are missing, expected @b"]),
      ("{a}", "{a @b @c}", ["a: the directives are @b @c, expected none"]),
      (
        "{... on T {a}}", "{... on U {a}}",
        [#"the client does not select "... on T""#, #"the client also selects "... on U""#]
      ),
      (
        "{x {... on T {a}}}", "{x {... on T {b}}}",
        [
          #"x.... on T: the client does not select "a""#,
          #"x.... on T: the client also selects "b""#,
        ]
      ),
      (
        "{...F}", "{...G}",
        [#"the client does not select "...F""#, #"the client also selects "...G""#]
      ),
      (
        "{...F} fragment F on T {a}", "{...F} fragment F on U @d {b}",
        [
          #"...F: the type condition is "U", expected "T""#,
          "...F: the directives are @d, expected none", #"...F: the client does not select "a""#,
        ]
      ),
      ("{...F} fragment F on T {a}", "{...F}", [#"the fragment "F" is not defined"#]),
      (
        "{...F}", "{...F} fragment F on T {a}",
        [#"the client also defines the fragment "F""#]
      ),
      (
        "{...F} fragment F on T {a}", "{b}",
        [#"the client does not select "...F""#, #"the client also selects "b""#]
      ),
      (
        "{...F} fragment F on T {a}", "{...F} fragment F on T {a} fragment F on T {b}",
        // If two fragments have the same name, the last one is used (graphql-js).
        [#"...F: the client does not select "a""#, #"...F: the client also selects "b""#]
      ),
      ("mutation {a b}", "mutation {b a}", ["the order is b, a, expected a, b"]),
      (
        "mutation {a {b} a {c}}", "mutation {a {c} a {b}}",
        [#"the selections of "a" are in another order"#]
      ),
      (
        "mutation {...F} fragment F on M {a b}", "mutation {...F} fragment F on M {b a}",
        ["...F: the order is b, a, expected a, b"]
      ),
      (
        "mutation {...F m {...F}} fragment F on M {a b}",
        "mutation {...F m {...F}} fragment F on M {b a}",
        ["...F: the order is b, a, expected a, b"]
      ),
      ("query A {a}", "query B {a}", [#"it is named "B", expected "A""#]),
      ("query A {a}", "{a}", [#"it has no name, expected "A""#]),
      ("{a}", "query A {a}", [#"it is named "A", expected no name"#]),
      ("query {a}", "mutation {a}", ["it is a mutation, expected a query"]),
      ("query {a}", "query @b {a}", ["the directives are @b, expected none"]),
      (
        "query($x: ID!, $y: Int) {a}", "query($x: ID, $z: Int = 1 @d) {a}",
        [
          "the variable $x is ID, expected ID!", "the variable $y is not defined, expected Int",
          "the variable $z is Int = 1 @d, expected none",
        ]
      ),
      // The order isn't compared if one of the documents is a query.
      (
        "mutation {b a ...F} fragment F on T {d c}", "{a b ...F} fragment F on T {c d}",
        ["it is a query, expected a mutation"]
      ),
      (
        "mutation {a b ...F} fragment F on T {c d}", "{a b ...F} fragment F on T {c d}",
        ["it is a query, expected a mutation"]
      ),
      // Only the first three differences are named.
      (
        "{a b c d {e f}}", "{d {g}}",
        [
          #"the client does not select "a""#, #"the client does not select "b""#,
          #"the client does not select "c""#,
        ]
      ),
      // A difference in a fragment that is spread twice is reported once.
      (
        "mutation {...F m {...F}} fragment F on T {a}",
        "mutation {...F m {...F}} fragment F on T {b}",
        [#"...F: the client does not select "a""#, #"...F: the client also selects "b""#]
      ),
    ] as [(String, String, [String])])
  func saysWhereTheyDifferAndWhatDiffers(expected: String, actual: String, differences: [String])
    async throws
  {
    #expect(try await documentDifferences(expected, actual) == differences)
  }

  @Test func longValuesAndPathsAreTruncatedUpToTheMaximalDepth() async throws {
    let value = String(repeating: "x", count: 100)
    let expected = "a: the argument \"b\" is 1, expected \"\(String(repeating: "x", count: 58))…"
    #expect(try await documentDifferences("{a(b: \"\(value)\")}", "{a(b: 1)}") == [expected])
    var opening = (0..<30).map { "f\($0) {" }.joined()
    var closing = String(repeating: "}", count: 30)
    var path = (18..<30).map { "f\($0)" }.joined(separator: ".")
    #expect(
      try await documentDifferences("{\(opening)a b\(closing)}", "{\(opening)a\(closing)}")
        == ["….\(path): the client does not select \"b\""])
    opening = String(repeating: "a {", count: 511)
    closing = String(repeating: "}", count: 511)
    path = repeatElement("a", count: 12).joined(separator: ".")
    #expect(
      try await documentDifferences("{\(opening) x \(closing)}", "{\(opening) y \(closing)}")
        == [
          "….\(path): the client does not select \"x\"",
          "….\(path): the client also selects \"y\"",
        ])
  }
}
