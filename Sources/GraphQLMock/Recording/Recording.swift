public import Foundation

/// Whether, where and how the answers of the real service are recorded.
///
/// ```swift
/// let service = MockGraphQLService(recording: Recording(.missing, named: "Checkout"))
/// ```
/// A recording is a fixture table of exchanges: one file for each operation, its variables, and its
/// position among repeats. Requests that no handler takes are answered from it; which ones go to the
/// real service, the mode says: ``never``, ``missing``, ``all`` or ``verify``. A mode alone records to the
/// table `fixtures` or, in a test, to a folder of the test's own. Plain HTTP is not recorded.
///
/// The environment variable `GRAPHQL_MOCK_RECORD` (`never`, `missing`, `all` or `verify`) overrides the mode
/// that is stated in code. On a CI server, where `CI` is set and is neither `0` nor `false`, every mode that is
/// stated in code counts as `never`, `verify` too.
///
/// A file holds the body in the service's order and spelling, a value a line, and is written only where
/// the answer has changed, so that a changed value is one changed line. Secrets are replaced, and listed
/// under `redacted` by path and reason.
public struct Recording: Sendable, Changeable {
  package enum Mode: String, Sendable {
    case never, missing, all, verify
  }

  package private(set) var mode: Mode
  /// Nil for a mode alone.
  package internal(set) var folder: URL?
  @Boxed var redaction: Redaction
  let headers: [String]
  /// Whether tests that aren't running may use the table, too.
  package var isShared = false
  var isConfined = false

  var table: FixtureTable? {
    guard let folder, folder.isFolder else { return nil }
    var table = isConfined ? FixtureTable(confinedTo: folder) : FixtureTable(folder: folder)
    table.redaction = redaction
    return table
  }

  private init(_ mode: Mode, _ folder: URL?, _ redaction: Redaction, _ headers: [String]) {
    (self.mode, self.folder, self.headers) = (mode, folder, headers)
    _redaction = Boxed(wrappedValue: redaction)
  }

  init(_ mode: Mode) { self.init(mode, nil, Redaction(), []) }

  /// Names a folder.
  /// - Parameters:
  ///   - mode: A recording whose mode is taken, such as ``all``, unless the environment says otherwise.
  ///   - folder: The folder; it is made when something is recorded.
  ///   - redaction: What must never be written down.
  ///   - headers: Names of header fields of responses that are written down besides `Content-Type`,
  ///     whatever their case.
  public init(
    _ mode: Recording = .missing, folder: URL, redaction: Redaction = Redaction(),
    headers: [String] = []
  ) {
    self.init(mode.mode, folder, redaction, headers)
  }

  /// Names a folder below `Fixtures` beside the calling file.
  /// - Parameters:
  ///   - mode: A recording whose mode is taken, such as ``all``, unless the environment says otherwise.
  ///   - name: The folder's name, or a path below `Fixtures`; one that begins with `/`, or has an empty
  ///     part, `.` or `..` in it, counts as `Recorded`.
  ///   - redaction: What must never be written down.
  ///   - headers: Names of header fields of responses that are written down besides `Content-Type`.
  ///   - filePath: The path of the source file; the caller's as a rule.
  public init(
    _ mode: Recording = .missing, named name: String, redaction: Redaction = Redaction(),
    headers: [String] = [], filePath: String = #filePath
  ) {
    self.init(
      mode.mode, URL(fileURLWithPath: Self.path(named: name, filePath: filePath)), redaction,
      headers)
  }

  /// Nothing is recorded; a request without a recording counts as unhandled.
  public static let never = Recording(.never)
  /// What is not there, or was recorded for another document, goes to the real service and is recorded.
  public static let missing = Recording(.missing)
  /// Everything goes to the real service and is recorded, in the place of what is there.
  public static let all = Recording(.all)
  /// Everything goes to the real service, nothing is written, and a recording whose status or shape
  /// differs from the answer is a failure that says how: a contract test from the same files.
  public static let verify = Recording(.verify)

  func placed(as other: Recording?) -> Recording {
    guard folder == nil, var placed = other else { return self }
    placed.mode = mode
    return placed
  }

  package static func exists(named name: String, filePath: String) -> Bool {
    FileManager.default.fileExists(atPath: path(named: name, filePath: filePath))
  }

  private static func path(named name: String, filePath: String) -> String {
    let safe = name.isPathBelow ? name : "Recorded"
    let end = filePath.utf8.lastIndex(of: UInt8(ascii: "/"))
    return "\(end.map { filePath[..<$0] } ?? ".")/Fixtures/\(safe)"
  }
}

extension Recording {
  package func ofCase(_ name: String) -> Recording {
    changing { $0.folder = folder?.appendingPathComponent(RecordingName.folder(ofCase: name)) }
  }
}

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
