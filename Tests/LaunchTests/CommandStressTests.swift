import Foundation
import GraphQLMock
import TestSupport
import Testing

@testable import GraphQLMockTesting

/// Commands between requests, with killed apps, new starts and files that were cut.
@Suite(
  .enabled(if: RunningApp.readsPlans, "the app reads launch plans in debug builds only"),
  .onWaitingThreads)
struct CommandStressTests {
  @Test func eachCommandIsSeenAtOnceAndOnceOrReported() async throws {
    var random = SeededGenerator(seed: 47)
    let count = Effort.rounds(50, long: 2_000)
    var till = RunningTill()
    let mock = try till.launch(LaunchPlan(.query("Count", .data(["stock": 0]))))
    var expected = 0
    var (untaken, lost): (Set<Int>, Set<Int>) = ([], [])
    var (starts, cuts, requests) = (1, 0, 0)
    // The first command waits for the start of the app.
    #expect(try await till.line(after: "1") == "Counted 0")

    func give(_ number: Int) {
      mock.register(.query("Count", .data(["stock": .number(number)])))
      untaken.insert(number)
    }

    func check(_ allowed: Set<Int>, _ line: String) {
      let counts = line.split(separator: " ").dropFirst().compactMap { Int($0) }
      requests += counts.count
      #expect(counts.count == 3 && allowed.isSuperset(of: counts), "\(line), not \(allowed)")
    }

    for number in 1...count {
      switch Int.random(in: 0..<100, using: &random) {
      case _ where number % 25 == 0:
        give(number)
        till.kill()
        let open = Set(mock.givenCommands.filter(\.isOpen).map(\.number))
        #expect(open.isSuperset(of: untaken))
        till = try till.relaunch()
        starts += 1
        lost.formUnion(open)
        untaken = []
        expected = 0
        // Waits until it has looked into its folder.
        check([0], try await till.line(after: "3"))
      case _ where number % 12 == 5:
        give(number)
        let file = mock.folder.appendingPathComponent("\(number).command")
        let whole = try Data(contentsOf: file)
        try whole.prefix(Int.random(in: 0..<whole.count, using: &random)).write(to: file)
        lost.insert(number)
        cuts += 1
      case ..<20:
        // Any of the three may come before the command.
        till.tap("3")
        give(number)
        check([expected, number], try await till.line())
        untaken = []
        expected = number
      default:
        give(number)
        expected = number
      }
      if Int.random(in: 0..<10, using: &random) < 7 {
        check([expected], try await till.line(after: "3"))
        untaken = []
      }
    }
    check([expected], try await till.line(after: "3"))
    try await mock.waitUntilApplied()
    till.quit()

    let issues = mock.takeCommandIssues()
    let reported = issues.map { issue in
      Int(
        issue.message.firstMatch(of: /command (\d+),|(\d+)\.command/).flatMap { $0.1 ?? $0.2 } ?? ""
      )
    }
    #expect(reported.compactMap { $0 }.sorted() == lost.sorted())
    let taken = try takenNumbers(in: mock.folder)
    #expect(Set(taken).count == taken.count)
    let refused = Set(mock.givenCommands.filter { $0.problem != nil }.map(\.number))
    #expect(Set(taken).union(lost).count == count)
    #expect(refused == lost)
    print(
      "\(count) commands, \(requests) requests, \(starts) starts, \(cuts) cut files, \(lost.count) reported"
    )
  }

  /// The numbers in the journals of all processes.
  private func takenNumbers(in folder: URL) throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".jsonl") }
      .flatMap { name in
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
          .split(separator: "\n")
          .compactMap { try? MockJSON(parsing: String($0))["command"]["number"].int }
      }
  }
}
