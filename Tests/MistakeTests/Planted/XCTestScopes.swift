import Foundation
import GraphQLMockTesting
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What Swift Testing is told of answers and sessions, XCTest is told as well.
final class PlantedXCTestAnswers: XCTestCase {
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
    XCTAssertEqual(MockGraphQLService.current.exchanges(named: "viewer").count, 1)
  }

  func testProtocolInFront() async {
    let configuration = MockGraphQLService.current.makeConfiguration()
    configuration.protocolClasses?.insert(OfflineProtocol.self, at: 0)
    let app = ShopApp(session: URLSession(configuration: configuration))
    let data = try? await app.send(Documents.viewer)
    XCTAssertEqual(data?["viewer"]["name"], "Ada")
  }
}

/// Scopes that do not hold the test.
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
    XCTAssertEqual(service.exchanges.count, 1)
  }
}

/// What one test leaves to the next.
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
