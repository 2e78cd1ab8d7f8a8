import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Each kind of response on the wire, with the sentence of its standard.
///
/// The article "Reading failures" has the statuses, and links to the standards.
struct ErrorsOnTheWireTests {
  enum Kind: Sendable {
    case data, partialData, error, requestError, networkError, streamError

    var response: MockResponse {
      switch self {
      case .data: .data(["a": 1])
      case .partialData: .data(["a": nil], errors: ["No"])
      case .error: .error("No")
      case .requestError: .requestError("No")
      case .networkError: .networkError(.timedOut)
      case .streamError: .streamError("Gone")
      }
    }
  }

  enum Door: Sendable {
    /// A query, with the value of its `Accept`.
    case http(String, SpecificationEdition)
    /// A batch whose second entry has data.
    case batch
    /// A query through a socket.
    case socket(String)
    /// The second of three events, the others of which have data.
    case events(String)
    case socketEvents(String)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let kind: Kind
    let door: Door
    let outcome: String
    let sentence: Sentence
    var testDescription: String { "\(kind), \(door)" }

    init(_ kind: Kind, _ door: Door, _ outcome: String, _ sentence: Sentence) {
      self.kind = kind
      self.door = door
      self.outcome = outcome
      self.sentence = sentence
    }
  }

  @Test(arguments: http + eventStream + sockets + batch + events)
  func responsesFollowTheStandardOfTheirTransport(row: Row) async throws {
    let outcome =
      switch row.door {
      case .http(let accept, let edition):
        try await Self.query(row.kind.response, accept, edition)
      case .batch: try await Self.batch(row.kind.response)
      case .socket(let name): try await Self.socket(name, "query Q { a }", row.kind.response)
      case .events(let accept): try await Self.events(row.kind.response, accept)
      case .socketEvents(let name):
        try await Self.socket(name, "subscription Q { a }", Self.script(row.kind.response))
      }
    #expect(outcome == row.outcome, "\(row.sentence.rawValue)")
  }

  // MARK: Responses to a client

  static func service(
    _ response: MockResponse, edition: SpecificationEdition = .deployed
  ) -> MockGraphQLService {
    MockGraphQLService(
      .query("Q", response), .query("Other", .data(["b": 2])), .subscription("Q", response),
      options: ServiceOptions(edition: edition))
  }

  static func text(_ incoming: Received) -> String {
    "\(incoming.status) \(incoming.contentType ?? "none")\n\(incoming.body)"
  }

  static func sending(_ request: URLRequest, to service: MockGraphQLService) async throws -> String
  {
    do {
      return text(try await service.makeSession().receive(request))
    } catch let error as URLError {
      return "URLError \(error.errorCode)"
    }
  }

  static func query(
    _ response: MockResponse, _ accept: String, _ edition: SpecificationEdition
  ) async throws -> String {
    try await sending(
      .graphQL(["query": "query Q { a }"], accept: accept),
      to: service(response, edition: edition))
  }

  static func batch(_ response: MockResponse) async throws -> String {
    try await sending(
      .graphQL(
        [["query": "query Q { a }"], ["query": "query Other { b }"]], accept: responseJSON),
      to: service(response))
  }

  static func script(_ response: MockResponse) -> MockResponse {
    .events([.data(["a": 1]), response, .data(["a": 3])])
  }

  static func events(_ response: MockResponse, _ accept: String) async throws -> String {
    let streamed = try await service(script(response)).respond(
      to: .graphQL(["query": "subscription Q { a }"], accept: accept))
    var body = Data()
    var end = ""
    do {
      for try await chunk in streamed.body { body += chunk }
    } catch let error as URLError {
      end = "URLError \(error.errorCode)"
    }
    let incoming = Received(
      status: streamed.status, contentType: streamed.headers["Content-Type"],
      body: String(decoding: body, as: UTF8.self) + end)
    return text(incoming).replacingOccurrences(of: "\r\n", with: "\n")
  }

