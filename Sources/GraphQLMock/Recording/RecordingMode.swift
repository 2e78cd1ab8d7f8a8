/// Whether real answers are written down.
///
/// The environment variable `GRAPHQL_MOCK_RECORD` (`never`, `missing`, `all` or `verify`) beats what is stated in code. On a CI server, where `CI` is set and is neither `0` nor
/// `false`, every mode that is stated in code counts as `never`, `verify` too; only that variable counts.
public struct RecordingMode: Sendable, Hashable, NamedValue {
  /// The name of the value, as files have it.
  let rawValue: String

  private init(_ name: String) { rawValue = name }

  /// Finds the value with this name; nil if there is none.
  init?(rawValue: String) {
    self.rawValue = rawValue
    if !Self.allCases.contains(self) { return nil }
  }

  /// Nothing is recorded; a request without a recording counts as unhandled.
  public static let never = RecordingMode("never")
  /// What is not there, or was recorded for another document, goes to the real service and is recorded.
  public static let missing = RecordingMode("missing")
  /// Everything goes to the real service and is recorded, in the place of what is there.
  public static let all = RecordingMode("all")

  /// Everything goes to the real service, nothing is written, and a recording whose status or shape
  /// differs from the answer is a failure that says how: a contract test from the same files.
  public static let verify = RecordingMode("verify")

  /// All values that there are in this version.
  static let allCases: [RecordingMode] = [.never, .missing, .all, .verify]
}

extension RecordingMode {
  /// Whether no request is answered from what was recorded.
  var asksAlways: Bool { self == .all || self == .verify }

  /// The spellings of all modes, for messages.
  static let spellings = #""never", "missing", "all" or "verify""#

  package static let variable = "GRAPHQL_MOCK_RECORD"

  /// The mode that counts.
  static func effective(
    stated: RecordingMode, environment: [String: String]
  ) -> Result<RecordingMode, RecordingError> {
    if let text = environment[variable], !text.isEmpty {
      guard let mode = RecordingMode(rawValue: text) else {
        return .failure(.unknownMode(text))
      }
      return .success(mode)
    }
    return .success(isContinuousIntegration(environment) ? .never : stated)
  }

  /// Why the mode that counts is ``never``.
  static func idleReason(
    stated: RecordingMode, environment: [String: String]
  ) -> MatchFailure.IdleRecording.Reason {
    if environment[variable]?.isEmpty == false { return .environmentSaysNever }
    return stated == .never ? .modeIsNever : .isContinuousIntegration
  }

  private static func isContinuousIntegration(_ environment: [String: String]) -> Bool {
    !["", "0", "false"].contains(environment["CI"]?.lowercased() ?? "")
  }
}
