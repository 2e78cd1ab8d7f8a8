import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The contents of the journal, and waiting for requests.
struct JournalTests {
  static func request(_ query: String, variables: MockJSON = nil) throws -> URLRequest {
    try .graphQL(["query": .string(query), "variables": variables])
  }

  @Test func receivedRequestHasItsResponseHandlerAndEnding() async throws {
    let like = RequestHandler.mutation("Like", .data(["like": ["count": 8]]))
    let service = MockGraphQLService(like, .query(.any, .networkError(.timedOut)))
    let session = service.makeSession()
    _ = try await session.data(for: Self.request("mutation Like { like }", variables: ["id": 7]))
    _ = try? await session.data(for: Self.request("query Feed { feed }"))
    #expect(service.requests(named: "Like").map(\.operation.variables) == [["id": 7]])
    #expect(service.requests(type: .query).map(\.operation.name) == ["Feed"])
    let received = try #require(service.requests.first)
    let method = received.urlRequest.httpMethod ?? ""
    let names = received.operations.map { $0.name ?? "" }
    let (status, json) = (received.response?.status ?? 0, received.response?.json ?? .null)
    #expect(
      "\(method) \(names) \(status) \(json)"
        == #"POST ["Like"] 200 {"data":{"like":{"count":8}}}"#)
    #expect(received.handler == like.location)
    #expect(received.duration ?? .zero > .zero)
    #expect(service.requests.map(\.ending) == [.answered, .failed(URLError(.timedOut))])
  }

  @Test func operationsCanBeFoundAndWaitedForByTheirNames() async throws {
    let service = MockGraphQLService(.operation(.data([:])), .http(.status(204)))
    let session = service.makeSession()
    let anonymous = Task { try await service.waitForRequests(named: .anonymous, atLeast: 2) }
    let named = Task { try await service.waitForRequests(named: "B", atLeast: 2) }
    _ = try await session.data(for: URLRequest(url: .of("https://a.example/health")))
    for query in [
      "{ cart }", "query Feed { a }", "query B { a }", "mutation { a }", "query B { a }",
    ] {
      _ = try await session.data(for: Self.request(query))
    }
    let found = [
      try await anonymous.value, try await named.value,
      try await service.waitForRequests(named: "B", atLeast: 2),
      try await service.waitForRequests(named: .prefix("F")),
      try await service.waitForRequests(named: .pattern("F..d")),
      service.requests(named: .anonymous, type: .mutation), service.requests(named: .any),
    ]
    let ids: [[Int]] = found.map { $0.map(\.id) }
    #expect(ids == [[1, 4], [3, 5], [3, 5], [2], [2], [4], [1, 2, 3, 4, 5]])
  }

  /// The closure is user code and may use the journal, so it must not run under its lock.
  @Test func nameClosureRunsOutsideTheJournalLock() async throws {
    let service = MockGraphQLService(.operation(.data([:])))
    let waiting = Task {
      try await service.waitForRequests(
        named: .where { $0.hasPrefix("F") && !service.requests.isEmpty }, atLeast: 2)
    }
    for query in ["query Feed { a }", "query Cart { a }", "query Film { a }"] {
      _ = try await service.makeSession().data(for: Self.request(query))
    }
    #expect(try await waiting.value.map(\.operation.name) == ["Feed", "Film"])
  }

