public import Foundation
public import GraphQLMock

/// An app that a test has launched, with the requests and failures of the app's mock service.
///
/// ```swift
/// let mock = app.launch(mocking: LaunchPlan(fixtures: "Checkout"))
/// app.buttons["Pay"].tap()
/// let orders = try mock.waitForRequests(named: "PlaceOrder")
/// XCTAssertEqual(orders.map(\.variables["items"].array?.count), [3])
/// ```
/// The test can also change the mock service while the app runs. Secrets in the requests are redacted. Bodies over
/// 256 KiB and uploaded files are omitted. If the test has its own mock service, or you passed the test case to
/// `launch`, failures are reported at the end of the test. Otherwise, call ``reportFailures()``. Failures after the
/// test are lost, so terminate the app, or wait until it has ended, before the test ends.
public final class LaunchedApp: @unchecked Sendable {
  // `lock` guards all mutable properties.

  /// The folder to which the app writes its requests, with one JSON Lines file for each process.
  ///
  /// A temporary folder is deleted when the test ends or this object is deallocated.
  public let folder: URL

  let location: CodeLocation
  private let isTemporary: Bool
  private let isWanted: Bool
  /// Whether the plan states `clock: .stepped`, without which the app can't advance its clock.
  private let hasClock: Bool
  /// The longest time for which the first command waits until the app has read its plan.
  private let startLimit: Duration

  private let lock = NSLock()
  private var files: [JournalFile] = []
  private var hasReportedStart = false
  /// Whether the test has reported that the plan is invalid. The app reports this again, which is ignored.
  private var hasReportedPlan = false
  /// The commands that the test has sent to the running app, numbered from 1.
  private var commands: [GivenCommand] = []

  init(
    folder: URL, location: CodeLocation, isTemporary: Bool, isWanted: Bool = true,
    hasClock: Bool = false, startLimit: Duration = .seconds(10)
  ) {
    (self.folder, self.location, self.isTemporary) = (folder, location, isTemporary)
    (self.isWanted, self.hasClock, self.startLimit) = (isWanted, hasClock, startLimit)
  }

  deinit { removeFolder() }
  func removeFolder() { if isTemporary { try? FileManager.default.removeItem(at: folder) } }

  /// The requests that the app has sent so far, in order of arrival.
  public var requests: [ReceivedRequest] {
    reading {
      let all = files.sorted { $0.name < $1.name }.flatMap(\.lines.requests)
      return files.count < 2 ? all : all.sorted { $0.startedAt < $1.startedAt }
    }
  }

  /// Returns the requests for an operation that the app has sent so far, in order of arrival.
  ///
  /// The name may be a pattern such as `.anonymous` or `.prefix`.
  public func requests(
    named name: NameCondition = .any, type: OperationType? = nil
  ) -> [ReceivedRequest] {
    requests.filter { $0.asks(for: name, type) }
  }

  /// The failures of the app's mock service so far, such as unhandled requests and errors in fixtures.
  public var failures: [MockFailure] { reading { files.flatMap(\.lines.failures) } }

  /// A Boolean value that indicates whether the app has called `startFromLaunchEnvironment()` to read the plan.
  package var hasStarted: Bool { reading { files.contains { $0.lines.hasStarted } } }

  func takeFailures() -> [MockFailure] {
    reading {
      files.indices.flatMap { files[$0].lines.takeFailures() }
        .filter { !hasReportedPlan || $0.kind != .launchError }
    }
  }

  /// Returns once that the app hasn't read its plan.
  func takeMissingStart() -> String? {
    guard mayMissStart, !hasStarted else { return nil }
    return lock.withLock { exchange(&hasReportedStart, with: true) } ? nil : missingStart
  }

  var mayMissStart: Bool { isWanted && lock.withLock { !hasReportedPlan && !hasReportedStart } }

  var missingStart: String {
    "The app has not read its launch plan: call "
      + "MockGraphQLService.startFromLaunchEnvironment() first thing in it, in a debug build. "
      + "It must be able to write to \(folder.path)."
  }

  /// A hint that the app's requests bypass its plan, or nil if one has arrived or the plan wasn't read.
  var noRequestHint: String? {
    let isReset = givenCommands.contains {
      if case .reset = $0.command.verb { true } else { false }
    }
    guard !isReset, hasStarted, requests.isEmpty, failures.isEmpty else { return nil }
    return """
      No request of the app reached its mock service, although the app has read its launch plan.
        Usual causes: a session whose configuration wasn't passed to `install(in:)`, such as one from `.default`; \
      `URLSession.shared` that was used before `startFromLaunchEnvironment()`; a web view.
      """
  }

  func give(_ command: AppCommand) {
    guard let problem = problem(givingCommand: command) else { return }
    MockReporting.record(ScopeIssue(message: problem, location: command.location))
  }

  private func problem(givingCommand command: AppCommand) -> String? {
    guard isWanted else { return GivenCommand.noFolder }
    if case .advance = command.verb, !hasClock { return GivenCommand.noClock }
    if givenCommands.isEmpty { blockUntilSettled(within: startLimit) }
    if let missing = takeMissingStart() { return "The app takes no commands. \(missing)" }
    return reading {
      let given = GivenCommand(command, number: commands.count + 1)
      do { try command.write(to: folder, as: given.number) } catch { return "\(error)" }
      commands.append(given)
      if case .reset = command.verb {
        for index in files.indices { files[index].lines.reset(byCommand: given.number) }
      }
      return nil
    }
  }

  var givenCommands: [GivenCommand] {
    reading {
      let lines = files.map(\.lines)
      for index in commands.indices { commands[index].update(by: lines) }
      return commands
    }
  }

  func takeCommandIssues() -> [ScopeIssue] {
    // If the app hasn't read its launch plan, a different issue says so.
    guard hasStarted, !givenCommands.isEmpty else { return [] }
    return lock.withLock {
      commands.indices.compactMap { index in
        commands[index].takeProblem().map {
          ScopeIssue(message: $0, location: commands[index].command.location)
        }
      }
    }
  }

  func report(planError error: LaunchPlanError) {
    lock.withLock { hasReportedPlan = true }
    MockReporting.record(ScopeIssue(message: error.description, location: location))
  }

  /// Reads the new lines of all journals first. The closure must not use a property that locks, such as `requests`.
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
