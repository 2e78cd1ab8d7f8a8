import Foundation

extension LaunchPlan {
  package static let variable = "GRAPHQL_MOCK_LAUNCH_PLAN"
  /// The maximum length of a plan in bytes, slightly less than the limit of Linux for an environment variable.
  package static let sizeLimit = 130_000

  /// Returns the environment variable to start the app with, `GRAPHQL_MOCK_LAUNCH_PLAN`.
  ///
  /// The plan includes the recording mode that the environment of this process sets (see ``Recording``).
  /// - Throws: ``LaunchPlanError`` if a part of the plan can't leave this process, a table or variant is missing, or
  ///   the plan exceeds 130,000 bytes.
  public func launchEnvironment() throws(LaunchPlanError) -> [String: String] {
    [Self.variable: try text()]
  }

  /// Returns the environment variable of the plan, with the recording mode that the given environment sets.
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

  /// Returns the environment variable with a plan that only has the error, with which the app fails its requests.
  package func launchEnvironment(reporting error: LaunchPlanError) -> [String: String] {
    var plan = LaunchPlan()
    plan.journalFolder = journalFolder
    plan.errors = [error.description]
    return [Self.variable: ((try? Self.fields.json(of: plan)) ?? .null).description]
  }
}

extension LaunchPlan: Codable {
  /// Decodes a plan.
  /// - Throws: The decoder's error, or `DecodingError.dataCorrupted` with the message of a ``LaunchPlanError``.
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

  /// Encodes the plan.
  /// - Throws: The encoder's error, or `EncodingError.invalidValue` with the message of a ``LaunchPlanError``.
  public func encode(to encoder: any Encoder) throws {
    // The recording mode isn't taken from the environment, because the process that launches the app decides on it.
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
