import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Default values of arguments and input fields, also circular ones.
struct DefaultValueTests {
  @Test func inputsThatRequireThemselvesCanBeReadAndUsed() async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { a(x: A, y: B = { b: null }): A2 } type A2 { id: ID! }
        input A { a: A! } input B { b: B = { b: null } c: B = {} d: B = {} }
        """)
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    let incoming = try await RequestValidationTests.send(
      "query ($x: A) { a(x: $x, y: {}) { id } }", ["x": ["a": ["a": nil]]], to: service)
    #expect(
      try MockJSON(parsing: incoming.body)["errors"][0]["message"].string
        == #"Variable "$x" got invalid value null at "x.a.a"; Expected non-nullable type "A!" not to be null."#
    )
    #expect(
      try await RequestValidationTests.send("{ a(y: { b: null }) { id } }", to: service).body
        == #"{"data":{"a":{"id":"a"}}}"#)
  }

  @Test func argumentEqualToItsDefaultGeneratesTheSameObject() async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { a(x: In = { ids: 7 }): Item } type Item { id: ID! }
        input In { ids: [ID!], page: Page = {} } input Page { first: Int = 10, after: String }
        """)
    let service = MockGraphQLService(schema: schema, unhandled: .generated)
    for (arguments, id) in [
      ("", "a"), ("(x: { ids: 7 })", "a"),
      (#"(x: { page: { first: 10 }, ids: ["7"] })"#, "a"), ("(x: { ids: [7], page: {} })", "a"),
      ("(x: {})", #"a(x:{\"page\":{\"first\":10}})"#),
    ] {
      let incoming = try await RequestValidationTests.send("{ a\(arguments) { id } }", to: service)
      #expect(incoming.body == #"{"data":{"a":{"id":"\#(id)"}}}"#, "\(arguments)")
    }
  }
}
