import Foundation
import GraphQLMock
import TestSupport
import Testing

struct OperationCoverageTests {
  private static let documents = [
    "Viewer.graphql": "query Viewer { viewer { ...Name } }",
    "Name.graphql": "fragment Name on User { name }",
    "Shop/Like.gql": "\nmutation Like($id: ID!) { like(id: $id) { count } }",
    "Shop/Products.graphql": "query Products { products { id } }",
    "Shop/anonymous.graphql": "{ now }",
  ]
  private static let name = #"{"data": {"viewer": {"name": "Ada"}}}"#

  private func coverage(
    _ documents: [String: String] = documents, by handlers: [RequestHandler] = [],
    fixtures: [String: String] = [:]
  ) throws -> OperationCoverage {
    var files = ["Package.swift": "", "Tests/Tests.swift": "", "Table/Fixtures.md": ""]
    for (name, text) in documents { files["GraphQL/\(name)"] = text }
    for (name, text) in fixtures { files["Table/\(name)"] = text }
    let folder = try TemporaryFolder(files)
    return OperationCoverage(
      operations: "GraphQL", handlers: handlers,
      fixtures: [FixtureTable(folder: folder.url.appendingPathComponent("Table"))],
      filePath: folder.url.appendingPathComponent("Tests/Tests.swift").path)
  }

  @Test func allOperationsAreUnansweredWithoutFixturesAndHandlersOfOperations() throws {
    for handlers in [[], [RequestHandler.http("/graphql", method: "POST", .data([:]))]] {
      let found = try coverage(by: handlers)
      #expect(
        found.unanswered == [
          #"mutation "Like" (Like.gql:2:1)"#, #"query "Products" (Products.graphql:1:1)"#,
          "anonymous query (anonymous.graphql:1:1)", #"query "Viewer" (Viewer.graphql:1:1)"#,
        ], "\(handlers.count)")
      #expect(found.unusedFixtures + found.errors == [], "\(handlers.count)")
    }
  }

  @Test func handlersCoverOperationsByTypeNameDocumentOrRootField() throws {
    let found = try coverage(by: [
      .mutation("Like", variables: ["id": "7"], .data(["like": ["count": 8]])),
      .operation(document: "query Viewer { viewer { name } }", .data([:])),
      .query(.anonymous, .data([:])).where(header: "X-A").where(path: "/a"),
      .query("Like", .data([:])),
      .query(.any, .data([:])).where(rootField: "products"),
    ])
    // A fragment makes another document than the field in its place.
    #expect(found.unanswered == [#"query "Viewer" (Viewer.graphql:1:1)"#])
  }

  @Test func fixturesCoverOperationsAndUnusedOnesAreListed() throws {
    let found = try coverage(fixtures: [
      "Viewer.json": Self.name,
      "Viewer.old.json": """
      {"request": {"query": "query Viewer { viewer { id } }"}, "response": {"body": \(Self.name)}}
      """,
      "Viewer.empire.json": """
      {"request": {"query": "query Viewer { viewer { ...Name } } fragment Name on User { name }"},
       "response": {"body": \(Self.name)}}
      """,
      "Viewers.json": Self.name,
      "Products.json": #"{"request": {"query": "query Products { p }"}, "response": {}}"#,
      // Only a handler that names this variant answers with it.
      "Products.empty.json": Self.name,
      "Like.json": "{",
    ])
    #expect(
      found.unanswered == [
        #"mutation "Like" (Like.gql:2:1)"#, #"query "Products" (Products.graphql:1:1)"#,
        "anonymous query (anonymous.graphql:1:1)",
      ])
    #expect(found.unusedFixtures == ["Table/Products", "Table/Viewer.old", "Table/Viewers"])
    #expect(
      found.errors == [
        """
        Table/Like.json:1:2: this isn't valid JSON: expected a member name in quotes or "}", \
        found the end
        """
      ])
  }

  @Test func coverageReadsOperationsFromAManifest() throws {
    let text = """
      {"format": "apollo-persisted-query-manifest", "version": 1, "operations": [
        {"id": "1", "name": "A", "type": "query", "body": "query A { a }"}]}
      """
    let folder = try TemporaryFolder([
      "Fixtures/manifest.json": text, "Package.swift": "", "Tests.swift": "",
    ])
    let path = folder.url.appendingPathComponent("Tests.swift").path
    let unanswered = [[], [RequestHandler.query("A", .data([:]))]].map { handlers in
      OperationCoverage(operations: "manifest.json", handlers: handlers, filePath: path).unanswered
    }
    #expect(unanswered == [[#"query "A" (manifest.json:1:1)"#], []])
  }

  @Test func anErrorOfATableIsReportedOnce() throws {
    let folder = try TemporaryFolder([
      "T/Hero.json": "{}", "T/hero.json": "{}", "T/A.json": "{}", "GraphQL/A.graphql": "{ a }",
    ])
    let table = FixtureTable(folder: folder.url.appendingPathComponent("T"))
    let path = folder.url.appendingPathComponent("GraphQL").path
    #expect(
      OperationCoverage(at: path, fixtures: [table]).errors == [
        #"T: "Hero.json" and "hero.json" differ only in upper and lower case"#
      ])
  }

  @Test func unreadableAndMissingDocumentsAndManifestsWithoutAFormatAreErrors() throws {
    let folder = try TemporaryFolder([
      "Fixtures/manifest.json": #"{"operations": [{"id": "1", "body": "query A { a }"}]}"#,
      "Package.swift": "", "Tests.swift": "",
    ])
    let path = folder.url.appendingPathComponent("Tests.swift").path
    let manifest = folder.url.appendingPathComponent("Fixtures/manifest.json").path
    let root = folder.url.standardizedFileURL.path
    let errors: [[String]] = [
      try coverage(["A.graphql": "query A {"]).errors,
      OperationCoverage(operations: "GraphQL", filePath: path).errors,
      OperationCoverage(operations: "manifest.json", filePath: path).errors,
    ]
    #expect(
      errors == [
        ["A.graphql:1:10: Syntax Error: Expected Name, found <EOF>."],
        [
          """
          there is no folder of documents "GraphQL". Searched: \(root)/Fixtures/GraphQL, \
          \(root)/GraphQL
          """
        ],
        [
          """
          \(manifest) can't be read: The manifest of persisted documents can't be used: \
          its "format" must be "apollo-persisted-query-manifest", found none.
          """
        ],
      ])
  }
}
