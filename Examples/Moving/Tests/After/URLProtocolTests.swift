import Films
import GraphQLMockTesting
import XCTest

final class URLProtocolTests: XCTestCase {
  override func invokeTest() {
    withMockGraphQLService(
      .query("Film", variables: ["id": "7"], .data(["film": ["id": "7", "title": "Alien"]])),
      .query("Film", variables: ["id": "8"], .status(401))
    ) { super.invokeTest() }
  }

  private var client: FilmClient {
    FilmClient(transport: MockGraphQLService.current.makeSession())
  }

  func testAFilmHasATitle() async throws {
    let film = try await client.film("7")

    XCTAssertEqual(film, Film(id: "7", title: "Alien"))
    let asked = MockGraphQLService.current.requests(named: "Film")
    XCTAssertEqual(asked.map(\.operation.variables), [["id": "7"]])
    XCTAssertEqual(asked.last?.urlRequest.httpMethod, "POST")
  }

  func testSignedOutUserGetsAnError() async throws {
    do {
      _ = try await client.film("8")
      XCTFail("There should be no film.")
    } catch { XCTAssertEqual(error as? FilmError, .signedOut) }
  }
}
