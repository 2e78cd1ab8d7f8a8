import Foundation
package import GraphQLMock

#if canImport(XCTest)
  package import XCTest
#endif

package struct AppLaunch {
  package let plan: LaunchPlan
  package let journal: AppJournal

  /// Names the journal's folder and the running test, where the plan does not.
  package init(_ plan: LaunchPlan, at location: HandlerLocation) {
    var plan = plan
    let folder =
      plan.journalFolder
      ?? FileManager.default.temporaryDirectory
      .appendingPathComponent("GraphQLMock-journal-\(UUID().uuidString)")
    let isWanted = plan.wantsJournal || plan.journalFolder != nil
    journal = AppJournal(
      folder: folder, location: location, isTemporary: plan.journalFolder == nil,
      isWanted: isWanted)
    if isWanted {
      plan.journalFolder = folder
      // Other users must not read what the app requests.
      try? FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    if let test = RunningTest.current {
      if plan.testName == nil { plan.testName = test.selection }
      if let stated = plan.options.recording, stated.folder == nil {
        plan.options.recording = Recording(
          stated, named: test.folder, filePath: location.filePath
        ).ofRunningCase()
      } else if plan.options.recording == nil {
        plan.options.recording = Self.recording(of: test, location)
      }
    }
    self.plan = plan
  }

  /// Has the scope of the test report what goes wrong in the app, once it runs.
  package func launched() { LaunchedApps.current?.add(journal) }

  /// A test that states no recording records as the environment asks, or replays an existing recording.
  private static func recording(of test: RunningTest, _ location: HandlerLocation) -> Recording? {
    let recording = Recording(.never, named: test.folder, filePath: location.filePath)
      .ofRunningCase()
    let isThere = recording.folder.map { FileManager.default.fileExists(atPath: $0.path) } == true
    return Recording.isAskedFor || isThere ? recording : nil
  }

  /// The environment to launch an app with, also when the plan can't be written: then that is reported,
  /// and the app's requests fail with it.
  package func environmentOrReport() -> [String: String] {
    do throws(LaunchPlanError) {
      return try plan.launchEnvironment()
    } catch {
      journal.report(planError: error)
      return plan.launchEnvironment(reporting: error)
    }
  }
}

#if canImport(XCTest)
  extension AppLaunch {
    private static let apps = Locked<[ObjectIdentifier: LaunchedApps]>([:])

    /// Reports the app's failures when a test case is torn down, together with those of its other launches.
    package init(
      _ plan: LaunchPlan, reportingIn testCase: XCTestCase?, at location: HandlerLocation
    ) {
      self.init(plan, at: location)
      guard let testCase else { return }
      let key = ObjectIdentifier(testCase)
      if let known = Self.apps.withLock({ $0[key] }) {
        known.add(journal)
        return
      }
      let apps = LaunchedApps()
      apps.add(journal)
      Self.apps.withLock { $0[key] = apps }
      let running = RunningTestCase(testCase)
      testCase.addTeardownBlock {
        Self.apps.withLock { $0[key] = nil }
        apps.blockUntilStarts()
        for issue in apps.takeIssues() { running.record(issue) }
      }
    }
  }
#endif
