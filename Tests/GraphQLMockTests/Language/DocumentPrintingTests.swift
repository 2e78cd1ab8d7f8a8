import Testing

@testable import GraphQLMock

struct DocumentPrintingTests {
  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// The expected texts are those of graphql-core's `print_ast`. A line of more than 70 characters is divided, where
  /// graphql-js' `printBlockString` counts UTF-16 code units.
  @Test(arguments: [
    (#"c "d" e"#, #"c "d" e"#), (#"a\b"#, #"a\b"#), (#"x\"""y"#, #"x\"""y"#), (" lead", " lead"),
    ("\"q\"\n", "\n  \"q\"\n  "), ("a\n  b\nc", "\n  a\n    b\n  c\n  "),
    ("a\n\n b", "\n  a\n  \n  b\n  "), ("", ""),
    (repeated("x", 70), repeated("x", 70)), (repeated("x", 71), "\n  \(repeated("x", 71))\n  "),
    (repeated("é", 70), repeated("é", 70)), (repeated("é", 71), "\n  \(repeated("é", 71))\n  "),
    (repeated("😀", 35), repeated("😀", 35)), (repeated("😀", 36), "\n  \(repeated("😀", 36))\n  "),
  ])
  func blockStringsKeepTheirValues(text: String, expected: String) throws {
    let quotes = "\"\"\""
    let document = try Document.parse("{ a(x: \(quotes)\(text)\(quotes)) }").get()
    #expect(document.layout == "{\n  a(x: \(quotes)\(expected)\(quotes))\n}")
  }

  /// The expected text is that of graphql-core's `print_ast`, which breaks only longer lines.
  @Test func documentsAreLaidOutAsByTheReferenceImplementation() throws {
    let document = try Document.parse(
      #"""
      query Q($id: ID! = 1, $list: [Int!]! = [1, 2] @d, $in: In = {b: [ENUM, null], a: {c: "x\n\"y\""}}) @live(if: true) {
       hero(id:$id,f:1.50e3,in:$in)@include(if:$id)@skip(if:false){ ...F @defer(label:"l") ... on Droid{on} ...{a} ... @include(if:true){b c:d} }
       ... on Query { x }
      }
      { y(t:"""""") }
      mutation { z }
      subscription S { on: query }
      fragment F on Hero @x { fragment(list: [], o: {}, s: "", n: -1) { deep { deeper { deepest } } } }
      """#
    ).get()
    #expect(
      document.layout == #"""
        query Q($id: ID! = 1, $list: [Int!]! = [1, 2] @d, $in: In = {b: [ENUM, null], a: {c: "x\n\"y\""}}) @live(if: true) {
          hero(id: $id, f: 1.50e3, in: $in) @include(if: $id) @skip(if: false) {
            ...F @defer(label: "l")
            ... on Droid {
              on
            }
            ... {
              a
            }
            ... @include(if: true) {
              b
              c: d
            }
          }
          ... on Query {
            x
          }
        }

        {
          y(t: """""")
        }

        mutation {
          z
        }

        subscription S {
          on: query
        }

        fragment F on Hero @x {
          fragment(list: [], o: {}, s: "", n: -1) {
            deep {
              deeper {
                deepest
              }
            }
          }
        }
        """#)
  }
}
