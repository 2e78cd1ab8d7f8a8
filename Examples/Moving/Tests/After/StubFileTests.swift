import Films
import GraphQLMockTesting
import Testing

@Suite(.graphQL(fixtures: "Films"))
struct StubFileTests {
  let screen = FilmScreen(films: FilmClient(transport: MockGraphQLService.current.makeSession()))

  @Test func showsTheTitle() async {
    #expect(await screen.title(of: "7") == "Alien")
  }

  @Test(
    .graphQL(
      .query("Film", .fixture("Film.401").status(401)), fixtures: "Films",
      options: ServiceOptions(reportsUnusedHandlers: true)))
  func asksToSignIn() async {
    #expect(await screen.title(of: "7") == "Sign in")
  }
}
