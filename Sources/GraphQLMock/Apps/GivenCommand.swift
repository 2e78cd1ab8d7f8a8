package import Foundation

/// A command that the test has given, and what the app's journal says about it.
package struct GivenCommand: Sendable {
  package let command: AppCommand
  package let number: Int
  package let givenAt = Date()
  package private(set) var takenAt: Date?
  package private(set) var problem: String?
  private var isReported = false

  package init(_ command: AppCommand, number: Int) {
    (self.command, self.number) = (command, number)
  }

  package var isOpen: Bool { takenAt == nil && problem == nil }

  /// Whether the app should have carried out the test's command by now. A command for later requests is never overdue.
  package var isOverdue: Bool { isOpen && !command.verb.waitsForRequest }

  var title: String { "command \(number), to \(command.title) (\(command.location))" }

  /// - Parameter lines: The journals of the app's processes, one of which takes each command.
  package mutating func update(by lines: [JournalLines]) {
    guard isOpen else { return }
    for case let taken? in lines.map({ [number] in $0.commands[number] }) {
      (takenAt, problem) = (taken.at, taken.problem.map { "In the app: \($0)" })
    }
    if isOpen, let first = lines.compactMap(\.firstCommand).max(), number < first {
      problem =
        "The app was started again before it took \(title). Each start begins with the launch plan, so give "
        + "commands after it."
    }
  }

  package var missedAdvice: String {
    "The app has not taken \(title). It looks for commands when a request arrives, and while a subscription, a WebSocket "
      + "or a stepped clock is open."
  }

  /// Returns the problem once. It's called at the end of the test and by `reportFailures()`, when a command for open
  /// requests is overdue.
  package mutating func takeProblem() -> String? {
    guard !isReported, let message = problem ?? (isOverdue ? missedAdvice : nil) else { return nil }
    isReported = true
    return message
  }

  package static let noFolder = """
    The app can't take commands, because its launch plan sets `wantsJournal` to false. State responses in turn in the \
    plan, such as .query("Cart", .status(503), .data(["cart": nil])).
    """

  package static let noClock =
    "The app has no clock that the test can advance. Launch it with LaunchPlan(…, clock: .stepped)."
}
