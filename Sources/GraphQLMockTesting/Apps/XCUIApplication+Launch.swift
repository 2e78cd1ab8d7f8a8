// On Linux, the test target LaunchTests compiles this file with its own class `XCUIApplication`.

#if GRAPHQL_MOCK_STAND_IN || canImport(XCTest) && canImport(ObjectiveC) && !os(watchOS)
  public import Foundation
  public import GraphQLMock
  public import XCTest

  #if GRAPHQL_MOCK_STAND_IN
    public import GraphQLMockTesting
  #endif

  extension XCUIApplication {
    /// Launches the app, which reads the launch plan with `MockGraphQLService.startFromLaunchEnvironment()`.
    ///
    /// If the plan can't be written, an issue is recorded, and all requests of the app fail. If you pass a test
    /// case, the app's failures are reported when the test case is torn down. This isn't needed inside
    /// `withMockGraphQLService`, or if you call `reportFailures()`. Failures are reported at the handler that
    /// caused them, or else at the location of the call. Pass a folder if the app can't read the test's temporary
    /// folder, as on a Mac. A new folder in it contains the requests and commands, and isn't deleted.
    /// - Returns: An object that provides the requests and failures of the app.
    @MainActor @discardableResult public func launch(
      mocking plan: LaunchPlan, folder: URL? = nil, reportingIn testCase: XCTestCase? = nil,
      function: String = #function, fileID: String = #fileID, filePath: String = #filePath,
      line: Int = #line, column: Int = #column
    ) -> LaunchedApp {
      var plan = plan
      if let folder { plan.journalFolder = folder.appendingPathComponent(UUID().uuidString) }
      let launch = AppLaunch(
        plan, reportingIn: testCase,
        at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
        function: function)
      launchEnvironment.merge(launch.environmentOrReport()) { $1 }
      self.launch()
      launch.launched()
      return launch.journal
    }
  }
#endif
