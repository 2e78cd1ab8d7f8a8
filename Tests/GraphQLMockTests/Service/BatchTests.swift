import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Batches as Apollo Server and others answer them: a list of responses in the order of the
/// requests.
struct BatchTests {
  static let two =
    #"[{"operationName":"A","query":"query A { a }","variables":{}},{"query":"query B { b }"}]"#

  static func request(
    _ body: String, type: String = "application/json", accept: String = "application/json"
  ) -> URLRequest {
    var request = URLRequest(url: .of(endpoint))
    request.httpMethod = "POST"
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    request.setValue(accept, forHTTPHeaderField: "Accept")
    request.httpBody = Data(body.utf8)
    return request
  }

  static func receive(
    _ body: String, from service: MockGraphQLService, accept: String = "application/json"
  ) async throws -> Received {
    try await service.makeSession().receive(request(body, accept: accept))
  }

  @Test(arguments: [nil, URL.of(endpoint)])
  func everyBatchEntryIsMatchedAnsweredAndRecorded(stated: URL?) async throws {
    let service = MockGraphQLService(
      .query("B", .data(["b": 2])), .query("A", .data(["a": 1])), endpoints: stated.map { [$0] })
    let received = try await Self.receive(" \(Self.two)\n", from: service)
    #expect(
      received
        == Received(
          status: 200, contentType: "application/json; charset=utf-8",
          body: #"[{"data":{"a":1}},{"data":{"b":2}}]"#))
    let exchanges = service.exchanges
    #expect(exchanges.map(\.request.name) == ["A", "B"])
    #expect(exchanges.map(\.batchPosition) == [0, 1])
    #expect(exchanges.map(\.operations.count) == [1, 1])
    #expect(exchanges.map(\.response?.json) == [["data": ["a": 1]], ["data": ["b": 2]]])
    #expect(exchanges.map(\.ending) == [.answered, .answered])
    #expect(
      exchanges.map(\.urlRequest.httpBody)
        == Array(repeating: Data(" \(Self.two)\n".utf8), count: 2))
    #expect(service.failures == [])
  }

