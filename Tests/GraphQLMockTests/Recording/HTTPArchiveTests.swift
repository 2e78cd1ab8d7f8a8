import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A capture becomes a table, and a journal becomes a capture (HAR 1.2).
@Suite(.timeLimit(.minutes(10)), .onOwnThreads) struct HTTPArchiveTests {
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

  @Test func aTableThatIsAFolderIsToldWithTheReasonOfTheSystem() throws {
    let folder = try TemporaryFolder(["table.json/x": ""])
    let error = #expect(throws: (any Error).self) {
      try FixtureTable.importHTTPArchive(Data(Self.archive.utf8), into: folder.url)
    }
    let path = folder.url.appendingPathComponent("table.json").path
    #expect(error.map { "\($0)" }?.contains("\(path)") == true)
    #expect(error.map { "\($0)" }?.hasSuffix("Is a directory") == true)
  }

  /// Automatic persisted queries: the service asks for the document, and gets it.
  @Test func theFirstHalfOfAHandshakeIsNoRecording() async throws {
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

  @Test func aBatchWithTooFewAnswersIsARowOfTheTable() throws {
    let archive = #"""
      {"log": {"version": "1.2", "creator": {"name": "p", "version": "1"}, "entries": [
        {"request": {"method": "POST", "url": "https://api.example/graphql", "headers": [],
           "postData": {"mimeType": "application/json",
             "text": "[{\"query\":\"query A { a }\"},{\"query\":\"query B { b }\"}]"}},
         "response": {"status": 200, "headers": [],
           "content": {"mimeType": "application/json", "text": "[{\"data\":{\"a\":1}}]"}}}]}}
      """#
    let folder = try TemporaryFolder()
    #expect(
      try FixtureTable.importHTTPArchive(Data(archive.utf8), into: folder.url) == ["table.json"])
    #expect(FixtureTable(folder: folder.url).check() == [])
  }

  @Test func aCaptureBecomesATable() async throws {
    let folder = try TemporaryFolder()
    let files = try FixtureTable.importHTTPArchive(Data(Self.archive.utf8), into: folder.url)
    #expect(files.count == 2)
    #expect(files.first?.hasPrefix("A.id-7.password.r") == true)
    #expect(files.last == "table.json")
    #expect(!(try folder.files().values.joined().contains("-secret")))
    #expect(FixtureTable(folder: folder.url).check() == [])

    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    let session = service.makeSession()
    let operation = try URLRequest.graphQL([
      "query": "query A($id: ID) { a(id: $id) }", "variables": ["id": "7", "password": "p-secret"],
    ])
    #expect(try await session.receive(operation).body == #"{"data":{"a":1}}"#)
    let image = URLRequest(url: .of("https://cdn.example/i/1.png?size=2&token=mine"))
    let (bytes, response) = try await session.data(for: image)
    #expect(bytes == Data(base64Encoded: "iVBORw//"))
    #expect(
      (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type") == "image/png")
    #expect(
      try await session.receive(image)
        == Received(status: 404, contentType: "text/plain", body: "gone"))
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

  @Test func aRowSaysWhatWasAskedForAndWhatCameBack() throws {
    let folder = try TemporaryFolder()
    let archive = """
      {"log": {"entries": [
        {"request": {"method": "GET", "url": "https://cdn.example/a%2Fb?size=2&token=t-secret",
            "headers": []},
         "response": {"status": 302, "headers": [{"name": ":status", "value": "302"},
            {"name": "Location", "value": "https://cdn.example/b"}], "content": {}}}
      ]}}
      """
    let files = try FixtureTable.importHTTPArchive(Data(archive.utf8), into: folder.url)
    #expect(files == ["table.json"])
    let text = try #require(try folder.files()["table.json"])
    #expect(
      try MockJSON(parsing: text) == [
        "rows": [
          [
            "recorded": true,
            "request": [
              "method": "GET", "host": "cdn.example", "path": "/a%2Fb",
              "queryItems": ["size": "2", "token": nil],
            ],
            "responses": [
              ["status": 302, "headers": ["Location": "https://cdn.example/b"]]
            ],
          ]
        ]
      ])
  }

  @Test func importingTwiceIsTheSameAsOnce() throws {
    let table =
      #"{"$schema": "../table.schema.json", "rows": [{"request": {"path": "/a"}, "response": {}}]}"#
    let folder = try TemporaryFolder(["table.json": table])
    try FixtureTable.importHTTPArchive(Data(Self.archive.utf8), into: folder.url)
    let first = try folder.files()
    let json = try MockJSON(parsing: try #require(first["table.json"]))
    #expect(json["$schema"] == "../table.schema.json")
    #expect(json["rows"].array?.count == 2)
    #expect(json["rows"][0]["request"] == ["path": "/a"])
    #expect(json["rows"][1]["responses"].array?.count == 2)
    try FixtureTable.importHTTPArchive(Data(Self.archive.utf8), into: folder.url)
    #expect(try folder.files() == first)
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

  @Test func aBatchBecomesItsEntriesAndAStreamItsEvents() async throws {
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

  /// Times are real ones, so that only their number is known, and that they arrive.
  @Test func anArchiveOfAStreamHasTheTimesOfItsEvents() async throws {
    let service = MockGraphQLService(
      .subscription("Ticks", .events([.data(["n": 1]), .data(["n": 2])])))
    let request = try URLRequest.graphQL(
      ["query": "subscription Ticks { n }"], accept: "text/event-stream")
    let body = try await service.respond(to: request).body.collect()
    let archive = try MockJSON(parsing: service.httpArchive())
    let content = archive["log"]["entries"][0]["response"]["content"]
    #expect(content["_delays"].array?.count == 4)
    #expect(content["text"].string == String(decoding: body, as: UTF8.self))
    // An archive with times becomes a recording with times.
    let timed = archive.replacing(
      at: ["log", "entries", 0, "response", "content", "_delays"], with: [0, 1.5, 0.25, 0])
    let folder = try TemporaryFolder()
    let files = try FixtureTable.importHTTPArchive(timed.encoded(), into: folder.url)
    let parts = try MockJSON(parsing: folder.files()[try #require(files.first)] ?? "")[
      "response"]["parts"]
    #expect(parts.array?.map { $0["delay"] } == [nil, 1.5, 0.25, nil])
    let replay = MockGraphQLService.recording(.never, folder.url)
    #expect(try await replay.respond(to: request).status == 200)
  }

  @Test(arguments: [
    (
      #"{"rows": [}"#,
      "Invalid JSON at line 1, column 11 (byte 10): expected a value or \"]\", found \"}\"."
    ),
    (#"{"rows": 1}"#, "it has no list of \"rows\"."),
  ]) func anInvalidTableFileIsNotOverwritten(text: String, reason: String) throws {
    let folder = try TemporaryFolder(["table.json": text])
    let error = #expect(throws: (any Error).self) {
      try FixtureTable.importHTTPArchive(Data(Self.archive.utf8), into: folder.url)
    }
    #expect(
      error.map { "\($0)" }
        == "\"\(folder.url.path)/table.json\" is no fixture table, and nothing was "
        + "imported: \(reason)")
    #expect(try folder.files() == ["table.json": text])
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

  @Test func aJournalBecomesACaptureThatCanBeImported() async throws {
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
    #expect(try FixtureTable.importHTTPArchive(archive, into: folder.url).count == 2)
  }

  @Test(arguments: [
    (
      "{",
      "This is no HTTP archive: Invalid JSON at line 1, column 2 (byte 1): "
        + "expected a member name in quotes or \"}\", found the end."
    ),
    ("{}", "This is no HTTP archive: it has no \"log.entries\"."),
  ]) func aFileThatIsNotAnArchiveIsRefused(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: (any Error).self) {
      try FixtureTable.importHTTPArchive(Data(text.utf8), into: folder.url)
    }
    #expect(error.map { "\($0)" } == message)
  }
}

extension MockJSON {
  /// The value with another one at a path.
  fileprivate func replacing(at path: ArraySlice<MockJSON>, with other: MockJSON) -> MockJSON {
    guard let step = path.first else { return other }
    if let name = step.string {
      var members = object ?? [:]
      members[name] = self[name].replacing(at: path.dropFirst(), with: other)
      return .object(members)
    }
    let inner = (step.int.map { self[$0] } ?? nil).replacing(at: path.dropFirst(), with: other)
    var elements = array ?? []
    if let index = step.int, elements.indices.contains(index) { elements[index] = inner }
    return .array(elements)
  }
}
