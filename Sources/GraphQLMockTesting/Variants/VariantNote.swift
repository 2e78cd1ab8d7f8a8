import Foundation
import GraphQLMock

/// A file with the variants that are being tried, so that the next test run knows which variants crashed it.
struct VariantNote: Sendable {
  private static let callCounts = Locked<[String: Int]>([:])

  private let file: URL
  /// The file stays open, because opening and truncating it before each run takes longer than writing.
  private let handle: FileHandle?
  private let slot: Int?
  /// The `changeLines` of the variants that ended earlier runs and haven't been tried since.
  private(set) var crashes: [[String]]

  /// Returns the file of a note. Its name has less than the 255 bytes that file systems allow.
  static func file(_ name: String) -> URL {
    let safe = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return FileManager.default.temporaryDirectory.appendingPathComponent(
      "GraphQLMock-variants/\(String(safe.suffix(150)))\(StableDigest(of: [name])).json")
  }

  /// Returns the name of the note of a call, with the number of calls of the same test at the same location so far.
  ///
  /// Without the number, the first call of a helper would delete the note of the second. The next run may number
  /// concurrent calls in another order. Each then tries last what ended the other, and may end the process again.
  static func numbered(_ call: String) -> String {
    callCounts.withLock { "\(call) \($0[call, default: 0].next())" }
  }

  init(_ name: String) {
    file = Self.file(name)
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    slot = CrashNotes.takeSlot()
    let contents = try? Data(contentsOf: file)
    if contents == nil { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    handle = try? FileHandle(forWritingTo: file)
    crashes = contents.flatMap { try? JSONDecoder().decode([[String]].self, from: $0) } ?? []
  }

  static func printCrashed(_ crashed: [ResponseVariant], of test: String) {
    guard !crashed.isEmpty else { return }
    Console.printError(
      """
      GraphQLMock: Earlier runs of \(test) ended while these were tried. They are tried again at the end:
        \(crashed.map(\.text).joined(separator: "\n  "))
      """)
  }

  /// Notes a variant before its run. `noteSurvival` must follow if the run ends.
  func noteStart(of variant: ResponseVariant) {
    let lines = variant.changeLines
    write(crashes.filter { $0 != lines } + [lines])
    if let slot {
      CrashNotes.say(
        "GraphQLMock: The process ended while this was tried:\n  \(variant.text)\n", in: slot)
    }
  }

  private func write(_ variants: [[String]]) {
    guard let handle, let data = try? JSONEncoder().encode(variants) else { return }
    try? handle.seek(toOffset: 0)
    try? handle.write(contentsOf: data)
    try? handle.truncate(atOffset: UInt64(data.count))
  }

  /// Removes a variant from the notes about crashes, because it no longer crashes the process.
  mutating func noteSurvival(of variant: ResponseVariant) {
    crashes.removeAll { $0 == variant.changeLines }
  }

  /// Deletes the file, unless it contains earlier crashes that weren't tried again.
  func end() {
    if crashes.isEmpty { try? FileManager.default.removeItem(at: file) } else { write(crashes) }
    if let slot { CrashNotes.free(slot) }
  }
}

extension ResponseVariant {
  fileprivate var text: String { "\(title)\n  repeat: \(code)" }
}
