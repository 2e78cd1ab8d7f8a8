import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Closures of handlers, and the report of a handler that is never used.
///
/// `RequestHandlerFactoryTests` has the asynchronous closures of operations.
struct ResponseClosureTests {
  @Test func plainHTTPHandlerTakesAnAsynchronousClosure() async throws {
    @Sendable func answer(_ text: String) async -> MockResponse {
      await Task.yield()
      return .text(text)
    }
    let service = MockGraphQLService(
      .http("/a") { _ in await answer("path") },
      .http(host: "b.invalid") { _ in await answer("host") })
    var bodies: [String] = []
    for url in ["https://a.invalid/a", "https://b.invalid/b"] {
      bodies.append(try await service.makeSession().receive(URLRequest(url: .of(url))).body)
    }
    #expect(bodies == ["path", "host"])
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
