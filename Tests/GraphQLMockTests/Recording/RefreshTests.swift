import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The mode that asks again for what is older than so many days.
@Suite(.timeLimit(.minutes(1))) struct RefreshTests {
  /// A service that refreshes on a day.
  static func service(_ days: Int, on day: String, _ folder: TemporaryFolder) throws
    -> MockGraphQLService
  {
    let service = MockGraphQLService()
    let recording = Recording(.all(olderThanDays: days), folder: folder.url)
    service.core.start(recording, environment: [:], today: try #require(CalendarDay(day)))
    return service
  }

  static func recorded(_ folder: TemporaryFolder) throws -> [MockJSON] {
    try folder.files().sorted { $0.key < $1.key }.map {
      try MockJSON(parsing: $0.value)["recorded"]["refreshed"]
    }
  }

  @Test func whatIsOlderIsAskedForAndTheRestReplayed() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let request = try RecordingTests.request("query A { n }", to: server)
    // The day, how often the real service was asked by then, what the file says then.
    let days: [(String, Int, String)] = [
      ("2026-11-01", 1, "2026-11-01"), ("2026-11-01", 1, "2026-11-01"),
      ("2026-12-01", 1, "2026-11-01"), ("2026-12-02", 2, "2026-12-02"),
      ("2026-12-03", 2, "2026-12-02"),
    ]
    for (day, count, refreshed) in days {
      let service = try Self.service(30, on: day, folder)
      _ = try await service.makeSession().receive(request)
      #expect(service.failures == [])
      #expect(server.requests.count == count)
      #expect(try Self.recorded(folder) == [.string(refreshed)])
    }
  }

  @Test func whatWasRecordedInAnotherModeIsOldAndKeepsItsDay() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let request = try RecordingTests.request("query A { n }", to: server)
    try await RecordingTests.receive(request, .missing, folder)
    #expect(try Self.recorded(folder) == [nil])
    let service = try Self.service(30, on: "2026-11-01", folder)
    _ = try await service.makeSession().receive(request)
    #expect(try Self.recorded(folder) == ["2026-11-01"])
    try await RecordingTests.receive(request, .all, folder)
    #expect(try Self.recorded(folder) == ["2026-11-01"])
    #expect(server.requests.count == 3)
  }

  @Test func aWholeSequenceIsAskedForAgain() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.makeServer()
    let request = try RecordingTests.request("query A { n }", to: server)
    for day in ["2026-11-01", "2026-12-24"] {
      let service = try Self.service(30, on: day, folder)
      for _ in 1...2 { _ = try await service.makeSession().receive(request) }
      #expect(try Self.recorded(folder) == [.string(day), .string(day)])
    }
    #expect(server.requests.count == 4)
  }

  @Test(arguments: [
    ("all-older-than-30-days", RecordingMode.all(olderThanDays: 30)),
    ("all-older-than-0-days", .all(olderThanDays: -4)), ("all", .all),
    ("all-older-than-x-days", nil), ("all-older-than--days", nil), ("all-older-than-030-days", nil),
    ("all-older-than-30", nil),
  ]) func theModeIsSpelledAsItIsCalled(text: String, mode: RecordingMode?) {
    #expect(RecordingMode(rawValue: text) == mode)
    if let mode { #expect(mode.rawValue == text) }
  }

  @Test(arguments: ["2026-13-01", "2026-02-30", "21.11.2026", "", "2026-11-1"])
  func whatIsNoDayIsAnErrorOfTheFile(day: String) throws {
    let folder = try TemporaryFolder([
      "A.r1.json": #"""
      {"recorded": {"refreshed": "\#(day)", "salt": "S", "version": 3}, "request": {}, "response": {}}
      """#
    ])
    #expect(
      FixtureTable(folder: folder.url).check().map(\.description) == [
        "\(folder.url.lastPathComponent)/A.r1.json:1:28: \"refreshed\" must be a day such as "
          + "\"2026-11-21\", found a string"
      ])
  }
}
