import Foundation
import GraphQLMockTesting
import TestSupport
import Testing

@testable import GraphQLMockTesting

/// What goes wrong in the app reaches the test.
@Suite(
  .enabled(if: RunningApp.readsPlans, "the app reads launch plans in debug builds only"),
  .onWaitingThreads)
struct AppFailureTests {
  static let options = ScopeOptions(
    [], service: ServiceOptions(),
    location: CodeLocation(
      fileID: "LaunchTests/A.swift", filePath: "/A.swift", line: 1, column: 1)
  )

  @Test func unhandledRequestsOfTheAppFailTheTest() async throws {
    let scope = TestScope(
      Self.options, of: RunningTest(module: "Module", testCase: "A", "a"))
    let line = #line + 2
    let screen = try await scope.run {
      try await RunningApp().run(LaunchPlan(.signIn, .products("Lamp")), line: line).screen
    }
    let shown = try #require(screen.first { $0.hasPrefix("News failed: no connection: ") })
    #expect(ReportedMiss(shown)?.title == #"query "News""#)
    let issues = await scope.end()
    #expect(
      issues.map(\.message) == [
        """
        In the app: Unhandled query "News"; nearest is query "Products" (SampleAppTests.swift:12): \
        the name differs
          received:  POST http://example.invalid/graphql
          nearest:   query "Products" (SampleAppTests.swift:12): the name differs
                     mutation "SignIn" (SampleAppTests.swift:7): the name differs; \
        it only handles mutations
          add:       .query("News", .data(["news": ""]))
          record:    GRAPHQL_MOCK_RECORD=missing swift test --filter \
        '^LaunchTests\\.AppFailureTests/unhandledRequestsOfTheAppFailTheTest\\(\\)/'
          where:     in the LaunchPlan that the app was launched with
        """
      ])
    #expect(
      issues.map { "\($0.location.fileID):\($0.location.line)" }
        == ["LaunchTests/RunningApp.swift:\(line)"])
  }

  @Test func aTestThatFailsShowsTheRequestsOfTheApp() async throws {
    let scope = TestScope(Self.options, of: RunningTest(module: "Module", testCase: "A", "a"))
    _ = try await scope.run {
      // Of the app's last two requests any may come first.
      try await RunningApp().run(LaunchPlan(.signIn, .query(.any, .status(503))))
    }
    let report = try #require(scope.report.takeRequests()).replacing(/\d+\.\d ms/) { _ in "… ms" }
    #expect(
      report.split(separator: "\n").prefix(3) == [
        "The requests of the app:",
        """
          1. mutation "SignIn" {"email":"ada@example.com","password":"<redacted>"} → 200 \
        {"data":{"signIn":{"name":"Ada","token":"t-1"}}} (… ms)
        """,
        "     answered by the handler at SampleAppTests.swift:7",
      ])
    #expect(report.contains("query \"News\" → 503 0 bytes (… ms)"))
    _ = await scope.end()
  }

  @Test func theSameMissOfSeveralLaunchesIsOneIssueAtTheFirst() async throws {
    let scope = TestScope(Self.options, of: RunningTest(module: "Module", testCase: "A", "a"))
    let line = #line
    try await scope.run {
      for number in 1...5 {
        _ = try await RunningApp().run(
          LaunchPlan(.signIn, .products("Lamp")), line: line + number)
      }
    }
    let issues = await scope.end()
    let misses = issues.map { ReportedMiss($0.message) }
    #expect(misses.map(\.?.title) == [#"query "News""#])
    #expect(
      misses.map(\.?.cause) == [
        #"nearest is query "Products" (SampleAppTests.swift:12): the name differs (5 times)"#
      ])
    #expect(issues.map(\.location.line) == [line + 1])
  }

  @Test func failuresAreReportedOnce() async throws {
    let (_, journal) = try await RunningApp().run(
      LaunchPlan(fixtures: "Store", fixtureVariants: [:]))
    journal.reportFailures()
    let (_, faulty) = try await RunningApp().run(LaunchPlan(.signIn, .news))
    withKnownIssue {
      faulty.reportFailures()
    } matching: {
      ReportedMiss($0.comments.first?.rawValue ?? "")?.title == #"query "Products""#
    }
    faulty.reportFailures()
  }

  @Test(arguments: [
    (#"{"version":2}"#, "The launch plan is of version 2, and this process reads version 1. "),
    (
      #"{"version":1,"fixtures":"Store"}"#,
      "The launch plan can't be used: GRAPHQL_MOCK_LAUNCH_PLAN:1:14: unknown key \"fixtures\"; "
    ),
    (
      "garbage",
      "The launch plan can't be used: GRAPHQL_MOCK_LAUNCH_PLAN:1:1: this isn't valid JSON: "
    ),
    (
      "",
      "The launch plan can't be used: GRAPHQL_MOCK_LAUNCH_PLAN:1:1: this isn't valid JSON: "
    ),
  ]) func withAMalformedPlanTheAppsRequestsFailAndReachNobody(
    plan: String, message: String
  ) async throws {
    let server = try StoreServer()
    let (screen, errors) = try await RunningApp(server.url).run(
      environment: [LaunchPlan.variable: plan])
    #expect(
      screen.map { $0.hasPrefix("Sign-in failed: no connection: \(message)") } == [true],
      "\(screen)")
    #expect(errors.map { $0.hasPrefix("GraphQLMock: \(message)") } == [true], "\(errors)")
    #expect(server.requests == [])
  }

  @Test func aPlanOfAnotherVersionStillSaysWhereTheJournalIs() async throws {
    let folder = try TemporaryFolder()
    let journal = LaunchedApp(
      folder: folder.url, location: Self.options.location, isTemporary: false)
    _ = try await RunningApp().run(environment: [
      LaunchPlan.variable: #"{"version":2,"journal":"\#(folder.url.path)"}"#
    ])
    #expect(
      journal.failures.map { "\($0.kind.rawValue): \($0)" } == [
        """
        launchError: The launch plan is of version 2, and this process reads version 1. \
        Use the same version of GraphQLMock in the app and in its tests.
        """
      ])
  }

  @Test func anAppThatDoesNotReadThePlanFailsTheTestWhosePageMentionsTheApp() async throws {
    let test = RunningTest(module: "Module", testCase: "A", "a")
    let scope = TestScope(Self.options, of: test)
    let journal = try scope.run {
      let process = TestProcess.whenFewFilesAreOpen()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["true"]
      return try process.run(mocking: LaunchPlan())
    }
    #expect(scope.report.takeRequests() == nil)
    let issues = await scope.end()
    #expect(
      issues.map(\.message) == [
        """
        The app has not read its launch plan: call \
        MockGraphQLService.startFromLaunchEnvironment() first thing in it, in a debug build. \
        It must be able to write to \(journal.folder.path).
        """
      ])
    #expect(!FileManager.default.fileExists(atPath: journal.folder.path))
    let page = scope.report.page(of: test)
    #expect(!page.contains("No request reached"), "\(page)")
  }

  @Test func anAppWhoseRequestsBypassThePlanIsAHintOfAFailedTestAndNoIssue() async throws {
    let hint = """
      No request of the app reached its mock service, although the app has read its launch plan.
        Usual causes: a session whose configuration wasn't passed to `install(in:)`, such as one from `.default`; \
      `URLSession.shared` that was used before `startFromLaunchEnvironment()`; a web view.
      """
    let test = RunningTest(module: "Module", testCase: "A", "a")
    for hasFailed in [false, true] {
      let scope = TestScope(Self.options, of: test)
      let till = RunningTill()
      let mock = try scope.run { try till.launch(LaunchPlan()) }
      defer { till.quit() }
      try await waitUntil { mock.hasStarted }
      if hasFailed {
        #expect(scope.report.takeRequests() == hint)
        let page = scope.report.page(of: test)
        #expect(page.contains("<pre class=\"notes\">\(hint)</pre>"), "\(page)")
      }
      #expect(await scope.end() == [])
    }
    // A request that has arrived is no reason for a hint.
    let scope = TestScope(Self.options, of: test)
    let till = RunningTill()
    _ = try scope.run { try till.launch(LaunchPlan(AppCommandTests.paid)) }
    _ = try await till.line(after: "Pay")
    till.quit()
    #expect(scope.report.takeRequests()?.hasPrefix("The requests of the app:") == true)
    #expect(await scope.end() == [])
  }

  @Test func aPlanThatCannotBeWrittenIsThrownAndNothingElseIsReported() async throws {
    let scope = TestScope(
      Self.options, of: RunningTest(module: "Module", testCase: "A", "a"))
    _ = scope.run {
      #expect(throws: LaunchPlanError.self) {
        try RunningApp().process.run(mocking: LaunchPlan(.query("A") { _ in nil }))
      }
    }
    #expect(await scope.end() == [])
  }

  @Test func aProcessThatDoesNotStartIsThrownAndNothingElseIsReported() async throws {
    let scope = TestScope(Self.options, of: RunningTest(module: "Module", testCase: "A", "a"))
    scope.run {
      let process = TestProcess.whenFewFilesAreOpen()
      process.executableURL = URL(fileURLWithPath: "/nowhere")
      #expect(throws: (any Error).self) { try process.run(mocking: LaunchPlan()) }
    }
    #expect(await scope.end() == [])
  }

  @Test(arguments: [nil, ["A": "1", LaunchPlan.variable: "of an earlier launch"]])
  func thePlanIsAddedToTheEnvironmentOfTheProcess(environment: [String: String]?) throws {
    let process = TestProcess.whenFewFilesAreOpen()
    process.executableURL = URL(fileURLWithPath: "/nowhere")
    process.environment = environment
    #expect(throws: (any Error).self) { try process.run(mocking: LaunchPlan()) }
    var found = try #require(process.environment)
    let plan = found.removeValue(forKey: LaunchPlan.variable)
    #expect(try MockJSON(parsing: plan ?? "")["version"] == 1)
    var expected = environment ?? ProcessInfo.processInfo.environment
    expected[LaunchPlan.variable] = nil
    #expect(found == expected)
  }

  @Test func anAppThatHasNotStartedIsReportedOnceByConcurrentCallers() async throws {
    // Reading several files takes long enough for callers to overlap.
    let files = (1...50).map { ("\($0).jsonl", "") }
    let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: files))
    for _ in 1...50 {
      let journal = LaunchedApp(
        folder: folder.url, location: Self.options.location, isTemporary: false)
      let count = await withTaskGroup(of: String?.self) { group in
        for _ in 1...4 { group.addTask { journal.takeMissingStart() } }
        return await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
      }
      #expect(count == 1)
    }
  }

  @Test func failuresOfSeveralProcessesAreReportedOnceEach() throws {
    let folder = try TemporaryFolder()
    let journal = LaunchedApp(
      folder: folder.url, location: Self.options.location, isTemporary: false)
    func write(_ messages: [String], to name: String) throws {
      let lines = messages.map {
        #"{"failure":{"kind":"handlerError","message":"\#($0)"}}"# + "\n"
      }
      try Data(lines.joined().utf8).write(to: folder.url.appendingPathComponent(name + ".jsonl"))
    }
    try write(["a1"], to: "a")
    try write(["b1"], to: "b")
    #expect(journal.takeFailures().map(\.message) == ["a1", "b1"])
    try write(["a1", "a2"], to: "a")
    #expect(journal.takeFailures().map(\.message) == ["a2"])
    #expect(journal.takeFailures() == [])
  }

  @Test func aLineThatIsWrittenInTwoPartsIsReadOnce() throws {
    let folder = try TemporaryFolder()
    let journal = LaunchedApp(
      folder: folder.url, location: Self.options.location, isTemporary: false)
    let line = #"{"failure":{"kind":"handlerError","message":"a"}}"# + "\n"
    for (count, messages) in [(20, []), (line.utf8.count, ["a"]), (line.utf8.count, [])] {
      let file = folder.url.appendingPathComponent("a.jsonl")
      try Data(line.utf8.prefix(count)).write(to: file)
      #expect(journal.takeFailures().map(\.message) == messages)
    }
  }

  @Test func aResetLeavesLaterFailuresAndThoseOfCommands() throws {
    let folder = try TemporaryFolder()
    let journal = LaunchedApp(
      folder: folder.url, location: Self.options.location, isTemporary: false)
    let file = folder.url.appendingPathComponent("a.jsonl")
    var text = ""
    func write(_ lines: String...) throws {
      text += lines.map { $0 + "\n" }.joined()
      try Data(text.utf8).write(to: file)
    }
    func failure(_ kind: MockFailure.Kind, _ message: String) -> String {
      #"{"failure":{"kind":"\#(kind.rawValue)","message":"\#(message)"}}"#
    }
    try write(failure(.handlerError, "a"), failure(.handlerError, "b"))
    #expect(journal.takeFailures().map(\.message) == ["a", "b"])
    try write(
      failure(.launchError, "c"), #"{"command":{"number":1,"takenAt":1,"isReset":true}}"#,
      failure(.handlerError, "d"))
    #expect(journal.takeFailures().map(\.message) == ["c", "d"])
    #expect(journal.failures.map(\.message) == ["c", "d"])
  }

  @Test func theSameMissOfAnAppIsOneIssue() throws {
    let folder = try TemporaryFolder()
    let journal = LaunchedApp(
      folder: folder.url, location: Self.options.location, isTemporary: false, isWanted: false)
    let miss = #"{"failure":{"kind":"unhandledRequest","message":"Unhandled query \"A\""}}"# + "\n"
    try Data(String(repeating: miss, count: 5).utf8).write(
      to: folder.url.appendingPathComponent("a.jsonl"))
    withKnownIssue {
      journal.reportFailures()
    } matching: {
      $0.comments.first?.rawValue == """
        In the app: Unhandled query "A" (5 times)
          where:     in the LaunchPlan that the app was launched with
        """
    }
  }

  @Test func anAppThatDoesNotReadThePlanIsToldApartFromASilentOne() async throws {
    let process = TestProcess.whenFewFilesAreOpen()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["true"]
    let journal = try process.run(mocking: LaunchPlan())
    process.waitUntilExit()
    #expect(journal.hasStarted == false)
    await #expect {
      try await journal.waitForRequests(named: "News", atLeast: 1, within: .milliseconds(20))
    } throws: {
      "\($0)" == """
        Waited 0.02 seconds for a request for "News"; none arrived. The app has not read its \
        launch plan: call MockGraphQLService.startFromLaunchEnvironment() first thing in it, in a \
        debug build. It must be able to write to \(journal.folder.path).
        """
    }
  }
}
