/// How the environment variables `GRAPHQL_MOCK_RECORD` and `CI` change the mode of a recording. They also decide whether
/// `MockGraphQLService+RequestsFile.swift` writes a file.
extension Recording {
  package static let variable = "GRAPHQL_MOCK_RECORD"

  func mode(in environment: [String: String]) -> Result<Mode, RecordingError> {
    if let text = environment[Self.variable], !text.isEmpty {
      return Mode(rawValue: text).map { .success($0) } ?? .failure(.unknownMode(text))
    }
    return .success(Self.isContinuousIntegration(environment) ? .never : mode)
  }

  /// Returns why `mode(in:)` is `never` or fails.
  func idleReason(in environment: [String: String]) -> MatchFailure.IdleRecording.Reason {
    if let text = environment[Self.variable], !text.isEmpty {
      return Mode(rawValue: text) == nil ? .environmentIsUnclear : .environmentSaysNever
    }
    return mode == .never ? .modeIsNever : .isContinuousIntegration
  }

  static func isContinuousIntegration(_ environment: [String: String]) -> Bool {
    !["", "0", "false"].contains(environment["CI"]?.lowercased() ?? "")
  }
}
