import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Automatic persisted queries as Apollo Server answers them, and documents with identifiers.
///
/// The hashes are those of Python's hashlib.
struct PersistedQueryLookupTests {
  static let query = "query Hero { hero { name } }"
  static let hash = "45d2bec21196f9c5fc48f109c0127de52ccda1ef26e3fa2ff06a687395652403"
  static let mutation = "mutation Like { like }"
  static let mutationHash = "6bb71bcdf45339a062a319d4d070faece2a7fa0326e28727b7df33b90171d02c"

  static let notFound =
    """
    {"errors":[{"extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"},\
    "message":"PersistedQueryNotFound"}]}
    """
  static let notSupported =
    """
    {"errors":[{"extensions":{"code":"PERSISTED_QUERY_NOT_SUPPORTED"},\
    "message":"PersistedQueryNotSupported"}]}
    """

  static func body(
    _ hash: MockJSON, query: String? = nil, name: String? = nil, version: MockJSON = 1
  ) -> MockJSON {
    var members: [String: MockJSON] = [
      "extensions": [
        "clientLibrary": ["name": "apollo-ios"],
        "persistedQuery": ["version": version, "sha256Hash": hash],
      ]
    ]
    if let query { members["query"] = .string(query) }
    if let name { members["operationName"] = .string(name) }
    return .object(members)
  }

  static func send(
    _ body: MockJSON, to service: MockGraphQLService, accept: String = "application/json"
  ) async throws -> Received {
    try await service.makeSession().receive(.graphQL(body, accept: accept))
  }

  static func get(
    _ items: [(String, String)], from service: MockGraphQLService
  ) async throws -> Received {
    var components = URLComponents(string: endpoint)
    components?.queryItems = items.map { URLQueryItem(name: $0, value: $1) }
    let url = try #require(components?.url)
    return try await service.makeSession().receive(URLRequest(url: url))
  }

  static func extensions(_ hash: String) -> String {
    #"{"persistedQuery":{"version":1,"sha256Hash":"\#(hash)"}}"#
  }

  @Test func anUnknownHashIsNoOperationOfTheJournalEvenIfTheBodyIsNotKept() async throws {
    let service = MockGraphQLService(
      .query("Hero", .data(["hero": nil])), options: ServiceOptions(bodyLimit: 0))
    _ = try await Self.send(Self.body(.string(Self.hash), name: "Hero"), to: service)
    let whole = Self.body(.string(Self.hash), query: Self.query, name: "Hero")
    _ = try await Self.send(whole, to: service)
    #expect(service.requests.count == 2)
    #expect(service.requests(named: "Hero").map(\.id) == [1])
  }

  @Test(arguments: ["application/json", "application/graphql-response+json"])
  func persistedQueryHandshakeWorks(accept: String) async throws {
    let service = MockGraphQLService(.query("Hero", .data(["hero": ["name": "R2-D2"]])))
    let answer = #"{"data":{"hero":{"name":"R2-D2"}}}"#
    let type = accept + "; charset=utf-8"
    let body = Self.body(.string(Self.hash))
    var incoming = [try await Self.send(body, to: service, accept: accept)]
    let whole = Self.body(.string(Self.hash), query: Self.query)
    incoming.append(try await Self.send(whole, to: service, accept: accept))
    incoming.append(try await Self.send(body, to: service, accept: accept))
    let expected: [Received] = [Self.notFound, answer, answer].map {
      Received(status: 200, contentType: type, body: $0)
    }
    #expect(incoming == expected)
    #expect(service.failures == [])
    // A step of the handshake doesn't count as an operation.
    #expect(service.requests.count == 3)
    let asked = service.requests(named: "Hero").map { received in
      let request = received.operation
      return "\(received.id) \(request.type?.rawValue ?? ""): \(request.document ?? "")"
    }
    #expect(asked == ["1 query: \(Self.query)", "2 query: \(Self.query)"])
    let keys = service.requests(named: "Hero").map(\.operation.matchKey)
    #expect(Set(keys).count == 1)
  }

