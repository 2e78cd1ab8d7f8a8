import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request of 1 KB, as a client sends it.
struct SampleRequest: Sendable {
  static let count = 256
  static let all: [SampleRequest] = (0..<count).map(SampleRequest.init(number:))

  let operationName: String
  let document: String
  let body: Data
  let request: URLRequest

  private init(number: Int) {
    let document = RequestBodyText.document(size: 700, number: number)
    operationName = document.operationName
    self.document = document.text
    body = RequestBodyText.make(size: 1_024, documentSize: 700, number: number)
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
  func handler(withDocument: Bool) -> RequestHandler {
    .operation(
      .named(operationName), document: withDocument ? document : nil, Self.response)
  }

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