  @Test func batchOfOneIsAnsweredWithAListOfOne() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])))
    let received = try await Self.receive(
      #"[{"query":"query A { a }"}]"#, from: service,
      accept: "application/graphql-response+json")
    #expect(
      received
        == Received(
          status: 200, contentType: "application/graphql-response+json; charset=utf-8",
          body: #"[{"data":{"a":1}}]"#))
  }

  @Test func sequenceAdvancesWithEachBatchEntry() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1]), .requestError("x"), .data(["a": 3])))
    let entry = #"{"query":"query A { a }"}"#
    let received = try await Self.receive("[\(entry),\(entry),\(entry)]", from: service)
    #expect(
      received.body == #"[{"data":{"a":1}},{"errors":[{"message":"x"}]},{"data":{"a":3}}]"#)
  }

  @Test func unhandledBatchEntryGetsAnErrorAndFailsTheTest() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])))
    let received = try await Self.receive(Self.two, from: service)
    let json = try MockJSON(parsing: received.body)
    #expect(received.status == 200)
    #expect(json[0] == ["data": ["a": 1]])
    let failure = try #require(service.failures.first)
    #expect(service.failures.map(\.kind) == [.unhandledRequest])
    #expect(failure.exchangeID == 1)
    #expect(json[1] == ["errors": [["message": .string(failure.message)]]])
    #expect(failure.message.hasPrefix(#"Unhandled query "B""#))
    #expect(service.exchanges.map(\.failure) == [nil, failure])
    #expect(service.exchanges.map(\.ending) == [.answered, .answered])
  }

  @Test func throwingHandlerIsAnErrorOfItsBatchEntry() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "broken" }
    let service = MockGraphQLService(
      .query("A") { _ in throw Broken() }, .query("B", .data(["b": 2])))
    let json = try MockJSON(parsing: try await Self.receive(Self.two, from: service).body)
    #expect(json[1] == ["data": ["b": 2]])
    #expect(service.failures.map(\.kind) == [.handlerError])
    #expect(json[0]["errors"][0]["message"].string == service.failures.first?.message)
  }

  @Test func networkErrorFailsTheWholeBatch() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1])), .query("B", .networkError(.networkConnectionLost)))
    let error = await #expect(throws: URLError.self) {
      try await Self.receive(Self.two, from: service)
    }
    #expect(error?.code == .networkConnectionLost)
    #expect(
      service.exchanges.compactMap(\.ending?.error?.code) == [
        .networkConnectionLost, .networkConnectionLost,
      ])
    #expect(service.failures == [])
  }

  @Test func batchWaitsForItsSlowestEntry() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query("A", .data(["a": 1]).delay(.seconds(3))),
      .query("B", .data(["b": 2]).delay(.seconds(5))), clock: clock)
    let answer = Task { try await Self.receive(Self.two, from: service) }
    try await clock.waitForDelays(atLeast: 2)
    clock.advance(by: .seconds(4))
    #expect(service.exchanges.map(\.ending) == [nil, nil])
    clock.advance(by: .seconds(1))
    #expect(try await answer.value.body == #"[{"data":{"a":1}},{"data":{"b":2}}]"#)
  }

  @Test func cancelingABatchEndsEveryEntry() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query("A", .data(["a": 1])), .query("B", .data(["b": 2]).delay(.seconds(5))), clock: clock)
    let answer = Task { try await Self.receive(Self.two, from: service) }
    try await clock.waitForDelays()
    answer.cancel()
    let result = await answer.result
    let error = #expect(throws: URLError.self) { _ = try result.get() }
    #expect(error?.code == .cancelled)
    try await waitUntil { service.exchanges.allSatisfy { $0.ending != nil } }
    #expect(service.exchanges.map(\.ending) == [.cancelled, .cancelled])
    #expect(clock.waitingCount == 0)
  }

  @Test(arguments: [
    ([503, 503], 503), ([200, 503], 200), ([201, 201], 201), ([400, 500], 200),
  ])
  func statusSharedByAllEntriesIsTheStatusOfTheBatch(statuses: [Int], expected: Int) async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1]).status(statuses[0])),
      .query("B", .data(["b": 2]).status(statuses[1])))
    let received = try await Self.receive(Self.two, from: service)
    #expect(received.status == expected)
    #expect(received.body == #"[{"data":{"a":1}},{"data":{"b":2}}]"#)
    #expect(service.exchanges.map(\.response?.status) == statuses)
  }

  @Test func headerFieldsOfAllEntriesAreSent() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1]).header("X-A", "1").header("X-Both", "a")),
      .query("B", .data(["b": 2]).header("x-both", "b")))
    let response = try await service.respond(to: Self.request(Self.two))
    #expect(
      response.headers == [
        "X-A": "1", "x-both": "b", "Content-Type": "application/json; charset=utf-8",
      ])
    _ = try await response.body.collect()
  }

  @Test func nonJSONResponseIsAnErrorOfItsBatchEntry() async throws {
    let service = MockGraphQLService(
      .query("A", .text("no JSON")), .query("B", .status(503)))
    let received = try await Self.receive(Self.two, from: service)
    #expect(
      received.body
        == """
        [{"errors":[{"message":"The response to entry 0 of a batch isn't JSON, so it can't \
        be sent."}]},{"errors":[{"extensions":{"http":{"status":503}},\
        "message":"The entry was answered with the status 503 and no body."}]}]
        """)
    #expect(
      service.failures.map(\.message) == [
        "The response to entry 0 of a batch isn't JSON, so it can't be sent."
      ])
    #expect(service.failures.map(\.exchangeID) == [0])
  }

  @Test func streamedResponseIsAnErrorOfItsBatchEntry() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1]).deferred), .query("B", .events([.data(["b": 2])])))
    let received = try await Self.receive(
      Self.two, from: service,
      accept: "multipart/mixed;deferSpec=20220824,text/event-stream,application/json")
    #expect(
      received.body
        == """
        [{"data":{"a":1}},{"errors":[{"message":"The response to entry 1 of a batch comes in \
        chunks, so it can't be sent."}]}]
        """)
    #expect(service.failures.map(\.kind) == [.handlerError])
    #expect(service.exchanges.map(\.ending) == [.answered, .answered])
  }

  @Test func malformedBatchEntryGetsItsErrors() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])), endpoints: [.of(endpoint)])
    let entries = [
      #"{"query":"query A { a }"}"#, "7", #"{"query":5}"#, "[]", #"{"query":"{"}"#, "{}",
      #"{"query":"query A { a }","operationName":"B"}"#,
    ]
    let received = try await Self.receive(
      "[\(entries.joined(separator: ", "))]", from: service)
    #expect(received.status == 200)
    let json = try MockJSON(parsing: received.body)
    #expect(json[0] == ["data": ["a": 1]])
    #expect(
      (1...6).map { json[$0]["errors"][0]["message"].string } == [
        "Unparsable JSON body", "Invalid query", "Unparsable JSON body",
        "Syntax Error: Expected Name, found <EOF>.", "Missing query",
        #"Unknown operation named "B"."#,
      ])
    #expect(
      (1...3).map { json[$0]["errors"][0]["extensions"]["detail"].string } == [
        "The request body must be a JSON object, found a number at byte 28.",
        #""query" in the request body must be a string, found a number at byte 40."#,
        "The request body must be a JSON object, found an array at byte 44.",
      ])
    #expect(service.failures.map(\.exchangeID) == [1, 2, 3, 4, 5, 6])
    #expect(service.failures.map(\.kind) == Array(repeating: .malformedRequest, count: 6))
  }

  @Test func anEmptyBatchIsAnError() async throws {
    let service = MockGraphQLService(.operation(.any, .data([:])), endpoints: [.of(endpoint)])
    for body in ["[]", " [ ] "] {
      let received = try await Self.receive(body, from: service)
      #expect(received.status == 400)
      #expect(
        received.body
          == """
          {"errors":[{"extensions":{"detail":"The request body is an empty list."},\
          "message":"No operations found in request."}]}
          """)
    }
    #expect(service.failures.map(\.kind) == [.malformedRequest, .malformedRequest])
  }

  @Test func withoutAnEndpointEveryEntryHasToBeARequest() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1])), .http("/graphql", .text("plain")))
    for body in ["[]", "[1]", #"[{"query":"query A { a }"},{"a":1}]"#, "[{}]"] {
      #expect(try await Self.receive(body, from: service).body == "plain")
    }
    #expect(service.failures == [])
  }

  @Test func batchSizeIsLimited() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])), endpoints: [.of(endpoint)])
    let entries = Array(repeating: #"{"query":"query A { a }"}"#, count: 1_001)
    let received = try await Self.receive("[\(entries.joined(separator: ","))]", from: service)
    #expect(received.status == 413)
    #expect(
      received.body == #"{"errors":[{"message":"The batch has more than 1000 requests"}]}"#)
    #expect(
      service.failures.map(\.message) == [
        """
        Malformed GraphQL request POST https://example.invalid/graphql: \
        The batch has more than 1000 requests
        """
      ])
  }

  @Test func readingOneOperationFromABatchIsAnError() {
    let error = #expect(throws: MalformedRequestError.self) {
      try OperationRequest(Self.request(Self.two))
    }
    #expect(error?.description == "Malformed GraphQL request: The request is a batch of requests")
  }
}
