import Foundation
import GraphQLMockTesting
import TestSupport
import Testing
import XCTest

/// A test that fails on purpose, in a child process only.
final class FailingLaunchXCTests: XCTestCase {
  static let variable = "GRAPHQL_MOCK_FAILING_LAUNCH"

  override func invokeTest() {
    guard ProcessInfo.processInfo.environment[Self.variable] != nil else { return }
    super.invokeTest()
  }

  func testTheAppAsksInVain() throws {
    nonisolated(unsafe) let testCase: XCTestCase = self  // this is the main thread
    MainActor.assumeIsolated {
      let app = XCUIApplication()
      app.launch(mocking: LaunchPlan(.signIn, .products("Lamp")), reportingIn: testCase)
      app.app.process.waitUntilExit()
    }
  }

  func testTheAppAsksInVainTwice() throws {
    nonisolated(unsafe) let testCase: XCTestCase = self  // this is the main thread
    MainActor.assumeIsolated {
      for _ in 1...2 {
        let app = XCUIApplication()
        app.launch(mocking: LaunchPlan(.signIn, .products("Lamp")), reportingIn: testCase)
        app.app.process.waitUntilExit()
      }
    }
  }

  func testThePlanCannotBeWritten() throws {
    nonisolated(unsafe) let testCase: XCTestCase = self  // this is the main thread
    MainActor.assumeIsolated {
      let app = XCUIApplication()
      app.launch(mocking: LaunchPlan(.query("A") { _ in nil }), reportingIn: testCase)
      app.app.process.waitUntilExit()
    }
  }
}

/// What the test above reports, read off the output of the child.
@Suite(
  .enabled(if: RunningApp.readsPlans, "the app reads launch plans in debug builds only"),
  .startsItselfAgain, .onWaitingThreads)
struct FailingLaunchTests {
  @Test(arguments: [
    ("testTheAppAsksInVain", "In the app: Unhandled query \"News\""),
    ("testTheAppAsksInVainTwice", "the name differs (2 times)"),
    (
      "testThePlanCannotBeWritten",
      "The launch plan can't be written: The handler for query \"A\" (FailingLaunchTests.swift:"
    ),
  ]) func whatGoesWrongInTheAppFailsTheTestCaseOnce(name: String, message: String) async throws {
    let lines = try ChildProcess.run(
      ["LaunchTests.FailingLaunchXCTests/\(name)"],
      environment: [FailingLaunchXCTests.variable: "1"])
    let issues = lines.filter { $0.contains(": error: ") }
    #expect(issues.count == 1, "\(lines)")
    #expect(issues.allSatisfy { $0.contains("FailingLaunchTests.swift:") && $0.contains(message) })
  }
}
