import Foundation

extension LaunchPlan {
  /// The environment variable, which the app reads in `startFromLaunchEnvironment()`.
  package static let variable = "GRAPHQL_MOCK_LAUNCH_PLAN"
  /// The maximum length, in bytes, of a launch plan in an environment variable. Linux allows slightly more.
  package static let sizeLimit = 130_000

  /// Returns the environment variable `GRAPHQL_MOCK_LAUNCH_PLAN`, with which you start the app.
  ///
  /// If the environment of this process sets a recording mode, the plan includes this mode (see ``Recording``).
  /// - Throws: ``LaunchPlanError`` if the plan contains a closure or anything else that can't leave this process,
  ///   if a fixture table or a variant is missing, or if the plan is longer than 130,000 bytes.
  public func launchEnvironment() throws(LaunchPlanError) -> [String: String] {
    [Self.variable: try text(ProcessInfo.processInfo.environment)]
  }

  /// - Parameter environment: The environment variables that can set the plan's recording mode.
  package func text(_ environment: [String: String]) throws(LaunchPlanError) -> String {
    let text = try json(environment: environment).get().description
    guard text.utf8.count <= Self.sizeLimit else {
      throw LaunchPlanError(.tooLarge(bytes: text.utf8.count))
    }
    return text
  }

  /// Returns the environment variable with an invalid plan, which makes every request of the app fail.
  package func launchEnvironment(reporting error: LaunchPlanError) -> [String: String] {
    // The rest of the plan may be invalid. The journal shows the test that the app has read the plan.
    var plan = LaunchPlan()
    plan.journalFolder = journalFolder
    // A code point of the text has at most six bytes in JSON.
    plan.errors = [error.description.shortened(to: Self.sizeLimit / 10)]
    return [Self.variable: ((try? Self.fields.json(of: plan)) ?? .null).description]
  }
}
