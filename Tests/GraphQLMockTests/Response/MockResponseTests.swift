import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every kind of response, as the client sees it.
struct MockResponseTests {
  static let json = "application/json; charset=utf-8"

  func receive(_ response: MockResponse, accept: String? = nil) async throws -> Received {
    let service = MockGraphQLService(.query(.any, response))
    return try await service.makeSession().receive(.graphQL(["query": "{ a }"], accept: accept))
  }

  @Test(arguments: [
    (MockResponse.data(["a": 1]), 200, #"{"data":{"a":1}}"#),
    (.data(nil), 200, #"{"data":null}"#),
    (.data(encoding: ["name": "Ada"]), 200, #"{"data":{"name":"Ada"}}"#),
    (.data(["a": 1], extensions: ["cost": 3]), 200, #"{"data":{"a":1},"extensions":{"cost":3}}"#),
    (.error("No"), 200, #"{"data":null,"errors":[{"message":"No"}]}"#),
    (.requestError("No"), 200, #"{"errors":[{"message":"No"}]}"#),
    (
      .requestError("No", code: "X").status(403), 403,
      #"{"errors":[{"extensions":{"code":"X"},"message":"No"}]}"#
    ),
    (
      .error("No", code: "X", extensions: ["code": "Y", "cost": 3]), 200,
      #"{"data":null,"errors":[{"extensions":{"code":"X","cost":3},"message":"No"}]}"#
    ),
    (
      .error("No", code: "X", path: ["a", 0]), 200,
      #"{"data":null,"errors":[{"extensions":{"code":"X"},"message":"No","path":["a",0]}]}"#
    ),
    (
      .errors([
        MockResponseError("No", locations: [.init(line: 1, column: 2)]), "Nor",
      ]),
      200,
      #"{"data":null,"errors":[{"locations":[{"column":2,"line":1}],"message":"No"},{"message":"Nor"}]}"#
    ),
    (
      .data(["a": nil], errors: [MockResponseError("Lost", path: ["a"])]), 200,
      #"{"data":{"a":null},"errors":[{"message":"Lost","path":["a"]}]}"#
    ),
    (.json(["any": [1, "thing"]]), 200, #"{"any":[1,"thing"]}"#),
    (.rawJSON(#"{"data": "#), 200, #"{"data": "#),
    (.data(["a": 1]).status(201), 201, #"{"data":{"a":1}}"#),
  ]) func aGraphQLResponseIsJSON(response: MockResponse, status: Int, body: String) async throws {
    #expect(
      try await receive(response) == Received(status: status, contentType: Self.json, body: body))
  }

  @Test func statusBytesTextAndFileHaveTheirOwnTypeAndBody() async throws {
    let folder = try TemporaryFolder(["response.json": #"{"data":{"file":true}}"#])
    let file = folder.url.appendingPathComponent("response.json").path
    let cases: [(MockResponse, status: Int, type: String?, body: String)] = [
      (.status(503), 503, nil, ""),
      (.bytes(Data("PNG".utf8), contentType: "image/png"), 200, "image/png", "PNG"),
      (
        .text("<h1>Bad gateway</h1>", contentType: "text/html").status(502), 502, "text/html",
        "<h1>Bad gateway</h1>"
      ),
      (.file(file), 200, Self.json, #"{"data":{"file":true}}"#),
    ]
    for (response, status, type, body) in cases {
      let expected = Received(status: status, contentType: type, body: body)
      #expect(try await receive(response) == expected, "\(status)")
    }
  }

  @Test(
    arguments: [
      (nil, [], ["abcdef"]), (nil, [2], ["ab", "cd", "ef"]), (nil, [1, 4], ["a", "bcde", "f"]),
      // A size below 1 counts as 1.
      (nil, [0, 5], ["a", "bcdef"]), (nil, [-7, 5], ["a", "bcdef"]), (3, [2], ["ab", "c"]),
      (0, [], []), (0, [2], []), (9, [], ["abcdef"]),
    ] as [(Int?, [Int], [String])])
  func aBodyIsCutAndDivided(count: Int?, sizes: [Int], chunks: [String]) {
    var faults = MockResponse.BodyFaults()
    faults.end = count.map { ($0, URLError(.networkConnectionLost)) }
    faults.chunkSizes = sizes
    // A slice whose indices don't begin at 0.
    let found = faults.chunks(of: Data("xabcdef".utf8).dropFirst())
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == chunks)
  }

  @Test func headerFieldsReplaceEachOtherInAnyCase() async throws {
    let response = MockResponse.data([:]).header("X-Cost", "3").header("content-type", "a/b")
      .header("x-cost", "4")
    let service = MockGraphQLService(.query(.any, response))
    let (_, incoming) = try await service.makeSession().data(for: .graphQL(["query": "{ a }"]))
    let http = try #require(incoming as? HTTPURLResponse)
    let values = ["X-Cost", "Content-Type"].map { http.value(forHTTPHeaderField: $0) }
    #expect(values == ["4", "a/b"])
  }

  @Test(arguments: [
    // The header of Apollo iOS; RFC 9110, section 12.5.1 for the weights.
    (
      "multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json", true
    ),
    ("application/graphql-response+json", true),
    ("application/json", false),
    ("*/*", false),
    ("application/json, application/graphql-response+json", false),
    ("application/json;q=0.9, application/graphql-response+json", true),
    ("application/graphql-response+json;q=0.5, application/json;q=0.4", true),
    ("application/graphql-response+json;q=0, */*", false),
    ("application/graphql-response+json;q=0", false),
    ("text/html;q=0, application/graphql-response+json", true),
    ("application/json;q=0, application/graphql-response+json;q=0.1", true),
    ("APPLICATION/GraphQL-Response+JSON; Q=1", true),
    ("text/html", false),
    ("*/*, application/graphql-response+json", true),
  ]) func mediaTypeIsTheOneThatTheClientPrefers(accept: String, isGraphQL: Bool) async throws {
    #expect(
      try await receive(.data([:]), accept: accept).contentType
        == (isGraphQL ? "application/graphql-response+json; charset=utf-8" : Self.json))
  }

  @Test(arguments: [
    (
      MockResponse.data(encoding: Double.infinity), MockFailure.Kind.handlerError,
      "The response can't be encoded as JSON: "
    ),
    (.status(99), .handlerError, "99 isn't an HTTP status code; it must be 100 to 599."),
    (
      .text("abc").breakingOff(after: -1), .handlerError,
      "`.breakingOff(after: -1)` must have a count of 0 or more."
    ),
    (
      .file("/nowhere/at-all.json"), .handlerError,
      "The response's file \"/nowhere/at-all.json\" can't be read: "
    ),
    (
      .fixture("Feed.page1"), .fixtureError,
      "There is no fixture \"Feed.page1\": the service has no fixture table. `fixtures: \"Shop\"` reads Fixtures/Shop."
    ),
    (.data(["n": .number(Double.nan)]), .handlerError, "The response can't be encoded as JSON: "),
  ]) func aResponseThatCannotBeSentFailsTheRequestAndIsRecorded(
    response: MockResponse, kind: MockFailure.Kind, message: String
  ) async throws {
    let service = MockGraphQLService(.query(.any, response))
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession().receive(.graphQL(["query": "{ a }"]))
    }
    #expect(error?.code == .cannotParseResponse)
    let text = error?.localizedDescription ?? ""
    #expect(text.hasPrefix(message))
    #expect(service.failures.map { "\($0.kind) \($0.message)" } == ["\(kind) \(text)"])
    #expect(service.requests.map(\.failure) == service.failures)
  }
}
