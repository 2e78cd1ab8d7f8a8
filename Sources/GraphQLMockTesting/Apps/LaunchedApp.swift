public import Foundation
public import GraphQLMock

/// What an app in another process has asked for, and what went wrong there.
///
/// ```swift
/// let journal = app.launch(mocking: LaunchPlan(fixtures: "Checkout"))
/// app.buttons["Pay"].tap()
/// let orders = try journal.waitForExchanges(named: "PlaceOrder")
/// XCTAssertEqual(orders.map(\.request.variables["items"].array?.count), [3])
/// ```
/// Secrets are redacted, as in recordings, and bodies over 256 KiB are left out. In the scope of a test
/// (`.graphQL(...)`, `withMockGraphQLService`), or with the test case given at launch, the app's
/// failures are reported at the end of the test; elsewhere call ``reportFailures()``. What the app does
/// after that is not seen: wait for its end, or terminate it, before the test ends.
public final class LaunchedApp: @unchecked Sendable {
  // Unchecked: the lock guards the mutable properties.

  /// The folder that the app writes to, a file of JSON Lines for each of its processes.
  ///
  /// It is deleted when the test, or the journal, ends, unless the plan names it.
  public let folder: URL

  let location: HandlerLocation
  private let isTemporary: Bool
  private let isWanted: Bool

  private let lock = NSLock()
  // The lock guards these.
  private var files: [String: JournalFile] = [:]
  private var hasReportedStart = false
  /// A reported error of the plan, which the app reports again.
  private var planError: String?

  init(folder: URL, location: HandlerLocation, isTemporary: Bool, isWanted: Bool = true) {
    self.folder = folder
    self.location = location
    self.isTemporary = isTemporary
    self.isWanted = isWanted
  }

  deinit { removeFolder() }

  func removeFolder() {
    if isTemporary { try? FileManager.default.removeItem(at: folder) }
  }

  /// All requests so far, in order of arrival.
  public var exchanges: [MockExchange] {
    reading {
      let all = files.sorted { $0.key < $1.key }.flatMap(\.value.lines.exchanges)
      return files.count < 2 ? all : all.sorted { $0.startedAt < $1.startedAt }
    }
  }

  /// The requests for an operation so far, in order of arrival.
  /// - Parameters:
  ///   - name: The operation's own name, or `.anonymous`, `.prefix` and so on.
  ///   - type: The type of the operation; nil takes any.
  public func exchanges(
    named name: OperationName = .any, type: OperationType? = nil
  ) -> [MockExchange] {
    exchanges.filter { $0.asks(for: name, type) }
  }

  /// What went wrong so far: unhandled requests, errors in fixtures and in the plan.
  public var failures: [MockFailure] {
    reading { files.sorted { $0.value.order < $1.value.order }.flatMap(\.value.lines.failures) }
  }

  /// Whether an app has called `startFromLaunchEnvironment()`, and so reads the plan.
  package var hasStarted: Bool {
    reading { files.values.contains { $0.lines.hasStarted } }
  }

  func takeFailures() -> [MockFailure] {
    reading {
      var taken: [MockFailure] = []
      for (name, file) in files.sorted(by: { $0.value.order < $1.value.order }) {
        taken += file.lines.failures.dropFirst(file.reportedCount)
        files[name]?.reportedCount = file.lines.failures.count
      }
      return taken.filter { $0.message != planError }
    }
  }

  func takeMissingStart() -> String? {
    guard mayMissStart, !hasStarted else { return nil }
    lock.withLock { hasReportedStart = true }
    return missingStart
  }

  var mayMissStart: Bool {
    isWanted && lock.withLock { planError == nil && !hasReportedStart }
  }

  var missingStart: String {
    "The app has not read its launch plan: call "
      + "MockGraphQLService.startFromLaunchEnvironment() first thing in it, in a debug build. "
      + "It must be able to write to \(folder.path)."
  }

  func report(planError error: LaunchPlanError) {
    lock.withLock { planError = error.description }
    MockReporting.record(ScopeIssue(message: error.description, location: location))
  }

  private func reading<Result>(_ look: () -> Result) -> Result {
    lock.withLock {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names.sorted() where name.hasSuffix(".jsonl") {
        let order = files.count
        files[name, default: JournalFile(order: order)]
          .readNewLines(of: folder.appendingPathComponent(name))
      }
      return look()
    }
  }
}

private struct JournalFile {
  let order: Int
  var lines = ExchangeLines()
  var reportedCount = 0
  private var offset: UInt64 = 0

  init(order: Int) { self.order = order }

  /// Ignores an unfinished last line, which is read the next time.
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
