import Foundation
import GraphQLMockTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Mistakes because of which no request reaches the service, and a few similar ones.
@Suite(.enabled(if: Mistakes.areEnabled)) struct PlantedCauses {
  @Test(.graphQL(.viewer)) func socketThatIsRefused() async throws {
    let service = MockGraphQLService.current
    service.sockets.policy = .refuse()
    try? await ShopApp.connect(to: service)
    #expect(service.requests.count == 1)
  }

  @Test(.graphQL(.viewer)) func socketThatIsGivenUp() async throws {
    let service = MockGraphQLService.current
    service.sockets.policy = .neverAcknowledge
    let url = try #require(URL(string: "wss://shop.example/graphql"))
    let socket = service.sockets.webSocketTask(with: url, protocols: ["graphql-transport-ws"])
    socket.resume()
    try await socket.send(.string(#"{"type":"connection_init"}"#))
    socket.cancel(code: 4000, reason: "Gave up")
    #expect(service.requests.count == 1)
  }

  @Test(.graphQL(.viewer)) func errorOfOursBeforeAnyRequest() throws {
    _ = try MockJSON(parsing: "{'a': 1}")
  }

  @Test(.graphQL()) func serviceOfTheTestsOwn() async throws {
    let own = MockGraphQLService(.viewer)
    try await ShopApp(session: own.makeSession()).send(Documents.viewer)
    #expect(MockGraphQLService.current.requests.count == 1)
  }

  @Test(.graphQL(.viewer)) func typeOfTheJournal() async throws {
    try await ShopApp().send(Documents.viewer)
    #expect(MockGraphQLService.current.requests(named: "Viewer", type: .mutation).count == 1)
  }

  @Test(.graphQL(.viewer, .query("Viewr", .data(["a": 1])))) func nothingExpectedOfTwoNames()
    async throws
  {
    try await ShopApp().send(Documents.viewer)
    await MockGraphQLService.current.expectRequests(named: "Viewed", exactly: 0)
    #expect(MockGraphQLService.current.requests(named: "Viewr").isEmpty)
    #expect(MockGraphQLService.current.requests.count == 2)
  }

  @Test(
    .graphQL(
      .query("Product") { request in
        .data(["product": ["name": request.variables["input.id"]]])
      })) func variableReadByItsPath() async throws
  {
    let data = try await ShopApp().send(
      "query Product($input: In) { product(input: $input) { name } }", ["input": ["id": "7"]])
    #expect(data["product"]["name"] == "7")
  }

  @Test(.graphQL(.viewer)) func placeholderForTheDocument() async throws {
    try await ShopApp().send("query", ["id": 7])
  }
}
