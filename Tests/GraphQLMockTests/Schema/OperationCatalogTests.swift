import Foundation
import Testing

@testable import GraphQLMock

struct OperationCatalogTests {
  private let catalog = OperationCatalog(documents: [
    ("a.graphql", "# A\nquery A { a ...F ...F ...H }\n\nmutation B { b }"),
    ("f.graphql", "fragment F on T { f ...G }"),
    ("g.graphql", "{ c }\nfragment G on T { g ...F }\nfragment H on T { h }"),
    ("unused.graphql", "fragment Unused on T { u }"), ("broken.graphql", "query D {\n  d(\n}"),
  ])

  @Test func comeWithTheFragmentsThatTheyReachFromAllDocuments() {
    #expect(
      catalog.entries == [
        OperationCatalog.Entry(
          type: .query, name: "A", file: "a.graphql", line: 2, column: 1,
          document: """
            query A { a ...F ...F ...H }
            fragment F on T { f ...G }
            fragment G on T { g ...F }
            fragment H on T { h }
            """),
        OperationCatalog.Entry(
          type: .mutation, name: "B", file: "a.graphql", line: 4, column: 1,
          document: "mutation B { b }"),
        OperationCatalog.Entry(
          type: .query, name: nil, file: "g.graphql", line: 1, column: 1, document: "{ c }"),
      ])
  }

  @Test func leaveOutDocumentsThatCantBeReadAndSaySo() {
    #expect(
      catalog.errors.map(\.message) == [
        #"broken.graphql:3:1: Syntax Error: Expected Name, found "}"."#
      ])
  }

  // The forms of Apollo's persisted query manifest, of its older operation identifiers, and of Relay's.
  @Test(arguments: [
    #"{"format": "apollo-persisted-query-manifest", "version": 1, "operations": [{"id": "1", "#
      + #""name": "A", "type": "query", "body": "query A { a ...F }\nfragment F on T { f }"}]}"#,
    #"{"1": {"name": "A", "source": "query A { a ...F }\nfragment F on T { f }"}}"#,
    #"{"1": "query A { a ...F }\nfragment F on T { f }"}"#,
  ])
  func areReadFromAManifest(text: String) throws {
    let catalog = try OperationCatalog(
      manifest: Data(text.utf8), file: "manifest.json")
    #expect(
      catalog.entries == [
        OperationCatalog.Entry(
          type: .query, name: "A", file: "manifest.json", line: 1, column: 1,
          document: "query A { a ...F }\nfragment F on T { f }")
      ])
  }
}
