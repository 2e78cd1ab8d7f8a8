import GraphQLMockTesting
import Testing

@Suite(.graphQL(schema: "shop.graphqls", unhandled: .generated))
struct SchemaTests {
  let shop = Shop(session: MockGraphQLService.current.makeSession())

  @Test func everythingIsAnswered() async throws {
    #expect(try await shop.product("7").id == "7")
  }

  @Test(.graphQL(.query("Product", .data(["product": ["name": "Teapot"]]).completed)))
  func aTestSaysWhatItIsAbout() async throws {
    #expect(try await shop.product("7").name == "Teapot")
  }
}
