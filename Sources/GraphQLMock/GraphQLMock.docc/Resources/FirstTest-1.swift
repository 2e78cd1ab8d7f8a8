import GraphQLMockTesting
import Testing

@Suite struct ShopTests {
  @Test func aProductHasAName() async throws {
    let service = MockGraphQLService(
      .query("Product", .data(["product": ["id": "7", "name": "Teapot"]])))
    _ = service
  }
}
