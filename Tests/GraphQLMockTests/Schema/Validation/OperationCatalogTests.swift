import Foundation
import Testing

@testable import GraphQLMock

struct OperationCatalogTests {
  private let catalog = OperationCatalog(documents: [
    ("a.graphql", "# A\nquery A { a ...F ...F ...H }\n\nmutation B { b }"),
    ("f.graphql", "fragment F on T { f ...G }"),
    ("g.graphql", "{ c }\nfragment G on T { g ...F }\nfragment H on T { h }"),
    ("later.graphql", "fragment F on T { anotherOne }"),
    ("unused.graphql", "fragment Unused on T { u }"), ("broken.graphql", "query D {\n  d(\n}"),
  ])

  @Test func operationsIncludeFragmentsFromAllValidDocuments() {
    let expected: [[String]] = [
      [
        #"query "A" (a.graphql:2:1)"#,
        """
        query A { a ...F ...F ...H }
        fragment F on T { f ...G }
        fragment G on T { g ...F }
        fragment H on T { h }
        """,
      ],
      [#"mutation "B" (a.graphql:4:1)"#, "mutation B { b }"],
      ["anonymous query (g.graphql:1:1)", "{ c }"],
    ]
    #expect(catalog.entries.map { [$0.description, $0.document] } == expected)
    #expect(
      catalog.entries[0].origins.map { "\($0.file):\($0.position.line)" } == [
        "a.graphql:2", "f.graphql:1", "g.graphql:2", "g.graphql:3",
      ])
    #expect(
      catalog.errors.map(\.message) == [
        #"broken.graphql:3:1: Syntax Error: Expected Name, found "}"."#
      ])
  }

  /// Only the first line of a definition is preceded by other text of its file.
  @Test func positionsInADocumentLeadToTheirFiles() throws {
    let catalog = OperationCatalog(documents: [
      ("a.graphql", "query A { a } query B {\n  ...F\n}"),
      ("f.graphql", "\n\n  fragment F on T {\n    f\n}"),
    ])
    let entry = try #require(catalog.entries.last)
    let place = entry.places(in: try Document.parse(entry.document).get())
    #expect(
      [(1, 1), (2, 3), (4, 1), (5, 5)].map { line, column in
        place(line, column).map { "\($0.file):\($0.line):\($0.column)" }
      } == ["a.graphql:1:15", "a.graphql:2:3", "f.graphql:3:3", "f.graphql:4:5"])
  }

  // The forms of Apollo's persisted query manifest, of its older operation identifiers, and of Relay's.
  @Test(arguments: [
    """
    {"format": "apollo-persisted-query-manifest", "version": 1, "operations": [{"id": "1", \
    "name": "A", "type": "query", "body": "query A { a ...F }\\nfragment F on T { f }"}]}
    """,
    #"{"1": {"name": "A", "source": "query A { a ...F }\nfragment F on T { f }"}}"#,
    #"{"1": "query A { a ...F }\nfragment F on T { f }"}"#,
    #"{"1": "\n query A { a ...F }\nfragment F on T { f }"}"#,
  ])
  func catalogReadsOperationsFromAManifest(text: String) throws {
    let catalog = try OperationCatalog(
      manifest: Data(text.utf8), file: "manifest.json")
    let document = "query A { a ...F }\nfragment F on T { f }"
    #expect(
      catalog.entries.map { [$0.description, $0.document] + $0.origins.map(\.file) }
        == [[#"query "A" (manifest.json:1:1)"#, document]])
  }
}
