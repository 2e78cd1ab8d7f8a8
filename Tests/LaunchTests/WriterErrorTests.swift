import Foundation
import GraphQLMockTesting
import TestSupport
import Testing

/// What becomes of the journal of an app when the disk is full, or the app is killed.
@Suite(
  .enabled(if: RunningApp.readsPlans, "the app reads launch plans in debug builds only"),
  .graphQL(), .onWaitingThreads)
struct WriterErrorTests {
  @Test func aFullDiskIsToldAndLeavesWholeLines() async throws {
    let app = RunningApp()
    let program = try #require(app.process.executableURL).path
    // No file may grow over a block; a process that ignores the signal gets an error, as from a full disk.
    app.process.arguments =
      ["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh", program]
      + (app.process.arguments ?? [])
    app.process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let plan = LaunchPlan(.signIn, .products("Lamp", "Desk"), .news)
    let (screen, journal) = try await app.run(plan)
    #expect(screen.sorted() == SampleAppTests.allIsWell.sorted())
    #expect(journal.hasStarted)
    #expect(journal.requests.count < 3)
    #expect(journal.failures == [])
    let errors = try app.errorLines()
    #expect(errors.count > 0)
    #expect(errors.allSatisfy { $0.hasPrefix("GraphQLMock: The journal can't be written: ") })
  }

  @Test func aJournalOutlivesAnAppThatIsKilled() async throws {
    let never = RequestHandler.query("Products", .never)
    let app = RunningApp()
    let journal = try app.process.run(mocking: LaunchPlan(.signIn, never, .news))
    try await journal.waitForRequests(named: "Products")
    try await journal.waitForRequests(named: "News") { $0.ending != nil }
    kill(app.process.processIdentifier, SIGKILL)
    app.process.waitUntilExit()
    let endings: [[ReceivedRequest.Ending?]] = [
      journal.requests(named: "SignIn").map(\.ending),
      journal.requests(named: "Products").map(\.ending),
      journal.requests(named: "News").map(\.ending),
    ]
    #expect(endings == [[.answered], [nil], [.answered]])
    #expect(journal.failures == [])
  }
}
