import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recordings written by an earlier version (commit 03c0e3e, with `members: ["iban"]` and `headers:
/// ["ETag"]`).
struct EarlierRecordingsTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Vectors")

  static let order = """
    query Order($id: ID!, $iban: String, $note: String) \
    { order(id: $id, iban: $iban, note: $note) { total iban } }
    """

  /// The requests as the client sent them, with their secrets, and the server's response: the same
  /// bytes except for replaced values.
  static let requests: [(name: String, query: String, variables: MockJSON, body: String)] = [
    (
      "Product", "query Product($id: ID!) { product(id: $id) { id price name tags stock } }",
      ["id": "7"],
      #"{"data":{"product":{"id":"7","price":1.50,"name":"Caf\u00e9 \/ Ü","tags":[],"stock":1e3}}}"#
    ),
    ("Turn", "query Turn {\n  turn\n}", [:], #"{"data":{"turn":1}}"#),
    ("Turn", "query Turn {\n  turn\n}", [:], #"{"data":{"turn":2}}"#),
    (
      "SignIn",
      """
      mutation SignIn($user: String!, $password: String!) \
      { signIn(user: $user, password: $password) { accessToken name code } }
      """, ["user": "ada@books.example", "password": #"correct horse "battery""#],
      #"{"data":{"signIn":{"accessToken":"redacted-71461f36","name":"Ada","code":"482913"}}}"#
    ),
    (
      "Order", order,
      [
        "id": "tok-9f8e7d6c5b4a", "iban": "DE02120300000000202051",
        "note": "from tok-9f8e7d6c5b4a, please",
      ], #"{"data":{"order":{"total":12,"iban":"redacted-b0e3029a"}}}"#
    ),
    (
      "Pretty", "query Pretty { b a }",
      [
        "pin": 4711,
        "session": [
          "token":
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
        ],
      ], "{\n  \"data\" : {\n    \"b\" : 1,\n    \"a\" : [ 1, 2 ]\n  }\n}\n"
    ),
    (
      "Denied", "query Denied($apiKey: String) { a(apiKey: $apiKey) }",
      ["apiKey": "5b0d9c0e-1f0a-4c2e-9d1e-0a1b2c3d4e5f"], #"{"errors":[{"message":"Sign in"}]}"#
    ),
    (
      "Ticks", "subscription Ticks { n }", [:],
      """
      event: next
      data: {"data":{"n":1}}

      event: next
      data: {"data":{"n":2}}

      event: complete
      data:


      """
    ),
  ]

  @Test func earlierRecordingsAreReplayedByteForByte() async throws {
    let redaction = Redaction(members: ["iban"])
    let service = MockGraphQLService.recording(.never, Self.folder, redaction: redaction)
    for received in Self.requests {
      let json: MockJSON = [
        "operationName": .string(received.name), "query": .string(received.query),
        "variables": received.variables,
      ]
      let accept = received.name == "Ticks" ? "text/event-stream" : "application/json"
      let response = try await service.respond(to: .graphQL(json, accept: accept))
      let body = String(decoding: try await response.body.collect(), as: UTF8.self)
      let status = received.name == "Denied" ? 401 : 200
      #expect("\(response.status) \(body)" == "\(status) \(received.body)", "\(received)")
    }
    #expect(service.failures == [])
    #expect(FixtureTable(folder: Self.folder).check() == [])
  }

  /// The rules of the service have changed since, but replaced values still match by their
  /// replacement.
  @Test func recordingsRedactedByEarlierRulesMatchSecretAndReplacement() async throws {
    let service = MockGraphQLService.recording(.never, Self.folder)
    let sent: [MockJSON] = [
      [
        "id": "tok-9f8e7d6c5b4a", "iban": "DE02120300000000202051",
        "note": "from tok-9f8e7d6c5b4a, please",
      ],
      [
        "id": "redacted-71461f36", "iban": "redacted-b0e3029a",
        "note": "from redacted-71461f36, please",
      ],
    ]
    for variables in sent {
      let response = try await service.respond(
        to: .graphQL(["query": .string(Self.order), "variables": variables]))
      #expect(response.status == 200, "\(variables)")
    }
    #expect(service.failures == [])
  }
}
