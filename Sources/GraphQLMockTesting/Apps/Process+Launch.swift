#if !(os(iOS) || os(tvOS) || os(watchOS) || os(visionOS))
  public import Foundation
  public import GraphQLMock

  extension Process {
    /// Runs the process, which must call `MockGraphQLService.startFromLaunchEnvironment()`, with a launch plan.
    ///
    /// ```swift
    /// let mock = try process.run(mocking: LaunchPlan(.query("Viewer", .status(503))))
    /// ```
    /// - Parameters:
    ///   - plan: The launch plan. If it doesn't set a folder for the journal, a temporary one is used.
    ///   - function: The calling function, whose recordings are used if the framework doesn't know the running test.
    ///   - fileID: The file ID of the call, whose location is that of failures without a handler.
    ///   - filePath: The path of the file of the call.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Returns: The requests and failures of the process.
    /// - Throws: ``LaunchPlanError`` if the plan can't be written, or an error from `run()`.
    @discardableResult public func run(
      mocking plan: LaunchPlan, function: String = #function, fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) throws -> LaunchedApp {
      let launch = AppLaunch(
        plan,
        at: HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column),
        function: function)
      let added = try launch.plan.launchEnvironment()
      environment = (environment ?? ProcessInfo.processInfo.environment).merging(added) { $1 }
      try run()
      launch.launched()
      return launch.journal
    }
  }
#endif