  static func socket(
    _ name: String, _ query: String, _ response: MockResponse
  ) async throws -> String {
    let service = service(response)
    let socket = service.sockets.webSocketTask(with: socketURL, protocols: [name])
    socket.resume()
    try await socket.send(.string(#"{"type":"connection_init"}"#))
    #expect(try await socket.text() == #"{"type":"connection_ack"}"#)
    let type = name == "graphql-ws" ? "start" : "subscribe"
    let message: MockJSON = [
      "id": "1", "type": .string(type), "payload": ["query": .string(query)],
    ]
    try await socket.send(.string("\(message)"))
    var messages: [String] = []
    do {
      repeat {
        messages.append(try await socket.text())
      } while !["complete", "error"].contains(
        try MockJSON(parsing: messages[messages.count - 1])["type"].string ?? "")
    } catch {
      messages.append("closed \(socket.closeStatus ?? 0)")
    }
    return messages.joined(separator: "\n")
  }
}

// MARK: The standards

extension ErrorsOnTheWireTests {
  static let responseJSON = "application/graphql-response+json"
  static let json = "application/json"

  /// Sentences of the standards, word for word.
  enum Sentence: String, Sendable {
    // GraphQL over HTTP, the edition of September 2026, "Status Codes", "Body" and "Partial success"
    case data =
      "If the _GraphQL response_ contains the {data} entry and does not contain the {errors} entry, then the server SHOULD reply with a `200` status code."
    case dataAndErrors =
      "If the _GraphQL response_ contains both the {data} entry (even if it is {null}) and the {errors} entry, then the server SHOULD reply with a `294` status code."
    case only294There =
      "we only recommend its usage alongside the `application/graphql-response+json` media type which makes the meaning explicit."
    case noData =
      "If the _GraphQL response_ does not contain the {data} entry then the server MUST reply with an appropriate `4xx` or `5xx` status code"
    case legacyClient =
      "except any response that produces a `2xx` status code should replace the `Content-Type` header with `Content-Type: application/json`."
    // GraphQL over HTTP, earlier drafts, of each media type
    case draftJSON =
      "The server SHOULD use the `200` status code for every response to a well-formed _GraphQL-over-HTTP request_, independent of any _GraphQL request error_ or _GraphQL field error_ raised."
    case draftData =
      "If the _GraphQL response_ contains the {data} entry and it is not {null}, then the server MUST reply with a `2xx` status code and SHOULD reply with `200` status code."
    case draftNull =
      "If the _GraphQL response_ contains the {data} entry and it is {null}, then the server SHOULD reply with a `2xx` status code and it is RECOMMENDED it replies with `200` status code."
    case draftNoData =
      "If the request is not a well-formed _GraphQL-over-HTTP request_, or it does not pass validation, then the server SHOULD reply with `400` status code."
    // GraphQL over server-sent events, "Distinct connections mode"
    case eventStream =
      "Validation steps that run before execution of the GraphQL operation MUST report errors through an accepted SSE connection by emitting `next` events that contain the errors in the data field."
    case eventStreamResult =
      "The execution result is streamed through the established SSE connection."
    // graphql-transport-ws, "Next" and "Error"
    case next =
      "Operation execution result(s) from the source stream created by the binding `Subscribe` message. After all results have been emitted, the `Complete` message will follow indicating stream completion."
    case error =
      "This can occur _before_ execution starts, usually due to validation errors, or _during_ the execution of the request. This message terminates the operation and no further messages will be sent."
    // graphql-ws of subscriptions-transport-ws, GQL_DATA and GQL_ERROR
    case legacyData =
      "For each GraphQL operation send with `GQL_START`, the server will respond with at least one `GQL_DATA` message."
    case legacyError =
      "Server sends this message upon a failing operation, before the GraphQL execution, usually due to GraphQL validation errors (resolver errors are part of `GQL_DATA` message, and will be added as `errors` array)"
    // RFC 6455, section 7.1.5; RFC 9112, section 8
    case closed =
      "no Close control frame was received by the endpoint (such as could occur if the underlying transport connection is lost)"
    case incomplete =
      "A client that receives an incomplete response message, which can occur when a connection is closed prematurely"
    // GraphQL, "Response Stream" and "Request Errors"
    case responseStream = "A response stream must be a stream of _execution result_."
    case requestError =
      "The {\"data\"} entry in this map must not be present, the {\"errors\"} entry must include the error, and request execution should be halted."
    // Apollo: requests of Apollo Server; `CombinedProtocolErrors` of Apollo Client
    case batch =
      "If a batch of queries is sent, the response will be an array of GraphQL responses."
    case multipart =
      "Fatal transport-level errors returned when executing a subscription using the multipart HTTP subscription protocol."
  }
}

// MARK: The rows

extension ErrorsOnTheWireTests {
  static let dataBody = #"{"data":{"a":1}}"#
  static let partialBody = #"{"data":{"a":null},"errors":[{"message":"No"}]}"#
  static let errorBody = #"{"data":null,"errors":[{"message":"No"}]}"#
  static let requestErrorBody = #"{"errors":[{"message":"No"}]}"#
  static let streamErrorBody = #"{"errors":[{"message":"Gone"}]}"#

  static func over(
    _ accept: String, _ edition: SpecificationEdition, _ kind: Kind, _ status: Int, _ body: String,
    _ sentence: Sentence, as type: String? = nil
  ) -> Row {
    Row(
      kind, .http(accept, edition), "\(status) \(type ?? accept); charset=utf-8\n\(body)", sentence)
  }

  static let http: [Row] = [
    over(responseJSON, .deployed, .data, 200, dataBody, .draftData),
    over(responseJSON, .deployed, .partialData, 200, partialBody, .draftData),
    over(responseJSON, .deployed, .error, 200, errorBody, .draftNull),
    over(responseJSON, .deployed, .requestError, 400, requestErrorBody, .draftNoData),
    over(responseJSON, .deployed, .streamError, 400, streamErrorBody, .draftNoData),
    over(responseJSON, .september2026, .data, 200, dataBody, .data),
    over(responseJSON, .september2026, .partialData, 294, partialBody, .dataAndErrors),
    over(responseJSON, .september2026, .error, 294, errorBody, .dataAndErrors),
    over(responseJSON, .september2026, .requestError, 422, requestErrorBody, .noData),
    over(responseJSON, .september2026, .streamError, 422, streamErrorBody, .noData),
    over(json, .deployed, .data, 200, dataBody, .draftJSON),
    over(json, .deployed, .partialData, 200, partialBody, .draftJSON),
    over(json, .deployed, .error, 200, errorBody, .draftJSON),
    over(json, .deployed, .requestError, 200, requestErrorBody, .draftJSON),
    over(json, .deployed, .streamError, 200, streamErrorBody, .draftJSON),
    over(json, .september2026, .data, 200, dataBody, .data),
    over(json, .september2026, .partialData, 200, partialBody, .only294There),
    over(json, .september2026, .error, 200, errorBody, .only294There),
    over(
      json, .september2026, .requestError, 422, requestErrorBody, .legacyClient, as: responseJSON),
    over(json, .september2026, .streamError, 422, streamErrorBody, .legacyClient, as: responseJSON),
    Row(.networkError, .http(responseJSON, .deployed), "URLError -1001", .incomplete),
    Row(.networkError, .http(json, .september2026), "URLError -1001", .incomplete),
  ]

  /// A query of a client that accepts only event streams; editions make no difference.
  static let eventStream: [Row] = [SpecificationEdition.deployed, .september2026].flatMap {
    edition in
    [
      (Kind.data, dataBody, Sentence.eventStreamResult),
      (.partialData, partialBody, .eventStreamResult), (.error, errorBody, .eventStreamResult),
      (.requestError, requestErrorBody, .eventStream),
      (.streamError, streamErrorBody, .eventStream),
    ].map { kind, body, sentence in
      Row(
        kind, .http("text/event-stream", edition),
        "200 text/event-stream\n:\n\nevent: next\ndata: \(body)\n\nevent: complete\ndata:\n\n",
        sentence)
    }
  }

  static func single(
    _ name: String, _ next: String, _ results: Sentence, _ errors: Sentence, isList: Bool
  ) -> [Row] {
    func result(_ kind: Kind, _ body: String) -> Row {
      let messages =
        #"{"id":"1","type":"\#(next)","payload":\#(body)}"# + "\n"
        + #"{"id":"1","type":"complete"}"#
      return Row(kind, .socket(name), messages, results)
    }
    func error(_ kind: Kind, _ message: String) -> Row {
      let payload = isList ? #"[{"message":"\#(message)"}]"# : #"{"message":"\#(message)"}"#
      return Row(
        kind, .socket(name), #"{"id":"1","type":"error","payload":\#(payload)}"#, errors)
    }
    return [
      result(.data, dataBody), result(.partialData, partialBody), result(.error, errorBody),
      error(.requestError, "No"), error(.streamError, "Gone"),
      Row(.networkError, .socket(name), "closed 1006", .closed),
    ]
  }

  static let sockets: [Row] =
    single("graphql-transport-ws", "next", .next, .error, isList: true)
    + single("graphql-ws", "data", .legacyData, .legacyError, isList: false)

  static func entry(_ kind: Kind, _ body: String) -> Row {
    Row(kind, .batch, "200 \(responseJSON); charset=utf-8\n[\(body),{\"data\":{\"b\":2}}]", .batch)
  }

  static let batch: [Row] = [
    entry(.data, dataBody), entry(.partialData, partialBody), entry(.error, errorBody),
    entry(.requestError, requestErrorBody), entry(.streamError, streamErrorBody),
    Row(.networkError, .batch, "URLError -1001", .incomplete),
  ]

  static let events: [Row] =
    amongMultipartEvents + amongServerSentEvents
    + amongSocketEvents("graphql-transport-ws", "next", .next, .error, isList: true)
    + amongSocketEvents("graphql-ws", "data", .legacyData, .legacyError, isList: false)

  static let amongMultipartEvents: [Row] = {
    let accept = "multipart/mixed;subscriptionSpec=1.0,application/json"
    func row(_ kind: Kind, _ parts: [String], end: String = "--\n", _ sentence: Sentence) -> Row {
      let body = parts.map { "\ncontent-type: application/json\n\n\($0)\n--graphql" }
      return Row(
        kind, .events(accept),
        "200 multipart/mixed;boundary=\"graphql\";subscriptionSpec=1.0\n\n--graphql"
          + body.joined() + end, sentence)
    }
    func payload(_ body: String) -> String { "{\"payload\":\(body)}" }
    let (first, last) = (payload(dataBody), payload(#"{"data":{"a":3}}"#))
    return [
      row(.data, [first, payload(dataBody), last], .responseStream),
      row(.partialData, [first, payload(partialBody), last], .responseStream),
      row(.error, [first, payload(errorBody), last], .responseStream),
      row(.requestError, [first, #"{"errors":[{"message":"No"}],"payload":null}"#], .multipart),
      row(.streamError, [first, #"{"errors":[{"message":"Gone"}],"payload":null}"#], .multipart),
      row(.networkError, [first], end: "URLError -1001", .incomplete),
    ]
  }()

  static let amongServerSentEvents: [Row] = {
    func row(_ kind: Kind, _ results: [String], end: String? = nil, _ sentence: Sentence) -> Row {
      let body = results.map { "event: next\ndata: \($0)\n\n" }.joined()
      return Row(
        kind, .events("text/event-stream"),
        "200 text/event-stream\n:\n\n\(body)\(end ?? "event: complete\ndata:\n\n")", sentence)
    }
    let last = #"{"data":{"a":3}}"#
    return [
      row(.data, [dataBody, dataBody, last], .responseStream),
      row(.partialData, [dataBody, partialBody, last], .responseStream),
      row(.error, [dataBody, errorBody, last], .responseStream),
      row(.requestError, [dataBody, requestErrorBody], .requestError),
      row(.streamError, [dataBody, streamErrorBody], .eventStream),
      row(.networkError, [dataBody], end: "URLError -1001", .incomplete),
    ]
  }()

  static func amongSocketEvents(
    _ name: String, _ next: String, _ results: Sentence, _ errors: Sentence, isList: Bool
  ) -> [Row] {
    func message(_ body: String) -> String {
      #"{"id":"1","type":"\#(next)","payload":\#(body)}"#
    }
    func row(_ kind: Kind, _ messages: [String], _ sentence: Sentence) -> Row {
      Row(
        kind, .socketEvents(name), ([message(dataBody)] + messages).joined(separator: "\n"),
        sentence)
    }
    func result(_ kind: Kind, _ body: String) -> Row {
      row(
        kind, [message(body), message(#"{"data":{"a":3}}"#), #"{"id":"1","type":"complete"}"#],
        results)
    }
    func error(_ kind: Kind, _ message: String) -> Row {
      let payload = isList ? #"[{"message":"\#(message)"}]"# : #"{"message":"\#(message)"}"#
      return row(kind, [#"{"id":"1","type":"error","payload":\#(payload)}"#], errors)
    }
    return [
      result(.data, dataBody), result(.partialData, partialBody), result(.error, errorBody),
      error(.requestError, "No"), error(.streamError, "Gone"),
      row(.networkError, ["closed 1006"], .closed),
    ]
  }
}
