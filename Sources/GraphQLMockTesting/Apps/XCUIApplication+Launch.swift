// On Linux, the target LaunchTests compiles this file with its own class XCUIApplication.

#if GRAPHQL_MOCK_STAND_IN || canImport(XCTest) && canImport(ObjectiveC) && !os(watchOS)
  public import GraphQLMock
  public import XCTest

  #if GRAPHQL_MOCK_STAND_IN
    public import GraphQLMockTesting
  #endif

  extension XCUIApplication {
    /// Launches the app with a launch plan, which it reads by `MockGraphQLService.startFromLaunchEnvironment()`.
    ///
    /// If the plan can't be written, an issue is recorded, and the app's requests fail. A test case that you pass
    /// as
    /// `testCase` reports the app's failures when it's torn down. You don't need it inside
    /// `withMockGraphQLService`, or if you call `reportFailures()`. The function names the test if XCTest doesn't
    /// know it. The last parameters are the location of the call, where failures that no handler caused are
    /// reported.
    /// - Returns: The requests and failures of the app.
    @MainActor @discardableResult public func launch(
      mocking plan: LaunchPlan, reportingIn testCase: XCTestCase? = nil,
      function: String = #function, fileID: String = #fileID, filePath: String = #filePath,
      line: Int = #line, column: Int = #column
    ) -> LaunchedApp {
      let launch = AppLaunch(
        plan, reportingIn: testCase,
        at: HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column),
        function: function)
      launchEnvironment.merge(launch.environmentOrReport()) { $1 }
      self.launch()
      launch.launched()
      return launch.journal
    }
  }
#endif
