import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The mode that compares recordings with the real service and writes nothing.
struct RecorderVerificationTests {
  /// A server whose second response differs from the first.
  static func makeServer(_ first: String, _ second: String) throws -> LoopbackServer {
    let counter = Counter()
    return try LoopbackServer { _ in
      let isFirst = counter.next() == 1
      return .response(
        isFirst ? "200 OK" : second == "" ? "503 Down" : "200 OK",
        ["Content-Type: application/json"], body: isFirst ? first : second)
    }
  }

  @Test(arguments: [
    (#"{"data":{"n":2,"token":"other"}}"#, nil),
    (
      #"{"data":{"n":"2","new":1}}"#,
      "data.new is new; data.n was a number, and is now a string; data.token is gone."
    ),
    ("", "the status was 200, and is now 503; the body was JSON, but no longer is."),
  ]) func staleRecordingsAreReportedAndNothingIsWritten(second: String, end: String?) async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer(#"{"data":{"n":1,"token":"server-secret"}}"#, second)
    let request = try RecordingTests.request("query A { n }", ["id": "7"], to: server)
    try await RecordingTests.receive(request, .missing, folder)
    let files = try folder.files()
    let service = MockGraphQLService.recording(.verify, folder.url)
    #expect(try await service.makeSession().receive(request).body == second)
    let name = try #require(files.keys.first)
    let message = end.map { "The recording \"\(name)\" is stale: \($0)" }
    #expect(service.failures.map(\.message) == [message].compactMap { $0 })
    #expect(try folder.files() == files)
  }

  @Test(arguments: [Recording.never, .missing, .all, .verify])
  func aHandlerAnswersWithAFixtureOfTheRecordingsInEachMode(mode: Recording) async throws {
    let folder = try TemporaryFolder(["Book.lost.json": #"{"data":{"book":null}}"#])
    let service = MockGraphQLService(.query("Book", .fixture("Book.lost")))
    service.record(Recording(mode, folder: folder.url))
    let request = try URLRequest.graphQL(["query": "query Book { book }"])
    #expect(try await service.makeSession().receive(request).body == #"{"data":{"book":null}}"#)
    #expect(service.failures == [])
  }

  @Test(
    arguments: [
      ([#"{"data":{"n":2}}"#], nil),
      (
        [#"{"data":{"n":"2"}}"#, #"{"data":{"n":"3"}}"#],
        "[0].data.n was a number, and is now a string."
      ),
    ] as [([String], String?)])
  func theResultsOfAStreamAreComparedWithThoseOfItsRecording(
    later: [String], change: String?
  ) async throws {
    let folder = try TemporaryFolder()
    let counter = Counter()
    let server = try LoopbackServer { _ in
      let results = counter.next() == 1 ? [#"{"data":{"n":1}}"#, #"{"data":{"n":5}}"#] : later
      let body = results.map { "event: next\ndata: \($0)\n\n" }.joined()
      return .response(
        "200 OK", ["Content-Type: text/event-stream"], body: body + "event: complete\n\n")
    }
    let request = try RecordingTests.request(
      "subscription A { n }", to: server, headers: ["Accept": "text/event-stream"])
    try await RecordingTests.receive(request, .missing, folder)
    let name = try #require(try folder.files().keys.first)
    let service = MockGraphQLService.recording(.verify, folder.url)
    _ = try await service.makeSession().receive(request)
    let message = change.map { "The recording \"\(name)\" is stale: \($0)" }
    #expect(service.failures.map(\.message) == [message].compactMap { $0 })
  }

  @Test func verifyingComparesTypesInTheWordsOfACheckIfTheServiceHasASchema() async throws {
    let folder = try TemporaryFolder()
    let answer = #"{"data":{"n":1.5,"e":"C"}}"#
    let server = try Self.makeServer(#"{"data":{"n":1,"e":"A"}}"#, answer)
    let request = try RecordingTests.request("query Q { n e }", to: server)
    try await RecordingTests.receive(request, .missing, folder)
    let name = try #require(try folder.files().keys.first)
    let schema = try ServiceSchema(definitions: "type Query { n: Int e: E } enum E { A B }")
    let message = """
      The recording "\(name)" is stale: \
      data.n must be Int (selected at query line 1, column 11), but is the number 1.5; \
      data.e must be a value of E (selected at query line 1, column 13), but "C" isn't one; nearest is "A".
      """
    for (given, messages) in [(nil, []), (schema, [message])] as [(ServiceSchema?, [String])] {
      let service = MockGraphQLService(schema: given)
      service.record(Recording(.verify, folder: folder.url))
      _ = try await service.makeSession().receive(request)
      #expect(service.failures.map(\.message) == messages, "\(messages)")
    }
    let table = try TemporaryFolder(["Q.json": answer])
    let errors = FixtureTable(folder: table.url).check(
      documents: ["query Q { n e }"], schema: schema)
    #expect(errors.count == 2)
    for error in errors {
      // The check also names the place in the file and the document.
      let change = try #require("\(error)".split(separator: ": ").last)
      let words = change.split(separator: " (selected at").first ?? change
      #expect(message.contains(words), "\(error) in \(message)")
    }
  }

  @Test func repetitionsWithoutARecordingAreComparedWithTheLastOne() async throws {
    let folder = try TemporaryFolder()
    let server = try RecordingTests.server { $0 < 5 ? "1" : "[]" }
    let request = try RecordingTests.request("query A { n }", to: server)
    let live = MockGraphQLService.recording(.missing, folder.url)
    try await RecordingTests.bodies([request, request], from: live)
    let name = try #require(try folder.files().keys.first { $0.hasSuffix(".2.json") })
    let service = MockGraphQLService.recording(.verify, folder.url)
    try await RecordingTests.bodies([request, request, request], from: service)
    #expect(
      service.failures.map(\.message) == [
        "The recording \"\(name)\" is stale: data.n was a number, and is now an array."
      ])
  }

  @Test func atMostTenMisfitsOfTheSchemaAreReported() async throws {
    let folder = try TemporaryFolder()
    let elements = Array(repeating: #""a""#, count: 11).joined(separator: ",")
    let answer = #"{"data":{"n":[\#(elements)]}}"#
    let server = try Self.makeServer(answer, answer)
    let request = try RecordingTests.request("query Q { n }", to: server)
    try await RecordingTests.receive(request, .missing, folder)
    let name = try #require(try folder.files().keys.first)
    let service = MockGraphQLService(
      schema: try ServiceSchema(definitions: "type Query { n: [Int] }"))
    service.record(Recording(.verify, folder: folder.url))
    _ = try await service.makeSession().receive(request)
    let changes = (0..<10).map {
      #"data.n[\#($0)] must be Int (selected at query line 1, column 11), but is a string"#
    }
    #expect(
      service.failures.map(\.message) == [
        "The recording \"\(name)\" is stale: \(changes.joined(separator: "; "))."
      ])
  }

  @Test func aSecretOfAnEarlierResponseIsHiddenInTheMessageOfAnUnrecordedRequest() async throws {
    let token = "blDH8xYz-42k9"
    let folder = try TemporaryFolder()
    let server = try Self.makeServer(
      #"{"data":{"token":"\#(token)"}}"#, #"{"data":{"n":1}}"#)
    let service = MockGraphQLService.recording(.verify, folder.url)
    for (query, variables) in [
      ("query R1 { token }", nil), ("query R2 { n }", ["v": .string(token)]),
    ]
      as [(String, MockJSON)]
    {
      let request = try RecordingTests.request(query, variables, to: server)
      _ = try await service.makeSession().receive(request)
    }
    #expect(
      service.failures.map(\.message) == [
        "There is no recording for query \"R1\".",
        "There is no recording for query \"R2\" {\"v\":\"<redacted>\"}.",
      ])
  }

  @Test func changedDocumentsAndUnrecordedRequestsAreReported() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer(#"{"data":{"n":1}}"#, #"{"data":{"n":1}}"#)
    for query in ["query A { n }", "{ n }"] {
      try await RecordingTests.receive(
        RecordingTests.request(query, to: server), .missing, folder)
    }
    let service = MockGraphQLService.recording(.verify, folder.url)
    for query in ["query A { n m }", "query B { n }", "{ n m }"] {
      _ = try await service.makeSession().receive(RecordingTests.request(query, to: server))
    }
    let name = try #require(try folder.files().keys.first { $0.hasPrefix("A.") })
    #expect(
      service.failures.map(\.message) == [
        "The recording \"\(name)\" is stale: the document has changed.",
        "There is no recording for query \"B\".",
        "There is no recording for anonymous query.",
      ])
  }
}
