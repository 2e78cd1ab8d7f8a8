public import Foundation
public import GraphQLMock

/// The service of an app in another process: its requests and failures, and changes while it runs.
///
/// ```swift
/// let mock = app.launch(mocking: LaunchPlan(fixtures: "Checkout"))
/// app.buttons["Pay"].tap()
/// let orders = try mock.waitForExchanges(named: "PlaceOrder")
/// XCTAssertEqual(orders.map(\.variables["items"].array?.count), [3])
/// ```
/// Secrets are redacted as in recordings, and bodies over 256 KiB are left out. In the scope of a test, or with the
/// test case passed at launch, failures are reported at the end of the test. Elsewhere, call ``reportFailures()``.
/// Terminate the app, or wait for its end, before the test ends, because later failures are lost.
public final class LaunchedApp: @unchecked Sendable {
  // Unchecked: the lock guards the mutable properties.

  /// The folder to which the app writes, with a JSON Lines file for each of its processes.
  ///
  /// Unless the plan sets it, it's deleted when the test ends or the journal is released.
  public let folder: URL

  let location: HandlerLocation
  private let isTemporary: Bool
  private let isWanted: Bool
  private let hasClock: Bool
  private let startLimit: Duration

  private let lock = NSLock()
  // The lock guards these.
  private var files: [String: JournalFile] = [:]
  private var hasReportedStart = false
  /// A reported error of the plan, which the app reports again.
  private var planError: String?
  /// By number, beginning with 1.
  private var orders: [GivenOrder] = []

  init(
    folder: URL, location: HandlerLocation, isTemporary: Bool, isWanted: Bool = true,
    hasClock: Bool = false, startLimit: Duration = .seconds(10)
  ) {
    self.folder = folder
    self.location = location
    self.isTemporary = isTemporary
    self.isWanted = isWanted
    self.hasClock = hasClock
    self.startLimit = startLimit
  }

  deinit { removeFolder() }

  func removeFolder() {
    if isTemporary { try? FileManager.default.removeItem(at: folder) }
  }

  /// The app's requests so far, in order of arrival.
  public var exchanges: [MockExchange] {
    reading {
      let all = files.sorted { $0.key < $1.key }.flatMap(\.value.lines.exchanges)
      return files.count < 2 ? all : all.sorted { $0.startedAt < $1.startedAt }
    }
  }

  /// Returns the app's requests for an operation so far, in order of arrival.
  /// - Parameters:
  ///   - name: The operation's name, or a pattern such as `.anonymous` or `.prefix`.
  ///   - type: The operation's type, or nil for any.
  public func exchanges(
    named name: OperationName = .any, type: OperationType? = nil
  ) -> [MockExchange] {
    exchanges.filter { $0.asks(for: name, type) }
  }

  /// The app's failures so far: unhandled requests, and errors in fixtures and in the plan.
  public var failures: [MockFailure] {
    reading { files.sorted { $0.value.order < $1.value.order }.flatMap(\.value.lines.failures) }
  }

  /// Whether an app has called `startFromLaunchEnvironment()`, and so reads the plan.
  package var hasStarted: Bool {
    reading { files.values.contains { $0.lines.hasStarted } }
  }

  func takeFailures() -> [MockFailure] {
    reading {
      let names = files.sorted { $0.value.order < $1.value.order }.map(\.key)
      return names.flatMap { files[$0]?.lines.takeFailures() ?? [] }
        .filter { $0.message != planError }
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

  // MARK: Orders

  func give(_ order: LaunchOrder) {
    guard let problem = problem(givingOrder: order) else { return }
    MockReporting.record(ScopeIssue(message: problem, location: order.location))
  }

  private func problem(givingOrder order: LaunchOrder) -> String? {
    guard isWanted else { return GivenOrder.noFolder }
    if case .advance = order.verb, !hasClock { return GivenOrder.noClock }
    if givenOrders.isEmpty { blockUntilSettled(within: startLimit) }
    if let missing = takeMissingStart() { return "The app takes no orders. \(missing)" }
    return reading {
      let given = GivenOrder(order, number: orders.count + 1)
      do { try order.write(to: folder, as: given.number) } catch { return "\(error)" }
      orders.append(given)
      if case .reset = order.verb {
        for name in files.keys { files[name]?.lines.reset(byOrder: given.number) }
      }
      return nil
    }
  }

  var givenOrders: [GivenOrder] {
    reading {
      let lines = files.values.map(\.lines)
      for index in orders.indices { orders[index].update(by: lines) }
      return orders
    }
  }

  func takeOrderIssues() -> [ScopeIssue] {
    // An app that hasn't started is reported already.
    guard hasStarted, !givenOrders.isEmpty else { return [] }
    return lock.withLock {
      orders.indices.compactMap { index in
        orders[index].takeProblem().map {
          ScopeIssue(message: $0, location: orders[index].order.location)
        }
      }
    }
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
