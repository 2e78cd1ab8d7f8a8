import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Errors in `table.json` and in templates, and the JSON schemas for editors.
struct TableFileTests {
  private static let rowWithoutTarget = """
    table.json:1:21: a row needs "operationName", "query", "path" or "host" in its request, \
    which may be null
    """

  static let cases: [FixtureFileErrorTests.Case] = [
    .init("[]", "table.json:1:1: a table must be an object, found an array"),
    .init("{}", "table.json:1:1: the key \"rows\" is missing"),
    .init(#"{"rows":{}}"#, "table.json:1:9: \"rows\" must be a list, found an object"),
    .init(
      #"{"rows":[],"row":1}"#, #"table.json:1:12: unknown key "row"; the allowed keys are "rows""#),
    .init(#"{"rows":[1]}"#, "table.json:1:10: a row must be an object, found a number"),
    .init(
      #"{"rows":[{"response":{}}]}"#,
      "table.json:1:10: \"request\" must be an object, found nothing"),
    .init(
      #"{"rows":[{"request":{},"response":{}}]}"#,
      rowWithoutTarget),
    .init(
      #"{"rows":[{"request":{"headers":{"A":"b"}},"response":{}}]}"#, rowWithoutTarget),
    .init(
      #"{"rows":[{"request":{"endpoint":"https://a.example/"},"response":{}}]}"#, rowWithoutTarget),
    .init(
      #"{"rows":[{"request":{"url":{"host":"a.example"}},"response":{}}]}"#, rowWithoutTarget),
    .init(
      #"{"rows":[{"request":{"operationName":"A","path":"/"},"response":{}}]}"#,
      "table.json:1:21: a request is either an operation or plain HTTP, not both"),
    .init(
      #"{"rows":[{"request":{"name":"A"},"response":{}}]}"#,
      """
      table.json:1:22: unknown key "name"; the allowed keys are "operationName", \
      "operationNamePattern", "anonymous", "type", "query", "variables", "exactVariables", \
      "rootField", "method", "host", "path", "queryItems", "url", "headers", "endpoint"
      """),
    .init(
      #"{"rows":[{"request":{"operationName":1},"response":{}}]}"#,
      "table.json:1:38: \"operationName\" must be a string, found a number"),
    .init(
      #"{"rows":[{"request":{"type":"question"},"response":{}}]}"#,
      #"table.json:1:29: "type" must be "query", "mutation" or "subscription", found a string"#),
    .init(
      #"{"rows":[{"request":{"query":"{"},"response":{}}]}"#,
      """
      table.json:1:30: the query can't be used: Syntax Error: Expected Name, found <EOF>.\n\
      1:2\n1 | {\n  |  ^
      """),
    .init(
      #"{"rows":[{"request":{"path":"/"}}]}"#,
      #"table.json:1:10: a row needs either "response" or "responses""#),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{},"responses":[]}]}"#,
      #"table.json:1:10: a row needs either "response" or "responses""#),
    .init(
      #"{"rows":[{"request":{"path":"/"},"responses":[]}]}"#,
      "table.json:1:46: \"responses\" must be a list that is not empty, found an array"),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{},"times":-1}]}"#,
      "table.json:1:56: \"times\" must be a whole number, 0 or more"),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{},"time":1}]}"#,
      #"table.json:1:48: unknown key "time"; the allowed keys are "recorded", "request", "times", "acceptsInvalidRequests", "response", "responses""#
    ),
    .init(
      #"{"rows":[{"request":{"path":"/","queryItems":[]},"response":{}}]}"#,
      "table.json:1:46: \"queryItems\" must be an object, found an array"),
    .init(
      #"{"rows":[{"request":{"path":"/","queryItems":{"q":1}},"response":{}}]}"#,
      "table.json:1:51: \"q\" must be a string, found a number"),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{"file":"../a"}}]}"#,
      #"table.json:1:53: "../a" isn't a path inside the table; it must not start with "/" or contain "..""#
    ),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{"file":"/etc/passwd"}}]}"#,
      """
      table.json:1:53: "/etc/passwd" isn't a path inside the table; \
      it must not start with "/" or contain ".."
      """),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{"file":"a","body":1}}]}"#,
      #"table.json:1:46: "body" and "file" can't be used together"#),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{"never":true,"failure":"timedOut"}}]}"#,
      #"table.json:1:46: "failure" and "never" can't be used together"#),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{"failure":"timeout"}}]}"#,
      """
      table.json:1:56: "failure" must be the name or the number of a URLError code, \
      such as "timedOut" or -1001, found "timeout"
      """),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{"never":false}}]}"#,
      #"table.json:1:54: "never" must be true; leave it out otherwise"#),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{"fixture":1}}]}"#,
      #"table.json:1:56: "fixture" must be a string, found a number"#),
    .init(
      #"{"rows":[{"request":{"operationName":"A","anonymous":true},"response":{}}]}"#,
      #"table.json:1:42: "operationName" and "anonymous" can't be used together"#),
    .init(
      #"{"rows":[{"request":{"anonymous":1},"response":{}}]}"#,
      #"table.json:1:34: "anonymous" must be true; leave it out otherwise"#),
    .init(
      #"{"rows":[{"request":{"operationNamePattern":"("},"response":{}}]}"#,
      #"table.json:1:45: "(" isn't a regular expression."#),
    .init(
      #"{"rows":[{"request":{"operationNamePattern":"A)|(?:B"},"response":{}}]}"#,
      #"table.json:1:45: "A)|(?:B" isn't a regular expression."#),
    .init(
      #"{"rows":[{"request":{"variables":{},"exactVariables":{}},"response":{}}]}"#,
      #"table.json:1:37: "variables" and "exactVariables" can't be used together"#),
    .init(
      #"{"rows":[{"request":{"path":"/","endpoint":"here"},"response":{}}]}"#,
      #"table.json:1:44: "here" isn't a URL"#),
    .init(
      #"{"rows":[{"request":{"operationName":"A","url":{"port":1}},"response":{}}]}"#,
      #"table.json:1:49: unknown key "port"; the allowed keys are "host", "path""#),
    .init(
      #"{"rows":[{"request":{"path":"/","url":[{"host":"h"},{}]},"response":{}}]}"#,
      "table.json:1:21: its condition on the URL needs a host or a path."),
    .init(
      #"{"rows":[{"request":{"path":"/","headers":{"A":1}},"response":{}}]}"#,
      #"table.json:1:48: "A" must be a string, found a number"#),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{"body":{"$variabel":"id"}}}]}"#,
      #"table.json:1:54: unknown template "$variabel"; a template has the only member "$variable""#),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{"body":{"$variable":1}}}]}"#,
      "table.json:1:66: \"$variable\" must be a string"),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{"body":{"\u0024item":""}}}]}"#,
      #"table.json:1:54: unknown template "$item"; a template has the only member "$variable""#),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{"body":{"$variable":"a","b":1}}}]}"#,
      #"table.json:1:70: unknown template "b"; a template has the only member "$variable""#),
    .init(
      #"{"rows":[{"request":{"path":"/"},"response":{"body":{"errors":[{"path":[]}]}}}]}"#,
      "table.json:1:64: the \"message\" of an error must be a string, found nothing"),
    .init(
      """
      {"rows":[{"recorded":true,"request":{"operationName":"A"},\
      "response":{"body":{"data":{"a":1}},"byFields":"yes"}}]}
      """,
      #"table.json:1:106: "byFields" must be true or "silent"; leave it out otherwise"#),
    .init(
      """
      {"rows":[{"recorded":true,"request":{"operationName":"A"},\
      "response":{"body":{"data":{"a":1}},"byFields":1}}]}
      """,
      #"table.json:1:106: "byFields" must be true or "silent"; leave it out otherwise"#),
    .init(
      """
      {"rows":[{"recorded":true,"request":{"operationName":"A"},\
      "response":{"body":{"data":{"a":1}},"byFields":false}}]}
      """,
      #"table.json:1:106: "byFields" must be true or "silent"; leave it out otherwise"#),
  ]

  static func parse(_ text: String) -> Result<[RequestHandler], FixtureError> {
    Result { () throws(FixtureError) in
      try HandlerForm.handlers(
        ofTable: Data(text.utf8), display: "table.json", path: "/fixtures/table.json",
        folder: TableFolder(url: URL(fileURLWithPath: "/fixtures")))
    }
  }

  @Test(arguments: cases) func tableErrorNamesPositionAndCause(example: FixtureFileErrorTests.Case)
  {
    guard case .failure(let fault) = Self.parse(example.text) else {
      Issue.record("no fault was found")
      return
    }
    #expect(fault.description == example.message)
  }

  static func schema(_ name: String) throws -> JSONSchema {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Fixtures/\(name)").standardizedFileURL
    return JSONSchema(root: try MockJSON(parsing: Data(contentsOf: file)))
  }

  /// Errors that a JSON schema can't find: they are in the syntax of JSON, documents and names, or depend on another key.
  static let invisible = [
    "isn't valid JSON", "can't be used", "the file is named after", "already",
    "isn't a path inside",
    "template", "$variable", "can't be used together", "the \"message\"",
    "regular expression", "isn't a URL",
  ]

  @Test func jsonSchemasRejectWhatTheLoaderRejects() throws {
    for (name, cases) in [
      ("fixture.schema.json", FixtureFileErrorTests.cases), ("table.schema.json", Self.cases),
    ] {
      let schema = try Self.schema(name)
      for example in cases where !Self.invisible.contains(where: example.message.contains) {
        // The JSON schema accepts any body; the loader checks bodies with `data` further.
        guard !example.text.hasPrefix(#"{"response":{"body":{"data""#),
          let json = try? MockJSON(parsing: example.text)
        else { continue }
        #expect(!schema.accepts(json), "\(example.text)")
      }
    }
  }

  /// The letter é in two forms, which Swift strings treat as equal.
  @Test func namesOfQueryItemsAreComparedByTheirBytes() async throws {
    let names = ["\u{E9}", "e\u{301}"]
    let row = """
      {"request":{"path":"/","queryItems":{"\(names[0])":"1","\(names[1])":"2"}},"response":{"status":204}}
      """
    let folder = try TemporaryFolder(["table.json": "{\"rows\":[\(row)]}"])
    let service = MockGraphQLService(
      fixtures: FixtureTable(folder: folder.url), unhandled: .respond(.status(599)))
    var statuses: [Int] = []
    for query in ["%C3%A9=1&e%CC%81=2", "e%CC%81=2", "%C3%A9=1"] {
      let request = URLRequest(url: .of("https://example.invalid/?\(query)"))
      statuses.append(try await service.respond(to: request).status)
    }
    #expect(statuses == [204, 599, 599])
  }

  @Test func theSchemaOfRowsHasTheKeysThatTheLoaderTakes() throws {
    let definitions = try Self.schema("table.schema.json").root["$defs"]
    let rows: [(row: String, definitions: [String])] = [
      (#"{"x":1}"#, ["row"]), (#"{"request":{"x":1},"response":{}}"#, ["operation", "http"]),
      (#"{"request":{"type":null,"url":{"x":1}},"response":{}}"#, ["url"]),
      (#"{"request":{"path":"/"},"response":{"x":1}}"#, ["response"]),
    ]
    for (row, names) in rows {
      guard case .failure(let error) = Self.parse(#"{"rows":[\#(row)]}"#) else {
        Issue.record("no fault was found in \(row)")
        continue
      }
      let keys = names.flatMap { definitions[$0]["properties"].object ?? [:] }.map(\.key)
      #expect(Self.allowedKeys(error.message) == Set(keys), "\(names)")
    }
  }

  /// The keys that a message about an unknown key lists.
  private static func allowedKeys(_ message: String) -> Set<String> {
    let list = message.components(separatedBy: "allowed keys are ").last ?? ""
    return Set(list.components(separatedBy: ", ").map { $0.filter { $0 != "\"" } })
  }

  @Test func theSchemaOfFixturesHasTheKeysThatTheLoaderTakes() throws {
    let definitions = try Self.schema("fixture.schema.json").root["$defs"]
    let pair = definitions["recordedPair"]["properties"]
    let part = definitions["response"]["properties"]["parts"]["items"]
    let rows: [(members: String, schema: MockJSON)] = [
      (#""x":1,"response":{}"#, definitions["recordedPair"]),
      (#""request":{"x":1},"response":{}"#, pair["request"]),
      (#""response":{"parts":[{"x":1}]}"#, part),
    ]
    for (members, schema) in rows {
      let text = #"{"recorded":{"version":1},\#(members)}"#
      let folder = try TemporaryFolder(["A.json": text])
      let errors = FixtureTable(folder: folder.url).check(documents: [])
      let keys = Set((schema["properties"].object ?? [:]).keys)
      #expect(errors.map { Self.allowedKeys($0.message) } == [keys], "\(members)")
    }
  }

  /// Each of these keys belongs to recordings.
  @Test(arguments: [
    #""redacted":{},"response":{}"#, #""request":{"files":{}},"response":{}"#,
    #""response":{"parts":[]}"#, #""response":{"open":true}"#,
  ]) func keysOfRecordingsAreRefusedElsewhere(members: String) throws {
    let schema = try Self.schema("fixture.schema.json")
    let name = try #require(FixtureName(file: "A.json"))
    for (recorded, isAccepted) in [
      (#""recorded":{"version":1},"#, true), (#""recorded":null,"#, false), ("", false),
    ] {
      let text = "{\(recorded)\(members)}"
      let file = try? FixtureFile.parse(
        Data(text.utf8), name: name, display: "A.json",
        folder: TableFolder(url: URL(fileURLWithPath: "/fixtures")))
      #expect((file != nil) == isAccepted, "\(text)")
      #expect(try schema.accepts(MockJSON(parsing: text)) == isAccepted, "\(text)")
    }
  }

  @Test(arguments: ["StarWars", "Shop", "Feed"])
  func tablesOfThisPackagePassTheCheckAreFormattedAndFitTheSchemas(table: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Fixtures/\(table)").standardizedFileURL
    #expect(FixtureTable.named(table).check() == [])
    #expect(try FixtureTable.unformattedFiles(in: folder) == [])
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasSuffix(".json") {
      let json = try MockJSON(parsing: Data(contentsOf: folder.appendingPathComponent(file)))
      let name = file == "table.json" ? "table.schema.json" : "fixture.schema.json"
      #expect(try Self.schema(name).accepts(json), "\(file)")
    }
  }
}
