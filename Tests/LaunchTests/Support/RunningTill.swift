import Foundation
import GraphQLMock
import GraphQLMockTesting
import TestSupport

/// The till of the sample app in a process of its own, which a test taps and reads.
final class RunningTill: Sendable {
  let app: RunningApp
  private let input = Pipe.closedOnExec()
  private let lines = Locked<[String]>([])

  init(_ app: RunningApp = RunningApp(), environment: [String: String]? = nil) {
    self.app = app
    app.process.arguments = [RunningApp.nowhere, "own", "till"]
    app.process.standardInput = input
    if let environment { app.process.environment = environment }
  }

  /// Launches the till with a plan.
  func launch(
    _ plan: LaunchPlan, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws -> LaunchedApp {
    let mock = try app.process.run(mocking: plan, fileID: fileID, filePath: filePath, line: line)
    read()
    return mock
  }

  /// Launches another till with the plan of this one.
  func relaunch() throws -> RunningTill {
    let other = RunningTill(environment: app.process.environment)
    try other.app.process.run()
    other.read()
    return other
  }

  func read() {
    Thread { [app, lines] in
      app.readLines { line in lines.withLock { $0.append(line) } }
    }.start()
  }

  func tap(_ button: String) { input.fileHandleForWriting.write(Data((button + "\n").utf8)) }

  /// Waits for the next line on the screen.
  func line() async throws -> String {
    try await waitUntil { lines.withLock { !$0.isEmpty } }
    return lines.withLock { $0.removeFirst() }
  }

  /// Taps, and waits for the next line on the screen.
  func line(after button: String) async throws -> String {
    tap(button)
    return try await line()
  }

  /// Whether the screen shows a line within some seconds.
  func shows(_ text: String, within seconds: Double) -> Bool {
    let end = Date() + seconds
    while !lines.withLock({ $0.contains(text) }) {
      if Date() > end { return false }
      Thread.sleep(forTimeInterval: 0.001)
    }
    return true
  }

  func quit() {
    try? input.fileHandleForWriting.close()
    app.process.waitUntilExit()
  }

  func kill() {
    Foundation.kill(app.process.processIdentifier, SIGKILL)
    app.process.waitUntilExit()
  }
}
