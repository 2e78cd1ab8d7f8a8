import Foundation
import GraphQLMock
import GraphQLMockTesting
import TestSupport
import Testing

/// What a launch adds to its plan.
struct AppLaunchTests {
  private func launch(_ plan: LaunchPlan, function: String = #function) -> AppLaunch {
    let location = CodeLocation(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
    return AppLaunch(plan, at: location, function: function)
  }

  /// The journal contains the app's requests.
  @Test func onlyTheUserReadsAJournalWhichIsDeletedUnlessThePlanStatesItsFolder() throws {
    let stated = try TemporaryFolder()
    for folder in [nil, stated.url.appendingPathComponent("journal")] {
      var plan = LaunchPlan()
      plan.journalFolder = folder
      var launch: AppLaunch? = launch(plan)
      let path = try #require(launch?.plan.journalFolder?.path)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o700, "\(path)")
      launch = nil
      #expect(FileManager.default.fileExists(atPath: path) == (folder != nil), "\(path)")
    }
  }

  @Test func aPlanWithoutAJournalHasNoFolder() {
    var plan = LaunchPlan()
    plan.wantsJournal = false
    #expect(launch(plan).plan.journalFolder == nil)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["GRAPHQL_MOCK_RECORD"] == nil))
  func aPlanGetsTheRecordingsOfItsTestIfThereAreAny() throws {
    #expect(launch(LaunchPlan()).plan.options.recording == nil)
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/AppLaunchTests")
    let own = folder.appendingPathComponent("aPlanGetsTheRecordingsOfItsTestIfThereAreAny")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let recording = launch(LaunchPlan()).plan.options.recording
    #expect(recording?.folder?.path == own.path)
    #expect(recording?.isImplied == true)
  }
}
