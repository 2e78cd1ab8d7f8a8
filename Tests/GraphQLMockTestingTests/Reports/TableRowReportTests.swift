import Foundation
import GraphQLMock
import TestSupport
import Testing

@testable import GraphQLMockTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Failures of table rows name the path of the table, because test frameworks show only the file
/// name, which is the same for every table.
struct TableRowReportTests {
  @Test func failureInATableRowShowsThePathOfTheTable() async throws {
    let folder = try TemporaryFolder([
      "Shop/table.json": """
      {"rows": [
        {"request": {"path": "/cart"}, "response": {"fixture": "Cart"}}
      ]}
      """
    ])
    let table = folder.url.appendingPathComponent("Shop")
    let service = MockGraphQLService(fixtures: FixtureTable(folder: table))
    let url = try #require(URL(string: "https://example.invalid/cart"))
    await #expect(throws: URLError.self) { try await service.makeSession().data(from: url) }
    let issues = TestReport(service).takeIssues(
      at: CodeLocation(fileID: "T/T.swift", filePath: "/T.swift", line: 1, column: 1))
    let path = table.appendingPathComponent("table.json").path
    #expect(issues.map(\.message) == ["There is no fixture \"Cart\" in Shop. (\(path):2:3)"])
    #expect(issues.map(\.location.filePath) == [path])
  }
}
