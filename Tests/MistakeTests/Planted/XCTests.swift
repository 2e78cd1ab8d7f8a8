import Foundation
import GraphQLMockTesting
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The same kinds of mistakes in XCTest, which reports by other means.
final class PlantedXCTests: XCTestCase {
  override func invokeTest() {
    guard Mistakes.areEnabled else { return }
    withMockGraphQLService(
      .viewer,
      .query("Product", variables: ["id": "7"], .data(["product": ["name": "Tea"]])),
      .query("Typo", .data(["viwer": ["name": "Ada"]])),
      .query("Throws") { _ in throw ShopError() },
      .query("Asserts") { _ in
        XCTAssertEqual(1, 2, "in the closure")
        return .data(["a": 1])
      },
      .query("Once", .data(["a": 1])).once,
      .query("Slow", .data(["a": 1]).delay(.seconds(60))), fixtures: "Typo"
    ) { super.invokeTest() }
  }

  func testTypoInAName() async { await send("query Vewer { viewer { name } }") }

  func testMutationForQuery() async { await send("mutation Viewer { viewer { name } }") }

  func testWrongVariable() async { await send(Documents.product, ["id": "8"]) }

  func testNumberSentAsString() async { await send(Documents.product, ["id": 7]) }

  func testMisspelledFixture() async { await send(Documents.feed) }

  func testClosureThatThrows() async { await send("query Throws { a }") }

  func testAssertionInAClosure() async { await send("query Asserts { a }") }

  func testSyntaxError() async { await send("query Viewer { viewer { name }") }

  func testVariableThatIsNotDefined() async {
    await send("query Viewer { viewer(id: $id) { name } }")
  }

  func testUsedUp() async {
    await send("query Once { a }")
    await send("query Once { a }")
  }

  func testThreeEqualFailures() async {
    for _ in 0..<3 { await send("query Vewer { a }") }
  }

  func testMisspelledFieldInData() async throws {
    let data = try await ShopApp().send("query Typo { viewer { name } }")
    XCTAssertEqual(data["viewer"]["name"], "Ada")
  }

  func testNoRequest() async {
    let app = ShopApp(session: .shared, url: "http://127.0.0.1:9/graphql")
    let data = try? await app.send(Documents.viewer)
    XCTAssertEqual(data?["viewer"]["name"], "Ada")
  }

  func testWaitedForInVain() async {
    await MockGraphQLService.current.expectRequests(named: "Orders", within: .milliseconds(1))
  }

  func testErrorOfOursThrown() async throws {
    try await MockGraphQLService.current.waitForRequests(
      named: "Orders", within: .milliseconds(1))
  }

  func testCancelled() async throws {
    async let _ = ShopApp().send("query Slow { a }")
    try await MockGraphQLService.current.waitForRequests(named: "Slow")
    XCTAssertEqual(MockGraphQLService.current.requests.map { $0.response?.status }, [200])
  }

  func testInAnInnerScope() async throws {
    try await withMockGraphQLService(
      .query("Feed", .data(["feed": []])), options: ServiceOptions(reportsUnusedHandlers: true)
    ) { _ = try await ShopApp().send(Documents.viewer) }
  }

  private func send(_ document: String, _ variables: MockJSON = nil) async {
    _ = try? await ShopApp().send(document, variables)
  }
}

/// Services made without a scope around the test.
final class PlantedXCTestServices: XCTestCase {
  private let early = ShopApp()

  override func invokeTest() {
    if Mistakes.areEnabled { super.invokeTest() }
  }

  func testExpectedRequestOfAServiceForSelf() async {
    let service = MockGraphQLService(for: self, .viewer)
    await service.expectRequests(named: "Viewer", within: .milliseconds(10))
  }

  func testReportedWhenTornDown() async {
    let service = MockGraphQLService(for: self, .viewer)
    let app = ShopApp(session: service.makeSession())
    _ = try? await app.send("query Vewer { viewer { name } }")
  }

  func testSessionOfAStoredProperty() async {
    await withMockGraphQLService(.query("Stored", .data(["a": 1]))) {
      let data = try? await early.send("query Stored { a }")
      XCTAssertEqual(data?["a"], 1)
    }
  }

  func testErrorOutOfAScope() async throws {
    try await withMockGraphQLService(.viewer) {
      let data = try await ShopApp().send(Documents.viewer)
      guard data["viewer"]["name"] == "Grace" else { throw ShopError() }
    }
  }

  func testErrorOfOursBeforeAnyRequest() throws {
    try withMockGraphQLService(.viewer) { _ = try MockJSON(parsing: "{'a': 1}") }
  }

  func testAssertionBehindAScope() async throws {
    let data = try await withMockGraphQLService(.viewer) {
      try await ShopApp().send(Documents.viewer)
    }
    XCTAssertEqual(data["viewer"]["name"], "Grace")
  }

  func testScopeInsideTheTest() async throws {
    try await withMockGraphQLService(.viewer) { _ = try await ShopApp().send(Documents.feed) }
  }
}
