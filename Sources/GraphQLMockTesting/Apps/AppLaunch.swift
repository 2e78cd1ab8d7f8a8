import Foundation
package import GraphQLMock

#if canImport(XCTest)
  package import XCTest
#endif

package struct AppLaunch {
  package let plan: LaunchPlan
  package let journal: LaunchedApp

  /// Creates a launch, and completes the plan with values such as the folder of the app's journal.
  package init(_ plan: LaunchPlan, at location: CodeLocation, function: String) {
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
      // The folder has mode 700, so that other users of the computer can't read the app's requests.
      try? FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let stated = plan.options.recording
    let test = RunningTest.current ?? RunningTest(fileID: location.fileID, function: function)
    if let test {
      if plan.testName == nil { plan.testName = test.selection }
      var recording = Recording(stated ?? .never, named: test.folder, filePath: location.filePath)
      recording.isImplied = stated == nil
      if let name = MockGraphQLService.scoped?.recordingCaseName {
        recording = recording.ofCase(name)
      }
      let isThere = recording.folder.map { FileManager.default.fileExists(atPath: $0.path) } == true
      // As with the trait, a plan without a recording gets the test's if there is one or the environment asks for it.
      let isImplied = RunningTest.current != nil && (Recording.isAskedFor || isThere)
      if stated.map({ $0.folder == nil }) ?? isImplied { plan.options.recording = recording }
    } else if let stated, stated.folder == nil {
      plan.options.recording = nil
      plan.errors.append(
        "\(function) isn't a test, so the folder of its recordings is unknown; "
          + "use Recording(.\(stated.mode), named: \"…\").")
    }
    self.plan = plan
  }

  /// Adds the app to the report of the running test. Call it after the app's start, unless that threw an error.
  package func launched() {
    var (apps, service) = (LaunchedApps.current, MockGraphQLService.scoped)
    #if canImport(XCTest)
      // A service that `MockGraphQLService(for:)` creates isn't the value of a task.
      let scope = apps == nil ? RunningTestCase.running?.scope : nil
      if let scope { (apps, service) = (scope.apps, scope.service) }
    #endif
    apps?.add(journal)
    service?.noteLaunchedApp()
  }

  /// Returns the environment variables that contain the plan, and records an issue if the plan can't be written.
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
    /// The apps of each running test case, removed at its end, because another object may get the same address.
    private static let apps = Locked<[ObjectIdentifier: LaunchedApps]>([:])

    /// Creates a launch whose failures are reported at the end of the test case.
    package init(
      _ plan: LaunchPlan, reportingIn testCase: XCTestCase?, at location: CodeLocation,
      function: String
    ) {
      self.init(plan, at: location, function: function)
      guard let testCase else { return }
      let key = ObjectIdentifier(testCase)
      let known = Self.apps.withLock { $0[key] }
      let apps = known ?? LaunchedApps()
      apps.add(journal)
      guard known == nil else { return }
      Self.apps.withLock { $0[key] = apps }
      let running = RunningTestCase(testCase)
      testCase.addTeardownBlock {
        Self.apps.withLock { $0[key] = nil }
        apps.blockUntilSettled()
        apps.printNoRequestHint(of: running.test.title)
        for issue in apps.takeIssues() { running.record(issue) }
      }
    }
  }
#endif
