import Foundation

/// Writes the journal of an app. Another thread writes the file, because the journal is locked while it adds an entry.
final class JournalWriter: JournalLog, @unchecked Sendable {
  // `@unchecked Sendable` is safe, because locks guard the mutable state and the file.
  private typealias Entry = @Sendable () -> MockJSON

  private struct Queue {
    var entries: [Entry] = []
    var isBeingWritten = false
  }

  private let queue = Locked(Queue())
  private let redaction: Redaction
  /// The lock that guards the file and is held while lines are written.
  let fileLock = NSLock()
  private let file: FileHandle
  /// Whether a line may be incomplete after an error, so that the next one begins with a line break.
  private var hasHalfLine = false

  /// - Parameter firstCommand: The number of the first command (change to the running app), or nil to ignore commands.
  init(folder: URL, redaction: Redaction, firstCommand: Int? = 1) throws {
    self.redaction = redaction.rememberingSecrets()
    let process = ProcessInfo.processInfo.processIdentifier
    // The UUID makes the file name unique, because the system reuses process identifiers.
    let url = folder.appendingPathComponent("\(process)-\(UUID().uuidString).jsonl")
    file = try PrivateFile.make(at: url)
    write(
      [
        "version": .number(LaunchPlan.version), "process": .number(process),
        "firstCommand": firstCommand.map { .number($0) } ?? .null,
      ], as: "launch")
    OpenLogs.add(self)
  }

  func write(_ received: ReceivedRequest) {
    enqueue { [self] in line(in: received).json(of: received) }
  }

  func write(_ failure: MockFailure, in received: ReceivedRequest?) {
    enqueue { [self] in ["failure": line(in: received).json(of: failure)] }
  }

  /// Adds an entry to the queue, and writes all entries of the queue to the file before it returns.
  func write(_ members: [String: MockJSON], as key: String) {
    enqueue { [key: .object(members)] }
    writeAll()
  }

  private func enqueue(_ entry: @escaping Entry) {
    let needsThread = queue.withLock { queue in
      queue.entries.append(entry)
      defer { queue.isBeingWritten = true }
      return !queue.isBeingWritten
    }
    if needsThread { WorkerThreads.shared.run { [self] in writeAll() } }
  }

  func writeAll() {
    fileLock.withLock {
      while true {
        let entries = queue.withLock { queue in
          queue.isBeingWritten = !queue.entries.isEmpty
          return exchange(&queue.entries, with: [])
        }
        guard !entries.isEmpty else { return }
        for entry in entries { write(entry()) }
      }
    }
  }

  private func line(in received: ReceivedRequest?) -> JournalLine {
    JournalLine(redactor: RequestRedactor(redaction, received))
  }

  private func write(_ json: MockJSON) {
    let text = json.description + "\n"
    do {
      try file.write(contentsOf: Data((hasHalfLine ? "\n" + text : text).utf8))
      hasHalfLine = false
    } catch {
      hasHalfLine = true
      Console.printError("GraphQLMock: The journal can't be written: \(error.fileReason)")
    }
  }
}

private enum OpenLogs {
  private static let logs: Locked<[@Sendable () -> JournalWriter?]> = {
    // The remaining entries are written at exit, because an app may exit as soon as it has received a response.
    atexit { OpenLogs.writeAll() }
    return Locked([])
  }()

  static func add(_ log: JournalWriter) {
    logs.withLock { $0 = $0.filter { $0() != nil } + [{ [weak log] in log }] }
  }

  private static func writeAll() {
    for log in logs.withLock({ $0.compactMap { $0() } }) { log.writeAll() }
  }
}
