import Foundation
import GraphQLMockTesting
import SuiteSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What all tests of a suite share, and need first at the same moment: `Benchmarks/run-suite` makes the files.
enum FirstUse {
  static let testCount = 200

  private static let folder = URL(
    fileURLWithPath: ProcessInfo.processInfo.environment["GRAPHQL_MOCK_FIRST_USE"] ?? "/dev/null")

  static let schema = ServiceSchema(contentsOf: [folder.appendingPathComponent("schema.graphqls")])

  static func table(_ name: String) -> FixtureTable {
    FixtureTable(folder: folder.appendingPathComponent(name))
  }

  /// Sends one request, whose answer must have data.
  static func send(_ query: String, _ variables: String = "{}") async throws -> Bool {
    guard let url = URL(string: "https://api.example.com/graphql") else { return false }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(#"{"query":"\#(query)","variables":\#(variables)}"#.utf8)
    let session = MockGraphQLService.current.makeSession()
    return try await session.data(for: request).0.starts(with: Data(#"{"data":{"#.utf8))
  }
}

@Suite(.graphQL(options: ServiceOptions(unhandled: .generated, schema: FirstUse.schema)))
struct FirstUseOfSchema {
  @Test(arguments: 0..<FirstUse.testCount) func test(_ number: Int) async throws {
    #expect(
      try await FirstUse.send(
        "query Node($id: ID!) { node(id: $id) { __typename id } }", #"{"id":"\#(number)"}"#))
  }
}

@Suite(.graphQL(options: ServiceOptions(fixtures: FirstUse.table("Large"))))
struct FirstUseOfLargeFixture {
  @Test(arguments: 0..<FirstUse.testCount) func test(_ number: Int) async throws {
    #expect(try await FirstUse.send("query Large { items { id name tags } }"))
  }
}

@Suite(.graphQL(options: ServiceOptions(fixtures: FirstUse.table("Rows"))))
struct FirstUseOfRows {
  @Test(arguments: 0..<FirstUse.testCount) func test(_ number: Int) async throws {
    #expect(
      try await FirstUse.send("query Row($id: Int) { row(id: $id) { id } }", #"{"id":\#(number)}"#))
  }
}
