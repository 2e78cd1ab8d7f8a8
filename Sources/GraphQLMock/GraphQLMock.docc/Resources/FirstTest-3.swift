import GraphQLMockTesting
import Testing

@Suite(
  .graphQL(
    .query("Product") { request in
      .data([
        "product": [
          "id": request.variables["id"], "name": "Teapot",
          "price": ["amount": 24.5, "currency": "EUR"],
        ]
      ])
    }))
struct ShopTests {
  let shop = Shop(session: MockGraphQLService.current.makeSession())

  @Test func aProductHasAName() async throws {
    #expect(try await shop.product("7").name == "Teapot")
  }

  @Test func theIdentifierIsSent() async throws {
    #expect(try await shop.product("8").id == "8")
    let asked = MockGraphQLService.current.requests(named: "Product")
    #expect(asked.map(\.operation.variables) == [["id": "8"]])
  }
}
