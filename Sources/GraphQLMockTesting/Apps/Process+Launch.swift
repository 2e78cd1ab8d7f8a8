#if !(os(iOS) || os(tvOS) || os(watchOS) || os(visionOS))
  public import Foundation
  public import GraphQLMock

  extension Process {
    /// Runs the process, which reads the launch plan with `MockGraphQLService.startFromLaunchEnvironment()`.
    ///
    /// ```swift
    /// let mock = try process.run(mocking: LaunchPlan(.query("Viewer", .status(503))))
    /// ```
    /// Failures are reported at the handler that caused them, or else at the location of the call.
    /// - Returns: An object that provides the requests and failures of the process.
    /// - Throws: ``LaunchPlanError`` if the plan can't be written, or an error from `run()`.
    @discardableResult public func run(
      mocking plan: LaunchPlan, function: String = #function, fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) throws -> LaunchedApp {
      let launch = AppLaunch(
        plan, at: CodeLocation(nil, fileID, filePath, line, column), function: function)
      let added = try launch.plan.launchEnvironment()
      environment = (environment ?? ProcessInfo.processInfo.environment).merging(added) { $1 }
      try run()
      launch.launched()
      return launch.journal
    }
  }
#endif
