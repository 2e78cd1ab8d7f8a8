import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The inputs of the benchmarks: a client's request of 1 KB, its response, and a large schema.
enum Inputs {
  static let document =
    "query HeroDetails($id: ID!, $first: Int = 20, $after: String, $episode: Episode, "
    + "$filter: FriendFilter, $withDetails: Boolean = false) "
    + "{ hero(id: $id, episode: $episode) { __typename ...CharacterFields "
    + "rating @include(if: $withDetails) "
    + "friends(first: $first, after: $after, filter: $filter) { __typename ...FriendFields } } } "
    + "fragment CharacterFields on Character { __typename id name } "
    + "fragment FriendFields on Character { __typename id name isAvailable }"

  static let request: URLRequest = {
    var request = URLRequest(
      url: URL(string: "https://api.example.com/graphql") ?? URL(fileURLWithPath: ""))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(
      "application/graphql-response+json, application/json;q=0.9", forHTTPHeaderField: "Accept")
    request.httpBody = Data(
      (#"{"operationName":"HeroDetails","query":"\#(document)","variables":{"after":null,"#
        + #""episode":"EMPIRE","filter":{"minimum":2,"text":"computing"},"first":20,"#
        + #""id":"1a2b3c4d","withDetails":true}}"#).utf8)
    return request
  }()

  static let response = MockResponse.data([
    "hero": [
      "__typename": "Character", "id": "1a2b3c4d", "name": "Ada Lovelace", "rating": 4.5,
      "friends": [
        ["__typename": "Character", "id": "2b", "name": "Charles Babbage", "isAvailable": true],
        ["__typename": "Character", "id": "3c", "name": "Mary Somerville", "isAvailable": false],
      ],
    ]
  ])

  static let handler = RequestHandler.operation(.named("HeroDetails"), response)

  /// A schema of 1 MB.
  static let schema: String = {
    let types = (0..<850).map { number in
      let fields = (0..<11).map { field in
        """
          "What field \(field) of it means to those who ask for it"
          field\(field)(first: Int = 10, after: ID): [Type\((number * 7 + field) % 850)!]!
        """
      }
      return "type Type\(number) {\n  id: ID!\n\(fields.joined(separator: "\n"))\n}\n"
    }
    return "type Query { all: [Type0!]! }\n" + types.joined()
  }()
}
