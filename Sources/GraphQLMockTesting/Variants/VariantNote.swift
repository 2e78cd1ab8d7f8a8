import Foundation
import GraphQLMock

/// Saves the current attempt for the next run, in case it ends the process (see ``CrashNotes``).
struct VariantNote: Sendable {
  /// The files of this process, because cases of a test run in parallel.
  private static let files = Locked<Set<URL>>([])

  private let file: URL
  private let isFirst: Bool
  private let slot: Int?

  init(_ name: String) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("GraphQLMock-variants", isDirectory: true)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let safe = name.map { $0.isLetter || $0.isNumber ? $0 : "-" }
    file = folder.appendingPathComponent(String(safe.suffix(100)) + ".txt")
    isFirst = Self.files.withLock { [file] in $0.insert(file).inserted }
    slot = CrashNotes.take()
  }

  /// The attempt that ended the process of the last run.
  var left: String? { isFirst ? try? String(contentsOf: file, encoding: .utf8) : nil }

  func say(_ text: String) {
    try? Data(text.utf8).write(to: file)
    if let slot {
      CrashNotes.say("GraphQLMock: The process ended while this was tried:\n  \(text)\n", in: slot)
    }
  }

  func remove() {
    try? FileManager.default.removeItem(at: file)
    if let slot { CrashNotes.free(slot) }
  }
}
