// Sends requests like GraphQL clients do, through an ordinary URLSession, to a service whose
// fixtures are in `Fixtures/StarWars`.

import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let service = MockGraphQLService(fixtures: "StarWars")
let session = service.makeSession()

func send(_ title: String, _ query: String, _ variables: MockJSON = [:]) async throws {
  guard let endpoint = URL(string: "https://example.invalid/graphql") else { return }
  var request = URLRequest(url: endpoint)
  request.httpMethod = "POST"
  request.httpBody = try (["query": .string(query), "variables": variables] as MockJSON).encoded()
  print("\n# \(title)\n> \(query)")
  do {
    let (data, response) = try await session.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    print("< \(status) \(String(decoding: data, as: UTF8.self))")
  } catch {
    print("< \(error.localizedDescription)")
  }
}

try await send(
  "A query with variables",
  "query HeroName($episode: Episode) { hero(episode: $episode) { __typename name } }",
  ["episode": "EMPIRE"])

try await send(
  "A mutation",
  """
  mutation CreateReviewForEpisode($episode: Episode!, $review: ReviewInput!) {
    createReview(episode: $episode, review: $review) { __typename stars commentary }
  }
  """,
  ["episode": "JEDI", "review": ["commentary": "This is a great movie!", "stars": 5]])

try await send(
  "An error", "query Starship($id: ID!) { starship(id: $id) { __typename name } }", ["id": "3000"])

try await send("A misspelled name", "query HeroNam { hero { name } }")
