import Foundation
import GraphQLMockTesting
import XCTest

/// The code for Apple's UI tests, run against the stand-in.
final class XCUIApplicationTests: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(RunningApp.readsPlans, "the app reads launch plans in debug builds only")
  }

  // XCTest on Linux knows no tests that are isolated, and runs these on the main thread.
  func testLaunchingMocksTheNetworkOfTheApp() throws {
    try withMockGraphQLService {
      try MainActor.assumeIsolated {
        let app = XCUIApplication()
        app.launchEnvironment["LANG"] = "C"
        let journal = app.launch(
          mocking: LaunchPlan(fixtures: "Store", variants: ["Products": "unavailable"]))
        let products = try journal.waitForExchanges(named: "Products") {
          $0.ending != nil
        }
        XCTAssertEqual(products.map(\.response?.status), [503])
        app.app.process.waitUntilExit()
        XCTAssertEqual(app.launchEnvironment["LANG"], "C")
      }
    }
  }
}
