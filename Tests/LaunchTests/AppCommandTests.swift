import Foundation
import GraphQLMock
import TestSupport
import Testing

@testable import GraphQLMockTesting

/// Changes of the sample app's network while it runs.
@Suite(
  .enabled(if: RunningApp.readsPlans, "the app reads launch plans in debug builds only"),
  .onWaitingThreads)
struct AppCommandTests {
  static let declined = RequestHandler.mutation("Pay", .error("Declined", code: "DECLINED"))
  static let paid = RequestHandler.mutation("Pay", .data(["pay": ["id": "1"]]))

  private static func count(_ number: Int) -> RequestHandler {
    .query("Count", .data(["stock": .number(number)]))
  }

  /// Runs a test in a scope whose issues it returns.
  private func issues(_ body: @Sendable () async throws -> Void) async throws -> [ScopeIssue] {
    let scope = TestScope(
      AppFailureTests.options, of: RunningTest(module: "Module", testCase: "A", "a"))
    try await scope.run { try await body() }
    return await scope.end()
  }

  /// Taps twice, each time waiting for the next line on the screen.
  private func twoLines(of till: RunningTill, after button: String) async throws -> [String] {
    let first = try await till.line(after: button)
    return [first, try await till.line(after: button)]
  }

  // MARK: Verbs

  @Test(.graphQL()) func registeredHandlersAnswerTheNextRequest() async throws {
    let till = RunningTill()
    let mock = try till.launch(LaunchPlan(Self.declined))
    #expect(try await till.line(after: "Pay") == "Declined")
    mock.register(Self.paid)
    #expect(try await till.line(after: "Pay") == "Thank you, 1")
    mock.register([Self.declined.once])
    #expect(try await twoLines(of: till, after: "Pay") == ["Declined", "Thank you, 1"])
    till.quit()
    #expect(mock.requests(named: "Pay").map(\.handler?.line) == [13, 14, 13, 14])
  }

  @Test(.graphQL()) func aFixtureIsLookedForInTheTablesOfThePlan() async throws {
    let till = RunningTill()
    let mock = try till.launch(LaunchPlan(fixtures: "Store"))
    mock.register(.query("Count", .fixture("Products.unavailable")))
    #expect(try await till.line(after: "1") == "Counted none")
    till.quit()
    #expect(mock.requests.map(\.response?.status) == [503])
  }

