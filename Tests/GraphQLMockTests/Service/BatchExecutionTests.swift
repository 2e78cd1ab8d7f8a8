import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Batches as Apollo Server and others answer them: a list of responses in the order of the
/// requests.
struct BatchExecutionTests {
  static let two =
    #"[{"operationName":"A","query":"query A { a }","variables":{}},{"query":"query B { b }"}]"#

  static let single = #"{"query":"query B { b }"}"#

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
    let incoming = try await Self.receive(" \(Self.two)\n", from: service)
    #expect(
      incoming
        == Received(
          status: 200, contentType: "application/json; charset=utf-8",
          body: #"[{"data":{"a":1}},{"data":{"b":2}}]"#))
    let requests: [MockJSON] = service.requests.map { received in
      [
        "name": received.operation.name.map { .string($0) } ?? .null,
        "position": received.batchPosition.map { .number($0) } ?? .null,
        "operations": .number(received.operations.count), "json": received.response?.json ?? .null,
        "isAnswered": .bool(received.ending == .answered),
        "body": .string(String(decoding: received.urlRequest.httpBody ?? Data(), as: UTF8.self)),
      ]
    }
    func expected(_ name: MockJSON, _ position: MockJSON, _ data: MockJSON) -> MockJSON {
      [
        "name": name, "position": position, "operations": 1, "json": ["data": data],
        "isAnswered": true, "body": .string(" \(Self.two)\n"),
      ]
    }
    #expect(requests == [expected("A", 0, ["a": 1]), expected("B", 1, ["b": 2])])
    #expect(service.failures == [])
  }

