import Foundation
import TestSupport
import Testing

@testable import GraphQLMock
@testable import GraphQLMockTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The parts of a search for variants, one by one.
struct VariantPartsTests {
  // MARK: The budget of a run

  @Test func theFirstRequestBeyondTheLimitStopsTheRunOnce() {
    let (budget, stops) = (RequestBudget(limit: 3), Locked(0))
    budget.whenSpent { stops.withLock { $0 += 1 } }
    #expect(["A", "B", "A", "A", "B"].map(budget.countRequest) == [0, 0, 1, nil, nil])
    #expect(budget.isSpent && budget.count == 5)
    #expect(stops.withLock { $0 } == 1)
  }

  @Test func aBudgetThatIsSpentBeforehandStopsTheRunAtOnce() {
    let (budget, stops) = (RequestBudget(limit: 0), Locked(0))
    #expect(budget.countRequest(named: "A") == nil)
    budget.whenSpent { stops.withLock { $0 += 1 } }
    #expect(stops.withLock { $0 } == 1)
  }

  @Test func theFirstEndingOfARunCounts() {
    let (returned, stopped) = (RequestBudget(limit: 1), RequestBudget(limit: 1))
    returned.recordReturn()
    #expect(!returned.recordStop(["open"]))
    #expect(returned.openLinesWhenStopped == nil)
    #expect(stopped.recordStop(["open"]))
    #expect(!stopped.recordStop(["other"]))
    stopped.recordReturn()
    #expect(stopped.openLinesWhenStopped == ["open"])
  }

  /// The closure keeps the run, which keeps the budget.
  @Test func aRunThatHasEndedIsNotRetained() {
    let endings: [@Sendable (RequestBudget) -> Void] = [
      { $0.recordReturn() }, { _ = $0.recordStop([]) }, { _ = $0.countRequest(named: "A") },
    ]
    for (row, end) in endings.enumerated() {
      weak var leaked: RequestBudget?
      do {
        let budget = RequestBudget(limit: 0)
        budget.whenSpent { _ = budget.count }
        end(budget)
        leaked = budget
      }
      #expect(leaked == nil, "\(row)")
    }
  }

  // MARK: Failures

