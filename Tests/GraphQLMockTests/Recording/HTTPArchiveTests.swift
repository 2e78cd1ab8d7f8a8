import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Imports a capture as a table, and exports a journal as a capture (HAR 1.2).
@Suite(.onOwnThreads) struct HTTPArchiveTests {
  static let archive = #"""
    {"log": {"version": "1.2", "creator": {"name": "proxy", "version": "1"}, "entries": [
      {"request": {"method": "POST", "url": "https://api.example/graphql", "headers": [
          {"name": ":path", "value": "/graphql"}, {"name": "Authorization", "value": "Bearer a-secret"}],
         "postData": {"mimeType": "application/json",
           "text": "{\"query\":\"query A($id: ID) { a(id: $id) }\",\"variables\":{\"id\":\"7\",\"password\":\"p-secret\"}}"}},
       "response": {"status": 200, "headers": [{"name": "Set-Cookie", "value": "c-secret"}],
         "content": {"mimeType": "application/json", "encoding": "base64", "text": "eyJkYXRhIjp7ImEiOjF9fQ=="}}},
      {"request": {"method": "GET", "url": "https://cdn.example/i/1.png?size=2&token=t-secret", "headers": []},
       "response": {"status": 200, "headers": [],
         "content": {"mimeType": "image/png", "encoding": "base64", "text": "iVBORw//"}}},
      {"request": {"method": "GET", "url": "https://cdn.example/i/1.png?size=2&token=t-secret", "headers": []},
       "response": {"status": 404, "headers": [], "content": {"mimeType": "text/plain", "text": "gone"}}},
      {"request": {"method": "GET", "url": "https://cdn.example/aborted", "headers": []},
       "response": {"status": 0, "headers": [], "content": {}}}
    ]}}
    """#

  /// Automatic persisted queries: the service asks for the document and gets it.
  @Test func firstRequestOfAHandshakeIsNotImported() async throws {
    let hash = String(repeating: "ab", count: 32)
    func entry(_ members: String, _ answer: String) -> String {
      let body = #"{"operationName":"A","variables":{},\#(members)}"#
      return #"""
        {"request": {"method": "POST", "url": "https://api.example/graphql", "headers": [],
           "postData": {"mimeType": "application/json", "text": \#(MockJSON.string(body))}},
         "response": {"status": 200, "headers": [],
           "content": {"mimeType": "application/json", "text": \#(MockJSON.string(answer))}}}
        """#
    }
    let named = #""extensions":{"persistedQuery":{"version":1,"sha256Hash":"\#(hash)"}}"#
    let unknown =
      #"{"errors":[{"message":"No such hash","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}"#
    let archive =
      #"{"log":{"version":"1.2","creator":{"name":"p","version":"1"},"entries":["#
      + [
        entry(named, unknown), entry(named, #"{"errors":[{"message":"PersistedQueryNotFound"}]}"#),
        entry(#""query":"query A { a }",\#(named)"#, #"{"data":{"a":1}}"#),
      ].joined(separator: ",") + "]}}"
    let folder = try TemporaryFolder()
    let files = try FixtureTable.importHTTPArchive(Data(archive.utf8), into: folder.url)
    #expect(files.count == 1)
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    let body = try await service.makeSession().receive(.graphQL(["query": "query A { a }"])).body
    #expect(body == #"{"data":{"a":1}}"#)
  }

  /// Batches whose requests or responses can only partly be recorded, and requests that only
  /// resemble GraphQL.
  @Test func importNamesEachSkippedGraphQLRequestWithTheReason() throws {
    func entry(_ body: String, _ answer: String) -> String {
      #"""
      {"request": {"method": "POST", "url": "https://api.example/graphql", "headers": [],
         "postData": {"mimeType": "application/json", "text": \#(MockJSON.string(body))}},
       "response": {"status": 200, "headers": [],
         "content": {"mimeType": "application/json", "text": \#(MockJSON.string(answer))}}}
      """#
    }
    let batch = #"[{"query":"query A { a }"},{"query":"query B { b }"}]"#
    let mixed =
      #"[{"query":"query C { c }"},{"query":"query D {"}]"#
    let entries = [
      entry(batch, #"[{"data":{"a":1}}]"#), entry(batch, #"{"errors":[{"message":"No batches"}]}"#),
      entry(mixed, #"[{"data":{"c":1}},{"errors":[]}]"#),
      entry(#"{"query":"query F {","variables":{}}"#, #"{"errors":[]}"#),
      entry(#"{"event":"opened"}"#, "{}"),
    ]
    let archive = #"{"log":{"version":"1.2","entries":[\#(entries.joined(separator: ","))]}}"#
    let folder = try TemporaryFolder()
    var messages: [String] = []
    let files = try FixtureTable.importHTTPArchive(
      Data(archive.utf8), into: folder.url, leftOut: { messages.append($0) })
    #expect(files.map { String($0.prefix(2)) } == ["C."])
    let tooFew = "the batch's response isn't a list with one result for each."
    let expected = "Syntax Error: Expected Name, found <EOF>."
    #expect(
      messages == [
        "Entry 1, query \"A\", was left out: \(tooFew)",
        "Entry 1, query \"B\", was left out: \(tooFew)",
        "Entry 2, query \"A\", was left out: \(tooFew)",
        "Entry 2, query \"B\", was left out: \(tooFew)",
        "Entry 3, a GraphQL request, was left out: its request is malformed: \(expected)",
        "Entry 4, a GraphQL request, was left out: its request is malformed: \(expected)",
        "1 entry isn't GraphQL and was left out.",
      ])
  }

  @Test func archiveIsImportedAsATable() async throws {
    let folder = try TemporaryFolder()
    let files = try FixtureTable.importHTTPArchive(Data(Self.archive.utf8), into: folder.url)
    #expect(files.count == 1)
    #expect(files.first?.hasPrefix("A.id-7.password.r") == true)
    #expect(!(try folder.files().values.joined().contains("-secret")))
    #expect(FixtureTable(folder: folder.url).check() == [])

    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    let session = service.makeSession()
    let operation = try URLRequest.graphQL([
      "query": "query A($id: ID) { a(id: $id) }", "variables": ["id": "7", "password": "p-secret"],
    ])
    #expect(try await session.receive(operation).body == #"{"data":{"a":1}}"#)
  }

  @Test func importedEntriesAreValidatedAgainstTheSchema() async throws {
    let folder = try TemporaryFolder()
    try FixtureTable.importHTTPArchive(Data(Self.archive.utf8), into: folder.url)
    let table = FixtureTable(folder: folder.url)
    let right = try ServiceSchema(definitions: "type Query { a(id: ID): Int }")
    #expect(table.check(schema: right) == [])
    let drifted = try ServiceSchema(definitions: "type Query { a(id: ID): String }")
    let says = "data.a must be String (selected at query line 1, column 20), but is the number 1"
    #expect(table.check(schema: drifted).map { $0.description.hasSuffix(says) } == [true])

    let service = MockGraphQLService(fixtures: table, schema: drifted)
    let request = try URLRequest.graphQL([
      "query": "query A($id: ID) { a(id: $id) }", "variables": ["id": "7", "password": "p-secret"],
    ])
    await #expect(throws: URLError.self) { try await service.makeSession().data(for: request) }
    #expect(service.failures.map(\.kind) == [.invalidAnswer])
    #expect(service.failures.first?.message.hasSuffix(says) == true)
  }

  @Test func importingTwiceIsTheSameAsOnce() throws {
    let table = #"{"rows": [{"request": {"path": "/a"}, "response": {}}]}"#
    let folder = try TemporaryFolder(["table.json": table])
    try FixtureTable.importHTTPArchive(Data(Self.archive.utf8), into: folder.url)
    let first = try folder.files()
    #expect(first.count == 2 && first["table.json"] == table)
    try FixtureTable.importHTTPArchive(Data(Self.archive.utf8), into: folder.url)
    #expect(try folder.files() == first)
  }

  /// Earlier versions wrote rows for plain HTTP; launch plans still do.
  @Test func rowsThatWereImportedEarlierAreStillRead() async throws {
    let folder = try TemporaryFolder([
      "table.json": #"""
      {"rows": [{"recorded": true, "request": {"method": "GET", "host": "cdn.example", "path": "/a%2Fb",
        "queryItems": {"size": "2", "token": null}}, "responses": [{"status": 404, "body": "${gone}"}]}]}
      """#
    ])
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    let request = URLRequest(url: .of("https://cdn.example/a%2Fb?size=2&token=mine"))
    let received = try await service.makeSession().receive(request)
    #expect(received.status == 404 && received.body == "${gone}")
  }

  /// A batch of two, and a stream of two parts.
  static let several = #"""
    {"log": {"version": "1.2", "creator": {"name": "proxy", "version": "1"}, "entries": [
      {"request": {"method": "POST", "url": "https://api.example/graphql", "headers": [],
         "postData": {"mimeType": "application/json",
           "text": "[{\"query\":\"query A { n }\"},{\"query\":\"query B { n }\"}]"}},
       "response": {"status": 200, "headers": [],
         "content": {"mimeType": "application/json",
           "text": "[ {\"data\": {\"n\": 1.0}}, {\"data\": {\"n\": 2}} ]"}}},
      {"request": {"method": "POST", "url": "https://api.example/graphql", "headers": [],
         "postData": {"mimeType": "application/json", "text": "{\"query\":\"query C { n }\"}"}},
       "response": {"status": 200, "headers": [],
         "content": {"mimeType": "text/event-stream",
           "text": "event: next\ndata: {\"data\":{\"n\":3}}\n\nevent: complete\ndata:\n\n"}}}
    ]}}
    """#

  @Test func importSplitsBatchesIntoEntriesAndStreamsIntoEvents() async throws {
    let folder = try TemporaryFolder()
    let files = try FixtureTable.importHTTPArchive(Data(Self.several.utf8), into: folder.url)
    #expect(files.map { String($0.prefix(3)) } == ["A.r", "B.r", "C.r"])
    for (query, body) in [
      ("query A { n }", #"{"data":{"n":1.0}}"#), ("query B { n }", #"{"data":{"n":2}}"#),
    ] {
      let service = MockGraphQLService.recording(.never, folder.url)
      let received = try await service.makeSession().receive(.graphQL(["query": .string(query)]))
      #expect(received.body == body)
    }
    let stream = try #require(
      try files.last.map { try MockJSON(parsing: folder.files()[$0] ?? "") })
    #expect(
      stream["response"]["parts"] == [
        [
          "before": "event: next\ndata: ", "body": ["data": ["n": 3]], "behind": "\n\n",
        ], ["before": "event: complete\ndata:\n\n"],
      ])
  }

  @Test func hundredsOfEntriesAreImportedAndReplayed() async throws {
    let count = Effort.rounds(300, long: 500)
    let entries: [MockJSON] = (0..<count).map { number in
      let body: MockJSON = [
        "query": "query A($n: Int) { a(n: $n) }", "variables": ["n": .number(number)],
      ]
      return [
        "request": [
          "method": "POST", "url": "https://api.example/graphql",
          "postData": ["mimeType": "application/json", "text": .string(body.description)],
        ],
        "response": [
          "status": 200,
          "content": [
            "mimeType": "application/json", "text": .string(#"{"data":{"a":\#(number)}}"#),
          ],
        ],
      ]
    }
    let folder = try TemporaryFolder()
    let archive: MockJSON = ["log": ["entries": .array(entries)]]
    #expect(try FixtureTable.importHTTPArchive(archive.encoded(), into: folder.url).count == count)
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    for number in [0, count / 2, count - 1] {
      let request = try URLRequest.graphQL([
        "query": "query A($n: Int) { a(n: $n) }", "variables": ["n": .number(number)],
      ])
      #expect(
        try await service.makeSession().receive(request).body == #"{"data":{"a":\#(number)}}"#)
    }
  }

  @Test func exportedJournalCanBeImported() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1, "accessToken": "t-secret"])), .http("/image", .bytes(Data([0xFF])))
    )
    let session = service.makeSession()
    var request = try URLRequest.graphQL([
      "query": "query A { a(password: \"d-secret\") }", "variables": ["token": "v-secret"],
    ])
    request.setValue("Bearer h-secret", forHTTPHeaderField: "Authorization")
    _ = try await session.data(for: request)
    _ = try await session.data(for: URLRequest(url: .of("https://a.example/image?token=u-secret")))
    let archive = service.httpArchive()
    #expect(!String(decoding: archive, as: UTF8.self).contains("-secret"))
    let json = try MockJSON(parsing: archive)
    #expect(json["log"]["entries"].array?.count == 2)
    #expect(json["log"]["entries"][0]["response"]["status"] == 200)
    let folder = try TemporaryFolder()
    #expect(try FixtureTable.importHTTPArchive(archive, into: folder.url).count == 1)
  }

  @Test(arguments: [
    (
      "{",
      """
      This isn't an HTTP archive: Invalid JSON at line 1, column 2 (byte 1): \
      expected a member name in quotes or "}", found the end.
      """
    ),
    ("{}", "This isn't an HTTP archive: it has no \"log.entries\"."),
  ]) func aFileThatIsNotAnArchiveIsRefused(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: (any Error).self) {
      try FixtureTable.importHTTPArchive(Data(text.utf8), into: folder.url)
    }
    #expect(error.map { "\($0)" } == message)
  }
}
