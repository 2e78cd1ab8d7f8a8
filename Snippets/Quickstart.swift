// Sends requests like GraphQL clients do, through an ordinary URLSession, to a service whose
// fixtures are in `Fixtures/StarWars`.

import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let service = MockGraphQLService(fixtures: "StarWars")
let session = service.makeSession()

func send(_ title: String, _ body: String) async {
  guard let endpoint = URL(string: "https://example.invalid/graphql") else { return }
  var request = URLRequest(url: endpoint)
  request.httpMethod = "POST"
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  request.setValue(
    "application/graphql-response+json,application/json", forHTTPHeaderField: "Accept")
  request.httpBody = Data(body.utf8)
  print("\n# \(title)\n> \(body)")
  do {
    let (data, response) = try await session.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    print("< \(status) \(String(decoding: data, as: UTF8.self))")
  } catch {
    print("< \(error.localizedDescription)")
  }
}

await send(
  "A query with variables",
  #"""
  {"operationName":"HeroName","query":"query HeroName($episode: Episode) { hero(episode: $episode) { __typename name } }","variables":{"episode":"EMPIRE"}}
  """#)

await send(
  "A mutation",
  #"""
  {"operationName":"CreateReviewForEpisode","query":"mutation CreateReviewForEpisode($episode: Episode!, $review: ReviewInput!) { createReview(episode: $episode, review: $review) { __typename stars commentary } }","variables":{"episode":"JEDI","review":{"commentary":"This is a great movie!","stars":5}}}
  """#)

await send(
  "An error",
  #"""
  {"operationName":"Starship","query":"query Starship($id: ID!) { starship(id: $id) { __typename name } }","variables":{"id":"3000"}}
  """#)

await send(
  "A miss",
  #"""
  {"operationName":"HeroNam","query":"query HeroNam { hero { name } }"}
  """#)
