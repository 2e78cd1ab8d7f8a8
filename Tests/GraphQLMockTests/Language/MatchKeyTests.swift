import GraphQLMock
import Testing

struct MatchKeyTests {
  struct Pair: Sendable {
    let left: String
    let right: String
    let areEqual: Bool
    let why: String

    static func same(_ left: String, _ right: String, _ why: String) -> Pair {
      Pair(left: left, right: right, areEqual: true, why: why)
    }

    static func other(_ left: String, _ right: String, _ why: String) -> Pair {
      Pair(left: left, right: right, areEqual: false, why: why)
    }
  }

  @Test func keysAreEqualExactlyForEquivalentDocuments() throws {
    var failures: [String] = []
    for pair in Self.spelling + Self.order + Self.mutations + Self.contents + Self.fragments {
      // If there are several operations, the first one, named Q, is selected.
      let name = pair.left.contains("query Q") ? "Q" : nil
      let left = try MatchKey(document: pair.left, operationName: name)
      let right = try MatchKey(document: pair.right, operationName: name)
      if (left == right) != pair.areEqual {
        failures.append("\(pair.why): \(pair.left) and \(pair.right)")
      }
      if pair.areEqual, left.hashValue != right.hashValue { failures.append(pair.why) }
    }
    #expect(failures == [])
  }

