import Foundation
package import GraphQLMock

#if canImport(XCTest)
  package import XCTest
#endif

package struct AppLaunch {
  package let plan: LaunchPlan
  package let journal: LaunchedApp

  /// Adds the journal's folder, the running test, and the folder of its recordings, unless the plan sets them.
  /// - Parameter function: The calling function, which is the test if the framework doesn't know which one runs.
  package init(_ plan: LaunchPlan, at location: HandlerLocation, function: String) {
    var plan = plan
    let folder =
      plan.journalFolder
      ?? FileManager.default.temporaryDirectory
      .appendingPathComponent("GraphQLMock-journal-\(UUID().uuidString)")
    let isWanted = plan.wantsJournal || plan.journalFolder != nil
    journal = LaunchedApp(
      folder: folder, location: location, isTemporary: plan.journalFolder == nil,
      isWanted: isWanted, hasClock: plan.options.clock != nil)
    if isWanted {
      plan.journalFolder = folder
      // Other users must not read what the app requests.
      try? FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let stated = plan.options.recording
    let test = RunningTest.current ?? RunningTest(fileID: location.fileID, function: function)
    if let test {
      if plan.testName == nil { plan.testName = test.selection }
      if let stated, stated.folder == nil {
        plan.options.recording = Recording(
          stated, named: test.folder, filePath: location.filePath
        ).ofRunningCase()
      } else if stated == nil, RunningTest.current != nil {
        plan.options.recording = Self.recording(of: test, location)
      }
    } else if let stated, stated.folder == nil {
      plan.options.recording = nil
      plan.errors.append(
        "\(function) isn't a test, so the folder of its recordings is unknown; "
          + "use Recording(.\(stated.mode), named: \"…\").")
    }
    self.plan = plan
  }

  package func launched() {
    LaunchedApps.current?.add(journal)
    MockGraphQLService.scoped?.noteLaunchedApp()
  }

  private static func recording(of test: RunningTest, _ location: HandlerLocation) -> Recording? {
    let recording = Recording(.never, named: test.folder, filePath: location.filePath)
      .ofRunningCase()
    let isThere = recording.folder.map { FileManager.default.fileExists(atPath: $0.path) } == true
    return Recording.isAskedFor || isThere ? recording : nil
  }

  /// The environment to launch an app with, in which requests fail if the plan can't be written; reports that too.
  package func environmentOrReport() -> [String: String] {
    do throws(LaunchPlanError) {
      return try plan.launchEnvironment()
    } catch {
      journal.report(planError: error)
      return plan.launchEnvironment(reporting: error)
    }
  }
}

extension Recording {
  fileprivate func ofRunningCase() -> Recording {
    MockGraphQLService.scoped?.recordingCaseName.map(ofCase) ?? self
  }
}

#if canImport(XCTest)
  extension AppLaunch {
    private static let apps = Locked<[ObjectIdentifier: LaunchedApps]>([:])

    /// Reports the app's failures when a test case is torn down, together with those of its other launches.
    package init(
      _ plan: LaunchPlan, reportingIn testCase: XCTestCase?, at location: HandlerLocation,
      function: String
    ) {
      self.init(plan, at: location, function: function)
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
        apps.blockUntilSettled()
        for issue in apps.takeIssues() { running.record(issue) }
      }
    }
  }
#endif