  @Test func missingNullAndEmptyVariablesAreDistinguished() async throws {
    let service = MockGraphQLService(.query(.any, .data([:])))
    let session = service.makeSession()
    for body in [
      #"{"query":"{a}"}"#, #"{"query":"{a}","variables":null}"#,
      #"{"query":"{a}","variables":{}}"#,
      #"{"query":"query($after: ID) { a(after: $after) }","variables":{"after":null}}"#,
    ] {
      var request = try Self.request("{ a }")
      request.httpBody = Data(body.utf8)
      _ = try await session.data(for: request)
    }
    let requests = service.requests.map { $0.operation }
    let variableTexts = requests.map { request -> String in
      let raw = request.rawVariables.map { String(decoding: $0, as: UTF8.self) }
      return "\(request.variables) \(raw ?? "missing")"
    }
    #expect(
      variableTexts == ["{} missing", "{} null", "{} {}", #"{"after":null} {"after":null}"#])
    // The subscript returns null for a missing value instead of nil, so comparing with nil doesn't
    // help.
    let variables = try #require(requests.last).variables
    #expect(variables["after"].isNull && variables["noSuch"].isNull)
    #expect(variables.has("after") && !variables.has("noSuch"))
    #expect(!MockJSON.string("text").has("noSuch"))
  }

  @Test func waitTimesOutAndReportsTheRequestsThatArrived() async throws {
    let service = MockGraphQLService(.query(.any, .data([:])), .http(.status(204)))
    let session = service.makeSession()
    let nothing = await #expect(throws: MissingRequestsError.self) {
      try await service.waitForRequests(named: "Unasked", atLeast: 1, within: .milliseconds(10))
    }
    #expect(
      nothing?.description == """
        Waited 0.01 seconds for a request for "Unasked"; none arrived. No request reached this service. \
        Usual causes: the test didn't await the request; the client was deallocated; the client \
        uses `URLSession.shared`, an earlier session, or a session of another service. Give the client \
        the session of `makeSession()`, keep the client, and await its requests.
        """)
    _ = try await session.data(for: Self.request("query A { a }"))
    _ = try await session.data(for: URLRequest(url: .of("https://a.example/x?token=t")))
    let something = await #expect(throws: MissingRequestsError.self) {
      try await service.waitForRequests(named: "Unasked", atLeast: 2, within: .milliseconds(10))
    }
    #expect(
      something?.description == """
        Waited 0.01 seconds for 2 requests for "Unasked"; received: query "A", \
        GET https://a.example/x?token=<redacted>.
        """)
  }

  @Test func waitForMoreRequestsThanTheJournalKeepsFailsImmediately() async throws {
    let service = MockGraphQLService(
      .query(.any, .data([:])), options: ServiceOptions(journalLimit: 1))
    let error = await #expect(throws: MissingRequestsError.self) {
      try await service.waitForRequests(named: "A", atLeast: 2, within: .seconds(600))
    }
    #expect(
      error?.description == """
        Waited 0.0 seconds for 2 requests for "A"; none arrived. The journal keeps 1 request: \
        raise `journalLimit`, or wait for fewer.
        """)
  }

  @Test func waitForRequestsThatTheJournalHasDroppedFailsImmediately() async throws {
    let service = MockGraphQLService(
      .query(.any, .data([:])), options: ServiceOptions(journalSizeLimit: 1))
    for _ in 1...3 { _ = try await service.makeSession().receive(Self.request("query A { a }")) }
    let error = await #expect(throws: MissingRequestsError.self) {
      try await service.waitForRequests(named: "A", atLeast: 3, within: .seconds(600))
    }
    #expect(
      error?.description == """
        Waited 0.0 seconds for 3 requests for "A"; received: query "A". The journal has dropped earlier \
        requests: raise `journalSizeLimit` or `journalLimit`.
        """)
  }

  /// Starts to wait for two requests for A, and returns when the wait has examined the request that is there.
  private static func waitForTwo(
    of service: MockGraphQLService
  ) async -> Task<[ReceivedRequest], any Error> {
    let (looked, look) = AsyncStream<Void>.makeStream()
    let name = NameCondition.where { name in
      look.yield()
      return name == "A"
    }
    let wait = Task { try await service.waitForRequests(named: name, atLeast: 2) }
    for await _ in looked { break }
    return wait
  }

  @Test func waitForRequestsThatTheJournalDropsMeanwhileFails() async throws {
    let service = MockGraphQLService(
      .query(.any, .data([:])), options: ServiceOptions(journalSizeLimit: 1))
    let session = service.makeSession()
    _ = try await session.receive(Self.request("query B { b }"))
    let wait = await Self.waitForTwo(of: service)
    for _ in 1...2 { _ = try await session.receive(Self.request("query A { a }")) }
    let error = await #expect(throws: MissingRequestsError.self) { try await wait.value }
    #expect(
      error?.advice
        == "The journal has dropped earlier requests: raise `journalSizeLimit` or `journalLimit`.")
  }

  @Test func waitForRequestsThatAResetRemovesMeanwhileFails() async throws {
    let service = MockGraphQLService(.query(.any, .data([:])))
    let session = service.makeSession()
    _ = try await session.receive(Self.request("query A { a }"))
    let wait = await Self.waitForTwo(of: service)
    service.reset()
    _ = try await session.receive(Self.request("query A { a }"))
    let error = await #expect(throws: MissingRequestsError.self) { try await wait.value }
    #expect(error?.advice == "`reset()` has removed earlier requests: wait after it.")
  }

  @Test func bodiesOverTheJournalLimitStillReachTheHandlerAndTheClient() async throws {
    let requests = [try Self.request("query A { a }"), try Self.request("query A { a b c d e f }")]
    let lengths = requests.map { $0.httpBody?.count ?? 0 }
    let text = String(repeating: "x", count: 100)
    let service = MockGraphQLService(
      .query("A") { request in
        let length = request.urlRequest.httpBody?.count ?? 0
        let isLong = length > lengths[0]
        return .data(["length": .number(length), "text": .string(isLong ? text : "")])
      }, options: ServiceOptions(bodyLimit: lengths[0]))
    var answers: [String] = []
    for request in requests {
      answers.append(try await service.makeSession().receive(request).body)
    }
    let expected: [String] = [
      #"{"data":{"length":\#(lengths[0]),"text":""}}"#,
      #"{"data":{"length":\#(lengths[1]),"text":"\#(text)"}}"#,
    ]
    #expect(answers == expected)
    func shown(_ body: Data?) -> String { body.map { String(decoding: $0, as: UTF8.self) } ?? "-" }
    let kept = service.requests.map { received -> [String] in
      let (request, response) = (received.operation, received.response)
      return [
        request.document ?? "", "\(received.requestBodyLength)",
        shown(received.urlRequest.httpBody), shown(request.urlRequest.httpBody),
        "\(response?.bodyLength ?? 0)", shown(response?.body),
      ]
    }
    let body = shown(requests[0].httpBody)
    let texts: [[String]] = [
      ["query A { a }", "\(lengths[0])", body, body, "\(expected[0].utf8.count)", expected[0]],
      ["query A { a b c d e f }", "\(lengths[1])", "-", "-", "\(expected[1].utf8.count)", ""],
    ]
    #expect(kept == texts)
  }

  @Test func aBodyOverTheJournalLimitIsDescribedByItsLength() async throws {
    let service = MockGraphQLService(
      .query("A", .text("too long", contentType: "text/plain")),
      options: ServiceOptions(bodyLimit: 7))
    _ = try await service.makeSession().receive(Self.request("query A { a }"))
    #expect(service.requests.map(\.description) == [#"query "A" → 200 8 bytes of text/plain"#])
  }

  @Test func cancelingATaskEndsItsWait() async throws {
    let service = MockGraphQLService()
    let waiting = Task {
      try await service.waitForRequests(named: "B", atLeast: 1, within: .seconds(600))
    }
    waiting.cancel()
    let result = await waiting.result
    #expect(throws: CancellationError.self) { try result.get() }
  }

  /// A pending request, a stream, and two entries of a batch.
  @Test func requestsThatFailAsTheServiceEndsAreInTheJournal() async throws {
    let service = MockGraphQLService(
      .query(.any, .never), .subscription(.any, .eventsFromTest))
    let session = service.makeSession()
    var stream = try Self.request("subscription B { b }")
    stream.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    let batch: MockJSON = [["query": "query C { c }"], ["query": "query D { d }"]]
    let requests = [try Self.request("query A { a }"), stream, try .graphQL(batch)]
    let answers = requests.map { request in Task { try await session.data(for: request) } }
    for name in ["A", "B", "C", "D"] {
      try await service.waitForRequests(named: .named(name))
    }
    try await service.subscriptions.wait(for: "B")
    for number in 1...3 { service.subscriptions.send(.data(["b": .number(number)]), to: "B") }
    service.end(test: "T")
    try await waitUntil { service.requests.allSatisfy { $0.ending != nil } }
    var codes: [String: URLError.Code] = [:]
    var bodies: [String: Data] = [:]
    for received in service.requests {
      codes[received.operation.name ?? ""] = received.ending?.error?.code
      bodies[received.operation.name ?? ""] = received.response?.body
    }
    let gone = URLError.Code.resourceUnavailable
    #expect(codes == ["A": gone, "B": gone, "C": gone, "D": gone])
    // The response so far, while the client still waits for its end (server-sent events; GraphQL
    // over SSE).
    let events = (1...3).map { "event: next\ndata: {\"data\":{\"b\":\($0)}}\n\n" }.joined()
    #expect(bodies == ["B": Data((":\n\n" + events).utf8)])
    for answer in answers {
      await #expect(throws: URLError.self) { try await answer.value }
    }
  }
}
