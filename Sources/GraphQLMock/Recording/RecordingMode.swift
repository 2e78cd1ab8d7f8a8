public import Foundation

/// Whether real answers are written down.
///
/// The environment variable `GRAPHQL_MOCK_RECORD` (`never`, `missing` or `all`) beats what is stated in
/// code. On a CI server, where `CI` is set, only that variable enables recording.
public enum RecordingMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nothing is recorded; what is not there is a miss.
  case never
  /// What is not there, or was recorded for another document, goes to the real service and is recorded.
  case missing
  /// Everything goes to the real service and is recorded, in the place of what is there.
  case all

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
    let isCI = !["", "0", "false"].contains(environment["CI"]?.lowercased() ?? "")
    return .success(isCI ? .never : stated)
  }
}

/// Where and how the answers of the real service are recorded.
///
/// ```swift
/// let service = MockGraphQLService(recording: Recording(.missing, named: "Checkout"))
/// ```
/// A recording is a fixture table of exchanges: one file for each operation, its variables, and its
/// position among repeats. Requests that no handler takes are answered from it; which ones go to the
/// real service, the mode says. Plain HTTP is not recorded.
public struct Recording: Sendable {
  let mode: RecordingMode
  package let folder: URL
  let redaction: Redaction
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
  public init(
    _ mode: RecordingMode = .missing, folder: URL, redaction: Redaction = Redaction()
  ) {
    self.mode = mode
    self.folder = folder
    self.redaction = redaction
  }

  /// Names a folder below `Fixtures` beside the calling file.
  /// - Parameters:
  ///   - mode: What is recorded, unless the environment says otherwise.
  ///   - name: The folder's name, or a path below `Fixtures`.
  ///   - redaction: What must never be written down.
  ///   - filePath: The path of the source file; the caller's as a rule.
  public init(
    _ mode: RecordingMode = .missing, named name: String, redaction: Redaction = Redaction(),
    filePath: String = #filePath
  ) {
    let safe = FixtureFolder.isSafe(name) ? name : "Recorded"
    self.init(
      mode,
      folder: URL(fileURLWithPath: filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures").appendingPathComponent(safe),
      redaction: redaction)
  }
}

/// What can go wrong with a recording, and its wording.
enum RecordingError: Error, Sendable, Hashable {
  case unknownMode(String)
  case unwritable(file: String, reason: String)
  case noHAR(String)
}

extension RecordingError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownMode(let text):
      "GRAPHQL_MOCK_RECORD must be \"never\", \"missing\" or \"all\", found "
        + "\(text.swiftLiteral). Nothing is recorded."
    case .unwritable(let file, let reason):
      "The recording \"\(file)\" can't be written: \(reason)"
    case .noHAR(let reason): "This is no HTTP archive: \(reason)"
    }
  }
}
