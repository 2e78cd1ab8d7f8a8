import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Imports a capture as a table, and exports a journal as a capture (HAR 1.2).
struct HTTPArchiveTests {
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

  /// An entry without header fields: a POST request, or a GET request if there is no body.
  static func entry(
    _ body: String?, _ answer: String, status: Int = 200, encoding: String = ""
  ) -> MockJSON {
    [
      "request": [
        "method": body == nil ? "GET" : "POST", "url": "https://api.example/graphql",
        "postData": ["mimeType": "application/json", "text": .string(body ?? "")],
      ],
      "response": [
        "status": .number(status),
        "content": [
          "mimeType": "application/json", "text": .string(answer), "encoding": .string(encoding),
        ],
      ],
    ]
  }

  static func capture(_ entries: [MockJSON]) throws -> Data {
    let json: MockJSON = ["log": ["entries": .array(entries)]]
    return try json.encoded()
  }

  /// Automatic persisted queries: the service asks for the document and gets it.
  @Test func firstRequestOfAHandshakeIsNotImported() async throws {
    let hash = String(repeating: "ab", count: 32)
    let named = #""extensions":{"persistedQuery":{"version":1,"sha256Hash":"\#(hash)"}}"#
    let bodies = [named, named, #""query":"query A { a }",\#(named)"#]
    let answers = [
      #"{"errors":[{"message":"No such hash","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}"#,
      #"{"errors":[{"message":"PersistedQueryNotFound"}]}"#, #"{"data":{"a":1}}"#,
    ]
    let archive = try Self.capture(
      zip(bodies, answers).map {
        Self.entry(#"{"operationName":"A","variables":{},\#($0)}"#, $1)
      })
    let folder = try TemporaryFolder()
    #expect(try FixtureTable.importHTTPArchive(archive, into: folder.url).count == 1)
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    let body = try await service.makeSession().receive(.graphQL(["query": "query A { a }"])).body
    #expect(body == #"{"data":{"a":1}}"#)
  }

  /// Batches whose requests or responses can only partly be recorded, requests that only resemble
  /// GraphQL, and responses that can't be recorded.
  @Test func importNamesEachSkippedGraphQLRequestWithTheReason() throws {
    let batch = #"[{"query":"query A { a }"},{"query":"query B { b }"}]"#
    let requests = [
      Self.entry(batch, #"[{"data":{"a":1}}]"#),
      Self.entry(batch, #"{"errors":[{"message":"No batches"}]}"#),
      Self.entry(
        #"[{"query":"query C { c }"},{"query":"query D {"}]"#,
        #"[{"data":{"c":1}},{"errors":[]}]"#),
      Self.entry(#"{"query":"query F {","variables":{}}"#, #"{"errors":[]}"#),
      Self.entry(#"{"event":"opened"}"#, "{}"),
    ]
    let responses = [
      Self.entry(#"{"query":"query A { a }"}"#, #"{"data":{"a":1}}"#),
      Self.entry(#"{"query":"query B { b }"}"#, "", status: 0),
      Self.entry(#"{"query":"query C { c }"}"#, "%%%", encoding: "base64"),
      Self.entry(nil, "", status: 0),
      Self.entry(#"{"query":"query D { d }"}"#, "<p>Log in</p>"),
      Self.entry(nil, "%%%", encoding: "base64"),
    ]
    let tooFew = "the batch's response isn't a list with one result for each."
    let malformed = "its request is malformed: Syntax Error: Expected Name, found <EOF>."
    let rows: [(entries: [MockJSON], files: [String], messages: [String])] = [
      (
        requests, ["C."],
        [
          "Entry 1, query \"A\", was left out: \(tooFew)",
          "Entry 1, query \"B\", was left out: \(tooFew)",
          "Entry 2, query \"A\", was left out: \(tooFew)",
          "Entry 2, query \"B\", was left out: \(tooFew)",
          "Entry 3, a GraphQL request, was left out: \(malformed)",
          "Entry 4, a GraphQL request, was left out: \(malformed)",
          "1 entry isn't GraphQL and was left out.",
        ]
      ),
      (
        responses, ["A."],
        [
          "Entry 2, query \"B\", was left out: it has no response.",
          "Entry 3, query \"C\", was left out: its response isn't valid base64.",
          """
          Entry 5, query "D", was left out: the response isn't a JSON object with "data" or "errors", \
          but has the status 200 and begins with "<p>Log in</p>".
          """,
          "2 entries aren't GraphQL and were left out.",
        ]
      ),
    ]
    for row in rows {
      let folder = try TemporaryFolder()
      var messages: [String] = []
      let files = try FixtureTable.importHTTPArchive(
        Self.capture(row.entries), into: folder.url, leftOut: { messages.append($0) })
      #expect(files.map { String($0.prefix(2)) } == row.files)
      #expect(messages == row.messages)
    }
  }

  @Test func archiveIsImportedAsATable() async throws {
    let folder = try TemporaryFolder()
    let files = try FixtureTable.importHTTPArchive(Data(Self.archive.utf8), into: folder.url)
    #expect(files.map { $0.hasPrefix("A.id-7.password.r") } == [true], "\(files)")
    #expect(!(try folder.files().values.joined().contains("-secret")))
    #expect(FixtureTable(folder: folder.url).check() == [])

    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    #expect(
      try await service.makeSession().receive(Self.operation()).body == #"{"data":{"a":1}}"#)
  }

  /// The operation in the archive.
  static func operation() throws -> URLRequest {
    try .graphQL([
      "query": "query A($id: ID) { a(id: $id) }", "variables": ["id": "7", "password": "p-secret"],
    ])
  }

  @Test func importHidesAValueThatOnlyALaterResponseShowsToBeASecret() throws {
    let secret = "ZqaSTW7d-abcdefgh"
    let archive = try Self.capture([
      Self.entry(#"{"query":"query A { note }"}"#, #"{"data":{"note":"\#(secret)"}}"#),
      Self.entry(#"{"query":"query B { token }"}"#, #"{"data":{"token":"\#(secret)"}}"#),
    ])
    let folder = try TemporaryFolder()
    #expect(try FixtureTable.importHTTPArchive(archive, into: folder.url).count == 2)
    #expect(try !folder.files().values.joined().contains("ZqaSTW"))
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
    await #expect(throws: URLError.self) {
      try await service.makeSession().receive(Self.operation())
    }
    #expect(service.failures.map(\.kind) == [.invalidResponse])
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
    let incoming = try await service.makeSession().receive(request)
    #expect(incoming.status == 404 && incoming.body == "${gone}")
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
    try #require(files.map { String($0.prefix(3)) } == ["A.r", "B.r", "C.r"])
    let service = MockGraphQLService.recording(.never, folder.url)
    let requests = try ["query A { n }", "query B { n }"].map {
      try URLRequest.graphQL(["query": .string($0)])
    }
    let bodies = try await RecordingTests.bodies(requests, from: service)
    #expect(bodies == [#"{"data":{"n":1.0}}"#, #"{"data":{"n":2}}"#])
    let text = try #require(try folder.files()[files[2]])
    let expected: MockJSON = [
      ["before": "event: next\ndata: ", "body": ["data": ["n": 3]], "behind": "\n\n"],
      ["before": "event: complete\ndata:\n\n"],
    ]
    #expect(try MockJSON(parsing: text)["response"]["parts"] == expected)
  }

  @Test(.onOwnThreads) func hundredsOfEntriesAreImportedAndReplayed() async throws {
    let count = Effort.rounds(300, long: 500)
    func body(_ number: Int) -> MockJSON {
      ["query": "query A($n: Int) { a(n: $n) }", "variables": ["n": .number(number)]]
    }
    func response(_ number: Int) -> String { #"{"data":{"a":\#(number)}}"# }
    let archive = try Self.capture(
      (0..<count).map { Self.entry(body($0).description, response($0)) })
    let folder = try TemporaryFolder()
    #expect(try FixtureTable.importHTTPArchive(archive, into: folder.url).count == count)
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    let numbers = [0, count / 2, count - 1]
    let requests = try numbers.map { try URLRequest.graphQL(body($0)) }
    #expect(try await RecordingTests.bodies(requests, from: service) == numbers.map(response))
  }

  @Test func exportedBatchHasAnEntryForEachRequest() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1])), .query("B", .data(["b": 2])))
    let (a, b): (MockJSON, MockJSON) = (
      ["query": "query A { a }"],
      [
        "query": "query B($n: Int) { b(n: $n) }", "variables": ["n": 1],
        "extensions": ["token": "e-secret"],
      ]
    )
    _ = try await service.makeSession().receive(.graphQL([a, b]))
    let archive = service.httpArchive()
    #expect(!String(decoding: archive, as: UTF8.self).contains("e-secret"))
    let folder = try TemporaryFolder()
    let files = try FixtureTable.importHTTPArchive(archive, into: folder.url)
    #expect(files.map { String($0.prefix(3)) } == ["A.r", "B.n"])
    let replay = MockGraphQLService.recording(.never, folder.url)
    let bodies = try await RecordingTests.bodies([.graphQL(a), .graphQL(b)], from: replay)
    #expect(bodies == [#"{"data":{"a":1}}"#, #"{"data":{"b":2}}"#])
  }

  /// HAR 1.2: `bodySize` is the size that was sent, and `text` is optional.
  @Test func exportedJournalHasTheLengthsOfBodiesThatWereNotKept() async throws {
    let service = MockGraphQLService(
      .http("/note", .text("A long response")), options: ServiceOptions(bodyLimit: 8))
    var request = URLRequest(url: .of("https://a.example/note"))
    request.httpMethod = "POST"
    request.httpBody = Data("A long request".utf8)
    _ = try await service.makeSession().data(for: request)
    let entry = try MockJSON(parsing: service.httpArchive())["log"]["entries"][0]
    #expect(entry["request"]["bodySize"] == 14 && !entry["request"].has("postData"))
    let content: MockJSON = ["size": 15, "mimeType": "text/plain; charset=utf-8"]
    #expect(entry["response"]["bodySize"] == 15 && entry["response"]["content"] == content)
  }

  /// HAR 1.2: `text` is "plain text posted data". Bytes that aren't text can't be written as it without a loss.
  @Test func exportedJournalLeavesOutARequestBodyThatIsNotText() async throws {
    let service = MockGraphQLService(.http("/image", .status(204)))
    for body in [Data([0xFF, 0xD8, 0xFF, 0xE0]), Data("A note".utf8)] {
      var request = URLRequest(url: .of("https://a.example/image"))
      request.httpMethod = "PUT"
      request.httpBody = body
      request.setValue("image/jpeg", forHTTPHeaderField: "Content-Type")
      _ = try await service.makeSession().data(for: request)
    }
    let entries = try MockJSON(parsing: service.httpArchive())["log"]["entries"]
    let sizes = [0, 1].map { entries[$0]["request"]["bodySize"] }
    #expect(sizes == [4, 6])
    let bodies = [0, 1].map { entries[$0]["request"]["postData"] }
    #expect(bodies == [.null, ["mimeType": "image/jpeg", "text": "A note"]])
  }

  /// GraphQL multipart request specification: the operation is a part beside the files.
  @Test func exportedUploadKeepsTheOperation() async throws {
    let service = MockGraphQLService(.mutation("Upload", .data(["upload": true])))
    let query = "mutation Upload($file: Upload) { upload(file: $file) }"
    let fields = [
      ("operations", #"{"query":"\#(query)","variables":{"file":null}}"#),
      ("map", #"{"0":["variables.file"]}"#),
    ]
    let lines = fields.map {
      "--b\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n"
    }
    let file = "--b\r\nContent-Disposition: form-data; name=\"0\"; filename=\"a.jpg\"\r\n\r\n"
    var request = URLRequest(url: .of("https://a.example/graphql"))
    request.httpMethod = "POST"
    request.setValue("multipart/form-data; boundary=b", forHTTPHeaderField: "Content-Type")
    request.httpBody =
      Data((lines.joined() + file).utf8) + [0xFF, 0xD8] + Data("\r\n--b--\r\n".utf8)
    _ = try await service.makeSession().receive(request)
    let entry = try MockJSON(parsing: service.httpArchive())["log"]["entries"][0]
    #expect(entry["request"]["postData"]["text"].string?.contains(query) == true)
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
    let entries = try MockJSON(parsing: archive)["log"]["entries"]
    #expect(entries.array?.count == 2 && entries[0]["response"]["status"] == 200)
    let folder = try TemporaryFolder()
    #expect(try FixtureTable.importHTTPArchive(archive, into: folder.url).count == 1)
  }
}
