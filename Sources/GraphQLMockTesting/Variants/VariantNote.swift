import Foundation
import GraphQLMock

/// A file with the changes that are being tried, so that the next test run knows which changes crashed it.
struct VariantNote: Sendable {
  private struct Attempt: Codable {
    var title: String
    var line: String

    var text: String { "\(title)\n  repeat: \(line)" }
  }

  // The number of notes that use each file. If several test cases share a file, only the first one reads it, and only
  // the last one deletes it.
  private static let users = Locked<[URL: Int]>([:])

  private let file: URL
  // The file stays open, because opening and truncating it before each run takes longer than writing.
  private let handle: FileHandle?
  private let slot: Int?
  private var crashes: [Attempt] = []

  init(_ name: String) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("GraphQLMock-variants", isDirectory: true)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let safe = name.map { $0.isLetter || $0.isNumber ? $0 : "-" }
    file = folder.appendingPathComponent(String(safe.suffix(100)) + ".json")
    slot = CrashNotes.take()
    let contents = try? Data(contentsOf: file)
    if contents == nil { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    handle = try? FileHandle(forWritingTo: file)
    let isFirst = Self.users.withLock { [file] users in
      defer { users[file, default: 0] += 1 }
      return users[file, default: 0] == 0
    }
    guard isFirst else { return }
    crashes = contents.flatMap { try? JSONDecoder().decode([Attempt].self, from: $0) } ?? []
  }

  var crashedLines: [String] { crashes.map(\.line) }

  func message(of test: String) -> String? {
    guard !crashes.isEmpty else { return nil }
    return """
      GraphQLMock: Earlier runs of \(test) ended while these were tried. They are tried again at the end:
        \(crashes.map(\.text).joined(separator: "\n  "))

      """
  }

  func say(_ variant: AnswerVariant) {
    let attempt = Attempt(title: variant.title, line: variant.line)
    write(crashes.filter { $0.line != attempt.line } + [attempt])
    if let slot {
      CrashNotes.say(
        "GraphQLMock: The process ended while this was tried:\n  \(attempt.text)\n", in: slot)
    }
  }

  private func write(_ attempts: [Attempt]) {
    guard let handle, let data = try? JSONEncoder().encode(attempts) else { return }
    try? handle.seek(toOffset: 0)
    try? handle.write(contentsOf: data)
    try? handle.truncate(atOffset: UInt64(data.count))
  }

  /// Removes a variant from the notes about crashes, because it no longer crashes the process.
  mutating func survived(_ variant: AnswerVariant) {
    crashes.removeAll { $0.line == variant.line }
  }

  /// Deletes the file, unless it contains earlier crashes that weren't tried again.
  func end(isComplete: Bool) {
    let isLast = Self.users.withLock { users in
      users[file, default: 1] -= 1
      return users[file] == 0
    }
    if isComplete || crashes.isEmpty {
      if isLast { try? FileManager.default.removeItem(at: file) }
    } else {
      write(crashes)
    }
    if let slot { CrashNotes.free(slot) }
  }
}
