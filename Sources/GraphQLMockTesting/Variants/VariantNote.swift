import Foundation
import GraphQLMock

/// A file with the changes that are being tried, so that the next test run knows which changes crashed it.
struct VariantNote: Sendable {
  private struct Attempt: Codable {
    var title: String
    var line: String

    var text: String { "\(title)\n  repeat: \(line)" }
  }

  private let file: URL
  // The file stays open, because opening and truncating it before each run takes longer than writing.
  private let handle: FileHandle?
  private let slot: Int?
  private var crashes: [Attempt] = []

  static func file(_ name: String) -> URL {
    let safe = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    // FNV-1a, because `Hasher` gives other values in the next run.
    let hash = name.utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    return FileManager.default.temporaryDirectory
      .appendingPathComponent("GraphQLMock-variants/\(String(safe.suffix(150)))\(hash).json")
  }

  /// - Parameter name: A text that names the call, its test and its test case.
  init(_ name: String) {
    file = Self.file(name)
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    slot = CrashNotes.take()
    let contents = try? Data(contentsOf: file)
    if contents == nil { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    handle = try? FileHandle(forWritingTo: file)
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
    if isComplete || crashes.isEmpty {
      try? FileManager.default.removeItem(at: file)
    } else {
      write(crashes)
    }
    if let slot { CrashNotes.free(slot) }
  }
}
