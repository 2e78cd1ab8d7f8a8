import Foundation
import GraphQLMock
import Synchronization
import TestSupport
import Testing

@testable import GraphQLMockTesting

/// What a search for variants keeps on disk, so that the next test run knows which changes ended this one.
@Suite(.onWaitingThreads) struct VariantNoteTests {
  private static let options = ServiceOptions.schema(
    "type Query { users: [User!]! } type User { id: ID! friends: [User!]! age: Int! }")

  private static func file(_ name: String) -> URL {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("GraphQLMock-variants/\(name).json")
  }

  /// Runs a search after a test run that has ended while it tried a change, and returns whether the note is left.
  private static func search(
    _ test: String, afterTrying change: String?,
    _ body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async throws -> (found: SearchedVariants, keepsNote: Bool) {
    let note = file("VariantNoteTests-\(test)--")
    try? FileManager.default.removeItem(at: note)
    if let change {
      try FileManager.default.createDirectory(
        at: note.deletingLastPathComponent(), withIntermediateDirectories: true)
      let attempts = [["title": "With it", "line": "unhandled: .generated([\(change)])"]]
      try JSONEncoder().encode(attempts).write(to: note)
    }
    let found = try await SearchedVariants.collect {
      try await withAnswerVariants(combinations: 0, options: options, body)
    }
    let isKept = FileManager.default.fileExists(atPath: note.path)
    try? FileManager.default.removeItem(at: note)
    return (found, isKept)
  }

  @Test func casesThatShareAFileKeepItUntilTheLastOneEnds() throws {
    let name = "shared-\(UUID().uuidString)"
    let file = Self.file(name)
    let (first, second) = (VariantNote(name), VariantNote(name))
    first.say(.plain)
    first.end(isComplete: true)
    second.say(.plain)
    let known = try JSONDecoder().decode([[String: String]].self, from: Data(contentsOf: file))
    #expect(known == [["title": "With the plain answers", "line": "unhandled: .generated"]])
    second.end(isComplete: true)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func aChangeThatEndedAnEarlierRunIsReportedIfItFailsNow() async throws {
    let (found, keepsNote) = try await Self.search(
      "aChangeThatEndedAnEarlierRunIsReportedIfItFailsNow", afterTrying: #""User.age": 0"#
    ) { service in
      struct TooYoung: Error {}
      if try await service.ask("{ users { age } }")["users"][0]["age"] == 0 { throw TooYoung() }
    }
    #expect(
      found.failures == [
        """
        With User.age 0 at users.age (Int!): TooYoung: TooYoung()
          repeat: unhandled: .generated(["User.age": 0])
          received: {"data":{"users":[{"age":0},{"age":0}]}}
        """
      ])
    #expect(found.report?.findings == found.failures)
    #expect(
      found.report?.description == "7 of 7 single changes and 0 of 15 pairs were tried in 8 runs.")
    #expect(!keepsNote)
  }

  @Test func aChangeThatEndedAnEarlierRunAndIsSkippedNowCountsAsSkipped() async throws {
    let (found, keepsNote) = try await Self.search(
      "aChangeThatEndedAnEarlierRunAndIsSkippedNowCountsAsSkipped",
      afterTrying: #""User.age": 0"#
    ) { service in
      let age = try await service.ask("{ users { age } }")["users"][0]["age"]
      if age == 0 { throw AnswerVariantSkip("Nobody is that young.") }
    }
    #expect(found.issues == [])
    #expect(found.report?.skippedRuns == ["Nobody is that young.": 1])
    #expect(found.report.map { [$0.singleChangeCount, $0.triedSingleChangeCount] } == [7, 6])
    #expect(!keepsNote)
  }

  @Test func aChangeThatIsCanceledOrEndedAnEarlierRunCountsAsLeft() async throws {
    for change in [nil, #""Query.users": .list(1)"#] {
      let runs = Mutex(0)
      let search = Mutex<Task<(found: SearchedVariants, keepsNote: Bool), any Error>?>(nil)
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