  private static let spelling: [Pair] = [
    .same("{a b}", "{ a, b } # c\n", "ignored tokens (2.1.7)"),
    .same("{a}", "\u{FEFF}{\ra\r\n}", "byte order mark and line breaks (2.1.3, 2.1.7)"),
    .same("{a}", "query {a}", "query shorthand (2.3)"),
    .same("query Q {a}", "\"about\" query Q {a}", "descriptions do not count (2.2)"),
    .same(
      "query Q($a: Int) {a}", "query Q(\"about\" $a: Int) {a}", "descriptions of variables (2.2)"),
    .same(
      "query Q {...F} fragment F on T {a}", "query Q {...F} \"\"\"about\"\"\" fragment F on T {a}",
      "descriptions of fragments (2.2)"),
    .same(
      "{a(b: 9.99, c: 0.0)}", "{a(b: 9.9900000000000002, c: -0e1)}",
      "floats by their `Double` (3.5.2)"),
    .other("{a(b: 1)}", "{a(b: 1.0)}", "an Int isn't a Float (2.9.1, 2.9.2)"),
    .same("query Q($a: [ Int ! ] !) {a}", "query Q($a:[Int!]!) {a}", "types by token (2.11)"),
    .same(#"{a(b: "c")}"#, #"{a(b: """c""")}"#, "a string's value counts, not its quotes (2.9.4)"),
    .same(#"{a(b: "é")}"#, #"{a(b: "\u00e9")}"#, "an escape stands for its character (2.9.4)"),
    .same(#"{a(b: "😀")}"#, #"{a(b: "\uD83D\uDE00")}"#, "a surrogate pair (2.9.4)"),
    .same(#"{a(b: "\u{1F600}")}"#, #"{a(b: "\uD83D\uDE00")}"#, "variable width escapes (2.9.4)"),
    .same(#"{a(b: "c/d")}"#, #"{a(b: "c\/d")}"#, "an escaped solidus (2.9.4)"),
    .same(
      "{a(b: \"c\\n  d\")}", "{a(b: \"\"\"\n  c\n    d\n\"\"\")}", "a block string's value (2.9.4)"),
    .same(#"{a(b: "\"\"\"")}"#, #"{a(b: """\"""""")}"#, "escaped triple quotes (2.9.4)"),
    .same("{a(b: [1 2])}", "{a(b: [1, 2])}", "commas in lists (2.1.6)"),
    .other(#"{a(b: "é")}"#, "{a(b: \"e\u{301}\")}", "canonically equivalent is not equal (2.1.1)"),
    .other(#"{a(b: "\\u00e9")}"#, #"{a(b: "é")}"#, "an escaped backslash (2.9.4)"),
    .other(#"{a(b: """\n""")}"#, #"{a(b: "\n")}"#, "no escapes in block strings (2.9.4)"),
    .other("{a(b: \"c\")}", "{a(b: c)}", "a string is no enum value (2.9.6)"),
    .other("{a(b: \"1\")}", "{a(b: 1)}", "a string is no number (2.9.1)"),
    .other("{a(b: 1)}", "{a(b: 1.0)}", "an Int is no Float (2.9.1, 2.9.2)"),
    .same("{a(b: 1.0)}", "{a(b: 1.00)}", "floats by their `Double` (3.5.2)"),
    .other("{a(b: true)}", "{a(b: \"true\")}", "a boolean is no string (2.9.3)"),
    .other("{a(b: null)}", "{a}", "null is not absent (2.9.5)"),
    .other("{a(b: $c)}", "{a(b: c)}", "a variable is no enum value (2.10)"),
    .other("{a(b: $c)}", "{a(b: \"$c\")}", "a variable is no string (2.10)"),
  ]

  private static let order: [Pair] = [
    .same("{a b}", "{b a}", "selections at the root of a query"),
    .same("{a {b c {d e}}}", "{a {c {e d} b}}", "selections at any depth"),
    .same("{a(b: 1, c: 2)}", "{a(c: 2, b: 1)}", "arguments are unordered (2.6)"),
    .same("{a(b: {c: 1, d: 2})}", "{a(b: {d: 2, c: 1})}", "input object fields (2.9.8)"),
    .same(
      "{a(b: [{c: {d: 1, e: 2}, f: 3}])}", "{a(b: [{f: 3, c: {e: 2, d: 1}}])}",
      "input objects inside lists and objects (2.9.8)"),
    .same(
      "query Q($a: Int, $b: Int) {a}", "query Q($b: Int, $a: Int) {a}", "variable definitions"),
    .same("{a @b(c: 1, d: 2)}", "{a @b(d: 2, c: 1)}", "arguments of directives (2.13)"),
    .same("{a ...{b} ...F ...on T{c}}", "{...on T{c} ...F ...{b} a}", "all kinds of selections"),
    .same("{x: a y: b}", "{y: b x: a}", "aliased fields"),
    .same("{a {b} a {c}}", "{a {c} a {b}}", "fields of one response key"),
    .same("subscription {a {b c}}", "subscription {a {c b}}", "subscriptions"),
    .other("{a(b: [1, 2])}", "{a(b: [2, 1])}", "lists are ordered (2.9.7)"),
    .other("{a @b @c}", "{a @c @b}", "the order of directives may matter (2.13)"),
    .other("query @b @c {a}", "query @c @b {a}", "directives of operations (2.13)"),
    .other("{a {b c}}", "{a {b} c}", "nesting"),
    .other("{a {b {c}} d}", "{a {b} d {c}}", "nesting, deeper"),
    .other("{a a}", "{a}", "fields are never merged"),
    .other("{a {b c}}", "{a {b} a {c}}", "fields are never merged, with selections"),
  ]

  // Section 6.2.2: the root of a mutation runs in order.
  private static let mutations: [Pair] = [
    .other("mutation {a b}", "mutation {b a}", "the root is in order"),
    .same("mutation {a {c d} b}", "mutation {a {d c} b}", "what lies below a field is not"),
    .other("mutation {... {a b}}", "mutation {... {b a}}", "inline fragments at the root"),
    .other(
      "mutation {... {... on M {a b}}}", "mutation {... {... on M {b a}}}", "inside each other"),
    .same("mutation {x {... {a b}}}", "mutation {x {... {b a}}}", "inline fragments below"),
    .other("mutation {a ...F}", "mutation {...F a}", "spreads at the root have their place"),
    .other(
      "mutation {...F} fragment F on M {a b}", "mutation {...F} fragment F on M {b a}",
      "fragments spread at the root"),
    .other(
      "mutation {...F} fragment F on M {...G} fragment G on M {... {a b}}",
      "mutation {...F} fragment F on M {...G} fragment G on M {... {b a}}",
      "fragments spread there, at any depth"),
    .same(
      "mutation {x {...F}} fragment F on T {a b}", "mutation {x {...F}} fragment F on T {b a}",
      "fragments spread below"),
    .same(
      "mutation {...F} fragment F on M {x {...G}} fragment G on T {a b}",
      "mutation {...F} fragment F on M {x {...G}} fragment G on T {b a}",
      "fragments spread below a fragment's field"),
    .other(
      "mutation {...F x {...F}} fragment F on M {a b}",
      "mutation {...F x {...F}} fragment F on M {b a}",
      "fragments spread at the root and below"),
    .same(
      "mutation {...F ...G} fragment F on M {a} fragment G on M {b}",
      "mutation {...F ...G} fragment G on M {b} fragment F on M {a}",
      "fragment definitions have no order"),
    .same("mutation {__typename a b}", "mutation {a __typename b}", "__typename, if not alone"),
    .same(
      "query {...F} fragment F on M {a b}", "query {...F} fragment F on M {b a}",
      "but a query has none"),
  ]

  private static let contents: [Pair] = [
    .same("{a {b}}", "{a {__typename b}}", "__typename beside others"),
    .same("{a {b}}", "{__typename a {b __typename __typename}}", "however often"),
    .same("{... on T {a}}", "{... on T {__typename a}}", "in inline fragments"),
    .other("{a {__typename}}", "{a}", "__typename alone stays"),
    .other("{a {__typename}}", "{a {}}", "and is not nothing"),
    .other("{a {b}}", "{a {x: __typename b}}", "an alias asks for a response key"),
    .other("{a {b}}", "{a {__typename @c b}}", "a directive may mean something"),
    .other("{a {b}}", "{a {__typenames b}}", "only that name"),
    .other("{a}", "{b}", "names"),
    .other("{a}", "{A}", "names are case-sensitive (2.1.9)"),
    .other("{a}", "{x: a}", "aliases"),
    .other("{x: a}", "{a: x}", "alias and name"),
    .other("{x: a y: b}", "{x: b y: a}", "which alias has which field"),
    .other("{a}", "{a {}}", "an empty selection set (September 2026)"),
    .other("{}", "{a}", "nothing and something"),
    .other("query Q {a}", "query Q ($b: Int) {a}", "variables"),
    .other("query Q($b: Int) {a}", "query Q($b: Int!) {a}", "their types"),
    .other("query Q($b: [Int!]) {a}", "query Q($b: [Int]!) {a}", "every part of the type"),
    .other("query Q($b: Int) {a}", "query Q($b: Int = 1) {a}", "their defaults"),
    .other("query Q($b: Int = 1) {a}", "query Q($b: Int = null) {a}", "the defaults' values"),
    .other("query Q($b: Int) {a}", "query Q($b: Int @c) {a}", "their directives"),
    .other("{a(b: 1)}", "{a(b: 2)}", "values of arguments"),
    .other("{a(b: 1)}", "{a(c: 1)}", "names of arguments"),
    .other("{a(b: {c: 1})}", "{a(b: [{c: 1}])}", "an object is not coerced to a list (3.12)"),
    .other("{a(b: {})}", "{a(b: [])}", "an object is no list"),
    .other("{a(b: [[]])}", "{a(b: [[] []])}", "how many there are"),
    .other("{a(b: [[1] 2])}", "{a(b: [[1 2]])}", "where a list ends"),
    .other("{a @b}", "{a @c}", "names of directives"),
    .other("{a @b}", "{a @b @b}", "how often"),
    .other("{a @b(c: 1)}", "{a @b}", "arguments of directives"),
    .other("{a @c {b}}", "{a {b @c}}", "where directives stand"),
    .other("query @b {a}", "query {a}", "directives of operations"),
    .other("query {a}", "subscription {a}", "operation types"),
    .other("query {a}", "mutation {a}", "operation types, again"),
    .other("query Q {a}", "query q {a} query Q {b}", "which operation"),
  ]

  private static let fragments: [Pair] = [
    .same("{...F ...G}", "{...G ...F}", "spreads"),
    .same(
      "query Q {...F} fragment F on T {a} fragment G on T {b}",
      "query Q {...F} fragment F on T {a}",
      "fragments that are not reached"),
    .same("query Q {a} query R {b}", "query Q {a} mutation S {c}", "other operations"),
    .same(
      "{...F} fragment F on T {...G} fragment G on T {a}",
      "{...F} fragment G on T {a} fragment F on T {...G}", "the order of definitions"),
    .same(
      "{...F} fragment F on T {a ...G} fragment G on T {b ...F}",
      "{...F} fragment G on T {...F b} fragment F on T {...G a}", "cycles end"),
    .same("{...F} fragment F on T {...F}", "{...F} fragment F on T {...F}", "a cycle of one"),
    .same("{... {a}}", "{...{a}}", "inline fragments without condition"),
    .other("{...F}", "{...G}", "unknown fragments keep their names"),
    .other("{...F}", "{...F} fragment F on T {a}", "an unknown fragment is not a known one"),
    .other("{...F} fragment F on T {a}", "{...F} fragment F on T {b}", "what a fragment selects"),
    .other("{...F} fragment F on T {a}", "{...F} fragment F on U {a}", "type conditions"),
    .other("{...F} fragment F on T {a}", "{...F} fragment F on T @b {a}", "their directives"),
    .other("{...F} fragment F on T {a}", "{...G} fragment G on T {a}", "names of fragments"),
    .other("{...F} fragment F on T {a}", "{... on T {a}}", "a spread is not an inline fragment"),
    .other(
      "{...F} fragment F on T {...G} fragment G on T {a}",
      "{...F} fragment F on T {...G} fragment G on T {b}", "fragments reached through others"),
    .other(
      "{...F ...G} fragment F on T {a} fragment G on U {b}",
      "{...F ...G} fragment F on U {b} fragment G on T {a}", "which fragment selects what"),
    .other("{... on T {a}}", "{... on U {a}}", "type conditions of inline fragments"),
    .other("{... on T {a}}", "{... {a}}", "no type condition"),
    .other("{... {a}}", "{a}", "an inline fragment is not dissolved"),
    .other("{... @b {a}}", "{... {a}}", "directives of inline fragments"),
    .other("{...F @b}", "{...F}", "directives of spreads"),
    .other("{... on T {a} ... on T {b}}", "{... on T {a b}}", "inline fragments are not merged"),
    .other("{a {...F} b}", "{a b {...F}}", "where a fragment is spread"),
  ]

  /// Recordings of earlier versions have these hashes in their names. Together, the documents have every kind of node.
  @Test func hashNeverChanges() throws {
    let query = #"""
      query Q($a: [Int!]! = [1, -0.0, 1e400] @d, $b: T = {x: "s", y: E}) @d(z: true, a: null) {
        b: a(y: """s""", x: $a) ... on T @include(if: $c) { ...F } ...F @d ... { d }
      }
      fragment F on T { e }
      """#
    let mutation =
      "mutation { b a { d c } ... on T { f e } ...F } fragment F on T { h g i { ...F } }"
    let typename = "mutation { __typename }"
    let documents = [query, mutation, typename, "subscription { a }"]
    let keys = try documents.map { try MatchKey(document: $0).description }
    let expected = [
      "query Q #f821de2b2784", "mutation #6dcd41dfc13a", "mutation #1d73ae6074f2",
      "subscription #57adb7ce0df4",
    ]
    #expect(keys == expected)
  }

  @Test func keyDescribesTheRequestedOperation() throws {
    let document = "query A {a} mutation B {b}"
    let a = try MatchKey(document: document, operationName: "A")
    #expect(a == (try MatchKey(document: "query A { a }")))
    #expect(a.description.hasPrefix("query A #"))
    let keys = [
      try MatchKey(document: document, operationName: "B"),
      try MatchKey(document: "mutation B {b}"), try MatchKey(document: "{b}"),
      try MatchKey(document: "{b}", operationName: ""),
      try MatchKey(document: "query { b # the same\n}"),
    ]
    let (mutation, query) = ("mutation B #56e527a0c6c7", "query #a2fdd7e61783")
    #expect(keys.map(\.description) == [mutation, mutation, query, query, query])
    // The messages are those of graphql-js.
    for (name, message) in [
      (nil, "Must provide operation name if query contains multiple operations."),
      ("C", "Unknown operation named \"C\"."),
    ] {
      let error = #expect(throws: (any Error).self) {
        try MatchKey(document: document, operationName: name)
      }
      #expect(error.map { "\($0)" } == message, "\(name)")
    }
    #expect(throws: GraphQLSyntaxError.self) { try MatchKey(document: "{ a ") }
  }
}
