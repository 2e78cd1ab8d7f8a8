import Foundation
import GraphQLMock
import TestSupport
import Testing

@testable import GraphQLMockTesting

/// What a search for variants keeps on disk, so that the next test run knows which changes ended this one.
@Suite(.onWaitingThreads) struct VariantNoteTests {
  private static let options = ServiceOptions.schema(
    "type Query { users: [User!]! } type User { id: ID! friends: [User!]! age: Int! }")

  private static let lastLine = Locked(0)

  /// Runs a search after a test run that has ended while it tried changes, and returns whether the note is left.
  private static func search(
    _ test: String, afterTrying changes: [String]?, combinations: Int? = 0,
    within limit: Duration? = nil,
    _ body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async throws -> (found: SearchedVariants, keepsNote: Bool) {
    // Calls with the same location would be numbered.
    let line = lastLine.withLock { line in
      line += 1
      return line
    }
    let note = VariantNote.file("NoteTests.swift:\(line) VariantNoteTests/\(test)()  1")
    try? FileManager.default.removeItem(at: note)
    if let changes {
      try FileManager.default.createDirectory(
        at: note.deletingLastPathComponent(), withIntermediateDirectories: true)
      let lines = changes.map { "unhandled: .generated([\($0)])" }
      try JSONEncoder().encode([lines]).write(to: note)
    }
    let found = try await SearchedVariants.collect {
      try await withResponseVariants(
        combinations: combinations, within: limit, options: options,
        sourceLocation: SourceLocation(
          fileID: "T/NoteTests.swift", filePath: "NoteTests.swift", line: line, column: 1), body)
    }
    let isKept = FileManager.default.fileExists(atPath: note.path)
    try? FileManager.default.removeItem(at: note)
    return (found, isKept)
  }

  private struct TooYoung: Error {}

  private static let tooYoung = """
    With User.age 0 at users.age (Int!): TooYoung: TooYoung()
      repeat: unhandled: .generated(["User.age": 0])
      received: {"data":{"users":[{"age":0},{"age":0}]}}
    """

  @Test(arguments: [1, 2]) func eachCallOfATestCaseHasItsOwnNote(number: Int) async throws {
    let files = Locked<[[String]]>([])
    for _ in 1...2 {
      try await withResponseVariants(combinations: 0, options: Self.options) { service in
        _ = try await service.ask("{ users { age } }")
        let folder = VariantNote.file("").deletingLastPathComponent()
        let all = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let own = all.filter { $0.contains("eachCallOfATestCaseHasItsOwnNote") }
        files.withLock {
          $0.append(
            own.filter { $0.contains("eachCallOfATestCaseHasItsOwnNote-number---\(number)") })
        }
      }
    }
    // The first run, with the plain responses, has no note.
    #expect(
      files.withLock { $0.map(\.count) } == [0] + Array(repeating: 1, count: 7) + [0]
        + Array(repeating: 1, count: 7))
    // Otherwise, the next run of the first call would delete the note of a crash in the second.
    #expect(files.withLock { Set($0.joined()).count } == 2)
  }

  @Test func aChangeThatEndedAnEarlierRunIsReportedIfItFailsNow() async throws {
    let (found, keepsNote) = try await Self.search(
      "aChangeThatEndedAnEarlierRunIsReportedIfItFailsNow", afterTrying: [#""User.age": 0"#]
    ) { service in
      if try await service.ask("{ users { age } }")["users"][0]["age"] == 0 { throw TooYoung() }
    }
    #expect(found.failures == [Self.tooYoung])
    #expect(found.report?.findings == found.failures)
    // The run with the plain responses, each change, and then three times the plain responses and twice the change.
    #expect(
      found.report?.description == "7 of 7 single changes and 0 of 15 pairs were tried in 13 runs.")
    #expect(!keepsNote)
  }

