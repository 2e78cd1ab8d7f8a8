// The journal of an app, written to a file of the process, a line at a time.
//
// The service hands entries over under its journal's lock, perhaps on Foundation's queue: they are put in
// a queue, and written on a thread of our own. A process that ends writes the rest first.

import Foundation

final class ExchangeLog: Journal.Log, @unchecked Sendable {
  // Unchecked: the locks guard what changes, and the file.
  private indirect enum Entry: Sendable {
    case launch(process: Int32)
    case exchange(MockExchange)
    case failure(MockFailure, MockExchange?)
  }

  private struct Queue {
    var entries: [Entry] = []
    /// Whether a thread is about to write them.
    var isBeingWritten = false
  }

  private let queue = Locked(Queue())
  private let line: ExchangeLine
  /// Held while lines are written; nobody but writers waits for it.
  private let fileLock = NSLock()
  /// Guarded by the file's lock, like what follows.
  private let file: FileHandle
  /// Whether a line could not be written to its end.
  private var hasHalfLine = false

  /// Makes the file.
  /// - Parameters:
  ///   - folder: The folder that the plan names.
  ///   - redaction: What must not be written down.
  /// - Throws: what the file system says.
  init(folder: URL, redaction: Redaction) throws {
    line = ExchangeLine(redaction: redaction)
    try PrivateFile.makeFolder(at: folder)
    let process = ProcessInfo.processInfo.processIdentifier
    // A process that is started later may have the number of an earlier one.
    let url = folder.appendingPathComponent("\(process)-\(UUID().uuidString).jsonl")
    file = try PrivateFile.make(at: url)
    enqueue(.launch(process: process))
    writeAll()
    OpenLogs.add(self)
  }

  func write(_ exchange: MockExchange) { enqueue(.exchange(exchange)) }

  func write(_ failure: MockFailure, in exchange: MockExchange?) {
    enqueue(.failure(failure, exchange))
  }

  private func enqueue(_ entry: Entry) {
    let needsThread = queue.withLock { queue in
      queue.entries.append(entry)
      defer { queue.isBeingWritten = true }
      return !queue.isBeingWritten
    }
    if needsThread { WorkerThreads.shared.run { [self] in writeAll() } }
  }

  /// Writes what is in the queue, and what comes meanwhile.
  func writeAll() {
    fileLock.withLock {
      while true {
        let entries = queue.withLock { queue in
          defer { queue.entries = [] }
          if queue.entries.isEmpty { queue.isBeingWritten = false }
          return queue.entries
        }
        guard !entries.isEmpty else { return }
        for entry in entries { write(entry) }
      }
    }
  }

  /// Runs a closure during which no line is written.
  func whileNothingIsWritten(_ body: () -> Void) { fileLock.withLock(body) }

  private func write(_ entry: Entry) {
    let json: MockJSON =
      switch entry {
      case .launch(let process):
        ["launch": ["version": .number(LaunchPlan.version), "process": .number(process)]]
      case .exchange(let exchange): line.json(of: exchange)
      case .failure(let failure, let exchange): ["failure": line.json(of: failure, in: exchange)]
      }
    let text = json.description + "\n"
    do {
      try file.write(contentsOf: Data((hasHalfLine ? "\n" + text : text).utf8))
      hasHalfLine = false
    } catch {
      hasHalfLine = true
      LaunchConsole.say("The journal can't be written: \(error.fileReason)")
    }
  }
}

/// The journals that are written in this process, of which there is one as a rule.
private enum OpenLogs {
  private struct Log {
    weak var log: ExchangeLog?
  }

  private static let logs: Locked<[Log]> = {
    // An app may end as soon as it has its answer.
    atexit { OpenLogs.writeAll() }
    return Locked([])
  }()

  static func add(_ log: ExchangeLog) {
    logs.withLock { $0 = $0.filter { $0.log != nil } + [Log(log: log)] }
  }

  private static func writeAll() {
    for log in logs.withLock({ $0.compactMap(\.log) }) { log.writeAll() }
  }
}

/// What the person who runs the app sees.
enum LaunchConsole {
  /// Writes a line to standard error.
  static func say(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data("GraphQLMock: \(message)\n".utf8))
  }
}
