import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests that a journal keeps, and how it reports the others.
struct JournalLimitTests {
  static func enter(_ count: Int, body: Int, into journal: Journal) {
    var request = URLRequest(url: .of(endpoint))
    request.httpBody = Data(count: body)
    let response = SentResponse(status: 200, headers: [:], body: Data(count: body))
    for _ in 0..<count {
      journal.end(journal.begin(request, operations: []), .answered, response: response)
    }
  }

  @Test func journalKeepsTheLatestRequestsWithinItsSizeLimit() {
    var limits = JournalLimits()
    limits.bytes = 1_000_000
    let journal = Journal(limits)
    Self.enter(10_000, body: 10_000, into: journal)
    let kept = journal.requests
    #expect(kept.map(\.id) == Array((0..<10_000).dropFirst(journal.droppedCount)))
    // Two bodies and some overhead for each request; at least three quarters of the limit are
    // used.
    #expect((34...45).contains(kept.count), "\(kept.count)")
    #expect(kept.reduce(0) { $0 + $1.size } <= limits.bytes)
    journal.removeAll()
    #expect(journal.droppedCount == 0)
  }

  @Test func everyJournalLimitCanBeSetAndOneRequestMayExceedTheSizeLimit() {
    let rows: [(limits: JournalLimits, firstID: Int)] = [
      (JournalLimits(count: .max), 0), (JournalLimits(count: .max / 2 + 1), 0),
      (JournalLimits(count: 0), 3_000), (JournalLimits(bytes: 0), 2_999),
    ]
    for row in rows {
      let journal = Journal(row.limits)
      // So many requests that an error of one byte for each would exceed the size of one.
      Self.enter(3_000, body: 100, into: journal)
      #expect(journal.requests.map(\.id) == Array(row.firstID..<3_000), "\(row.limits)")
      #expect(journal.droppedCount == row.firstID, "\(row.limits)")
    }
  }

  @Test func journalSizeCountsBodiesAndVariables() async throws {
    let service = MockGraphQLService(
      .query(.any, .data([:])), options: ServiceOptions(journalSizeLimit: 100_000))
    let session = service.makeSession()
    let text = String(repeating: "x", count: 10_000)
    for _ in 0..<10 {
      _ = try await session.receive(
        .graphQL(["query": "query Q($t: String) { a(t: $t) }", "variables": ["t": .string(text)]]))
    }
    // The body, the text of the variables and their value take 10,000 bytes each: three fit the
    // limit.
    #expect((2...3).contains(service.requests.count))
  }

  @Test func requestsDroppedByALimitAreCounted() async throws {
    let service = MockGraphQLService(
      .query(.any, .data([:])), options: ServiceOptions(journalLimit: 3, journalSizeLimit: 1 << 30))
    let session = service.makeSession()
    for _ in 0..<8 { _ = try await session.receive(.graphQL(["query": "{ a }"])) }
    #expect(service.requests.map(\.id) == [5, 6, 7])
    #expect(service.droppedRequestCount == 5)
  }

  /// The letter é in two forms, which Swift strings treat as equal.
  @Test func namesOfDroppedRequestsAreComparedByTheirBytes() throws {
    let journal = Journal(JournalLimits(count: 1))
    let names = ["\u{E9}", "e\u{301}"]
    for number in 0..<100 {
      let request = try URLRequest.graphQL([
        "documentId": "x", "operationName": .string(names[number % 2]),
      ])
      _ = journal.begin(request, operations: [try OperationRequest(request)])
    }
    #expect(journal.droppedCount == 99)
    #expect(names.map { journal.count(of: .named($0)) } == [50, 50])
  }

  @Test func aRequestHas100WarningsAtMostAndEachOnce() throws {
    let journal = Journal(JournalLimits())
    let id = journal.begin(URLRequest(url: .of(endpoint)), operations: [])
    let texts = (0..<101).map { "warning \($0)" }
    for text in texts + texts { journal.warn(id, [JournalWarning(subject: .note, text: text)]) }
    #expect(journal.requests.map(\.warnings) == [Array(texts.prefix(100))])
  }

  @Test func responsesWithEqualFieldsAreEqual() {
    func response(
      _ status: Int = 200, _ headers: HeaderFields = ["A": "b"], body: String = "{}",
      url: URL? = nil, length: Int? = nil
    ) -> SentResponse {
      SentResponse(
        status: status, headers: headers, body: Data(body.utf8), url: url, bodyLength: length)
    }
    let others = [
      response(201), response(200, [:]), response(body: "[]"), response(length: 3),
      response(url: .of("https://example.invalid/")),
    ]
    #expect(([response()] + others).filter { $0 == response() } == [response()])
  }

  @Test func aBodyIsKeptUpToTheLimit() {
    let response = SentResponse(status: 200, headers: [:], body: Data("{}".utf8))
    let kept = [2, 1].map { response.keeping(bodyLimit: $0) }
    #expect(kept.map(\.body) == [Data("{}".utf8), Data()] && kept.map(\.bodyLength) == [2, 2])
  }

  /// The names of the first handlers are used to find the service that got the request instead.
  @Test func otherServicesAreSearchedForAtMost100Operations() {
    let service = MockGraphQLService(
      (0..<101).map { .query(.named("Operation\($0)"), .data([:])) })
    #expect(service.core.registry.handledNames == Set((0..<100).map { "Operation\($0)" }))
  }

  @Test func theFirstFailuresAreKeptAndTheOthersCounted() {
    func failures(_ count: Int, limit: Int?) -> [String] {
      let journal = Journal(JournalLimits(count: limit))
      for number in 0..<count { journal.record(MockFailure(.handlerError, "\(number)")) }
      return journal.failures.map(\.message)
    }
    let limits: [Int?] = [nil, 3, 2, 0]
    #expect(
      limits.map { failures(3, limit: $0) } == [
        ["0", "1", "2"], ["0", "1", "2"],
        ["0", "1", "1 more failure; the journal keeps only 2."],
        ["0", "2 more failures; the journal keeps only 1."],
      ])
    #expect(failures(2_000, limit: nil).count == 1_001)
  }
}
