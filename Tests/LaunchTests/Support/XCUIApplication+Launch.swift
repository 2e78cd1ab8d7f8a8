// On Linux, a test target compiles this file with a replacement of XCUIApplication.

#if GRAPHQL_MOCK_STAND_IN || canImport(XCTest) && canImport(ObjectiveC) && !os(watchOS)
  public import GraphQLMock
  public import XCTest

  #if GRAPHQL_MOCK_STAND_IN
    public import GraphQLMockTesting
  #endif

  extension XCUIApplication {
    /// Launches the app, which must call `MockGraphQLService.startFromLaunchEnvironment()`, with a launch plan.
    ///
    /// If the plan can't be written, that is reported, and the app's requests fail.
    /// - Parameters:
    ///   - plan: The launch plan. If it doesn't set a folder for the journal, a temporary one is used.
    ///   - testCase: The test case that reports the app's failures when it's torn down. You don't need it inside
    ///     `withMockGraphQLService`, or if you call `reportFailures()`.
    ///   - function: The calling function, whose recordings are used if XCTest doesn't know the running test.
    ///   - fileID: The file ID of the call, whose location is that of failures without a handler.
    ///   - filePath: The path of the file of the call.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
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
