import GraphQLMockTesting
import SuiteSupport
import Testing
import XCTest

extension RequestHandler {
  static let hero = query(
    "Hero",
    .data(["hero": ["__typename": "Character", "id": "1a2b3c4d", "name": "Ada Lovelace"]]))
}

/// A service of its own for each test, as the trait makes it.
@Suite(.graphQL(.hero)) struct MockSwiftTesting {
  @Test(arguments: 0..<Suite.testCount) func test(_ number: Int) async throws {
    #expect(try await Suite.send(through: MockGraphQLService.current.makeSession()))
  }
}

final class MockXCTest: XCTestCase {
  func test() async throws {
    for _ in 0..<Suite.testCount {
      let service = MockGraphQLService(.hero)
      let isRight = try await Suite.send(through: service.makeSession())
      XCTAssert(isRight)
      XCTAssertEqual(service.exchanges.count, Suite.requestCount)
    }
  }
}
