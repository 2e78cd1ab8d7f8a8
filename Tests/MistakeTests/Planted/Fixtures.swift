import Foundation
import GraphQLMockTesting
import Testing

/// Mistakes in fixtures and recordings.
@Suite(.enabled(if: Mistakes.areEnabled)) struct PlantedFixtures {
  @Test(.graphQL(fixtures: "Typo")) func misspelledFile() async throws {
    try await ShopApp().send(Documents.feed)
  }

  @Test(.graphQL(fixtures: "Case")) func fileInLowerCase() async throws {
    try await ShopApp().send(Documents.feed)
  }

  @Test(.graphQL(fixtures: "Variant")) func variantThatNobodyNames() async throws {
    try await ShopApp().send(Documents.feed)
  }

  @Test(.graphQL(fixtures: "RecordedPair")) func recordedPairWithOtherVariables() async throws {
    try await ShopApp().send(Documents.product, ["id": "8"])
  }

  @Test(.graphQL(fixtures: "RecordedPair")) func recordedPairWithAnotherDocument() async throws {
    try await ShopApp().send(
      "query Product($id: ID!) { product(id: $id) { name price } }", ["id": "7"])
  }

  @Test(.graphQL(fixtures: "Shop")) func noFileForTheOperation() async throws {
    try await ShopApp().send(Documents.like, ["id": "7"])
  }

  @Test(.graphQL(fixtures: "Broken")) func malformedFile() async throws {
    try await ShopApp().send(Documents.feed)
  }

  @Test(.graphQL(fixtures: "UnknownKey")) func unknownKeyInAFile() async throws {
    try await ShopApp().send(Documents.feed)
  }

  @Test(.graphQL(fixtures: "NoResponse")) func fileThatIsNoResponse() async throws {
    try await ShopApp().send(Documents.feed)
  }

  @Test(.graphQL(fixtures: "Shopp")) func misspelledTable() async throws {
    try await ShopApp().send(Documents.feed)
  }

  @Test(.graphQL(.query("Feed", .fixture("Feed.pag1")), fixtures: "Shop"))
  func misspelledVariant() async throws { try await ShopApp().send(Documents.feed) }

  @Test(.graphQL(fixtures: "Unfit")) func fieldThatNobodySelects() async throws {
    let data = try await ShopApp().send(Documents.viewer)
    #expect(data["viewer"]["name"] == "Ada")
  }

  @Test(.graphQL(fixtures: "Unfit", options: ServiceOptions(responseValidation: .fail)))
  func fixtureThatDoesNotFit() async throws { try await ShopApp().send(Documents.viewer) }

  @Test(.graphQL(fixtures: "Template")) func templateOfAnUnknownVariable() async throws {
    try await ShopApp().send(Documents.product, ["id": "7"])
  }

  @Test(.graphQL(fixtures: "Shop")) func anotherValueInAFixture() async throws {
    let data = try await ShopApp().send(Documents.viewer)
    #expect(data["viewer"]["name"] == "Grace")
  }

  @Test(.graphQL(.query("Viewer", .data(["viewer": ["name": "Grace"]]))))
  func tableInFrontOfAHandler() async throws {
    MockGraphQLService.current.register(fixtures: "Shop")
    let data = try await ShopApp().send(Documents.viewer)
    #expect(data["viewer"]["name"] == "Grace")
  }

  @Test(
    .graphQL(
      .query("Viewer", variables: ["id": "7"], .data(["viewer": ["name": "Grace"]])),
      fixtures: "Shop"))
  func tableThatAnswersInsteadOfAHandler() async throws {
    let data = try await ShopApp().send(Documents.viewer)
    #expect(data["viewer"]["name"] == "Grace")
  }

  @Test(.graphQL(fixtures: "Shop")) func handlerOfAnotherScope() async throws {
    let service = MockGraphQLService(.mutation("Like", .data(["like": ["count": 8]])))
    try await ShopApp().send(Documents.like, ["id": "7"])
    #expect(service.requests.count == 1)
  }

  @Test(.graphQL(fixtures: "Stale", recording: .never)) func staleDocumentOfARecording()
    async throws
  { try await ShopApp().send(Documents.viewer) }

  @Test(.graphQL(fixtures: "StaleVariables", recording: .never))
  func staleVariablesOfARecording() async throws {
    try await ShopApp().send(Documents.product, ["id": "8"])
  }

  @Test(.graphQL(fixtures: "Nothing", recording: .missing)) func nothingIsRecordedInCI()
    async throws
  { try await ShopApp().send(Documents.viewer) }

  @Test(
    .graphQL(
      .viewer, fixtures: "Unused", recording: .never,
      options: ServiceOptions(reportsUnusedRecordings: true)))
  func recordingThatNothingAsksFor() async throws { try await ShopApp().send(Documents.viewer) }

  /// A bundle without the folder of fixtures.
  static let bundle =
    Bundle(url: PlantedSources.folder.appendingPathComponent("App")) ?? .main

  @Test(.graphQL(fixtures: FixtureTable("Shop", bundle: bundle))) func tableThatIsNotInTheBundle()
    async throws
  { try await ShopApp().send(Documents.feed) }

  @Test func rowThatNamesNoFixture() {
    #expect(FixtureTable("Rows").check() == [])
  }

  @Test(.graphQL(.query("Viewer", .fixture("Viewer.json")), fixtures: "Shop"))
  func fixtureWithItsExtension() async throws { try await ShopApp().send(Documents.viewer) }
}
