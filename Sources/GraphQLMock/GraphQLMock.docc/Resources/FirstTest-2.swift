import GraphQLMockTesting
import Testing

@Suite struct ShopTests {
  @Test func aProductHasAName() async throws {
    let service = MockGraphQLService(
      .query(
        "Product",
        .data([
          "product": [
            "id": "7", "name": "Teapot", "price": ["amount": 24.5, "currency": "EUR"],
          ]
        ])))
    let shop = Shop(session: service.makeSession())
    #expect(try await shop.product("7").name == "Teapot")
  }
}
