import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every kind of handler accepts an async closure.
struct AnswerClosureTests {
  private func answer(_ data: MockJSON) async -> MockResponse {
    await Task.yield()
    return .data(data)
  }

  @Test func everyKindOfHandlerTakesAnAsynchronousClosure() async throws {
    let service = MockGraphQLService(
      .query("Q") { _ in await answer(["by": "query"]) },
      .mutation("M") { _ in await answer(["by": "mutation"]) },
      .subscription("S") { _ in await answer(["by": "subscription"]) },
      .operation("O") { _ in await answer(["by": "operation"]) },
      .http("/a") { _ in await answer(["by": "path"]) },
      .http(host: "b.invalid") { _ in await answer(["by": "host"]) })
    let session = service.makeSession()
    for (document, name) in [
      ("query Q { by }", "query"), ("mutation M { by }", "mutation"),
      ("subscription S { by }", "subscription"), ("query O { by }", "operation"),
    ] {
      let request = try URLRequest.graphQL(["query": .string(document)])
      #expect(try await session.receive(request).body == #"{"data":{"by":"\#(name)"}}"#)
    }
    for (url, name) in [("https://a.invalid/a", "path"), ("https://b.invalid/b", "host")] {
      let request = URLRequest(url: .of(url))
      #expect(try await session.receive(request).body == #"{"data":{"by":"\#(name)"}}"#)
    }
    #expect(service.failures == [])
  }

  @Test func unusedHandlerIsReportedWithItsConditions() {
    let service = MockGraphQLService(
      .query(
        "A", variables: ["name": .string("x"), "isOpen": true], .data([:])
      ).where(header: "X-Tenant", equals: "t").where(header: "X-Other", equals: "o")
        .where(host: "h.invalid", path: "/p"),
      options: ServiceOptions(reportsUnusedHandlers: true))
    #expect(
      service.unusedToReport.map(\.message.firstLine) == [
        """
        The handler for query "A" with the variables {"name":"x","isOpen":true} with the header \
        field X-Tenant: "t" with the header field X-Other: "o" to h.invalid/p was never \
        used: no request matched it.
        """
      ])
  }
}

extension String {
  fileprivate var firstLine: String { String(prefix { $0 != "\n" }) }
}
