extension Recording.Mode {
  /// Whether no request is answered from what was recorded.
  var asksAlways: Bool { self == .all || self == .verify }

  /// The spellings of all modes, for messages.
  static let spellings = #""never", "missing", "all" or "verify""#
}

extension Recording {
  /// A mode by its name; nil if there is none of that name.
  init?(mode name: String) {
    guard let mode = Mode(rawValue: name) else { return nil }
    self.init(mode)
  }

  package static let variable = "GRAPHQL_MOCK_RECORD"

  /// The mode that counts.
  func mode(in environment: [String: String]) -> Result<Mode, RecordingError> {
    if let text = environment[Self.variable], !text.isEmpty {
      return Mode(rawValue: text).map { .success($0) } ?? .failure(.unknownMode(text))
    }
    return .success(Self.isContinuousIntegration(environment) ? .never : mode)
  }

  /// Why the mode that counts is ``never``.
  func idleReason(in environment: [String: String]) -> MatchFailure.IdleRecording.Reason {
    if environment[Self.variable]?.isEmpty == false { return .environmentSaysNever }
    return mode == .never ? .modeIsNever : .isContinuousIntegration
  }

  private static func isContinuousIntegration(_ environment: [String: String]) -> Bool {
    !["", "0", "false"].contains(environment["CI"]?.lowercased() ?? "")
  }
}
