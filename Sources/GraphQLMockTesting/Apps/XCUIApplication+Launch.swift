// On Linux, a test target compiles this file with a replacement of XCUIApplication.

#if GRAPHQL_MOCK_STAND_IN || canImport(XCTest) && canImport(ObjectiveC) && !os(watchOS)
  public import GraphQLMock
  public import XCTest

  #if GRAPHQL_MOCK_STAND_IN
    public import GraphQLMockTesting
  #endif

  extension XCUIApplication {
    /// Launches the app with a plan; the app calls `MockGraphQLService.startFromLaunchEnvironment()`.
    ///
    /// A plan that can't be written is reported, and the app's requests fail with the reason.
    /// - Parameters:
    ///   - plan: What the network of the app answers. A journal's folder is named where the plan names
    ///     none.
    ///   - testCase: The test that the app's failures are reported in, when it is torn down. It is not
    ///     needed inside `withMockGraphQLService`, nor where you call `reportFailures()`.
    ///   - function: The function of the call: the test whose recordings are used, if XCTest doesn't know it.
    ///   - fileID: The file of the call, where failures without a handler are reported.
    ///   - filePath: The path of the file of the call.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Returns: what the app asks for, and what goes wrong there.
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