  @Test(.graphQL()) func objectsOfTheAppAreChangedBeforeTheNextRequest() async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { stock: Int! }
        type Mutation { pay: Receipt }
        type Receipt { id: ID! total: Int }
        """)
    let till = RunningTill()
    let issues = try await issues {
      let mock = try till.launch(
        LaunchPlan(
          schema: schema, unhandled: .generated, objects: ["Receipt": [["id": "1"], ["id": "2"]]]))
      #expect(try await till.line(after: "Pay") == "Thank you, 1")
      mock.objects["Receipt", 1] = nil
      #expect(try await till.line(after: "Pay") == "Thank you, 2")
      mock.objects["Receipt", 2] = nil
      mock.objects["Receipt", "new"] = ["total": 5]
      mock.objects["Receipt", "new"]["total"] = "six"
      #expect(try await till.line(after: "Pay") == "Thank you, new")
      withKnownIssue { _ = mock.objects["Receipt", "new"].exists }
      till.quit()
    }
    #expect(
      issues.map(\.message) == ["In the app: objects: Receipt.total must be Int, but is a string."])
  }

  @Test(.graphQL()) func resetRestoresThePlanAndDiscardsTheJournal() async throws {
    let till = RunningTill()
    let mock = try till.launch(
      LaunchPlan(.mutation("Pay", .error("Declined"), .data(["pay": ["id": "2"]]))))
    #expect(try await till.line(after: "Pay") == "Declined")
    mock.register(Self.paid)
    #expect(try await till.line(after: "Pay") == "Thank you, 1")
    mock.reset()
    #expect(mock.requests.count == 0)
    #expect(try await twoLines(of: till, after: "Pay") == ["Declined", "Thank you, 2"])
    till.quit()
    #expect(mock.requests.map(\.id) == [2, 3])
  }

  @Test(.graphQL()) func eventsAndTheEndReachAnOpenSubscription() async throws {
    let till = RunningTill()
    let mock = try till.launch(LaunchPlan(.subscription("Stock", .eventsFromTest)))
    till.tap("Watch")
    try await mock.waitForRequests(named: "Stock")
    mock.subscriptions.send(.data(["stock": 3]), to: "Stock")
    mock.subscriptions.send(.data(["stock": 2]), to: .prefix("St"))
    mock.subscriptions.complete("Stock")
    for line in [
      #"Stock: {"data":{"stock":3}}"#, #"Stock: {"data":{"stock":2}}"#, "Stock ended",
    ] {
      #expect(try await till.line() == line)
    }
    try await mock.waitUntilApplied()
    till.quit()
  }

  /// The subscription is in the journal, but opens only after its delay.
  @Test(.graphQL()) func anEventWaitsForASubscriptionThatOpens() async throws {
    let till = RunningTill()
    let mock = try till.launch(
      LaunchPlan(
        .subscription("Stock", .eventsFromTest.delay(.seconds(30))), Self.count(1), clock: .stepped)
    )
    till.tap("Watch")
    try await mock.waitForRequests(named: "Stock")
    mock.subscriptions.send(.data(["stock": 3]), to: "Stock")
    mock.register(Self.count(2))
    #expect(try await till.line(after: "1") == "Counted 2")
    mock.clock.advance(by: .seconds(30))
    #expect(try await till.line() == #"Stock: {"data":{"stock":3}}"#)
    till.quit()
  }

  @Test(.graphQL()) func socketsAreClosed() async throws {
    let till = RunningTill()
    let mock = try till.launch(LaunchPlan())
    #expect(try await till.line(after: "Connect") == #"Socket: {"type":"connection_ack"}"#)
    mock.sockets.close(code: 1_011, reason: "Gone")
    #expect(try await till.line() == "Socket closed: 1011")
    try await mock.waitUntilApplied()
    till.quit()
  }

  @Test(.graphQL()) func aPendingRequestKeepsItsHandlerWhileTheClockIsAdvanced() async throws {
    let till = RunningTill()
    let mock = try till.launch(
      LaunchPlan(.query("Count", .data(["stock": 1]).delay(.seconds(30))), clock: .stepped))
    till.tap("1")
    try await mock.waitForRequests(named: "Count")
    mock.clock.advance(by: .seconds(10))
    try await mock.waitUntilApplied()
    #expect(mock.requests.map(\.ending) == [nil])
    mock.register(Self.count(2))
    #expect(try await till.line(after: "1") == "Counted 2")
    mock.clock.advance(by: .seconds(20))
    #expect(try await till.line() == "Counted 1")
    till.quit()
  }

  // MARK: The journal

  @Test(.graphQL()) func appliedCommandsAreInTheJournalWithTheirNumbers() async throws {
    let till = RunningTill()
    let mock = try till.launch(LaunchPlan(Self.count(0)))
    let line = #line + 1
    for number in 1...3 { mock.register(Self.count(number)) }
    await #expect {
      try await mock.waitUntilApplied(within: .milliseconds(20))
    } throws: {
      "\($0)" == """
        Waited 0.02 seconds for the app to take commands. The app has not taken command 1, to register \
        query "Count" (AppCommandTests.swift:\(line)). It looks for commands when a request arrives, \
        and while a subscription, a WebSocket or a stepped clock is open.
        """
    }
    #expect(try await till.line(after: "1") == "Counted 3")
    try await mock.waitUntilApplied()
    // The app writes the end of a request after it has the response.
    try await mock.waitForRequests(named: "Count") { $0.ending != nil }
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: mock.folder.path)
        .first { $0.hasSuffix(".jsonl") })
    let text = try String(contentsOf: mock.folder.appendingPathComponent(file), encoding: .utf8)
    let lines = try text.split(separator: "\n").map { try MockJSON(parsing: String($0)) }
    // In front of the request that came after them.
    #expect(lines.map { $0["command"]["number"].int } == [nil, 1, 2, 3, nil, nil, nil])
    till.quit()
  }

  @Test func thePageOfAFailedTestShowsCommandsBetweenRequests() async throws {
    let test = RunningTest(module: "Module", testCase: "A", "a")
    let scope = TestScope(AppFailureTests.options, of: test)
    let line = #line + 5
    try await scope.run {
      let till = RunningTill()
      let mock = try till.launch(LaunchPlan(Self.declined))
      _ = try await till.line(after: "Pay")
      mock.register(Self.paid, Self.count(1))
      _ = try await till.line(after: "Pay")
      mock.register(Self.declined)
      till.quit()
    }
    #expect(await scope.end() == [])
    let page = scope.report.page(of: test)
    let rows = page.matches(
      of: /<li[^>]*><([ab])[^>]*>([^<]*)<\/[ab]> <span class="state">([^<]*)</
    )
    .map { "\($0.1) \($0.2) \($0.3)" }
    #expect(
      rows == [
        "a 1. mutation &quot;Pay&quot; 200 with errors",
        "b command 1, to register mutation &quot;Pay&quot; and 1 more (AppCommandTests.swift:\(line)) ",
        "a 2. mutation &quot;Pay&quot; 200",
        "b command 2, to register mutation &quot;Pay&quot; (AppCommandTests.swift:\(line + 2)) not taken",
      ])
  }

  // MARK: Failures

  @Test func anUnreadableCommandFailsTheTestAtItsLine() async throws {
    let line = Locked(0)
    let issues = try await issues {
      let till = RunningTill()
      let mock = try till.launch(LaunchPlan(Self.count(1)))
      #expect(try await till.line(after: "1") == "Counted 1")
      line.withLock { $0 = #line + 1 }
      mock.register(Self.count(2))
      let file = mock.folder.appendingPathComponent("1.command")
      let whole = try Data(contentsOf: file)
      try whole.prefix(whole.count / 2).write(to: file)
      mock.register(Self.count(3).once)
      #expect(try await twoLines(of: till, after: "1") == ["Counted 3", "Counted 1"])
      till.quit()
    }
    #expect(issues.map(\.location.line) == [line.withLock { $0 }])
    #expect(
      issues.first?.message.hasPrefix(
        "In the app: The command can't be used: 1.command:1:") == true, "\(issues)")
  }

  @Test func anEventForNobodyFailsTheTestAtItsLine() async throws {
    let line = Locked(0)
    let issues = try await issues {
      let till = RunningTill()
      let mock = try till.launch(LaunchPlan(Self.count(1)))
      line.withLock { $0 = #line + 1 }
      mock.subscriptions.send(.data(["stock": 3]), to: "Stock")
      _ = try await till.line(after: "1")
      mock.sockets.close(code: 12)
      _ = try await till.line(after: "1")
      till.quit()
    }
    #expect(
      issues.map(\.message) == [
        """
        In the app: An event for the subscription "Stock" wasn't delivered: none is open. Wait for it \
        with `waitForRequests(named: "Stock")`.
        """,
        """
        In the app: 12 isn't a code of a close frame; it must be 1000 to 1003, 1007 to 1014, or 3000 to \
        4999.
        """,
      ])
    #expect(issues.map(\.location.line) == [line.withLock { $0 }, line.withLock { $0 } + 2])
  }

  @Test func aCommandThatNeedsNoRequestAndIsNotAppliedFailsTheTest() async throws {
    let line = Locked(0)
    let issues = try await issues {
      let till = RunningTill()
      let mock = try till.launch(LaunchPlan())
      mock.register(Self.count(1))
      line.withLock { $0 = #line + 1 }
      mock.subscriptions.complete("Stock")
      till.quit()
    }
    #expect(
      issues.map(\.message) == [
        """
        The app has not taken command 2, to complete subscription "Stock" \
        (AppCommandTests.swift:\(line.withLock { $0 })). It looks for commands when a request arrives, and \
        while a subscription, a WebSocket or a stepped clock is open.
        """
      ])
  }

  @Test(.graphQL()) func whatCannotLeaveTheProcessIsRefusedAtTheCall() async throws {
    let till = RunningTill()
    let mock = try till.launch(LaunchPlan(Self.count(1)))
    let handler = RequestHandler.query("Count") { _ in .data(["stock": 2]) }
    let line = #line + 2
    withKnownIssue {
      mock.register(handler)
    } matching: {
      $0.comments.first?.rawValue == """
        The command can't be written: The handler for query "Count" (\(handler.location)): it has a \
        closure, which can't leave this process; give responses instead.
        """ && $0.sourceLocation?.line == line
    }
    withKnownIssue {
      mock.clock.advance(by: .seconds(1))
    } matching: {
      $0.comments.first?.rawValue
        == "The app has no clock that the test can advance. Launch it with LaunchPlan(…, clock: .stepped)."
    }
    // Neither has a number.
    mock.register(Self.count(3))
    #expect(try await till.line(after: "1") == "Counted 3")
    try await mock.waitUntilApplied()
    till.quit()
  }

  @Test(.graphQL()) func withoutACommonFolderTheFirstCommandFails() async throws {
    let till = RunningTill()
    var plan = LaunchPlan()
    plan.wantsJournal = false
    let mock = try till.launch(plan)
    withKnownIssue {
      mock.register(Self.count(1))
    } matching: {
      $0.comments.first?.rawValue == """
        The app can't take commands, because its launch plan sets `wantsJournal` to false. State responses \
        in turn in the plan, such as .query("Cart", .status(503), .data(["cart": nil])).
        """
    }
    till.quit()
  }

  @Test(.graphQL()) func anAppThatDoesNotReadThePlanFailsTheFirstCommandOnly() throws {
    let folder = try TemporaryFolder()
    let mock = LaunchedApp(
      folder: folder.url, location: AppFailureTests.options.location, isTemporary: false,
      startLimit: .milliseconds(1))
    let line = #line + 2
    withKnownIssue {
      mock.register(Self.count(1))
    } matching: {
      $0.comments.first?.rawValue == """
        The app takes no commands. The app has not read its launch plan: call \
        MockGraphQLService.startFromLaunchEnvironment() first thing in it, in a debug build. It must be \
        able to write to \(folder.url.path).
        """ && $0.sourceLocation?.line == line
    }
    mock.register(Self.count(2))
    mock.reportFailures()
  }

  // MARK: Several processes

  @Test func commandsOfAFormerLaunchAreNotApplied() async throws {
    let line = Locked(0)
    let issues = try await issues {
      let till = RunningTill()
      let mock = try till.launch(LaunchPlan(Self.count(1)))
      mock.register(Self.count(2))
      #expect(try await till.line(after: "1") == "Counted 2")
      line.withLock { $0 = #line + 1 }
      mock.register(Self.count(3))
      till.kill()
      let next = try till.relaunch()
      #expect(try await next.line(after: "1") == "Counted 1")
      mock.register(Self.count(4))
      #expect(try await next.line(after: "1") == "Counted 4")
      next.quit()
    }
    #expect(
      issues.map(\.message) == [
        """
        The app was started again before it took command 2, to register query "Count" \
        (AppCommandTests.swift:\(line.withLock { $0 })). Each start begins with the launch plan, so give \
        commands after it.
        """
      ])
    #expect(issues.map(\.location.line) == [line.withLock { $0 }])
  }

  @Test func aSecondAppOnOneFolderIsRefused() async throws {
    let issues = try await issues {
      let till = RunningTill()
      let mock = try till.launch(LaunchPlan(Self.count(1)))
      #expect(try await till.line(after: "1") == "Counted 1")
      let other = try till.relaunch()
      // It has its plan, and nothing to refuse.
      #expect(try await other.line(after: "1") == "Counted 1")
      mock.register(Self.count(2))
      #expect(try await other.line(after: "1") == "Counted 1")
      #expect(try await till.line(after: "1") == "Counted 2")
      till.quit()
      other.quit()
    }
    #expect(
      issues.map(\.message) == [
        """
        In the app: This process of the app takes no commands, because an earlier one with the same launch \
        plan still runs. Launch each with a plan of its own.
        """
      ])
  }

  @Test func aFolderThatOthersCanWriteToIsRefused() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.url.path)
    try await expectRefusal(of: folder)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder to another user"))
  func aFolderOfAnotherUserIsRefused() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try #require(chown(path, 65_534, 65_534) == 0)
    try await expectRefusal(of: folder)
  }

  private func expectRefusal(of folder: TemporaryFolder) async throws {
    let issues = try await issues {
      let till = RunningTill()
      var plan = LaunchPlan(Self.count(1))
      plan.journalFolder = folder.url
      let mock = try till.launch(plan)
      mock.register(Self.count(2))
      #expect(try await till.line(after: "1") == "Counted 1")
      till.quit()
    }
    #expect(
      issues.map(\.message) == [
        "In the app: The app takes no commands, because other users can write to \"\(folder.url.path)\"."
      ])
  }
}