  @Test func sequenceAdvancesWithEachEntryAlsoOfABatchOfOne() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 0]), .data(["a": 1]), .requestError("x"), .data(["a": 3])))
    let entry = #"{"query":"query A { a }"}"#
    let single = try await Self.receive(
      "[\(entry)]", from: service, accept: "application/graphql-response+json")
    #expect(
      single
        == Received(
          status: 200, contentType: "application/graphql-response+json; charset=utf-8",
          body: #"[{"data":{"a":0}}]"#))
    let incoming = try await Self.receive("[\(entry),\(entry),\(entry)]", from: service)
    #expect(
      incoming.body == #"[{"data":{"a":1}},{"errors":[{"message":"x"}]},{"data":{"a":3}}]"#)
  }

  static let failing:
    [(handlers: [RequestHandler], kind: MockFailure.Kind, position: Int, text: String)] = [
      ([.query("A", .data(["a": 1]))], .unhandledRequest, 1, #"query "B""#),
      (
        [.query("A") { _ in throw Broken() }, .query("B", .data(["b": 2]))], .handlerError, 0,
        "The handler threw an error: broken"
      ),
    ]

  struct Broken: Error, CustomStringConvertible { let description = "broken" }

  @Test(arguments: failing)
  func anUnhandledEntryOrThrowingHandlerIsAnErrorOfItsEntryAndFailsTheTest(
    handlers: [RequestHandler], kind: MockFailure.Kind, position: Int, text: String
  ) async throws {
    let service = MockGraphQLService(handlers)
    let incoming = try await Self.receive(Self.two, from: service)
    #expect(incoming.status == 200)
    let failure = try #require(service.failures.first)
    #expect(ReportedMiss(failure.message)?.title ?? failure.message == text)
    var entries: [MockJSON] = [["data": ["a": 1]], ["data": ["b": 2]]]
    entries[position] = ["errors": [["message": .string(failure.message)]]]
    #expect(try MockJSON(parsing: incoming.body) == .array(entries))
    var failures: [MockFailure?] = [nil, nil]
    failures[position] = failure
    #expect(service.requests.map(\.failure) == failures)
    let ends: [String] = service.failures.map { "\($0.kind) \($0.requestID ?? -1)" }
    #expect(ends == ["\(kind) \(position)"])
    #expect(service.requests.map(\.ending) == [.answered, .answered])
  }

  @Test func networkErrorFailsTheWholeBatch() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1])), .query("B", .networkError(.networkConnectionLost)))
    let error = await #expect(throws: URLError.self) {
      try await Self.receive(Self.two, from: service)
    }
    let codes: [URLError.Code?] = service.requests.map(\.ending?.error?.code)
    let lost = URLError.Code.networkConnectionLost
    #expect([error?.code] + codes == [lost, lost, lost])
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
    #expect(service.requests.map(\.ending) == [nil, nil])
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
    try await waitUntil { service.requests.allSatisfy { $0.ending != nil } }
    #expect(service.requests.map(\.ending) == [.cancelled, .cancelled])
    #expect(clock.waitingCount == 0)
  }

  @Test(arguments: [
    ([503, 503], 503), ([200, 503], 200), ([201, 201], 201), ([400, 500], 200),
  ])
  func statusSharedByAllEntriesIsTheStatusOfTheBatch(statuses: [Int], expected: Int) async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1]).status(statuses[0])),
      .query("B", .data(["b": 2]).status(statuses[1])))
    let incoming = try await Self.receive(Self.two, from: service)
    #expect(
      "\(incoming.status) \(incoming.body)"
        == #"\#(expected) [{"data":{"a":1}},{"data":{"b":2}}]"#)
    #expect(service.requests.map(\.response?.status) == statuses)
  }

  @Test func headerFieldsOfAllEntriesAreSent() async throws {
    let service = MockGraphQLService(
      .query(
        "A", .data(["a": 1]).header("X-A", "1").header("X-Both", "a").header("Set-Cookie", "a=1")),
      .query("B", .data(["b": 2]).header("x-both", "b").header("Set-Cookie", "b=2", "c=3")))
    let response = try await service.respond(to: Self.request(Self.two))
    #expect(
      response.headers == [
        "X-A": "1", "x-both": "b", "Content-Type": "application/json; charset=utf-8",
        "Set-Cookie": "a=1", "Set-Cookie": "b=2", "Set-Cookie": "c=3",
      ])
    _ = try await response.body.collect()
  }

  // The message of each entry's failure also reaches the client.
  static let unsendable:
    [(a: MockResponse, b: MockResponse, accept: String, body: String, failure: String)] = [
      (
        .text("no JSON"), .status(503), "application/json",
        """
        [{"errors":[{"message":"The response to entry 0 of a batch isn't JSON, so it can't \
        be sent."}]},{"errors":[{"extensions":{"http":{"status":503}},\
        "message":"The entry was answered with the status 503 and no body."}]}]
        """,
        "0 handlerError: The response to entry 0 of a batch isn't JSON, so it can't be sent."
      ),
      (
        .data(["a": 1]).deferred, .events([.data(["b": 2])]),
        "multipart/mixed;deferSpec=20220824,text/event-stream,application/json",
        """
        [{"data":{"a":1}},{"errors":[{"message":"The response to entry 1 of a batch comes in \
        chunks, so it can't be sent."}]}]
        """,
        "1 handlerError: The response to entry 1 of a batch comes in chunks, so it can't be sent."
      ),
    ]

  @Test(arguments: unsendable)
  func aResponseThatIsNotJSONOrIsStreamedIsAnErrorOfItsBatchEntry(
    a: MockResponse, b: MockResponse, accept: String, body: String, failure: String
  ) async throws {
    let service = MockGraphQLService(.query("A", a), .query("B", b))
    let incoming = try await Self.receive(Self.two, from: service, accept: accept)
    #expect(incoming.body == body)
    let failures: [String] = service.failures.map {
      "\($0.requestID ?? -1) \($0.kind): \($0.message)"
    }
    #expect(failures == [failure])
    #expect(service.requests.map(\.ending) == [.answered, .answered])
  }

  @Test func malformedBatchEntryGetsItsErrors() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])), endpoints: [.of(endpoint)])
    let entries = [
      #"{"query":"query A { a }"}"#, "7", #"{"query":5}"#, "[]", #"{"query":"{"}"#, "{}",
      #"{"query":"query A { a }","operationName":"B"}"#,
    ]
    let incoming = try await Self.receive(
      "[\(entries.joined(separator: ", "))]", from: service)
    #expect(incoming.status == 200)
    let json = try MockJSON(parsing: incoming.body)
    #expect(json[0] == ["data": ["a": 1]])
    let errors: [MockJSON] = (1...6).map { json[$0]["errors"][0] }
    let messages: [String?] = errors.map { $0["message"].string }
    let expected: [String] = [
      "Unparsable JSON body", "Invalid query", "Unparsable JSON body",
      "Syntax Error: Expected Name, found <EOF>.", "Missing query",
      #"Unknown operation named "B"."#,
    ]
    #expect(messages == expected)
    let details: [String?] = errors.prefix(3).map { $0["extensions"]["detail"].string }
    let places: [String] = [
      "The request body must be a JSON object, found a number at byte 28.",
      #""query" in the request body must be a string, found a number at byte 40."#,
      "The request body must be a JSON object, found an array at byte 44.",
    ]
    #expect(details == places)
    let failures: [String] = service.failures.map { "\($0.kind) \($0.requestID ?? -1)" }
    #expect(failures == (1...6).map { "malformedRequest \($0)" })
  }

  @Test(arguments: [nil, URL.of(endpoint)])
  func oneMalformedEntryLeavesTheOthersAnswered(stated: URL?) async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])), endpoints: stated.map { [$0] })
    let incoming = try await Self.receive(
      #"""
      [{"operationName":"B"},{"query":"query A { a }"},{"query":"query A { a }","variables":"{}"},
      7,{"documentId":7},{}]
      """#, from: service)
    let json = try MockJSON(parsing: incoming.body)
    #expect(json[1] == ["data": ["a": 1]])
    let messages = json.array?.map { $0["errors"][0]["message"] }
    #expect(
      messages == [
        "Missing query", nil, "Invalid variables", "Unparsable JSON body", "Invalid documentId",
        "Missing query",
      ])
    let failures = service.failures.map { "\($0.kind) \($0.requestID ?? -1)" }
    #expect(failures == [0, 2, 3, 4, 5].map { "malformedRequest \($0)" })
  }

  @Test(arguments: [
    "[]", "[7]", #"[{"operationName":"B"}]"#, #"[{"query":"shoes"},{"variables":"{}"}]"#,
    #"[{"documentId":"7"}]"#,
  ])
  func arrayWithoutAnOperationIsPlainHTTP(body: String) async throws {
    let service = MockGraphQLService(.operation(.any, .data([:])), .http(.text("plain")))
    #expect(try await Self.receive(body, from: service).body == "plain")
    #expect(service.failures == [])
  }

  @Test func tooLongBatchWithoutAnEndpointIsRefusedOrPlainHTTP() async throws {
    let service = MockGraphQLService(
      .operation(.any, .data([:])), unhandled: .respond(.status(404)))
    for (entry, status) in [(#"{"query":"query A { a }"}"#, 413), (#"{"a":1}"#, 404)] {
      let many = Array(repeating: entry, count: 1_001).joined(separator: ",")
      #expect(try await Self.receive("[\(many)]", from: service).status == status, "\(entry)")
    }
    #expect(
      service.failures.map(\.message) == [
        "Malformed GraphQL request POST https://example.invalid/graphql: The batch has more than 1000 requests"
      ])
  }

  @Test func anEmptyOrTooLongBatchIsRefusedAsAWhole() async throws {
    let service = MockGraphQLService(.operation(.any, .data([:])), endpoints: [.of(endpoint)])
    let many = Array(repeating: #"{"query":"query A { a }"}"#, count: 1_001)
    var incoming: [String] = []
    for body in ["[]", " [ ] ", "[\(many.joined(separator: ","))]"] {
      let answer = try await Self.receive(body, from: service)
      incoming.append("\(answer.status) \(answer.body)")
    }
    let empty = """
      400 {"errors":[{"extensions":{"detail":"The request body is an empty list."},\
      "message":"No operations found in request."}]}
      """
    let tooLong = #"413 {"errors":[{"message":"The batch has more than 1000 requests"}]}"#
    #expect(incoming == [empty, empty, tooLong])
    let start = "malformedRequest: Malformed GraphQL request POST https://example.invalid/graphql: "
    let failures: [String] = service.failures.map { "\($0.kind): \($0.message)" }
    let reasons: [String] = [
      "No operations found in request. The request body is an empty list.",
      "No operations found in request. The request body is an empty list.",
      "The batch has more than 1000 requests",
    ]
    #expect(failures == reasons.map { start + $0 })
  }

  @Test func withoutAnEndpointAnEntryHasToBeARequest() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1])), .http("/graphql", .text("plain")))
    var incoming: [String] = []
    for body in ["[]", "[1]", #"[{"query":"red shoes"},{"a":1}]"#, "[{}]"] {
      incoming.append(try await Self.receive(body, from: service).body)
    }
    #expect(incoming == ["plain", "plain", "plain", "plain"])
    #expect(service.failures == [])
  }
}
