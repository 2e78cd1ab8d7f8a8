import Foundation
import GraphQLMockTesting
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// XCTest reports the same mistakes in responses and sessions as Swift Testing.
final class PlantedXCTestResponses: XCTestCase {
  override func invokeTest() {
    guard Mistakes.areEnabled else { return }
    withMockGraphQLService(.viewer) { super.invokeTest() }
  }

  func testTwoHandlersForOneOperation() async throws {
    MockGraphQLService.current.register(.query("Viewer", .status(401)))
    var data: MockJSON?
    for _ in 0..<2 where data == nil { data = try? await ShopApp().send(Documents.viewer) }
    XCTAssertEqual(data?["viewer"]["name"], "Ada")
  }

  func testHeaderFieldOfAnotherName() async throws {
    MockGraphQLService.current.register(
      .query("Viewer", .status(503).header("X-Retry-After", "5")))
    let seconds = try await ShopApp().field("Retry-After", ofAnswerTo: Documents.viewer)
    XCTAssertEqual(seconds, "5")
  }

  func testHandlerRegisteredTooLate() async {
    _ = try? await ShopApp().send(Documents.feed)
    MockGraphQLService.current.register(.query("Feed", .data(["feed": []])))
  }

  func testJournalAskedForAnotherName() async {
    _ = try? await ShopApp().send(Documents.viewer)
    XCTAssertEqual(MockGraphQLService.current.requests(named: "viewer").count, 1)
  }

  func testProtocolInFront() async {
    let configuration = MockGraphQLService.current.install(in: .ephemeral)
    configuration.protocolClasses?.insert(OfflineProtocol.self, at: 0)
    let app = ShopApp(session: URLSession(configuration: configuration))
    let data = try? await app.send(Documents.viewer)
    XCTAssertEqual(data?["viewer"]["name"], "Ada")
  }

  func testDataInsideAnEvent() async throws {
    MockGraphQLService.current.register(
      .subscription("Prices", .events([.data(["data": ["price": 1]])])))
    let events = try await ShopApp().events(of: "subscription Prices { price }")
    XCTAssertEqual(events.first?["price"], 1)
  }

  func testErrorsBesideData() async throws {
    MockGraphQLService.current.register(
      .query("Viewer", .data(["viewer": nil], errors: ["Sign in first"])).once)
    let data = try await ShopApp().send(Documents.viewer)
    XCTAssertEqual(data["viewer"]["name"], "Ada")
  }

  func testJSONForData() async throws {
    MockGraphQLService.current.register(.query("Viewer", .json(["viewer": ["name": "Ada"]])))
    let data = try await ShopApp().send(Documents.viewer)
    XCTAssertEqual(data["viewer"]["name"], "Ada")
  }

  func testWrongOrderInASequence() async throws {
    MockGraphQLService.current.register(
      .query("Feed", .data(["feed": [["title": "Two"]]]), .data(["feed": [["title": "One"]]])))
    let feed = try await ShopApp().send(Documents.feed)
    XCTAssertEqual(feed["feed"][0]["title"], "One")
  }

  func testVariableOneLevelLower() async {
    MockGraphQLService.current.register(
      .query("Search", variables: ["text": "tea"], .data(["search": []])))
    _ = try? await ShopApp().send(Documents.search, ["filter": ["text": "tea"]])
  }

  func testGzipWithoutItsHeaderField() async {
    _ = try? await ShopApp().post(Data([0x1F, 0x8B, 8, 0, 0]), "application/json")
  }

  func testClientThatGivesUp() async throws {
    MockGraphQLService.current.register(.query("Slow", .data(["a": 1]).delay(.seconds(5))))
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 0.1
    let session = MockGraphQLService.current.makeSession(configuration: configuration)
    let data = try? await ShopApp(session: session).send("query Slow { a }")
    XCTAssertEqual(data?["a"], 1)
  }

  func testServiceThatCantBeReached() async {
    MockGraphQLService.current.register(.query("Slow", .passThrough))
    let data = try? await ShopApp(url: "http://127.0.0.1:9/graphql").send("query Slow { a }")
    XCTAssertEqual(data?["a"], 1)
  }

  private static let shared = MockGraphQLService(.query("Page", .data(["page": 1])))

  func testServiceSharedByTests() async throws {
    MockGraphQLService.current.register(.query("Page", .data(["page": 1])))
    let app = ShopApp(session: Self.shared.makeSession())
    for _ in 0..<2 { try await app.send("query Page { page }") }
    XCTAssertEqual(Self.shared.requests.count, 1)
  }

  func testTableThatIsNotInTheBundle() async {
    MockGraphQLService.current.register(
      fixtures: FixtureTable("Shop", bundle: PlantedFixtures.bundle))
    _ = try? await ShopApp().send(Documents.feed)
  }
}

/// Scopes that don't enclose the test.
final class PlantedXCTestSetUps: XCTestCase {
  override func invokeTest() {
    if Mistakes.areEnabled { super.invokeTest() }
  }

  private var app: ShopApp?

  override func setUp() async throws {
    if name.contains("testRegisteredInSetUp") {
      MockGraphQLService.current.register(.viewer)
    } else if name.contains("testScopeInSetUp") {
      withMockGraphQLService(.viewer) { app = ShopApp() }
    }
  }

  func testRegisteredInSetUp() async throws {
    try await ShopApp().send(Documents.viewer)
  }

  func testScopeInSetUp() async throws {
    let app = try XCTUnwrap(app)
    try await app.send(Documents.viewer)
  }

  func testServiceForSelfAndCurrent() async throws {
    let service = MockGraphQLService(for: self, .viewer)
    try await ShopApp().send(Documents.viewer)
    XCTAssertEqual(service.requests.count, 1)
  }
}

/// State that one test leaves to the next.
final class PlantedXCTestStragglers: XCTestCase {
  override func invokeTest() {
    guard Mistakes.areEnabled else { return }
    withMockGraphQLService(.viewer) { super.invokeTest() }
  }

  nonisolated(unsafe) private static var app: ShopApp?
  nonisolated(unsafe) private static var late: Task<Void, Never>?
  private static let nextTest = Gate()

  func testAKeepsItsClient() { Self.app = ShopApp() }

  func testBUsesTheClientOfAnotherTest() async throws {
    let app = try XCTUnwrap(Self.app)
    let data = try? await app.send(Documents.viewer)
    XCTAssertEqual(data?["viewer"]["name"], "Ada")
  }

  func testCDoesNotWait() {
    let (app, nextTest) = (ShopApp(), Self.nextTest)
    Self.late = Task.init { @Sendable in
      await nextTest.wait()
      let data = try? await app.send("query Late { a }")
      XCTAssertEqual(data?["a"], 1)
    }
  }

  func testDIsBlamed() async throws {
    try await ShopApp().send(Documents.viewer)
    Self.nextTest.open()
    await Self.late?.value
  }
}