  @Test func aChangeThatEndedAnEarlierRunIsReportedEvenIfItsCauseIsKnown() async throws {
    let (found, _) = try await Self.search(
      "aChangeThatEndedAnEarlierRunIsReportedEvenIfItsCauseIsKnown",
      afterTrying: [#""User.age": 0"#]
    ) { service in
      let users = try await service.ask("{ users { age } }")["users"]
      if users.array?.isEmpty == true || users[0]["age"] == 0 { throw TooYoung() }
    }
    let first = """
      With Query.users empty at users ([User!]!): TooYoung: TooYoung()
        repeat: unhandled: .generated(["Query.users": .list(0)])
        received: {"data":{"users":[]}}
      """
    #expect(found.failures == [first, Self.tooYoung])
  }

  @Test func aChangeThatEndedAnEarlierRunIsCombinedWithTheOthersIfItIsHarmless() async throws {
    let (found, keepsNote) = try await Self.search(
      "aChangeThatEndedAnEarlierRunIsCombinedWithTheOthersIfItIsHarmless",
      afterTrying: [#""User.age": 0"#], combinations: nil
    ) { service in
      let users = try await service.ask("{ users { age } }")["users"]
      if users.array?.count == 1, users[0]["age"] == 0 { throw TooYoung() }
    }
    #expect(found.failures.count == 1)
    #expect(
      found.failures.first?.contains(
        #"repeat: unhandled: .generated(["Query.users": .list(1), "User.age": 0])"#) == true,
      "\(found.failures)")
    #expect(found.report.map { $0.triedPairCount == $0.pairCount } == true)
    #expect(!keepsNote)
  }

  @Test func whatEndedAnEarlierRunIsTriedEvenIfTheSearchDoesNotReachIt() async throws {
    let rows: [(changes: [String], userCount: Int, title: String)] = [
      ([#""Query.users": .list(0)"#], 0, "With Query.users empty at users ([User!]!): TooYoung"),
      // The search tries this only to reduce a failure.
      ([#""users.age": 0"#], 2, "With users.age 0 (Int!): TooYoung"),
      // The search tries no combinations.
      (
        [#""Query.users": .list(1)"#, #""User.age": 0"#], 1,
        "With Query.users of one element at users ([User!]!) and User.age 0 at users.age and 1 more"
      ),
    ]
    for limit in [nil, Duration.zero] {
      for (changes, userCount, title) in rows {
        let (found, keepsNote) = try await Self.search(
          "whatEndedAnEarlierRunIsTriedEvenIfTheSearchDoesNotReachIt", afterTrying: changes,
          within: limit
        ) { service in
          let users = try await service.ask("{ users { age friends { age } } }")["users"]
          if users.array?.count == userCount, users[0]["age"].int ?? 0 == 0 { throw TooYoung() }
        }
        #expect(
          found.failures.contains { $0.hasPrefix(title) }, "\(changes) \(limit) \(found.issues)")
        #expect(!keepsNote, "\(changes)")
      }
    }
  }

  @Test func aChangeThatIsNoLongerPossibleStaysInTheNote() async throws {
    let (found, keepsNote) = try await Self.search(
      "aChangeThatIsNoLongerPossibleStaysInTheNote", afterTrying: [#""User.height": 0"#]
    ) { service in _ = try await service.ask("{ users { age } }") }
    #expect(found.issues == [])
    #expect(keepsNote)
  }

  @Test func plainAnswersThatEndedAnEarlierRunAreTriedAfterFailuresAreReported() async throws {
    let (found, keepsNote) = try await Self.search(
      "plainAnswersThatEndedAnEarlierRunAreTriedAfterFailuresAreReported", afterTrying: []
    ) { service in
      if try await service.ask("{ users { age } }")["users"][0]["age"] == 0 { throw TooYoung() }
    }
    #expect(found.failures == [Self.tooYoung])
    // The run with the plain responses, each change, twice the failing change, and then the plain responses.
    #expect(
      found.report?.description == "7 of 7 single changes and 0 of 15 pairs were tried in 11 runs.")
    #expect(!keepsNote)
  }

  @Test func aChangeThatEndedAnEarlierRunAndIsSkippedNowCountsAsSkipped() async throws {
    let (found, keepsNote) = try await Self.search(
      "aChangeThatEndedAnEarlierRunAndIsSkippedNowCountsAsSkipped",
      afterTrying: [#""User.age": 0"#]
    ) { service in
      let age = try await service.ask("{ users { age } }")["users"][0]["age"]
      if age == 0 { throw ResponseVariantSkip("Nobody is that young.") }
    }
    #expect(found.issues == [])
    #expect(found.report?.skippedRuns == [.stated("Nobody is that young."): 1])
    #expect(found.report.map { [$0.singleChangeCount, $0.triedSingleChangeCount] } == [7, 6])
    #expect(!keepsNote)
  }

  @Test func aChangeThatIsCanceledOrEndedAnEarlierRunCountsAsLeft() async throws {
    for change in [nil, [#""Query.users": .list(1)"#]] {
      let runs = Locked(0)
      let search = Locked<Task<(found: SearchedVariants, keepsNote: Bool), any Error>?>(nil)
      let begin = AsyncStream<Void>.makeStream()
      let task = Task {
        for await _ in begin.stream { break }
        return try await Self.search(
          "aChangeThatIsCanceledOrEndedAnEarlierRunCountsAsLeft", afterTrying: change
        ) { service in
          _ = try await service.ask("{ users { age } }")
          let number = runs.withLock { runs in
            runs += 1
            return runs
          }
          if number == 3 { search.withLock { $0 }?.cancel() }
        }
      }
      search.withLock { $0 = task }
      begin.continuation.yield()
      let (found, keepsNote) = try await task.value
      #expect(
        found.issues == ["The search ended before 6 of 7 single changes were tried."], "\(change)")
      #expect(found.failures == [], "\(change)")
      #expect(found.report?.triedSingleChangeCount == 1, "\(change)")
      #expect(keepsNote == (change != nil), "\(change)")
    }
  }
}
