public import Foundation

/// Where and how the answers of the real service are recorded.
///
/// ```swift
/// let service = MockGraphQLService(recording: Recording(.missing, named: "Checkout"))
/// ```
/// A recording is a fixture table of exchanges: one file for each operation, its variables, and its
/// position among repeats. Requests that no handler takes are answered from it; which ones go to the
/// real service, the mode says. Plain HTTP is not recorded.
///
/// A file holds the body in the service's order and spelling, a value a line, and is written only where
/// the answer has changed, so that a changed value is one changed line. Secrets are replaced, and listed
/// under `redacted` by path and reason.
public struct Recording: Sendable, Changeable {
  package private(set) var mode: RecordingMode
  package internal(set) var folder: URL
  @Boxed var redaction: Redaction
  /// The names of header fields that are written down besides the content type.
  let headers: [String]
  /// Whether it says where; one that is a mode only goes to a table's folder, or to the test's own.
  package private(set) var isPlaced = true
  /// Whether links that lead out of the folder are refused, as in a launch plan.
  var isConfined = false

  /// What was recorded before.
  var table: FixtureTable {
    var table = isConfined ? FixtureTable(confinedTo: folder) : FixtureTable(folder: folder)
    table.redaction = redaction
    return table
  }

  /// Names a folder.
  /// - Parameters:
  ///   - mode: What is recorded, unless the environment says otherwise.
  ///   - folder: The folder; it is made when something is recorded.
  ///   - redaction: What must never be written down.
  ///   - headers: Names of header fields of responses that are written down besides `Content-Type`,
  ///     whatever their case.
  public init(
    _ mode: RecordingMode = .missing, folder: URL, redaction: Redaction = Redaction(),
    headers: [String] = []
  ) {
    (self.mode, self.folder, self.headers) = (mode, folder, headers)
    _redaction = Boxed(wrappedValue: redaction)
  }

  /// Names a folder below `Fixtures` beside the calling file.
  /// - Parameters:
  ///   - mode: What is recorded, unless the environment says otherwise.
  ///   - name: The folder's name, or a path below `Fixtures`; one that begins with `/`, or has an empty
  ///     part, `.` or `..` in it, counts as `Recorded`.
  ///   - redaction: What must never be written down.
  ///   - headers: Names of header fields of responses that are written down besides `Content-Type`.
  ///   - filePath: The path of the source file; the caller's as a rule.
  public init(
    _ mode: RecordingMode = .missing, named name: String, redaction: Redaction = Redaction(),
    headers: [String] = [], filePath: String = #filePath
  ) {
    self.init(
      mode, folder: URL(fileURLWithPath: Self.path(named: name, filePath: filePath)),
      redaction: redaction, headers: headers)
  }

  /// Takes the table `fixtures` for a folder or, in a test, a folder of the test's own.
  /// - Parameter mode: What is recorded, unless the environment says otherwise.
  public init(_ mode: RecordingMode) {
    self.init(mode, folder: URL(fileURLWithPath: "/"))
    isPlaced = false
  }

  /// The recording that another one with a place comes to where this one, a mode only, is stated too.
  func placed(as other: Recording?) -> Recording {
    guard !isPlaced, var placed = other else { return self }
    placed.mode = mode
    return placed
  }

  /// Like ``RecordingMode/never``, in the table `fixtures` or, in a test, in a folder of the test's own.
  public static let never = Recording(.never)
  /// Like ``RecordingMode/missing``, in the table `fixtures` or in a folder of the test's own.
  public static let missing = Recording(.missing)
  /// Like ``RecordingMode/all``, in the table `fixtures` or in a folder of the test's own.
  public static let all = Recording(.all)
  /// Like ``RecordingMode/verify``, in the table `fixtures` or in a folder of the test's own.
  public static let verify = Recording(.verify)

  /// Whether a folder below `Fixtures` beside a source file is there.
  package static func exists(named name: String, filePath: String) -> Bool {
    FileManager.default.fileExists(atPath: path(named: name, filePath: filePath))
  }

  /// The path of a folder below `Fixtures` beside a source file.
  private static func path(named name: String, filePath: String) -> String {
    let safe = name.isPathBelow ? name : "Recorded"
    let end = filePath.utf8.lastIndex(of: UInt8(ascii: "/"))
    return "\(end.map { filePath[..<$0] } ?? ".")/Fixtures/\(safe)"
  }
}

extension Recording {
  /// The recording of one case: a folder of its own inside this one's.
  package func ofCase(_ name: String) -> Recording {
    changing { $0.folder = folder.appendingPathComponent(RecordingName.folder(ofCase: name)) }
  }
}

extension RecordingName {
  /// The name of a case as that of a folder, with a digest where it is not the whole.
  static func folder(ofCase name: String) -> String {
    var isWhole = true
    let text = plain(name, &isWhole)
    return isWhole && !text.isEmpty ? text : "\(text)-\(digest(of: [name]).prefix(4))"
  }
}

extension Recorder {
  /// When a file was last written, or met.
  static func date(of path: String) -> Date? {
    try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }
}
