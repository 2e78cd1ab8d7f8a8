#if !(os(iOS) || os(tvOS) || os(watchOS) || os(visionOS))
  public import Foundation
  public import GraphQLMock

  extension Process {
    /// Runs the process with a launch plan; it calls `MockGraphQLService.startFromLaunchEnvironment()`.
    ///
    /// ```swift
    /// let journal = try process.run(mocking: LaunchPlan(.query("Viewer", .status(503))))
    /// ```
    /// - Parameters:
    ///   - plan: What the network of the process answers. A journal's folder is named where the plan
    ///     names none.
    ///   - function: The function of the call: the test whose recordings are used, if the framework doesn't know it.
    ///   - fileID: The file of the call, where failures without a handler are reported.
    ///   - filePath: The path of the file of the call.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Returns: what the process asks for, and what goes wrong there.
    /// - Throws: ``LaunchPlanError`` when the plan can't be written, and what `run()` throws.
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
