#if !(os(iOS) || os(tvOS) || os(watchOS) || os(visionOS))
  public import Foundation
  public import GraphQLMock

  extension Process {
    /// Runs the process with a launch plan, which `MockGraphQLService.startFromLaunchEnvironment()` reads there.
    ///
    /// ```swift
    /// let mock = try process.run(mocking: LaunchPlan(.query("Viewer", .status(503))))
    /// ```
    /// The function names the test if the test framework doesn't know it. The last parameters are the location of
    /// the call, where failures that no handler caused are reported.
    /// - Returns: The requests and failures of the process.
    /// - Throws: ``LaunchPlanError`` if the plan can't be written, or an error from `run()`.
    @discardableResult public func run(
      mocking plan: LaunchPlan, function: String = #function, fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) throws -> LaunchedApp {
      let launch = AppLaunch(
        plan, at: HandlerLocation(nil, fileID, filePath, line, column), function: function)
      let added = try launch.plan.launchEnvironment()
      environment = (environment ?? ProcessInfo.processInfo.environment).merging(added) { $1 }
      try run()
      launch.launched()
      return launch.journal
    }
  }
#endif
