import Films
import Foundation
import Testing

/// Replaces the client, which therefore isn't tested: neither the request it sends nor how it reads
/// a 401.
struct StubFilms: FilmSource {
  var name = "film"

  func film(_ id: String) async throws -> Film {
    struct Response: Decodable {
      struct Root: Decodable { var film: Film? }
      var data: Root?
    }
    let file = try #require(
      Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Stubs"))
    let response = try JSONDecoder().decode(Response.self, from: Data(contentsOf: file))
    guard let film = response.data?.film else { throw FilmError.signedOut }
    return film
  }
}

@Suite struct StubFileTests {
  @Test func showsTheTitle() async {
    #expect(await FilmScreen(films: StubFilms()).title(of: "7") == "Alien")
  }

  @Test func asksToSignIn() async {
    #expect(await FilmScreen(films: StubFilms(name: "film.401")).title(of: "7") == "Sign in")
  }
}
