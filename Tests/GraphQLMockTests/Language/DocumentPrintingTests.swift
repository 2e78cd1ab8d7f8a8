import Testing

@testable import GraphQLMock

struct DocumentPrintingTests {
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
