import Foundation
import GraphQLMockTesting
import TestSupport
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
        // An earlier launch of the same object has left its plan.
        app.launchEnvironment[LaunchPlan.variable] = "{}"
        let journal = app.launch(
          mocking: LaunchPlan(fixtures: "Store", fixtureVariants: ["Products": "unavailable"]))
        let products = try journal.waitForRequests(named: "Products") {
          $0.ending != nil
        }
        XCTAssertEqual(products.map(\.response?.status), [503])
        app.app.process.waitUntilExit()
        XCTAssertEqual(app.launchEnvironment["LANG"], "C")
      }
    }
  }

  func testJournalIsInTheFolderOfTheCall() throws {
    let folder = try TemporaryFolder()
    try withMockGraphQLService {
      try MainActor.assumeIsolated {
        let app = XCUIApplication()
        let mock = app.launch(mocking: LaunchPlan(fixtures: "Store"), folder: folder.url)
        XCTAssertEqual(
          mock.folder.deletingLastPathComponent().standardizedFileURL.path,
          folder.url.standardizedFileURL.path)
        try mock.waitForRequests(named: "Products")
        app.app.process.waitUntilExit()
      }
    }
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count, 1)
  }

  func testAPaymentIsRetriedWhileTheAppRuns() throws {
    try withMockGraphQLService {
      try MainActor.assumeIsolated {
        let app = TillApplication()
        let mock = app.launch(
          mocking: LaunchPlan(
            .mutation("Pay", .error("Declined", code: "DECLINED")),
            .subscription("Stock", .eventsFromTest),
            .query("Count", .data(["stock": 5]).delay(.seconds(30))),
            fixtures: "Store", clock: .stepped))
        app.buttons["Pay"].tap()
        XCTAssert(app.staticTexts["Declined"].waitForExistence(timeout: 60))

        mock.register(.mutation("Pay", .data(["pay": ["id": "1"]])))
        app.buttons["Retry"].tap()
        XCTAssert(app.staticTexts["Thank you, 1"].waitForExistence(timeout: 60))

        app.buttons["Watch"].tap()
        try mock.waitForRequests(named: "Stock")
        mock.subscriptions.send(.data(["stock": 3]), to: "Stock")
        XCTAssert(
          app.staticTexts[#"Stock: {"data":{"stock":3}}"#].waitForExistence(timeout: 60))

        app.buttons["1"].tap()
        try mock.waitForRequests(named: "Count")
        mock.clock.advance(by: .seconds(30))
        XCTAssert(app.staticTexts["Counted 5"].waitForExistence(timeout: 60))
        app.till.quit()
      }
    }
  }
}
