import SuiteSupport
import Testing
import XCTest

/// What the framework costs by itself.
@Suite struct EmptySwiftTesting {
  @Test(arguments: 0..<Suite.testCount) func test(_ number: Int) async throws {
    #expect(number >= 0)
  }
}

final class EmptyXCTest: XCTestCase {
  func test() async throws {
    for number in 0..<Suite.testCount { XCTAssert(number >= 0) }
  }
}
