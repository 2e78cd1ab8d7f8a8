// The journal of an app, written to a file of the process, a line at a time.

import Foundation

final class ExchangeLog: JournalLog, @unchecked Sendable {
  // Unchecked: the lock guards what changes, and the file.
  private let lock = NSLock()
  private let file: FileHandle
  private let line: ExchangeLine
  /// Whether a line could not be written to its end.
  ///
  /// Guarded by the lock.
  private var hasHalfLine = false

  /// Makes the file.
  /// - Parameters:
  ///   - folder: The folder that the plan names.
  ///   - redaction: What must not be written down.
  /// - Throws: what the file system says.
  init(folder: URL, redaction: Redaction) throws {
    line = ExchangeLine(redaction: redaction)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let process = ProcessInfo.processInfo.processIdentifier
    // A process that is started later may have the number of an earlier one.
    let url = folder.appendingPathComponent("\(process)-\(UUID().uuidString).jsonl")
    try Data().write(to: url, options: .withoutOverwriting)
    file = try FileHandle(forWritingTo: url)
    write([
      "launch": ["version": .number(LaunchPlan.version), "process": .number(process)]
    ])
  }

  func write(_ exchange: MockExchange) { write(line.json(of: exchange)) }

  func write(_ failure: MockFailure, in exchange: MockExchange?) {
    write(["failure": line.json(of: failure, in: exchange)])
  }

  /// Writes a line at once: the app may end as soon as it has its answer.
  private func write(_ json: MockJSON) {
    let text = json.description + "\n"
    lock.withLock {
      do {
        try file.write(contentsOf: Data((hasHalfLine ? "\n" + text : text).utf8))
        hasHalfLine = false
      } catch {
        hasHalfLine = true
        LaunchConsole.say("The journal can't be written: \(error.localizedDescription)")
      }
    }
  }
}

/// What the person who runs the app sees.
enum LaunchConsole {
  /// Writes a line to standard error.
  static func say(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data("GraphQLMock: \(message)\n".utf8))
  }
}
