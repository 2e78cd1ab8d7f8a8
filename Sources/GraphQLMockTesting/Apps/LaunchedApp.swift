public import Foundation
public import GraphQLMock

/// The test's view of an app's service in another process, with its requests and failures.
///
/// ```swift
/// let mock = app.launch(mocking: LaunchPlan(fixtures: "Checkout"))
/// app.buttons["Pay"].tap()
/// let orders = try mock.waitForExchanges(named: "PlaceOrder")
/// XCTAssertEqual(orders.map(\.variables["items"].array?.count), [3])
/// ```
/// Use it also to change the service while the app runs. Secrets in the requests are redacted as in recordings, and
/// bodies over 256 KiB are left out. Failures are reported at the end of the test if the app was launched in the
/// scope of a test or with its test case; otherwise, call ``reportFailures()``. Terminate the app, or wait until it
/// has ended, before the test ends, because later failures are lost.
public final class LaunchedApp: @unchecked Sendable {
  // Sendable is unchecked, because the compiler can't see that `lock` guards the mutable properties.

  /// The folder of the app's journal, to which each process of the app writes a JSON Lines file.
  ///
  /// A folder that the launch plan doesn't set is deleted when the test ends or this object is deallocated.
  public let folder: URL

  let location: HandlerLocation
  private let isTemporary: Bool
  private let isWanted: Bool
  private let hasClock: Bool
  private let startLimit: Duration

  private let lock = NSLock()
  private var files: [JournalFile] = []
  private var hasReportedStart = false
  /// The reported error of the launch plan, because the app reports the same error once more.
  private var planError: String?
  /// The test's changes for the app, whose numbers are their indices plus one.
  private var orders: [GivenOrder] = []

  init(
    folder: URL, location: HandlerLocation, isTemporary: Bool, isWanted: Bool = true,
    hasClock: Bool = false, startLimit: Duration = .seconds(10)
  ) {
    (self.folder, self.location, self.isTemporary) = (folder, location, isTemporary)
    (self.isWanted, self.hasClock, self.startLimit) = (isWanted, hasClock, startLimit)
  }

  deinit { removeFolder() }

  func removeFolder() {
    if isTemporary { try? FileManager.default.removeItem(at: folder) }
  }

  /// The requests that the app has sent so far, in order of arrival.
  public var exchanges: [MockExchange] {
    reading {
      let all = files.sorted { $0.name < $1.name }.flatMap(\.lines.exchanges)
      return files.count < 2 ? all : all.sorted { $0.startedAt < $1.startedAt }
    }
  }

  /// Returns the requests for an operation that the app has sent so far, in order of arrival.
  ///
  /// The name may be a pattern such as `.anonymous` or `.prefix`.
  public func exchanges(
    named name: OperationName = .any, type: OperationType? = nil
  ) -> [MockExchange] {
    exchanges.filter { $0.asks(for: name, type) }
  }

  /// The failures in the app so far: unhandled requests, and errors in fixtures and in the launch plan.
  public var failures: [MockFailure] {
    reading { files.flatMap(\.lines.failures) }
  }

  /// A Boolean value that indicates whether the app has called `startFromLaunchEnvironment()` to read the plan.
  package var hasStarted: Bool {
    reading { files.contains { $0.lines.hasStarted } }
  }

  func takeFailures() -> [MockFailure] {
    reading {
      files.indices.flatMap { files[$0].lines.takeFailures() }.filter { $0.message != planError }
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
        for index in files.indices { files[index].lines.reset(byOrder: given.number) }
      }
      return nil
    }
  }

  var givenOrders: [GivenOrder] {
    reading {
      let lines = files.map(\.lines)
      for index in orders.indices { orders[index].update(by: lines) }
      return orders
    }
  }

  func takeOrderIssues() -> [ScopeIssue] {
    // An app that hasn't read its launch plan has an issue already, which explains why it applied no changes.
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
        let index = files.firstIndex { $0.name == name } ?? files.endIndex
        if index == files.endIndex { files.append(JournalFile(name: name)) }
        files[index].readNewLines(of: folder.appendingPathComponent(name))
      }
      return look()
    }
  }
}

private struct JournalFile {
  let name: String
  var lines = ExchangeLines()
  var offset: UInt64 = 0

  /// Reads the lines since the last call, except for an incomplete last line without a line break.
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
