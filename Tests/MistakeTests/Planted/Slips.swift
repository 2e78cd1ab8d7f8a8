import Foundation
import GraphQLMockTesting
import Testing

/// Typical mistakes of new users.
@Suite(.enabled(if: Mistakes.areEnabled)) struct PlantedSlips {
  // MARK: Requests

  @Test(.graphQL(.viewer)) func documentUnderAnotherKey() async throws {
    let body: MockJSON = ["document": .string(Documents.viewer)]
    try await ShopApp().post(body.encoded(), "application/json")
  }

  @Test(.graphQL(.viewer)) func documentAsTheBody() async throws {
    try await ShopApp().post(Data(Documents.viewer.utf8), "application/json")
  }

  @Test(.graphQL(.viewer)) func variablesAsAString() async throws {
    let body: MockJSON = ["query": .string(Documents.viewer), "variables": "{\"id\":\"7\"}"]
    try await ShopApp().post(body.encoded(), "application/json")
  }

  @Test(.graphQL(.mutation("Like", .data(["like": ["count": 8]])))) func mutationByGET()
    async throws
  {
    let document = "mutation%20Like%7Blike%7Bcount%7D%7D"
    try await ShopApp(url: "https://shop.example/graphql?query=\(document)").get()
  }

  @Test(.graphQL(.viewer)) func hashThatNobodyKnows() async throws {
    let hash = String(repeating: "0", count: 64)
    let body: MockJSON = [
      "operationName": "Viewer",
      "extensions": ["persistedQuery": ["version": 1, "sha256Hash": .string(hash)]],
    ]
    let answer = try await ShopApp().post(body.encoded(), "application/json")
    #expect(try MockJSON(parsing: answer)["data"]["viewer"]["name"] == "Ada")
  }

  @Test(.graphQL(.subscription("Prices", .events([.data(["price": 1])]))))
  func subscriptionWithoutAccept() async throws {
    let data = try? await ShopApp().send("subscription Prices { price }")
    #expect(data?["price"] == 1)
  }

  // MARK: Handlers

  @Test(.graphQL(.http("/search?q=tea", .text("Tea")))) func queryInThePathOfPlainHTTP()
    async throws
  {
    try await ShopApp(url: "https://shop.example/search?q=tea").get()
  }

  @Test(.graphQL(.query(.prefix("view"), .data(["viewer": ["name": "Ada"]]))))
  func prefixInLowerCase() async throws { try await ShopApp().send(Documents.viewer) }

  @Test(.graphQL(.query("query Viewer { viewer { name } }", .data(["viewer": ["name": "Ada"]]))))
  func documentInThePlaceOfAName() async throws { try await ShopApp().send(Documents.viewer) }

  @Test(.graphQL(.query("Viewer", .data(["viewer": ["name": "Ada"]]))))
  func nameOfAFieldForItsAlias() async throws {
    let data = try await ShopApp().send("query Viewer { me: viewer { name } }")
    #expect(data["me"]["name"] == "Ada")
  }

  @Test(.graphQL(.query("Feed", .data(["feed": ["title": "Tea"]])), schema: "Shop.graphqls"))
  func objectForAList() async throws { try await ShopApp().send(Documents.feed) }

  @Test(.graphQL(.query("Viewer", .networkError(.notConnectedToInternet)).once, .viewer))
  func clientThatDoesNotTryAgain() async throws {
    let data = try? await ShopApp().send(Documents.viewer)
    #expect(data?["viewer"]["name"] == "Ada")
  }

  @Test(.graphQL(.query("Viewer", .generated))) func generatedWithoutASchema() async throws {
    try await ShopApp().send(Documents.viewer)
  }

  // MARK: Expectations

  @Test(.graphQL(.viewer)) func oneRequestFewerThanExpected() async throws {
    try await ShopApp().send(Documents.viewer)
    await MockGraphQLService.current.expectRequests(
      named: "Viewer", exactly: 2, within: .milliseconds(1))
  }
}
