import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fixtures compared with documents, templates, rows, and large tables.
struct FixtureCheckTests {
  static func request(_ query: String, _ variables: MockJSON = nil) throws -> URLRequest {
    try .graphQL(["query": .string(query), "variables": variables])
  }

  @Test(arguments: ["", #""$schema": "fixture.schema.json", "#])
  func pathsOfErrorsAreCheckedUnlessTheFixtureIsATemplate(schema: String) throws {
    let folder = try TemporaryFolder([
      "A.json": #"{\#(schema)"data": {"a": null}, "errors": [{"message": "$5", "path": ["b"]}]}"#
    ])
    let types = try ServiceSchema(definitions: "type Query { a: Int b: Int }")
    #expect(
      FixtureTable(folder: folder.url).check(documents: ["query A { a }"], schema: types)
        .map(\.message) == ["errors[0].path is b, which the document of A does not select"])
  }

  /// The value of a template may be null, as that of a field with an error must be. Null data has no template.
  @Test(arguments: [
    (#"{"data":{"u":{"$variable":"u"}},"errors":[{"message":"No","path":["u"]}]}"#, []),
    (#"{"data":null,"errors":[{"message":"No","path":["n"],"extensions":{"$variable":"u"}}]}"#, []),
    (
      #"{"data":null,"errors":[{"message":"No","path":["m"],"extensions":{"$variable":"u"}}]}"#,
      ["errors[0].path is m, which the document of A does not select"]
    ),
    // Without data, these are request errors, which have no field (GraphQL, section 7.1.2).
    (#"{"errors":[{"message":"No","path":["m"]}]}"#, []),
  ]) func pathsOfErrorsInATemplateAreNotChecked(text: String, messages: [String]) throws {
    let folder = try TemporaryFolder(["A.json": text])
    let types = try ServiceSchema(
      definitions: "type Query { u(of: U): T n: Int! } type T { x: Int } input U { x: Int }")
    let errors = FixtureTable(folder: folder.url).check(
      documents: ["query A($u: U) { u(of: $u) { x } n }"], schema: types)
    #expect(
      errors.map(\.message).filter { $0.hasPrefix("errors") || $0.hasPrefix("data must") }
        == messages)
  }

  @Test func fixturesWithoutADocumentAreCountedAndThoseGivenAreUsed() throws {
    let folder = try TemporaryFolder([
      "T/A.json": #"{"data": {"b": 1}}"#, "T/B.json": #"{"data": {"b": 1}}"#,
      "T/C.json": #"{"response": {"status": 500}, "request": {}}"#,
      "T/D.json": #"{"response": {"body": "<p>Busy</p>"}, "request": {}}"#,
      "Documents/A.graphql": "query A { a ...F }", "Documents/F.graphql": "fragment F on Q { b }",
    ])
    let table = FixtureTable(folder: folder.url.appendingPathComponent("T"))
    let path = folder.url.appendingPathComponent("Documents")
    let documents = try OperationCatalog(at: path, "Documents")
    #expect(documents.entries.count == 1 && documents.problems.map(\.message) == [])
    func count(_ documents: OperationCatalog?) -> String {
      let (errors, unchecked) = table.checkAndCount(documents: documents, schema: nil)
      return "\(errors.map(\.file)) \(unchecked.undocumented) \(unchecked.unreadable)"
    }
    #expect(count(nil) == "[] 2 1")
    #expect(count(documents) == #"["T/A.json"] 1 1"#)
    // The fragment begins on the second line of the assembled document.
    #expect(
      table.checkAndCount(documents: documents, schema: nil).errors.map(\.message) == [
        #"data has no "a", selected at Documents/A.graphql:1:11"#
      ])
    #expect(
      table.check(documents: ["query A { ...F }", "fragment F on Q { b c }"]).map(\.message) == [
        #"data has no "c", selected at documents[1]:1:21"#
      ])
  }

  /// The name of a file has at most 100 bytes of a name, and ends in a hash of a longer one.
  @Test func fixtureOfALongNameIsComparedWithItsDocument() throws {
    let file = String(repeating: "A", count: 87) + "-9f8cadfc5233"
    let folder = try TemporaryFolder(["\(file).json": #"{"data": {"b": 1}}"#])
    let table = FixtureTable(folder: folder.url)
    let documents = ["query \(String(repeating: "A", count: 120)) { a b }"]
    #expect(table.uncheckedCount(documents: documents) == 0)
    #expect(
      table.check(documents: documents).map(\.message) == [
        #"data has no "a", selected at documents[0]:1:130"#
      ])
  }

  @Test func filesThatResponsesNameAreNotFixtures() throws {
    let folder = try TemporaryFolder([
      "license.json": #"{"license":"MIT"}"#, "api.v1.2.json": "[]",
      "table.json": """
      {"rows": [
        {"request": {"path": "/license"}, "response": {"file": "license.json"}},
        {"request": {"path": "/api"}, "responses": [{"status": 500}, {"file": "api.v1.2.json"}]}
      ]}
      """,
      "Terms.json": #"{"request": {}, "response": {"file": "legal.json"}}"#,
      "legal.json": #"{"text":"None"}"#, "Stray.json": "[]",
    ])
    let table = FixtureTable(folder: folder.url)
    let stray = "\(folder.url.lastPathComponent)/Stray.json"
    #expect(table.check().map(\.file) == [stray])
    #expect(
      OperationCoverage(at: folder.url.path, fixtures: [table]).errors.count {
        $0.contains("license")
      }
        == 0)
  }

  @Test func rowNamingAMissingFixtureIsReportedWithItsPosition() throws {
    let folder = try TemporaryFolder([
      "Shop/Feed.json": #"{"data":{}}"#, "Shop/Feed.page.json": #"{"data":{}}"#,
      "Shop/table.json": """
      {"rows": [
        {"request": {"operationName": "A"}, "response": {"fixture": "Feed.page"}},
        {"request": {"operationName": "B"},
         "responses": [{"fixture": "Feed"}, {"fixture": "Fed"}, {"fixture": "Feed.json"}]},
        {"request": {"operationName": "C"}, "response": {"fixture": "Basket"}}
      ]}
      """,
    ])
    let table = FixtureTable(folder: folder.url.appendingPathComponent("Shop"))
    #expect(
      table.check().map(\.description) == [
        #"Shop/table.json:3:3: There is no fixture "Fed" in Shop; did you mean "Feed"?"#,
        """
        Shop/table.json:3:3: There is no fixture "Feed.json" in Shop; leave out ".json"; \
        did you mean "Feed"?
        """,
        #"Shop/table.json:5:3: There is no fixture "Basket" in Shop."#,
      ])
  }

