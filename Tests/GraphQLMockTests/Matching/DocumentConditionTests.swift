import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Documents of handlers.
struct DocumentConditionTests {
  /// As in a request, an empty name is none.
  @Test(arguments: [nil, "", "A"]) func emptyOperationNameSelectsTheOnlyOperation(
    name: String?
  ) throws {
    let condition = DocumentCondition("query A { a }", operationName: name)
    #expect(try condition.key.get().operationName == "A")
  }

  @Test func differentlyFormattedDocumentMatchesAndIsKeptAsSent() async throws {
    let service = MockGraphQLService(
      .query("A", document: "query A($x: Int = 1) { a(x: $x) }", .data(["a": 1])),
      .query("A", .status(404)))
    let sent = "query A (\n $x: Int = 1\n) { a(x: $x), }"
    let incoming = try await service.makeSession().receive(.graphQL(["query": .string(sent)]))
    #expect(incoming.status == 200)
    #expect(service.requests.map(\.operation.document) == [sent])
    #expect(service.requests.map(\.operation.coercedVariables) == [["x": 1]])
  }
}
