import Foundation
import GraphQLMockTesting
import TestSupport
import Testing
import XCTest

/// Where recordings of the tests in this file go.
private func recordings(_ test: String) -> URL {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures/\(test)")
}

extension LaunchPlan {
  /// The plan as an app is launched with it.
  fileprivate func launched(by function: String = #function) -> LaunchPlan {
    let location = CodeLocation(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
    return AppLaunch(self, at: location, function: function).plan
  }
}

/// Records the app's traffic with the real service, then replays it without.
@Suite(
  .enabled(if: RunningApp.readsPlans, "the app reads launch plans in debug builds only"),
  .graphQL(), .onWaitingThreads)
struct AppRecordingTests {
  @Test func whatOneRunRecordedTheNextReplays() async throws {
    let folder = recordings("AppRecordingTests/whatOneRunRecordedTheNextReplays")
    // A run that was killed may have left some.
    try? FileManager.default.removeItem(at: folder)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let expected = ["News: Real news", "Products: Real lamp", "Welcome, Real Ada"]
    let server = try StoreServer()
    // On a CI server nothing would be recorded.
    let (recorded, _) = try await RunningApp(server.url).run(
      environment: LaunchPlan(recording: .missing).launched().launchEnvironment(recordingIn: [:]))
    #expect(recorded.sorted() == expected)
    let operations = ["News", "Products", "SignIn"]
    #expect(server.operations.sorted() == operations)

    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let names = files.map { file -> String in String(file.prefix { $0 != "." }) }
    #expect(names == operations)
    for file in files {
      let text = try String(
        contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      #expect(!text.contains("real-token-1") && !text.contains("correct horse"), "\(text)")
    }

    // A plan that says nothing of recordings takes those of the test, as a trait does.
    for plan in [LaunchPlan(recording: .never), LaunchPlan()] {
      let (replayed, journal) = try await RunningApp(server.url).run(plan, filePath: #filePath)
      #expect(replayed.sorted() == expected)
      #expect(server.operations.count == 3)
      #expect(journal.failures == [])
    }
  }

  @Test func theFolderAndTheNameAreThoseOfTheTest() {
    let plan = LaunchPlan(recording: .never).launched()
    #expect(
      plan.options.recording?.folder?.path
        == recordings("AppRecordingTests/theFolderAndTheNameAreThoseOfTheTest").path)
    #expect(
      plan.testName
        == #"^LaunchTests\.AppRecordingTests/theFolderAndTheNameAreThoseOfTheTest\(\)/"#)
  }

  @Test func recordingsOfACaseAreInTheFolderOfTheTest() {
    let folder = recordings("AppRecordingTests/recordingsOfACaseAreInTheFolderOfTheTest")
    MockGraphQLService.current.useRecordings(forCase: "EMPIRE")
    #expect(
      LaunchPlan(recording: .never).launched().options.recording?.folder
        == folder.appendingPathComponent("EMPIRE"))
  }

  @Test func aNameTakesThePlaceOfTheTests() {
    let plan = LaunchPlan(recording: Recording(named: "Shared")).launched()
    #expect(plan.options.recording?.folder == recordings("Shared"))
  }
}

final class AppRecordingXCTests: XCTestCase {
  func testTheFolderIsThatOfTheTestCase() {
    withMockGraphQLService {
      let plan = LaunchPlan(recording: .never).launched()
      let name = "AppRecordingXCTests/testTheFolderIsThatOfTheTestCase"
      XCTAssertEqual(plan.testName, #"^LaunchTests\.\#(name)$"#)
      XCTAssertEqual(plan.options.recording?.folder, recordings(name))
    }
  }

  func testOutsideOfAScopeTheFunctionIsTheTest() {
    let plan = LaunchPlan(recording: .never).launched()
    XCTAssertEqual(
      plan.options.recording?.folder,
      recordings("AppRecordingTests/testOutsideOfAScopeTheFunctionIsTheTest"))
  }

  func testAHelperThatIsNoTestMustNameTheFolder() {
    func helper() -> LaunchPlan { LaunchPlan(recording: .never).launched(by: #function) }
    XCTAssertThrowsError(try helper().launchEnvironment()) { error in
      XCTAssertEqual(
        "\(error)",
        "The launch plan can't be written: helper() isn't a test, so the folder of its recordings is "
          + "unknown; use Recording(.never, named: \"…\").")
    }
  }
}
