import Films
import Foundation
import GraphQLMockTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct MockTransport: Transport {
  let service = MockGraphQLService.current

  func send(_ body: Data, to url: URL) async throws -> (body: Data, status: Int) {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = body
    let response = try await service.respond(to: request)
    return (try await response.body.collect(), response.status)
  }
}

@Suite struct TransportTests {
  @Test(.graphQL(.query("Film", .status(503), .data(["film": ["id": "7", "title": "Alien"]]))))
  func theSecondTryWorks() async throws {
    let client = FilmClient(transport: MockTransport())

    await #expect(throws: FilmError.status(503)) { try await client.film("7") }
    #expect(try await client.film("7").title == "Alien")

    let asked = MockGraphQLService.current.requests(named: "Film")
    #expect(asked.map(\.operation.variables) == [["id": "7"], ["id": "7"]])
  }
}