  @Test func persistedQueryHandshakeWorksOverGET() async throws {
    let service = MockGraphQLService(.query("Hero", .data(["hero": nil])))
    let extensions = ("extensions", Self.extensions(Self.hash))
    var bodies = [try await Self.get([extensions], from: service).body]
    bodies.append(try await Self.get([extensions, ("query", Self.query)], from: service).body)
    bodies.append(try await Self.get([extensions], from: service).body)
    let answer = #"{"data":{"hero":null}}"#
    #expect(bodies == [Self.notFound, answer, answer])
    #expect(service.requests.map(\.operation.name) == [nil, "Hero", "Hero"])
  }

  @Test func requestsOfApolloIOSAreAnswered() async throws {
    // Requests as Apollo iOS 2.4.0 sends them.
    let hash = "b9d49e889d6f5877c0bf09b8b4f88a71f88836a771e0e48c270a9aa8b506dda1"
    let start =
      """
      {"extensions":{"clientLibrary":{"name":"apollo-ios","version":"2.4.0"},\
      "persistedQuery":{"sha256Hash":"\(hash)","version":1}},"operationName":"HeroName",
      """
    let query =
      """
      "query":"query HeroName($episode: Episode) { hero(episode: $episode) \
      { __typename name } }",
      """
    let end = #""variables":{"episode":"EMPIRE"}}"#
    let service = MockGraphQLService(.query("HeroName", .data(["hero": nil])))
    let first = try await service.makeSession().receive(BatchExecutionTests.request(start + end))
    #expect(first.body == Self.notFound)
    let second = try await service.makeSession().receive(
      BatchExecutionTests.request(start + query + end))
    #expect(second.body == #"{"data":{"hero":null}}"#)
    #expect(
      service.requests(named: "HeroName").map(\.operation.variables) == [["episode": "EMPIRE"]])
  }

  @Test func aHandlerOfAQueryDoesNotAnswerAPersistedMutation() async throws {
    let service = MockGraphQLService(.query("Like", .data([:])))
    _ = try? await Self.send(
      Self.body(.string(Self.mutationHash), query: Self.mutation), to: service)
    await #expect(throws: URLError.self) {
      try await Self.send(Self.body(.string(Self.mutationHash), name: "Like"), to: service)
    }
    #expect(service.failures.map(\.kind) == [.unhandledRequest, .unhandledRequest])
    let overGET = try await Self.get(
      [("extensions", Self.extensions(Self.mutationHash))], from: service)
    #expect(overGET.status == 405)
  }

  @Test func hashOfAnInvalidForgottenOrForeignDocumentIsUnknown() async throws {
    // The SHA-256 of "{", by sha256sum.
    let invalid: MockJSON = "021fb596db81e6d02bf3d2586ee3981fe519f275c0ac9ca76bbcf2ebb4097d96"
    let hash = MockJSON.string(Self.hash)
    let service = MockGraphQLService(.operation(.any, .data([:])))
    _ = try await Self.send(Self.body(invalid, query: "{"), to: service)
    var bodies = [try await Self.send(Self.body(invalid), to: service).body]
    _ = try await Self.send(Self.body(hash, query: Self.query), to: service)
    let other = MockGraphQLService(.operation(.any, .data([:])))
    bodies.append(try await Self.send(Self.body(hash), to: other).body)
    service.reset()
    bodies.append(try await Self.send(Self.body(hash), to: service).body)
    #expect(bodies == [Self.notFound, Self.notFound, Self.notFound])
  }

  @Test(
    arguments: [
      (
        body("0000000000000000000000000000000000000000000000000000000000000000", query: query),
        "provided sha does not match query",
        """
        "extensions.persistedQuery.sha256Hash" is "00000000000000000000000000000000000000000000\
        00000000000000000000", but the SHA-256 of "query" is "\(hash)".
        """
      ),
      (
        body("b9d4", query: query), "provided sha does not match query",
        """
        "extensions.persistedQuery.sha256Hash" is "b9d4", but the SHA-256 of "query" is \
        "\(hash)".
        """
      ),
      (
        body("b9d4"), "Invalid extensions",
        """
        "extensions.persistedQuery.sha256Hash" must be 64 hexadecimal digits, \
        found a string of 4 bytes.
        """
      ),
      (
        body(""), "Invalid extensions",
        """
        "extensions.persistedQuery.sha256Hash" must be 64 hexadecimal digits, \
        found a string of 0 bytes.
        """
      ),
      (
        body(7), "Invalid extensions",
        #""extensions.persistedQuery.sha256Hash" must be a string."#
      ),
      (
        body(nil), "Invalid extensions",
        #""extensions.persistedQuery.sha256Hash" must be a string."#
      ),
      (
        body(.string(hash), version: 2), "Unsupported persisted query version",
        #""extensions.persistedQuery.version" must be 1, found 2."#
      ),
      (
        body(.string(hash), query: query, version: "1"), "Unsupported persisted query version",
        #""extensions.persistedQuery.version" must be 1, found "1"."#
      ),
      // Apollo Server: `extensions.persistedQuery.version !== 1`.
      (
        ["extensions": ["persistedQuery": ["sha256Hash": .string(hash)]]],
        "Unsupported persisted query version",
        #""extensions.persistedQuery.version" must be 1, found none."#
      ),
      // Apollo Server: `queryHash !== computedQueryHash`.
      (
        body(.string(hash.uppercased()), query: query), "provided sha does not match query",
        """
        "extensions.persistedQuery.sha256Hash" is "\(hash.uppercased())", but the SHA-256 of "query" is \
        "\(hash)".
        """
      ),
      (
        ["extensions": ["persistedQuery": "x"]], "Invalid extensions",
        #""extensions.persistedQuery" must be an object."#
      ),
    ] as [(MockJSON, String, String)])
  func anInvalidHashIsRefused(body: MockJSON, message: String, detail: String) async throws {
    let service = MockGraphQLService(.operation(.any, .data([:])))
    let incoming = try await Self.send(body, to: service)
    #expect(incoming.status == 400)
    #expect(
      try MockJSON(parsing: incoming.body)
        == ["errors": [["message": .string(message), "extensions": ["detail": .string(detail)]]]])
    #expect(
      service.failures.map(\.message) == [
        "Malformed GraphQL request POST https://example.invalid/graphql: \(message): \(detail)"
      ])
  }

  @Test func aHashInUpperCaseIsUnknown() async throws {
    let service = MockGraphQLService(.query("Hero", .data(["hero": nil])))
    _ = try await Self.send(Self.body(.string(Self.hash), query: Self.query), to: service)
    let incoming = try await Self.send(Self.body(.string(Self.hash.uppercased())), to: service)
    #expect(incoming.body == Self.notFound)
  }

  @Test func answeringAnUnknownDocumentWithoutANameIsAWarning() async throws {
    let service = MockGraphQLService(
      .query("Hero", .data(["hero": nil])), .query(.any, .data(["a": 1])),
      endpoints: [.of(endpoint)], options: ServiceOptions(documents: Self.documents))
    for body in [["documentId": "x"], ["doc_id": "y"]] as [MockJSON] {
      #expect(try await Self.send(body, to: service).body == #"{"data":{"a":1}}"#, "\(body)")
    }
    let named: [MockJSON] = [["documentId": "x", "operationName": "Hero"], ["documentId": "like"]]
    for body in named { _ = try? await Self.send(body, to: service) }
    let warnings = ["x", "y"].map {
      [
        "the document of the operation with the identifier \"\($0)\" isn't known; "
          + "a handler without a name answered it"
      ]
    }
    #expect(service.requests.map(\.warnings) == warnings + [[], []])
  }

  @Test func persistedQueriesCanBeDisabled() async throws {
    let service = MockGraphQLService(
      .query("Hero", .data(["hero": nil])),
      options: ServiceOptions(persistedQueries: .notSupported))
    let first = try await Self.send(Self.body(.string(Self.hash), name: "Hero"), to: service)
    #expect(first.status == 200)
    // A hash next to a document is ignored.
    let second = try await Self.send(Self.body("x", query: Self.query), to: service)
    let third = try await Self.send(Self.body(.string(Self.hash)), to: service)
    let bodies: [String] = [first.body, second.body, third.body]
    #expect(bodies == [Self.notSupported, #"{"data":{"hero":null}}"#, Self.notSupported])
    #expect(service.failures == [])
  }

  @Test func everyHashIsAcceptedWhenMatchingByName() async throws {
    let service = MockGraphQLService(
      .query("Hero", .data(["hero": nil])), options: ServiceOptions(persistedQueries: .matchByName))
    let incoming = try await Self.send(Self.body("any", name: "Hero"), to: service)
    #expect(incoming.body == #"{"data":{"hero":null}}"#)
    let asked = service.requests.map(\.operation)
    #expect(
      asked.map { "\($0.name ?? ""), \($0.document ?? "no document")" } == ["Hero, no document"])
    // A document that was sent once is known with its type.
    _ = try? await Self.send(Self.body("m", query: "mutation Hero { a }"), to: service)
    await #expect(throws: URLError.self) {
      try await Self.send(Self.body("m", name: "Hero"), to: service)
    }
  }

  @Test func persistedQueriesWorkInBatches() async throws {
    let service = MockGraphQLService(.query("Hero", .data(["hero": nil])))
    let entries: MockJSON = [
      Self.body(.string(Self.hash), query: Self.query), Self.body(.string(Self.mutationHash)),
    ]
    let incoming = try await Self.send(entries, to: service)
    #expect(incoming.body == #"[{"data":{"hero":null}},"# + Self.notFound + "]")
    #expect(service.failures == [])
  }

  // MARK: Documents that both sides know

  static let documents: PersistedDocuments = [
    hash: query, "like": mutation, "sha256:\(mutationHash)": mutation,
  ]

  @Test(
    arguments: [
      (["documentId": .string("sha256:" + hash)], "Hero"), (["documentId": .string(hash)], "Hero"),
      (["id": "like"], "Like"), (["doc_id": "like", "variables": [:]], "Like"),
      (["documentId": .string("sha256:" + mutationHash)], "Like"),
      (["extensions": ["persistedQuery": ["sha256Hash": .string(hash)]]], "Hero"),
      (["extensions": ["persistedQuery": ["sha256Hash": "like"]]], "Like"),
      (["documentId": "unknown", "id": "like"], "Like"),
      (["id": .string(hash), "doc_id": "like"], "Like"),
      (["doc_id": "like", "documentId": .string(hash)], "Hero"),
    ] as [(MockJSON, String)])
  func aDocumentIsFoundByItsIdentifier(body: MockJSON, name: String) async throws {
    for stated in [nil, URL.of(endpoint)] {
      let service = MockGraphQLService(
        .query("Hero", .data(["hero": nil])), .mutation("Like", .data(["like": nil])),
        endpoints: stated.map { [$0] }, options: ServiceOptions(documents: Self.documents))
      let incoming = try await Self.send(body, to: service)
      let asked = service.requests.map(\.operation)
      let texts = asked.map { "\($0.name ?? "") \($0.document ?? "")" }
      let document = name == "Hero" ? Self.query : Self.mutation
      let answer = "{\"data\":{\"\(name.lowercased())\":null}}"
      #expect([incoming.body] + texts == [answer, "\(name) \(document)"])
    }
  }

  @Test func anUnknownIdentifierIsMatchedByTheNameOfTheOperation() async throws {
    let service = MockGraphQLService(
      .query("Hero", .data(["hero": nil])), endpoints: [.of(endpoint)],
      options: ServiceOptions(documents: Self.documents))
    for member in ["documentId", "id", "doc_id"] {
      let incoming = try await Self.send([member: "x", "operationName": "Hero"], to: service)
      #expect(incoming.body == #"{"data":{"hero":null}}"#, "\(member)")
    }
    #expect(service.requests.map(\.operation.type) == [nil, nil, nil])
  }

  @Test func aHandlerThatDeclinesAnUnknownDocumentIsNoWarning() async throws {
    let service = MockGraphQLService(
      .query(.any) { _ in nil }, endpoints: [.of(endpoint)],
      options: ServiceOptions(documents: Self.documents))
    _ = try? await Self.send(["documentId": "x"], to: service)
    #expect(service.requests.map(\.warnings) == [[]])
    #expect(service.failures.map(\.kind) == [.unhandledRequest])
  }
}
