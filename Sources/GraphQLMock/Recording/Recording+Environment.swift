extension Recording.Mode {
  var asksAlways: Bool { self == .all || self == .verify }

  static let spellings = #""never", "missing", "all" or "verify""#
}

extension Recording {
  init?(mode name: String) {
    guard let mode = Mode(rawValue: name) else { return nil }
    self.init(mode)
  }

  package static let variable = "GRAPHQL_MOCK_RECORD"

  /// Returns the effective mode: the environment overrides the stated one.
  func mode(in environment: [String: String]) -> Result<Mode, RecordingError> {
    if let text = environment[Self.variable], !text.isEmpty {
      return Mode(rawValue: text).map { .success($0) } ?? .failure(.unknownMode(text))
    }
    return .success(Self.isContinuousIntegration(environment) ? .never : mode)
  }

  func idleReason(in environment: [String: String]) -> MatchFailure.IdleRecording.Reason {
    if environment[Self.variable]?.isEmpty == false { return .environmentSaysNever }
    return mode == .never ? .modeIsNever : .isContinuousIntegration
  }

  private static func isContinuousIntegration(_ environment: [String: String]) -> Bool {
    !["", "0", "false"].contains(environment["CI"]?.lowercased() ?? "")
  }
}
