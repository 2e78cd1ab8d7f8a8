package import GraphQLMock

extension LaunchPlan {
  /// - Parameter environment: The environment variables that can set the plan's recording mode.
  package func launchEnvironment(
    recordingIn environment: [String: String]
  ) throws(LaunchPlanError) -> [String: String] {
    [Self.variable: try text(environment)]
  }
}
