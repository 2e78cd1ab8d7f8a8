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

  @Test func exchangeHasRequestResponseHandlerAndEnding() async throws {
    let like = RequestHandler.mutation("Like", .data(["like": ["count": 8]]))
    let service = MockGraphQLService(like, .query(.any, .networkError(.timedOut)))
    let session = service.makeSession()
    _ = try await session.data(for: Self.request("mutation Like { like }", variables: ["id": 7]))
    _ = try? await session.data(for: Self.request("query Feed { feed }"))
    #expect(service.exchanges(named: "Like").map(\.request.variables) == [["id": 7]])
    #expect(service.exchanges(type: .query).map(\.request.name) == ["Feed"])
    let exchange = try #require(service.exchanges.first)
    #expect(exchange.urlRequest.httpMethod == "POST")
    #expect(exchange.operations.map(\.name) == ["Like"])
    #expect(exchange.handler == like.location)
    #expect(exchange.response?.status == 200)
    #expect(exchange.response?.json == ["data": ["like": ["count": 8]]])
    #expect(exchange.ending == .answered)
    #expect(exchange.duration.map { $0 > .zero } == true)
    #expect(service.exchanges.map(\.ending) == [.answered, .failed(URLError(.timedOut))])
  }

  @Test func anonymousOperationsCanBeFoundAndWaitedFor() async throws {
    let service = MockGraphQLService(.operation(.data([:])), .http(.status(204)))
    let session = service.makeSession()
    let waiting = Task { try await service.waitForExchanges(named: .anonymous, atLeast: 2) }
    _ = try await session.data(for: URLRequest(url: .of("https://a.example/health")))
    for query in ["{ cart }", "query Feed { feed }", "mutation { pay }"] {
      _ = try await session.data(for: Self.request(query))
    }
    #expect(try await waiting.value.map(\.id) == [1, 3])
    #expect(try await service.waitForExchanges(named: .prefix("F")).map(\.id) == [2])
    #expect(try await service.waitForExchanges(named: .pattern("F..d")).map(\.id) == [2])
    #expect(service.exchanges(named: .anonymous, type: .mutation).map(\.id) == [3])
    #expect(service.exchanges(named: .any).map(\.id) == [1, 2, 3])
  }

  /// The closure is user code and may use the journal, so it must not run under its lock.
  @Test func nameClosureRunsOutsideTheJournalLock() async throws {
    let service = MockGraphQLService(.operation(.data([:])))
    let waiting = Task {
      try await service.waitForExchanges(
        named: .where { $0.hasPrefix("F") && !service.exchanges.isEmpty }, atLeast: 2)
    }
    for query in ["query Feed { a }", "query Cart { a }", "query Film { a }"] {
      _ = try await service.makeSession().data(for: Self.request(query))
    }
    #expect(try await waiting.value.map(\.request.name) == ["Feed", "Film"])
  }

  /// The subscript returns null for a missing value instead of nil, so comparing with nil doesn't
  /// help.
  @Test func missingVariableIsDistinguishedFromNull() async throws {
    let service = MockGraphQLService(.operation(.data([:])))
    _ = try await service.makeSession().data(
      for: Self.request("query A($after: ID) { a }", variables: ["after": nil]))
    let variables = try #require(service.exchanges.first).request.variables
    #expect(variables.has("after"))
    #expect(!variables.has("noSuch"))
    #expect(variables["after"].isNull && variables["noSuch"].isNull)
    #expect(!MockJSON.string("text").has("noSuch"))
  }

  @Test func missingNullAndEmptyVariablesAreDistinguished() async throws {
    let service = MockGraphQLService(.query(.any, .data([:])))
    let session = service.makeSession()
    for body in [
      #"{"query":"{a}"}"#, #"{"query":"{a}","variables":null}"#,
      #"{"query":"{a}","variables":{}}"#,
    ] {
      var request = try Self.request("{ a }")
      request.httpBody = Data(body.utf8)
      _ = try await session.data(for: request)
    }
    #expect(service.exchanges.map(\.request.variables) == [[:], [:], [:]])
    #expect(
      service.exchanges.map(\.request.rawVariables) == [nil, Data("null".utf8), Data("{}".utf8)])
  }

  @Test func waitEndsAfterEnoughRequests() async throws {
    let service = MockGraphQLService(.query(.any, .data([:])))
    let session = service.makeSession()
    async let found = service.waitForExchanges(named: "B", atLeast: 2)
    for name in ["A", "B", "A", "B"] {
      _ = try await session.data(for: Self.request("query \(name) { a }"))
    }
    #expect(try await found.map(\.id) == [1, 3])
    #expect(try await service.waitForExchanges(named: "A", atLeast: 2).map(\.id) == [0, 2])
  }

  @Test func waitTimesOutAndReportsTheRequestsThatArrived() async throws {
    let service = MockGraphQLService(.query(.any, .data([:])), .http(.status(204)))
    let session = service.makeSession()
    let nothing = await #expect(throws: ExchangeTimeoutError.self) {
      try await service.waitForExchanges(named: "Unasked", atLeast: 1, within: .milliseconds(10))
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
    let something = await #expect(throws: ExchangeTimeoutError.self) {
      try await service.waitForExchanges(named: "Unasked", atLeast: 2, within: .milliseconds(10))
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
    let error = await #expect(throws: ExchangeTimeoutError.self) {
      try await service.waitForExchanges(named: "A", atLeast: 2, within: .seconds(600))
    }
    #expect(
      error?.description == """
        Waited 0.0 seconds for 2 requests for "A"; none arrived. The journal keeps 1 exchange: \
        raise `journalLimit`, or wait for fewer.
        """)
  }

  @Test func bodyOverTheJournalLimitStillReachesTheHandler() async throws {
    let short = try Self.request("query A { a }")
    let long = try Self.request("query A { a b c d e f }")
    let lengths = [short, long].map { $0.httpBody?.count ?? 0 }
    let service = MockGraphQLService(
      .query("A") { request in
        .data(["length": .number(request.urlRequest.httpBody?.count ?? 0)])
      }, options: ServiceOptions(bodyLimit: lengths[0]))
    let session = service.makeSession()
    for (request, length) in zip([short, long], lengths) {
      let received = try await session.receive(request)
      #expect(received.body == #"{"data":{"length":\#(length)}}"#)
    }
    #expect(service.exchanges.map(\.urlRequest.httpBody) == [short.httpBody, nil])
    #expect(service.exchanges.map(\.request.urlRequest.httpBody) == [short.httpBody, nil])
    #expect(service.exchanges.map(\.requestBodyLength) == lengths)
    #expect(
      service.exchanges.map(\.request.document) == ["query A { a }", "query A { a b c d e f }"])
  }

  @Test func responseOverTheJournalLimitStillReachesTheClient() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": "bcdef"])), options: ServiceOptions(bodyLimit: 10))
    let received = try await service.makeSession().receive(Self.request("query A { a }"))
    #expect(received.body == #"{"data":{"a":"bcdef"}}"#)
    #expect(service.exchanges.map(\.response?.body) == [Data()])
    #expect(service.exchanges.map(\.response?.bodyLength) == [22])
  }

  @Test func cancelingATaskEndsItsWait() async throws {
    let service = MockGraphQLService()
    let waiting = Task {
      try await service.waitForExchanges(named: "B", atLeast: 1, within: .seconds(600))
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
      try await service.waitForExchanges(named: .named(name))
    }
    try await service.subscriptions.wait(for: "B")
    for number in 1...3 { service.subscriptions.send(.data(["b": .number(number)]), to: "B") }
    service.end(test: "T")
    try await waitUntil { service.exchanges.allSatisfy { $0.ending != nil } }
    var codes: [String: URLError.Code] = [:]
    var bodies: [String: Data] = [:]
    for exchange in service.exchanges {
      codes[exchange.request.name ?? ""] = exchange.ending?.error?.code
      bodies[exchange.request.name ?? ""] = exchange.response?.body
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