  @Test func errorInTheTableFileIsReportedOnce() throws {
    let folder = try TemporaryFolder([
      "Shop/Feed.json": #"{"data":{}}"#, "Shop/Cart.json": #"{"data":{}}"#,
      "Shop/table.json": #"{"rows":[{"request":{},"response":{}}]}"#,
      "Documents/a.graphql": "{ a }",
    ])
    let table = FixtureTable(folder: folder.url.appendingPathComponent("Shop"))
    let error =
      """
      Shop/table.json:1:21: a row needs "operationName", "query", "path" or "host" in its request, \
      which may be null
      """
    #expect(table.check().map(\.description) == [error])
    let documents = folder.url.appendingPathComponent("Documents").path
    #expect(OperationCoverage(at: documents, fixtures: [table]).errors == [error])
  }

  @Test func missingVariantSuggestsAVariantOfItsOperation() throws {
    var files = [
      "Shop/Feed.empty.json": #"{"data":{}}"#,
      "Shop/table.json":
        #"{"rows":[{"request":{"operationName":"A"},"response":{"fixture":"Feed.emtpy"}}]}"#,
    ]
    // More names than are compared, all of them closer to a name without letters.
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" { files["Shop/\(letter).json"] = #"{"data":{}}"# }
    let folder = try TemporaryFolder(files)
    let table = FixtureTable(folder: folder.url.appendingPathComponent("Shop"))
    #expect(
      table.check().map(\.description) == [
        #"Shop/table.json:1:10: There is no fixture "Feed.emtpy" in Shop; did you mean "Feed.empty"?"#
      ])
  }

  struct Case: Sendable {
    var query: String
    var data: String
    var faults: [String]

    init(_ query: String, _ data: String, _ faults: [String]) {
      self.query = query
      self.data = data
      self.faults = faults
    }
  }

  static let cases: [Case] = [
    Case("{ a { b c } }", #"{"a":{"b":1,"c":2}}"#, []),
    Case(
      "{ a { b c } }", #"{"a":{"b":1}}"#,
      [#"data.a has no "c", selected at query line 1, column 9"#]),
    Case("{ a }", #"{"a":1,"b":2}"#, [#"data has "b", which the query does not select"#]),
    Case("{ x: a }", #"{"x":1}"#, []),
    Case(
      "{ x: a }", #"{"a":1}"#,
      [
        #"data has no "x", selected at query line 1, column 3"#,
        #"data has "a", which the query selects as "x""#,
      ]),
    Case("{ a { b } }", #"{"a":null}"#, []),
    Case("{ a { b } }", #"{"a":[{"b":1},null,[{"b":2}]]}"#, []),
    Case(
      "{ a { b } }", #"{"a":[{"b":1},{}]}"#,
      [#"data.a[1] has no "b", selected at query line 1, column 7"#]),
    Case(
      "{ a { b } }", #"{"a":3}"#,
      [
        "data.a must be an object, a list of objects, or null: its fields are selected at query line 1, column 3"
      ]),
    Case("{ a }", #"{"a":{"any":"scalar"}}"#, []),
    Case("{ a @skip(if: true) b }", #"{"b":1}"#, []),
    Case("{ a @include(if: false) b }", #"{"b":1}"#, []),
    Case("query($v: Boolean!) { a @include(if: $v) b }", #"{"b":1}"#, []),
    Case("query($v: Boolean!) { a @include(if: $v) b }", #"{"a":1,"b":1}"#, []),
    Case("{ ... on T @defer { a } b }", #"{"b":1}"#, []),
    Case("{ ... @defer { a } b }", #"{"b":1}"#, []),
    Case(
      "{ a @include(if: true) @custom b }", #"{"b":1}"#,
      [#"data has no "a", selected at query line 1, column 3"#]),
    Case("{ ... { a } b }", #"{"b":1}"#, [#"data has no "a", selected at query line 1, column 9"#]),
    Case("{ p { ... on Cat { meow } ... on Dog { bark } } }", #"{"p":{"meow":1}}"#, []),
    Case(
      "{ p { __typename ... on Cat { meow } } }", #"{"p":{"__typename":"Cat"}}"#,
      [#"data.p has no "meow", selected at query line 1, column 31"#]),
    Case("{ p { __typename ... on Cat { meow } } }", #"{"p":{"__typename":"Dog"}}"#, []),
    Case("{ p { a } }", #"{"p":{"__typename":"Dog","a":1}}"#, []),
    Case(
      "{ ...F } fragment F on Query { a { b } }", #"{"__typename":"Query","a":{}}"#,
      [#"data.a has no "b", selected at query line 1, column 36"#]),
    Case(
      "{ a { b } ... on Q { a { c } } }", #"{"__typename":"Q","a":{"b":1}}"#,
      [#"data.a has no "c", selected at query line 1, column 26"#]),
    Case("{ ...Unknown }", #"{"anything":1}"#, []),
    Case("{ ...F } fragment F on Q { a ...F }", #"{"__typename":"Q","a":1}"#, []),
  ]

  @Test func checkReportsEveryCaseOfTheTable() throws {
    for example in Self.cases {
      let document = try Document.parse(example.query).get()
      let operation = try document.selectOperation(named: nil).get()
      let problems = ResponseCheck.problems(
        in: try MockJSON(parsing: example.data), for: operation, of: document)
      #expect(
        problems.map { $0.description(in: document) } == example.faults, "\(example.query)")
    }
  }

  @Test func aCheckNamesThePlacesInBothFiles() throws {
    let folder = try TemporaryFolder([
      "A.graphql": "query A {\n  user {\n    id\n    name\n  }\n}\n",
      "A.json":
        "{\n  \"data\": {\n    \"user\": {\n      \"id\": 1,\n      \"old\": 2\n    }\n  }\n}\n",
      "B.json": #"{"request":{"query":"query B { b }"},"response":{"body":{"data":{}}}}"#,
      "C.json": #"{"data":{}}"#, "D.json": "{", "E.graphql": "query E {", "E.json": #"{"data":{}}"#,
    ])
    let name = folder.url.lastPathComponent
    let expected: [String] = [
      "documents[1]:2:1: the query can't be used: Syntax Error: Expected Name, found <EOF>.",
      "\(name)/A.json:3:13: data.user has no \"name\", selected at \(name)/A.graphql:4:5",
      "\(name)/A.json:5:7: data.user has \"old\", which \(name)/A.graphql does not select",
      "\(name)/B.json:1:65: data has no \"b\", selected at query line 1, column 11",
      "\(name)/C.json:1:9: data has no \"c\", selected at documents[0]:1:11",
      """
      \(name)/D.json:1:2: this isn't valid JSON: expected a member name in quotes or \
      "}", found the end
      """,
      """
      \(name)/E.graphql:1:10: the query can't be used: Syntax Error: Expected Name, found \
      <EOF>.
      """,
    ]
    let errors = FixtureTable(folder: folder.url).check(documents: ["query C { c }", "query {\n"])
    #expect(errors.map(\.description) == expected)
  }

  /// The fixture also answers requests that pass another value for the variable.
  @Test func defaultOfAVariableDoesNotRemoveFieldsFromAFixture() throws {
    let folder = try TemporaryFolder([
      "A.graphql": "query A($s: Boolean = true) { a b @skip(if: $s) }",
      "A.json": #"{"data":{"a":1,"b":2}}"#,
      "A.short.json":
        #"{"request":{"variables":{"s":true}},"response":{"body":{"data":{"a":1,"b":2}}}}"#,
    ])
    let name = folder.url.lastPathComponent
    for schema in [nil, try ServiceSchema(definitions: "type Query { a: Int b: Int }")] {
      #expect(
        FixtureTable(folder: folder.url).check(schema: schema).map(\.description) == [
          #"\#(name)/A.short.json:1:71: data has "b", which \#(name)/A.graphql does not select"#
        ], "with a schema: \(schema != nil)")
    }
  }

  @Test func introspectionResultInAFileServesAsSchema() throws {
    let folder = try TemporaryFolder([
      "schema.json": #"""
      {"data": {"__schema": {"queryType": {"name": "Query"}, "directives": [], "types": [
        {"kind": "SCALAR", "name": "Int"},
        {"kind": "OBJECT", "name": "Query", "interfaces": [], "fields": [
          {"name": "a", "args": [], "type": {"kind": "SCALAR", "name": "Int"}}]}
      ]}}}
      """#,
      "A.graphql": "query A { a }",
      "A.json": #"{"data":{"a":"1"}}"#,
    ])
    let schema = ServiceSchema(contentsOf: [folder.url.appendingPathComponent("schema.json")])
    let name = folder.url.lastPathComponent
    #expect(
      FixtureTable(folder: folder.url).check(schema: schema).map(\.description).last
        == "\(name)/A.json:1:14: data.a must be Int (selected at \(name)/A.graphql:1:11), but is a string"
    )
  }

  /// Valid according to graphql-core 3.2.8.
  ///
  /// Without `__typename` either type is possible.
  @Test func fragmentSharedByTwoTypesMayApplyToEither() throws {
    let folder = try TemporaryFolder([
      "Q.graphql": """
      query Q { n { ... on A { ...F } ... on B { ...F } } }
      fragment F on N { id ... on B { b } }
      """,
      "Q.json": #"{"data":{"n":{"id":null,"b":2}}}"#,
    ])
    let schema = try ServiceSchema(
      definitions: """
        type Query { n: N }
        interface N { id: ID }
        type A implements N { id: ID! }
        type B implements N { id: ID b: Int }
        """)
    #expect(FixtureTable(folder: folder.url).check(schema: schema) == [])
  }

  @Test(.onOwnThreads) func fixtureThatTakesTooLongToCheckIsReported() throws {
    let fields = (0..<500).map { "a\($0)" }
    let query =
      "query Q { " + fields.map { "\($0) { ...F0 }" }.joined(separator: " ") + " } "
      + (0..<500).map { "fragment F\($0) on T { ...F\($0 + 1) }" }.joined()
      + " fragment F500 on T { x }"
    let data = MockJSON.object(Dictionary(uniqueKeysWithValues: fields.map { ($0, ["x": 1]) }))
    let folder = try TemporaryFolder([
      "Q.graphql": query,
      "Q.json": String(decoding: try (["data": data] as MockJSON).encoded(), as: UTF8.self),
    ])
    #expect(
      FixtureTable(folder: folder.url).check().map(\.message) == [
        """
        The response was validated only in part: collecting its fields takes more steps than this library \
        allows.
        """
      ])
  }

  @Test func aFixtureOrRowThatDoesNotFitIsAWarningOrAFailure() async throws {
    let row = #"{"rows":[{"request":{"operationName":"A"},"response":{"body":{"data":{"a":1}}}}]}"#
    let rows: [(file: String, text: String, name: String)] = [
      ("A.json", #"{"data":{"a":1}}"#, #"The fixture "A""#), ("table.json", row, "The fixture"),
    ]
    for (file, text, name) in rows {
      let folder = try TemporaryFolder([file: text])
      let table = FixtureTable(folder: folder.url)
      let warning = MockGraphQLService(fixtures: table)
      _ = try await warning.makeSession().data(for: Self.request("query A { a b }"))
      let difference = #"data has no "b", selected at query line 1, column 13"#
      #expect(warning.requests.map(\.warnings) == [[difference]], "\(file)")
      #expect(warning.failures == [], "\(file)")
      let failing = MockGraphQLService(
        fixtures: table, options: ServiceOptions(responseValidation: .fail))
      await #expect(throws: URLError.self) {
        try await failing.makeSession().data(for: Self.request("query A { a b }"))
      }
      #expect(
        failing.failures.map(\.message)
          == ["\(name) doesn't match the document of the request: \(difference)"], "\(file)")
    }
  }

  @Test func templatesTakeValuesOfTheRequest() async throws {
    let service = MockGraphQLService(fixtures: FixtureTable("Shop"))
    let session = service.makeSession()
    let product = try await session.receive(
      Self.request(
        "query Product($id: ID!) { product(id: $id) { id name price { amount currency } } }",
        ["id": "a/7"]))
    let order = try await session.receive(
      Self.request(
        """
        mutation PlaceOrder($input: OrderInput!) { placeOrder(input: $input) \
        { order { id lines { product { id } } } problem { message } } }
        """,
        ["input": ["products": ["p1", "p2"]]]))
    let bodies: [String] = [product.body, order.body]
    #expect(
      bodies == [
        #"{"data":{"product":{"id":"a/7","name":"Teapot","price":{"amount":24.50,"currency":"EUR"}}}}"#,
        """
        {"data":{"placeOrder":{"order":{"id":"order-1","lines":\
        [{"product":{"id":"p1"}}]},"problem":null}}}
        """,
      ])
    #expect(service.requests.flatMap(\.warnings) == [])
  }

  @Test func misspelledFileNameIsReportedWithTheNearestOperation() throws {
    let folder = try TemporaryFolder([
      "feed.json": #"{"data":{"a":1}}"#, "Likes.json": #"{"data":{"a":1}}"#,
      "Like.json": #"{"data":{"a":1}}"#, "Other.json": #"{"data":{"a":1}}"#,
    ])
    let table = FixtureTable(folder: folder.url)
    #expect(
      table.check(documents: ["query Feed { a } query Likes { a }"]).map(\.description) == [
        """
        \(table.name)/feed.json: no document has the operation "feed", and no fixture answers "Feed"; \
        is the name right?
        """
      ])
    #expect(table.check() == [])
  }

  @Test func dataInsideDataIsExplained() async throws {
    let service = MockGraphQLService(.query("A", .data(["data": ["a": 1]])))
    _ = try await service.makeSession().data(for: .graphQL(["query": "query A { a }"]))
    #expect(
      service.requests.map(\.description) == [
        """
        query "A" → 200 {"data":{"data":{"a":1}}}
          warning: data has no "a", selected at query line 1, column 11
          warning: data has another "data" in it: pass only the inner value
        """
      ])
  }

  @Test func aTemplateWithAnUnknownNameFailsTheRequest() async throws {
    let folder = try TemporaryFolder([
      "A.json": #"{"data":{"a":{"$variable":"idd"}}}"#
    ])
    let service = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    await #expect(throws: URLError.self) {
      try await service.makeSession().data(
        for: Self.request("query A($id: ID) { a(id: $id) }", ["id": "7"]))
    }
    #expect(
      service.failures.map(\.message) == [
        "The fixture \"A\" uses the variable \"idd\", which the request doesn't have."
      ])
  }

  @Test func rowsAnswerInTheirOrderForGraphQLAndPlainHTTP() async throws {
    let service = MockGraphQLService(fixtures: FixtureTable("Shop"))
    let session = service.makeSession()
    let cart = try Self.request("query Cart { cart { lines { id } } }")
    let first = try await session.receive(cart)
    let second = try await session.receive(cart)
    let image = try await session.receive(
      URLRequest(url: .of("https://shop.example/images/1.png")))
    let answers: [String] = ["\(first.status)", second.body, image.body]
    #expect(answers == ["503", #"{"data":{"cart":{"lines":[]}}}"#, "a picture of a teapot"])
  }

  @Test func aRequestParsesTheFilesOfItsOperationAlone() throws {
    let folder = try TemporaryFolder(["Wanted.json": #"{"data":{"n":1}}"#])
    for number in 0..<200 {
      // Parsing these files would report an error.
      try Data("{".utf8).write(to: folder.url.appendingPathComponent("Other\(number).json"))
    }
    let table = FixtureTable(folder: folder.url)
    let wanted = try OperationRequest(.graphQL(["query": "query Wanted { n }"]))
    #expect(try table.answer(to: wanted)?.get().name == "Wanted")
    #expect(table.check().count == 200)
  }

  @Test func responsesThatNoDocumentDescribesAreCounted() throws {
    let folder = try TemporaryFolder([
      "A.json": #"{"data": {"a": 1}}"#, "B.json": #"{"data": {"b": 1}}"#,
      "B.graphql": "query B { b }",
    ])
    let table = FixtureTable(folder: folder.url)
    #expect(table.check() == [])
    #expect(table.uncheckedCount() == 1)
    #expect(table.uncheckedCount(documents: ["query A { a }"]) == 0)
  }
}
