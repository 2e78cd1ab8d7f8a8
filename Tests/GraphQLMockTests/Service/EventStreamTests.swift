import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// GraphQL over SSE, single connection mode, read by a reader of event streams that was written from the
/// HTML standard; status codes and messages are those of graphql-sse.
@Suite(.timeLimit(.minutes(1))) struct EventStreamTests {
  private static let endpoint = URL.of("https://api.example/graphql/stream")
  private static let ticks = "subscription Ticks { n }"

  private let service = MockGraphQLService(
    .subscription("Ticks", .eventsFromTest), .query("Now", .data(["now": 1])),
    .query("Broken", .errors([MockResponseError("No such field")])),
    options: ServiceOptions(endpoints: [endpoint]))

  private func request(
    _ method: String, _ token: String? = nil, accept: String? = nil, items: String = "",
    body: MockJSON? = nil
  ) throws -> URLRequest {
    var request = URLRequest(url: .of(Self.endpoint.absoluteString + items))
    request.httpMethod = method
    request.setValue(token, forHTTPHeaderField: "X-GraphQL-Event-Stream-Token")
    request.setValue(accept, forHTTPHeaderField: "Accept")
    if let body {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = try body.encoded()
    }
    return request
  }

  private func answer(_ request: URLRequest) async throws -> Received {
    let response = try await service.respond(to: request)
    let body = try await response.body.collect()
    return Received(
      status: response.status, contentType: response.headers["Content-Type"],
      body: String(decoding: body, as: UTF8.self))
  }

  private func reserve() async throws -> String {
    let reserved = try await answer(request("PUT"))
    #expect(reserved.status == 201)
    #expect(reserved.contentType == "text/plain; charset=utf-8")
    return reserved.body
  }

  private func execute(
    _ query: String, _ token: String, id: MockJSON = "1"
  ) async throws -> Received {
    try await answer(
      request("POST", token, body: ["query": .string(query), "extensions": ["operationId": id]]))
  }

  private static let accepted = Received(status: 202, contentType: nil, body: "")

  private func open(_ token: String) async throws -> StreamedResponse {
    let response = try await service.respond(to: request("GET", token, accept: "text/event-stream"))
    #expect(response.status == 200)
    #expect(response.headers["Content-Type"] == "text/event-stream")
    return response
  }

  /// The first events of a stream.
  private func events(
    _ count: Int, of stream: StreamedResponse
  ) async throws -> [EventStreamReader.Event] {
    var read = Data()
    for try await chunk in stream.body {
      read += chunk
      if EventStreamReader(read).events.count >= count { break }
    }
    return EventStreamReader(read).events
  }

  @Test func theResultsOfAllOperationsComeThroughOneConnection() async throws {
    let token = try await reserve()
    let stream = try await open(token)
    #expect(try await execute(Self.ticks, token, id: "a") == Self.accepted)
    #expect(try await execute(Self.ticks, token, id: 7) == Self.accepted)
    service.send(.data(["n": 1]), to: "Ticks")
    #expect(try await execute("query Now { now }", token, id: "b") == Self.accepted)
    let stopped = try await answer(request("DELETE", token, items: "?operationId=7"))
    #expect(stopped == Received(status: 200, contentType: nil, body: ""))
    service.send(.error("No two"), to: "Ticks")
    service.complete("Ticks")
    #expect(
      try await events(6, of: stream) == [
        .init(type: "next", data: #"{"id":"a","payload":{"data":{"n":1}}}"#),
        .init(type: "next", data: #"{"id":"7","payload":{"data":{"n":1}}}"#),
        .init(type: "next", data: #"{"id":"b","payload":{"data":{"now":1}}}"#),
        .init(type: "complete", data: #"{"id":"b"}"#),
        .init(type: "next", data: #"{"id":"a","payload":{"errors":[{"message":"No two"}]}}"#),
        .init(type: "complete", data: #"{"id":"a"}"#),
      ])
    #expect(service.exchanges(named: "Now").map(\.ending) == [.answered])
    #expect(service.exchanges(named: "Ticks").map(\.ending) == [.answered, .cancelled])
  }

  @Test func whatComesBeforeTheConnectionWaitsForIt() async throws {
    let token = try await reserve()
    #expect(try await execute("query Now { now }", token) == Self.accepted)
    let stream = try await open(token)
    #expect(try await events(2, of: stream).map(\.type) == ["next", "complete"])
  }

  @Test func aClientThatGoesStopsItsOperations() async throws {
    let token = try await reserve()
    do {
      var body = try await open(token).body.makeAsyncIterator()
      #expect(try await execute(Self.ticks, token) == Self.accepted)
      #expect(service.openSubscriptions(to: "Ticks") == 1)
      _ = try await body.next()
    }
    #expect(service.openSubscriptions(to: "Ticks") == 0)
    #expect(service.exchanges(named: "Ticks").map(\.ending) == [.cancelled])
    let late = try await execute("query Now { now }", token)
    #expect(late.status == 404)
  }

  @Test func errorsOfTheRequestComeAsItsResponse() async throws {
    let token = try await reserve()
    #expect(
      try await execute("query Broken { a }", token).body
        == #"{"errors":[{"message":"No such field"}]}"#)
    #expect(try await execute("{", token).status != 202)
    // The identifier is free again.
    #expect(try await execute("query Now { now }", token) == Self.accepted)
    await #expect(throws: URLError.self) { try await execute("query Nobody { a }", token) }
  }

  /// What a server hands on has an empty body where a request of Foundation has none.
  @Test func aReservationMayHaveAnEmptyBody() async throws {
    var reservation = try request("PUT")
    reservation.httpBody = Data()
    #expect(try await answer(reservation).status == 201)
  }

  /// graphql-sse, "should treat event streams without reservations as regular requests".
  @Test func anEventStreamWithoutAReservationIsARequestAsAnyOther() async throws {
    let missing = try await answer(request("GET", "none", accept: "text/event-stream"))
    #expect(missing.status == 400)
    let items = "?query=query%20Now%7Bnow%7D"
    let stream = try await answer(
      request("GET", "none", accept: "text/event-stream", items: items))
    #expect(
      EventStreamReader(Data(stream.body.utf8)).events == [
        .init(type: "next", data: #"{"data":{"now":1}}"#), .init(type: "complete", data: ""),
      ])
  }

  @Test func aTokenMayStandInTheURL() async throws {
    let reserved = try await answer(request("PUT", items: "?token=mine"))
    #expect(reserved.body == "mine")
    let operation: MockJSON = [
      "query": "query Now { now }", "extensions": ["operationId": "1"],
    ]
    #expect(
      try await answer(request("POST", items: "?token=mine", body: operation)) == Self.accepted)
  }

  /// Before anybody reserved a stream, an item of the URL may mean anything.
  @Test func aTokenOfAnotherKindIsNoneOfAStream() async throws {
    let operation: MockJSON = ["query": "query Now { now }"]
    #expect(
      try await answer(request("POST", items: "?token=preview", body: operation)).body
        == #"{"data":{"now":1}}"#)
    _ = try await answer(request("PUT"))
    let unknown = try await answer(request("POST", items: "?token=preview", body: operation))
    #expect(unknown.status == 404)
  }

  struct Misuse: Sendable {
    let method: String
    let token: String?
    var accept: String?
    var items = ""
    var body: MockJSON?
    let status: Int
    let message: String
  }

  // graphql-sse's handler, createHandler.
  @Test(arguments: [
    Misuse(method: "PUT", token: "open", status: 409, message: "Stream already registered"),
    Misuse(
      method: "GET", token: "open", accept: "text/event-stream", status: 409,
      message: "Stream already open"),
    Misuse(
      method: "GET", token: nil, items: "?token=none", status: 404, message: "Stream not found"),
    Misuse(method: "POST", token: "none", status: 404, message: "Stream not found"),
    Misuse(method: "DELETE", token: "none", status: 404, message: "Stream not found"),
    Misuse(method: "DELETE", token: "open", status: 400, message: "Operation ID is missing"),
    Misuse(
      method: "POST", token: "none", body: ["query": "query Now { now }"], status: 404,
      message: "Stream not found"),
    Misuse(
      method: "POST", token: "open", body: ["query": "query Now { now }"], status: 400,
      message: "Operation ID is missing"),
    Misuse(
      method: "POST", token: "open",
      body: ["query": .string(ticks), "extensions": ["operationId": "taken"]], status: 409,
      message: "Operation with ID already exists"),
  ])
  func whatBreaksTheProtocolIsRefusedAndReported(_ misuse: Misuse) async throws {
    _ = try await answer(request("PUT", "open"))
    let stream = try await open("open")
    #expect(try await execute(Self.ticks, "open", id: "taken") == Self.accepted)
    let refused = try await answer(
      request(
        misuse.method, misuse.token, accept: misuse.accept, items: misuse.items, body: misuse.body))
    #expect(refused.status == misuse.status)
    #expect(refused.body == #"{"errors":[{"message":"\#(misuse.message)"}]}"#)
    #expect(
      service.failures.map(\.message) == [
        "GraphQL over SSE, single connection mode: \(misuse.message)"
      ])
    withExtendedLifetime(stream) {}
  }
}
