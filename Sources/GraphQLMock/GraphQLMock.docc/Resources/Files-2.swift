import GraphQLMockTesting
import Testing

@Suite(.graphQL(fixtures: "Shop"))
struct FileTests {
  let shop = Shop(session: MockGraphQLService.current.makeSession())

  @Test func theResponseIsAFile() async throws {
    #expect(try await shop.product("7").price == .init(amount: 24.5, currency: "EUR"))
  }

  @Test(.graphQL(.query("Product", .fixture("Product.soldOut"))))
  func aVariantIsNamed() async throws {
    await #expect(throws: Shop.Problem.refused("No stock")) { try await shop.product("7") }
  }

  @Test func everyFileIsSound() {
    #expect(FixtureTable("Shop").check() == [])
  }
}
