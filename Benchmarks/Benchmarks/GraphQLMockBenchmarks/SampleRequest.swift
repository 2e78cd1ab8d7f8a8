import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request of 1 KB, as a client sends it.
struct SampleRequest: Sendable {
  let operationName: String
  let body: Data
  let request: URLRequest

  private init(operationName: String, body: Data) {
    self.operationName = operationName
    self.body = body
    var request = URLRequest(url: Self.url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(
      "application/graphql-response+json, application/json;q=0.9", forHTTPHeaderField: "Accept")
    request.setValue(operationName, forHTTPHeaderField: "X-APOLLO-OPERATION-NAME")
    request.httpBody = body
    self.request = request
  }

  private static let url =
    URL(string: "https://api.example.com/graphql") ?? URL(fileURLWithPath: "")

  /// A handler that answers this request.
  var handler: RequestHandler { .operation(.named(operationName), Self.response) }

  /// Handlers of as many other operations.
  static func others(_ count: Int) -> [RequestHandler] {
    (0..<count).map { .query(.named("Other\($0)"), .data([:])) }
  }

  /// A request whose document ``response`` answers field by field.
  static let hero = SampleRequest(
    operationName: "HeroDetails",
    body: Data(
      (#"{"operationName":"HeroDetails","query":"\#(heroDocument)","variables":"#
        + #"{"after":null,"episode":"EMPIRE","filter":{"minimum":2,"text":"computing"},"#
        + #""first":20,"id":"1a2b3c4d","withDetails":true}}"#).utf8))

  private static let heroDocument =
    "query HeroDetails($id: ID!, $first: Int = 20, $after: String, $episode: Episode, "
    + "$filter: FriendFilter, $withDetails: Boolean = false) "
    + "{ hero(id: $id, episode: $episode) { __typename ...CharacterFields "
    + "rating @include(if: $withDetails) "
    + "friends(first: $first, after: $after, filter: $filter) { __typename ...FriendFields } } } "
    + "fragment CharacterFields on Character { __typename id name } "
    + "fragment FriendFields on Character { __typename id name isAvailable }"

  /// What a service answers: some 300 bytes.
  static let response = MockResponse.data([
    "hero": [
      "__typename": "Character", "id": "1a2b3c4d", "name": "Ada Lovelace", "rating": 4.5,
      "friends": [
        ["__typename": "Character", "id": "2b", "name": "Charles Babbage", "isAvailable": true],
        ["__typename": "Character", "id": "3c", "name": "Mary Somerville", "isAvailable": false],
      ],
    ]
  ])
}
