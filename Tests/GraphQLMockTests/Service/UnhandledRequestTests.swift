import Foundation
import GraphQLMock
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request that nothing answers: the client's error and the journal say what to write.
@Suite(.timeLimit(.minutes(1))) struct UnhandledRequestTests {
  func message(
    of service: MockGraphQLService, to request: URLRequest
  ) async throws -> String {
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession().data(for: request)
    }
    #expect(error?.code == .resourceUnavailable)
    #expect(service.failures.map(\.kind) == [.unhandledRequest])
    #expect(service.failures.map(\.message) == [error?.localizedDescription])
    #expect(service.exchanges.map { $0.failure?.kind } == [.unhandledRequest])
    return error?.localizedDescription ?? ""
  }

  @Test func anotherHandlersAnswerCanStandIn() async throws {
    let service = MockGraphQLService(unhandled: .respond(.status(404)))
    let received = try await service.makeSession().receive(.graphQL(["query": "{ a }"]))
    #expect(received.status == 404)
    #expect(service.failures == [])
  }
}
