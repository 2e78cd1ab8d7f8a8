public import Foundation

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