  private struct Failed: Error, CustomStringConvertible { let description: String }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { Int(stringValue) }
    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { stringValue = "\(intValue)" }
  }

  @Test func failuresOfOneKindHaveOneCause() {
    let context = DecodingError.Context(
      codingPath: ["users", "3", "age"].map(Key.init(stringValue:)),
      debugDescription: String(repeating: "x", count: 201))
    let atRoot = DecodingError.Context(codingPath: [], debugDescription: "No JSON")
    let cut = String(repeating: "x", count: 200) + "… (201 bytes)"
    let rows: [(error: any Error, cause: String, message: String, remark: String?)] = [
      (
        DecodingError.valueNotFound(Int.self, context),
        "DecodingError.valueNotFound Int at users.[].age",
        "DecodingError.valueNotFound Int at users.[].age: \(cut)", "valueNotFound"
      ),
      (
        DecodingError.keyNotFound(Key(stringValue: "age"), context),
        "DecodingError.keyNotFound age at users.[].age",
        "DecodingError.keyNotFound age at users.[].age: \(cut)", "keyNotFound"
      ),
      (
        DecodingError.typeMismatch(Int.self, context),
        "DecodingError.typeMismatch Int at users.[].age",
        "DecodingError.typeMismatch Int at users.[].age: \(cut)", nil
      ),
      (
        DecodingError.dataCorrupted(atRoot), "DecodingError.dataCorrupted at the root",
        "DecodingError.dataCorrupted at the root: No JSON", nil
      ),
      (Failed(description: "row 12 of 3"), "Failed: row # of #", "Failed: row 12 of 3", nil),
      (Failed(description: "row of "), "Failed: row of ", "Failed: row of ", nil),
      (
        Failed(description: String(repeating: "y", count: 393)),
        "Failed: " + String(repeating: "y", count: 392),
        "Failed: " + String(repeating: "y", count: 392) + "… (401 bytes)", nil
      ),
    ]
    for (error, cause, message, remark) in rows {
      let failure = VariantSearch.Failure(error)
      #expect(failure.cause == cause)
      #expect(failure.message == message)
      #expect(failure.remark == remark ?? cause)
    }
  }

  @Test func theCauseOfAnIssueIsItsFirstLineAndThatOfAnExpectationItsPlace() {
    let issue = VariantSearch.Failure(issue: "Unhandled query 7\n  received: 8")
    #expect(issue.cause == "Unhandled query #")
    #expect(issue.message == "Unhandled query 7\n  received: 8")
    #expect(!issue.isExpectation)
    let expectation = VariantSearch.Failure(expectation: "M/A.swift:12: Expectation failed: 1 == 2")
    #expect(expectation.cause == "expectation M/A.swift:12:")
    #expect(expectation.isExpectation)
  }

  @Test func findingsWithOneRemarkAreReportedTogetherUnlessTheyAreRandom() {
    func finding(_ cause: String, _ remark: String) -> CheckedFinding {
      CheckedFinding(
        finding: .init(.plain, .init(cause: cause, message: cause, remark: remark)))
    }
    var (random, rare) = (finding("b", "null"), finding("c", "null"))
    random.failsWithPlainResponses = true
    rare.failsEachTime = false
    let all = [
      finding("a", "null"), random, finding("d", "key"), rare, finding("e", "null"),
    ]
    #expect(
      all.groupedByRemark.map { $0.map(\.finding.failure.cause) }
        == [["a", "e"], ["b"], ["d"], ["c"]])
  }

  // MARK: Notes of crashes

  @Test func theNamesOfNotesFitIntoAFileSystemAndDiffer() {
    let long = String(repeating: "É", count: 1000)
    let names = ["a b", "a-b", "a:b", long, long + "É"].map {
      VariantNote.file($0).lastPathComponent
    }
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.utf8.count <= 255 && name.utf8.allSatisfy { $0 < 0x80 && $0 != 0x2F })
    }
  }

  #if os(Linux) || os(macOS)
    @Test func aCrashPrintsTheTextsOfTheSlotsInUse() async throws {
      let result = try #require(
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          let slots = (0..<16).compactMap { _ in CrashNotes.takeSlot() }
          try #require(slots == Array(0..<16) && CrashNotes.takeSlot() == nil)
          CrashNotes.free(3)
          try #require(CrashNotes.takeSlot() == 3)
          CrashNotes.say("a longer text", in: 0)
          CrashNotes.say("first\n", in: 0)
          CrashNotes.say("freed\n", in: 1)
          CrashNotes.free(1)
          CrashNotes.say(String(repeating: "~", count: 5_000), in: 15)
          abort()
        })
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("first\n~"), "\(text)")
      #expect(!text.contains("freed") && !text.contains("longer"))
      #expect(text.count { $0 == "~" } == 2_040)
    }
  #endif

  // MARK: The first run

  private static let options = ServiceOptions.schema(
    """
    directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    type Query { user(id: Int): User }
    type User { name: String nick: String }
    """)

  private static func plainRun(
    of bodies: [MockJSON], accept: String = "application/json", hasClock: Bool = false
  ) async throws -> PlainRun {
    let service = MockGraphQLService(unhandled: .generated, options: options)
    for body in bodies {
      var request = try MockGraphQLService.request("")
      request.setValue(accept, forHTTPHeaderField: "Accept")
      request.httpBody = try body.encoded()
      for try await _ in try await service.respond(to: request).body {}
    }
    return PlainRun(service.requests, requestCount: bodies.count, hasClock: hasClock)
  }

  @Test func eachOperationOfTheFirstRunIsThereOnceForItsVariablesWithItsData() async throws {
    func user(_ id: Int) -> MockJSON {
      [
        "query": "query User($id: Int) { user(id: $id) { name } }",
        "variables": ["id": .number(id)],
      ]
    }
    let nick: MockJSON = ["query": "query Nick { user { nick } }"]
    let plain = try await Self.plainRun(of: [user(1), user(2), user(1), [user(2), nick]])
    #expect(plain.operations.map(\.name) == ["User", "User", "Nick"])
    #expect(plain.operations.map { $0.variables["id"].int } == [1, 2, nil])
    let (name, nickname): (MockJSON, MockJSON) = (
      ["user": ["name": "name"]], ["user": ["nick": "nick"]]
    )
    #expect(plain.data == [name, name, nickname])
    #expect(plain.repeated == ["User"])
    #expect(plain.operations.allSatisfy(plain.contains))
    let other = try await Self.plainRun(of: [user(3)])
    #expect(other.operations.map(plain.contains) == [false])
  }

  /// The lengths are those of the body up to the second delimiter.
  @Test func theFirstPartOfAStreamIsMeasuredUnlessDelaysDependOnAClock() async throws {
    let deferred: MockJSON = [
      "query": "query D { user { name ... @defer { nick } } }"
    ]
    for accept in ["multipart/mixed", "text/event-stream"] {
      let service = MockGraphQLService(unhandled: .generated, options: Self.options)
      var request = try MockGraphQLService.request("")
      request.setValue(accept, forHTTPHeaderField: "Accept")
      request.httpBody = try deferred.encoded()
      var body = Data()
      for try await chunk in try await service.respond(to: request).body { body += chunk }
      let delimiter = accept == "multipart/mixed" ? "\r\n---" : "\n\n"
      let text = String(decoding: body, as: UTF8.self)
      let parts = text.components(separatedBy: delimiter)
      let length = (parts.prefix(2).joined(separator: delimiter) + delimiter).utf8.count
      for hasClock in [false, true] {
        let plain = PlainRun(service.requests, requestCount: 1, hasClock: hasClock)
        #expect(plain.firstParts == (hasClock ? [:] : ["D": length]), "\(accept) \(text)")
      }
    }
    #expect(try await Self.plainRun(of: [["query": "{ user { name } }"]]).firstParts == [:])
  }

  // MARK: The report

  @Test func theReportListsTheReasonsOfSkippedRunsInOrder() {
    let report = ResponseVariantReport(
      singleChangeCount: 9, triedSingleChangeCount: 3, pairCount: 4, triedPairCount: 2,
      skippedRuns: [.unchanged: 1, .tooLarge: 2, .stated("Not now."): 3], runCount: 12, findings: []
    )
    #expect(
      report.description == """
        3 of 9 single changes and 2 of 4 pairs were tried in 12 runs. 3 skipped: Not now. \
        1 skipped: The responses were those of the first run. \
        2 skipped: The responses were too large to generate.
        """)
    #expect(ResponseVariantSkip().reason == "The body of the test skipped it.")
  }
}
