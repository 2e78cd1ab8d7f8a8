import Foundation
import GraphQLMockTesting
import Testing

/// Mistakes in what a handler answers.
@Suite(.enabled(if: Mistakes.areEnabled)) struct PlantedResponses {
  @Test(.graphQL(.query("Viewer") { _ in throw ShopError() })) func closureThatThrows()
    async throws
  { try await ShopApp().send(Documents.viewer) }

  @Test(.graphQL(.query("Viewer", .data(["viwer": ["name": "Ada"]]))))
  func misspelledFieldInData() async throws {
    let data = try await ShopApp().send(Documents.viewer)
    #expect(data["viewer"]["name"] == "Ada")
  }

  @Test(.graphQL(.query("Viewer", .data(["data": ["viewer": ["name": "Ada"]]]))))
  func dataInsideData() async throws {
    let data = try await ShopApp().send(Documents.viewer)
    #expect(data["viewer"]["name"] == "Ada")
  }

  @Test(.graphQL(.query("Viewer", .data(["viewer": ["name": "Ada"]])))) func missingTypeName()
    async throws
  {
    let data = try await ShopApp().send("query Viewer { viewer { __typename name } }")
    #expect(data["viewer"]["__typename"] == "User")
  }

  @Test(.graphQL(.query("Viewer", .data(["viewer": ["name": 7]])), schema: "Shop.graphqls"))
  func valueOfAnotherType() async throws { try await ShopApp().send(Documents.viewer) }

  @Test(.graphQL(.viewer, schema: "Shopp.graphqls")) func misspelledSchema() async throws {
    try await ShopApp().send(Documents.viewer)
  }

  @Test(.graphQL(.query("Feed", .status(503), .data(["feed": []])))) func statusOfTheFirstResponse()
    async throws
  {
    let answers = await [
      try? ShopApp().send(Documents.feed), try? ShopApp().send(Documents.feed),
    ]
    #expect(answers.compactMap(\.self) == [["feed": []], ["feed": []]])
  }

  @Test(.graphQL(.query("Feed", .error("Out of order", path: ["feed"])))) func errorInTheResponse()
    async throws
  {
    let data = try await ShopApp().send(Documents.feed)
    #expect(data["feed"].array?.count == 2)
  }

  @Test(.graphQL(.query("Viewer", .networkError(.timedOut)))) func failureOfTheNetwork()
    async throws
  {
    try await ShopApp().send(Documents.viewer)
  }

  @Test(.graphQL(.query(.pattern("View("), .data([:])))) func brokenPattern() async throws {
    try await ShopApp().send(Documents.viewer)
  }

  @Test(.graphQL(.operation(document: "{ viewer { name }", .data(["viewer": nil]))))
  func syntaxErrorInTheDocumentOfAHandler() async throws {
    try await ShopApp().send(Documents.viewer)
  }

  @Test(.graphQL(.query("Viewer", .data(["viewer": ["name": "Grace"]]))), .graphQL(.viewer))
  func twoTraitsForOneOperation() async throws {
    let data = try await ShopApp().send(Documents.viewer)
    #expect(data["viewer"]["name"] == "Grace")
  }

  @Test(
    .graphQL(
      .query("Feed", .data(["feed": [["title": "Two"]]]), .data(["feed": [["title": "One"]]]))))
  func wrongOrderInASequence() async throws {
    var titles: [String?] = []
    for _ in 0..<3 {
      titles.append(try await ShopApp().send(Documents.feed)["feed"][0]["title"].string)
    }
    #expect(titles == ["One", "Two", "Two"])
  }

  @Test(.graphQL(.query("Viewer", .status(401)), .viewer)) func signedOutForEver() async throws {
    var data: MockJSON?
    // The app signs in and sends the request again.
    for _ in 0..<3 where data == nil { data = try? await ShopApp().send(Documents.viewer) }
    #expect(data?["viewer"]["name"] == "Ada")
  }

  @Test(
    .graphQL(
      .query("Viewer", .status(503).header("X-Retry-After", "5").header("X-Token", "t0psecret"))))
  func headerFieldOfAnotherName() async throws {
    let seconds = try await ShopApp().field("Retry-After", ofAnswerTo: Documents.viewer)
    #expect(seconds == "5")
  }

  @Test(.graphQL(.subscription("Ticks", .data(["tick": 1])))) func eventForNobody() {
    MockGraphQLService.current.subscriptions.send(.data(["tick": 2]), to: "Ticks")
  }

  @Test(.graphQL(.subscription("Prices", .events([.data(["data": ["price": 1]])]))))
  func dataInsideAnEvent() async throws {
    let events = try await ShopApp().events(of: "subscription Prices { price }")
    #expect(events.first?["price"] == 1)
  }

  @Test(.graphQL(.subscription("Prices", .events([.data(["prise": 1])]))))
  func misspelledFieldInAnEvent() async throws {
    let events = try await ShopApp().events(of: "subscription Prices { price }")
    #expect(events.first?["price"] == 1)
  }

  @Test(.graphQL(.query("Viewer", .json(["viewer": ["name": "Ada"]])))) func jsonForData()
    async throws
  {
    let data = try await ShopApp().send(Documents.viewer)
    #expect(data["viewer"]["name"] == "Ada")
  }

  @Test(.graphQL(.query("Feed", .data(["feed": [["id": 7, "title": "Tea"]]]))))
  func numberForAnID() async throws {
    // The client decodes none of it, and ignores the error.
    let data = try await ShopApp().send("query Feed { feed { id title } }")
    let ids = (data["feed"].array ?? []).compactMap(\.["id"].string)
    #expect(ids.count == 1)
  }

  @Test(
    .graphQL(
      .query("Viewer", .data(["viewer": nil], errors: ["Sign in first"]))))
  func errorsBesideData() async throws {
    let data = try await ShopApp().send(Documents.viewer)
    #expect(data["viewer"]["name"] == "Ada")
  }
}
