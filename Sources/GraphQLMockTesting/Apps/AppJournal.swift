public import Foundation
public import GraphQLMock

/// What an app in another process has asked for, and what went wrong there.
///
/// ```swift
/// let journal = app.launch(mocking: LaunchPlan(fixtures: "Checkout"))
/// app.buttons["Pay"].tap()
/// let orders = try journal.exchanges(named: "PlaceOrder", count: 1)
/// XCTAssertEqual(orders.map(\.request.variables["items"].array?.count), [3])
/// ```
/// Secrets are redacted, as in recordings, and bodies over 256 KiB are left out. In the scope of a test
/// (`.graphQL(...)`, `withMockGraphQLService`), or with the test case given at launch, the app's
/// failures are reported at the end of the test; elsewhere call ``reportFailures()``.
public final class AppJournal: @unchecked Sendable {
  /// The folder that the app writes to, a file of JSON Lines for each of its processes.
  public let folder: URL

  let location: HandlerLocation
  private let isTemporary: Bool

  private let lock = NSLock()
  // All of these are guarded by the lock.
  private var files: [String: JournalFile] = [:]
  private var reportedCount = 0
  /// What was wrong with the plan, and has been reported: the app will say so again.
  private var planFault: String?

  /// Reads the journal in a folder.
  /// - Parameters:
  ///   - folder: The folder.
  ///   - location: Where failures without a handler are reported.
  ///   - isTemporary: Whether the folder goes with the journal.
  init(folder: URL, location: HandlerLocation, isTemporary: Bool) {
    self.folder = folder
    self.location = location
    self.isTemporary = isTemporary
  }

  deinit {
    if isTemporary { try? FileManager.default.removeItem(at: folder) }
  }

  /// All requests so far, in order of arrival.
  public var exchanges: [Exchange] {
    lock.withLock {
      readNewLines()
      let all = files.sorted { $0.key < $1.key }.flatMap(\.value.lines.exchanges)
      return files.count < 2 ? all : all.sorted { $0.startedAt < $1.startedAt }
    }
  }

  /// The requests for an operation so far, in order of arrival.
  /// - Parameters:
  ///   - name: The operation's own name.
  ///   - type: The type of the operation; nil takes any.
  public func exchanges(named name: String, type: OperationType? = nil) -> [Exchange] {
    exchanges.filter { $0.asks(for: name, type) }
  }

  /// What went wrong so far: unhandled requests, faults of fixtures and of the plan.
  public var failures: [MockFailure] {
    lock.withLock {
      readNewLines()
      return allFailures
    }
  }

  /// Whether an app has called `startFromLaunchEnvironment()`, and so reads the plan.
  public var hasStarted: Bool {
    lock.withLock {
      readNewLines()
      return files.values.contains { $0.lines.hasStarted }
    }
  }

  /// The failures that were not taken yet.
  func takeFailures() -> [MockFailure] {
    lock.withLock {
      readNewLines()
      let all = allFailures
      defer { reportedCount = all.count }
      return all.dropFirst(reportedCount).filter { $0.message != planFault }
    }
  }

  /// Reports that the plan can't be written, once.
  func report(planFault fault: LaunchPlanFault) {
    lock.withLock { planFault = fault.description }
    MockReporting.record(ScopeIssue(message: fault.description, location: location))
  }

  private var allFailures: [MockFailure] {
    files.sorted { $0.value.order < $1.value.order }.flatMap(\.value.lines.failures)
  }

  private func readNewLines() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names.sorted() where name.hasSuffix(".jsonl") {
      var file = files[name] ?? JournalFile(order: files.count)
      file.readNewLines(of: folder.appendingPathComponent(name))
      files[name] = file
    }
  }
}

/// The file of one process, and how far it was read.
private struct JournalFile {
  /// Which file it was, in the order in which they were found.
  let order: Int
  var lines = ExchangeLines()
  private var offset: UInt64 = 0

  init(order: Int) { self.order = order }

  /// Reads the lines that are whole; what is being written is read next time.
  mutating func readNewLines(of url: URL) {
    guard let file = try? FileHandle(forReadingFrom: url) else { return }
    defer { try? file.close() }
    guard (try? file.seek(toOffset: offset)) != nil, let data = try? file.readToEnd(),
      let end = data.lastIndex(of: UInt8(ascii: "\n"))
    else { return }
    let whole = data[...end]
    lines.add(whole)
    offset += UInt64(whole.count)
  }
}
