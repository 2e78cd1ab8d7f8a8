import Foundation
import GraphQLMockTesting
import XCTest

final class ResponseVariantsXCTests: XCTestCase {
  func testASoundClientTakesEveryResponse() async throws {
    let report = try await withResponseVariants(combinations: 10, options: Library.options) {
      service in
      try await Library(session: service.makeSession()).load("Viewer")
    }
    XCTAssertEqual(report.findings, [])
    XCTAssertEqual(report.singleChangeCount, report.triedSingleChangeCount)
  }
}
