import GraphQLMockTesting
import Testing

@Suite(.graphQL(fixtures: "Shop"))
struct FileTests {
  let shop = Shop(session: MockGraphQLService.current.makeSession())

  @Test func theResponseIsAFile() async throws {
    #expect(try await shop.product("7").price == .init(amount: 24.5, currency: "EUR"))
  }
}
