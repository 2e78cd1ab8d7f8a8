public import Foundation

/// A mode and a folder for recording and replaying the responses of the real service.
///
/// ```swift
/// let service = MockGraphQLService(recording: Recording(.missing, named: "Checkout"))
/// ```
/// Recordings are response files in a folder, one for each request. They answer requests that no handler matches.
/// The mode decides which requests go to the real service: ``never``, ``missing``, ``all`` or ``verify``. If you
/// pass only a mode, the recording uses the folder of the table `fixtures` or, in a test, a folder for that test.
/// Plain HTTP isn't recorded.
///
/// The environment variable `GRAPHQL_MOCK_RECORD` (`never`, `missing`, `all` or `verify`) overrides the mode in
/// code. On a CI server, where `CI` is set and is neither `0` nor `false`, every mode in code counts as `never`.
///
/// A file contains the body in its original order and spelling, with one value per line. It's rewritten only if the
/// response changes. Secrets are replaced, and the file lists their paths and the reasons under `redacted`.
public struct Recording: Sendable, Changeable {
  package enum Mode: String, Sendable {
    case never, missing, all, verify

    /// All cases, for messages.
    static let spellings = #""never", "missing", "all" or "verify""#

    var asksAlways: Bool { self == .all || self == .verify }
  }

  package internal(set) var mode: Mode
  /// The folder of the recordings, or nil if only a mode such as `.missing` was given.
  package internal(set) var folder: URL?
  @Boxed var redaction: Redaction
  private(set) var headers: [String]
  /// A Boolean value that indicates whether the folder is also used elsewhere, so that no file may be deleted.
  package var isShared = false
  /// A Boolean value that indicates whether only the environment asks for the recording.
  package var isImplied = false
  /// A Boolean value that indicates whether links to files outside of the folder are rejected; see `TableFolder`.
  var isConfined = false

  var table: FixtureTable? {
    guard let folder, folder.isFolder else { return nil }
    var table = FixtureTable(folder, isConfined: isConfined)
    table.redaction = redaction
    return table
  }

  private init(_ mode: Mode, _ folder: URL?, _ redaction: Redaction, _ headers: [String]) {
    (self.mode, self.folder, self.headers) = (mode, folder, headers)
    _redaction = Boxed(wrappedValue: redaction)
  }

  init(_ mode: Mode) { self.init(mode, nil, Redaction(), []) }

  /// Creates a recording in a folder.
  /// - Parameters:
  ///   - mode: The mode, such as ``all``.
  ///   - folder: The folder. It's created when the first response is recorded.
  ///   - redaction: The secrets to remove.
  ///   - headers: The names of response header fields to record in addition to `Content-Type`, in any case.
  public init(
    _ mode: Recording = .missing, folder: URL, redaction: Redaction = Redaction(),
    headers: [String] = []
  ) {
    self.init(mode.mode, folder, redaction, headers)
  }

  /// Creates a recording in a folder below `Fixtures`, next to the calling file.
  /// - Parameters:
  ///   - mode: The mode, such as ``all``.
  ///   - name: A name or path below `Fixtures`; `Recorded` if it begins with `/` or has an empty component, `.` or `..`.
  ///   - redaction: The secrets to remove.
  ///   - headers: The names of response header fields to record in addition to `Content-Type`, in any case.
  ///   - filePath: The path of the source file; by default, the path of the calling file.
  public init(
    _ mode: Recording = .missing, named name: String, redaction: Redaction = Redaction(),
    headers: [String] = [], filePath: String = #filePath
  ) {
    self.init(
      mode.mode, URL(fileURLWithPath: Self.path(named: name, filePath: filePath)), redaction,
      headers)
  }

  /// A mode that replays recordings and never records, so that requests without a recording are unhandled.
  public static let never = Recording(.never)
  /// A mode that records a request if its recording is missing or was made for a different document.
  public static let missing = Recording(.missing)
  /// A mode that sends all requests to the real service and overwrites their recordings.
  public static let all = Recording(.all)
  /// A mode that fails the test if the real service's response differs from its recording in status or structure.
  ///
  /// A query that a handler or hand-written fixture answers with stated data is sent there, too, to compare structures.
  public static let verify = Recording(.verify)

  /// Returns the other recording with this one's mode, if this one has no folder.
  package func placed(as other: Recording?) -> Recording {
    guard folder == nil, var placed = other else { return self }
    (placed.mode, placed.isImplied) = (mode, isImplied)
    return placed
  }

  /// Returns the recording with the redaction and the header fields of another one.
  package func redacted(as other: Recording) -> Recording {
    changing { ($0._redaction, $0.headers) = (other._redaction, other.headers) }
  }

  func redacted(by redaction: Redaction) -> Recording {
    changing { $0._redaction = Boxed(wrappedValue: redaction) }
  }

  package func ofCase(_ name: String) -> Recording {
    changing { $0.folder = folder?.appendingPathComponent(RecordingName.folder(ofCase: name)) }
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
