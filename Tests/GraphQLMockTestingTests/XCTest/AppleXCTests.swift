// What the library assumes of Apple's XCTest. `scripts/check-mac` lists these tests in its table.

#if canImport(ObjectiveC)
  import GraphQLMockTesting
  import XCTest

  final class AppleXCTests: XCTestCase {
    override func invokeTest() { withMockGraphQLService(.viewer) { super.invokeTest() } }

    override func setUp() async throws {
      XCTAssertEqual(MockGraphQLService.current.requests.count, 0)
    }

    func testCurrentServiceIsThatOfSetUp() async throws {
      _ = try await Client().send("query Viewer { a }")
      XCTAssertEqual(MockGraphQLService.current.requests.count, 1)
    }

    @MainActor func testCurrentServiceIsAvailableOnTheMainActor() async throws {
      _ = try await Client().send("query Viewer { a }")
      XCTAssertEqual(MockGraphQLService.current.requests.count, 1)
    }

    func testFailureCanBeExpected() async throws {
      XCTExpectFailure("The request doesn't arrive.")
      await MockGraphQLService.current.expectRequests(named: "A", within: .milliseconds(10))
    }
  }
#endif
