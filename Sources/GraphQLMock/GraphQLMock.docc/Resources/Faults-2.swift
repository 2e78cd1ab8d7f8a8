import GraphQLMockTesting
import Testing

extension RequestHandler {
  static let teapot = query(
    "Product",
    .data([
      "product": ["id": "7", "name": "Teapot", "price": ["amount": 24.5, "currency": "EUR"]]
    ]))
}

@Suite(.graphQL(.teapot))
struct FaultTests {
  let shop = Shop(session: MockGraphQLService.current.makeSession())

  @Test(.graphQL(.query("Product", .error("No stock", path: ["product"]))))
  func aRefusalIsTold() async throws {
    await #expect(throws: Shop.Problem.refused("No stock")) { try await shop.product("7") }
  }

  @Test(.graphQL(.query("Product", .status(503)).once))
  func aBusyServiceIsAskedOnceMore() async throws {
    #expect(try await shop.product("7").name == "Teapot")
    let statuses = MockGraphQLService.current.requests.map(\.response?.status)
    #expect(statuses == [503, 200])
  }
}
