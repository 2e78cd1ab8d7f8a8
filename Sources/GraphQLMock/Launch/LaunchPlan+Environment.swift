import Foundation

extension LaunchPlan {
  package static let variable = "GRAPHQL_MOCK_LAUNCH_PLAN"
  // The maximum length, in bytes, of a launch plan in an environment variable. Linux allows slightly more.
  package static let sizeLimit = 130_000

  /// Returns the environment variable `GRAPHQL_MOCK_LAUNCH_PLAN`, with which you start the app.
  ///
  /// If the environment of this process sets a recording mode, the plan includes this mode (see ``Recording``).
  /// - Throws: ``LaunchPlanError`` if the plan contains a closure or anything else that can't leave this process,
  ///   if a fixture table or a variant is missing, or if the plan is longer than 130,000 bytes.
  public func launchEnvironment() throws(LaunchPlanError) -> [String: String] {
    [Self.variable: try text()]
  }

  /// - Parameter environment: The environment variables that can set the plan's recording mode.
  package func launchEnvironment(
    recordingIn environment: [String: String]
  ) throws(LaunchPlanError) -> [String: String] {
    [Self.variable: try text(environment)]
  }

  func text(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(LaunchPlanError) -> String {
    let text = try json(environment: environment).get().description
    let size = text.utf8.count
    guard size <= Self.sizeLimit else {
      throw LaunchPlanError(.tooLarge(bytes: size, limit: Self.sizeLimit))
    }
    return text
  }

  /// Returns the environment variable with an invalid plan, which makes every request of the app fail.
  package func launchEnvironment(reporting error: LaunchPlanError) -> [String: String] {
    var plan = LaunchPlan()
    plan.journalFolder = journalFolder
    plan.errors = [error.description]
    return [Self.variable: ((try? Self.fields.json(of: plan)) ?? .null).description]
  }
}

extension LaunchPlan: Codable {
  /// Decodes a launch plan.
  /// - Throws: An error of the decoder, or `DecodingError.dataCorrupted` with the message of a ``LaunchPlanError``.
  public init(from decoder: any Decoder) throws {
    switch Self.read(try MockJSON(from: decoder).description) {
    case .success(let plan): self = plan
    case .failure(let error):
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Encodes the launch plan.
  /// - Throws: An error of the encoder, or `EncodingError.invalidValue` with the message of a ``LaunchPlanError``.
  public func encode(to encoder: any Encoder) throws {
    // An empty environment leaves the recording mode unchanged.
    switch json(environment: [:]) {
    case .success(let json): try json.encode(to: encoder)
    case .failure(let error):
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }
}
