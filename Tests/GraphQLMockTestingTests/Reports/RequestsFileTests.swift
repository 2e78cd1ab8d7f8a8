import Foundation
import TestSupport
import Testing

@testable import GraphQLMock
@testable import GraphQLMockTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that are compared with a file.
struct RequestsFileTests {
  private let folder: TemporaryFolder
  private let service = MockGraphQLService(
    .operation(.any, .data([:])), .http("/token", .json([:])),
    options: ServiceOptions(responseValidation: .off))

  init() throws {
    self.init(
      folder: try TemporaryFolder(["Package.swift": "", "Tests/Shop/Shop.swift": ""]))
  }

  private init(folder: TemporaryFolder) { self.folder = folder }

  private var file: URL {
    folder.url.appendingPathComponent("Tests/Shop/Fixtures/checkout.requests.txt")
  }

  private func problem(
    _ environment: [String: String] = [:], name: String = "checkout", headers: [String] = [],
    inOrder: Bool = false, redaction: Redaction = Redaction()
  ) -> String? {
    service.problemOfRequests(
      matching: name, near: folder.url.appendingPathComponent("Tests/Shop/Shop.swift").path,
      headers: headers, inOrder: inOrder, redaction, environment: environment)
  }

  private func send(
    _ query: String, _ variables: MockJSON = [:], headers: [String: String] = [:]
  ) async throws {
    var request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    _ = try await service.makeSession().data(for: request)
  }

  private func checkOut(price: String = "price") async throws {
    try await send(
      "mutation Buy($input:BuyInput!){buy(input:$input){id total:\(price)(in:\"EUR\")@include(if:true)}}",
      ["input": ["token": "t0p-secret-of-mine", "amounts": [2, 1], "clientMutationId": "5f1c"]],
      headers: ["X-Shop": "de", "Authorization": "Bearer secret-of-mine"])
    try await send(
      "{ cart { ...Lines ... on Cart { total } } } fragment Lines on Cart { lines { id } }")
    try await send(
      "query Book($id: ID! = 1, $n: [Int!]) { book(id: $id, n: $n) { title } }", ["id": "9"])
    try await send(
      "query Book($id: ID! = 1, $n: [Int!]) { book(id: $id, n: $n) { title } }", ["id": "7"])
    var token = URLRequest(url: .of("https://example.invalid/token?key=1"))
    token.httpMethod = "POST"
    token.httpBody = Data(#"{"password":"secret-of-mine","grant":"all"}"#.utf8)
    token.setValue("application/json", forHTTPHeaderField: "Content-Type")
    _ = try await service.makeSession().data(for: token)
  }

  /// The documents are laid out as by graphql-js's `print`.
  private static let expected = """
    # POST https://example.invalid/token?key=1
    {
      "grant": "all",
      "password": "<redacted>"
    }

    # anonymous query
    {
      cart {
        ...Lines
        ... on Cart {
          total
        }
      }
    }

    fragment Lines on Cart {
      lines {
        id
      }
    }

    # query "Book"
    query Book($id: ID! = 1, $n: [Int!]) {
      book(id: $id, n: $n) {
        title
      }
    }
    {
      "id": "7"
    }

    # query "Book"
    query Book($id: ID! = 1, $n: [Int!]) {
      book(id: $id, n: $n) {
        title
      }
    }
    {
      "id": "9"
    }

    # mutation "Buy"
    X-Shop: de
    authorization: <redacted>
    mutation Buy($input: BuyInput!) {
      buy(input: $input) {
        id
        total: price(in: "EUR") @include(if: true)
      }
    }
    {
      "input": {
        "amounts": [
          2,
          1
        ],
        "clientMutationId": "<redacted>",
        "token": "<redacted>"
      }
    }

    """

  @Test func namesOfUploadedFilesAreWrittenWithoutSecrets() async throws {
    let parts = [
      (
        "operations",
        #"{"query": "mutation Up($f: Upload) { up(f: $f) }", "variables": {"f": null}}"#
      ),
      ("map", #"{"0": ["variables.f"]}"#), ("0\"; filename=\"of-ada@example.com.png", "PNG"),
    ]
    var request = try URLRequest.graphQL([:])
    request.setValue("multipart/form-data; boundary=x", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(
      (parts.map {
        "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n"
      } + ["--x--\r\n"]).joined().utf8)
    _ = try await service.makeSession().data(for: request)
    _ = problem(redaction: Redaction(values: ["ada@example.com"]))
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("variables.f: of-") && !text.contains("ada@"), "\(text)")
  }

  @Test func aMissingFileIsWrittenOnceAndFailsTheTest() async throws {
    try await checkOut()
    let redaction = Redaction(members: ["clientMutationId"])
    let headers = ["X-Shop", "authorization"]
    #expect(
      problem(headers: headers, redaction: redaction)
        == "\(file.path) was written. Read it and commit it; later runs compare with it.")
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.expected)
    #expect(problem(headers: headers, redaction: redaction) == nil)
    // Git on Windows may change the ends of lines.
    try Data(Self.expected.replacing("\n", with: "\r\n").utf8).write(to: file)
    #expect(problem(["CI": "1"], headers: headers, redaction: redaction) == nil)
  }

  @Test func aDifferenceIsShownByLine() async throws {
    try await checkOut()
    _ = problem()
    service.reset()
    try await checkOut(price: "cost")
    try await send("query Last { last }")
    let message = """
      The requests differ from \(file.path). To accept them, delete the file, or set GRAPHQL_MOCK_RECORD=all.
        # mutation "Buy"
      -     total: price(in: "EUR") @include(if: true)
      +     total: cost(in: "EUR") @include(if: true)
      + # query "Last"
      + query Last {
      +   last
      + }
      """
    #expect(problem(["GRAPHQL_MOCK_RECORD": "missing"]) ?? "" == message)
    #expect(problem(["GRAPHQL_MOCK_RECORD": "all", "CI": "true"]) ?? "" == message)
    #expect(problem(["GRAPHQL_MOCK_RECORD": "all"]) == nil)
    #expect(problem() == nil)
  }

  @Test func aValueThatALaterRequestShowsToBeASecretIsHidden() async throws {
    try await send("query A($note: ID) { a(n: $note) }", ["note": "ZqaSTW7d-abcdefgh"])
    try await send("query B($token: ID) { b(t: $token) }", ["token": "ZqaSTW7d-abcdefgh"])
    _ = problem()
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.matches(of: /"(note|token)": "(.+)"/).map(\.2) == ["<redacted>", "<redacted>"])
  }

  @Test(arguments: [nil, "grant\n", "\n"])
  func requestsWithoutABodyOrWithALineEqualTheirFile(body: String?) async throws {
    try await send("query A { a }")
    var request = URLRequest(url: .of("https://example.invalid/token"))
    request.httpMethod = "POST"
    request.httpBody = body.map { Data($0.utf8) }
    _ = try await service.makeSession().data(for: request)
    _ = problem(inOrder: true)
    let text = try String(contentsOf: file, encoding: .utf8)
    let end = body == "grant\n" ? "grant\n" : ""
    #expect(text.hasSuffix("}\n\n# POST https://example.invalid/token\n\(end)"))
    #expect(problem(inOrder: true) == nil)
  }

  @Test func aBodyThatTheJournalDidNotKeepIsNotCompared() async throws {
    let service = MockGraphQLService(
      .http("/token", .json([:])), options: ServiceOptions(bodyLimit: 4))
    var request = URLRequest(url: .of("https://example.invalid/token"))
    request.httpMethod = "POST"
    request.httpBody = Data("grant".utf8)
    _ = try await service.makeSession().data(for: request)
    let message = service.problemOfRequests(
      matching: "checkout", near: folder.url.appendingPathComponent("Tests/Shop/Shop.swift").path,
      headers: [], inOrder: false, Redaction(), environment: [:])
    #expect(message == "The journal has dropped requests or their bodies: raise its limits.")
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func eachTestAndCaseHasItsOwnFile() async throws {
    try await send("query A { a }")
    _ = problem()
    let other = Self(folder: folder)
    try await other.send("query A { a }")
    #expect(other.problem() == nil)
    try await other.send("query B { b }")
    #expect(
      other.problem(["GRAPHQL_MOCK_RECORD": "all"]) == """
        The requests differ from \(file.path). Another test or case has used the file for other requests. \
        Give each its own, such as matching: "checkout.\\(argument)".
        + # query "B"
        + query B {
        +   b
        + }
        """)
    #expect(problem() == nil)
  }

  @Test func aDifferenceInALongLineIsShown() async throws {
    let start = String(repeating: "x ", count: 4_000)
    try await send("query A($t: String) { a }", ["t": .string(start + "1")])
    _ = problem()
    service.reset()
    try await send("query A($t: String) { a }", ["t": .string(start + "2")])
    #expect(
      problem()?.hasSuffix(
        """

          # query "A"
        - …x x x x x x x x x x 1"
        + …x x x x x x x x x x 2"
        """) == true)
  }

  @Test func numbersAreSortedByValueAndControlsEscaped() async throws {
    for number in [10, 2, 0, 11] {
      try await send("query A($n: Int) { a }", ["n": .number(number)])
    }
    try await send("query B { b(c: \"\u{202E}\") }", ["t": "\u{202E}\u{2028}\u{1B}\\u{1}"])
    _ = problem(headers: ["X"])
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.matches(of: /"n": (\d+)/).map(\.1) == ["0", "2", "10", "11"])
    #expect(
      text.hasSuffix(
        #"""
        query B {
          b(c: "\u{202E}")
        }
        {
          "t": "\u202E\u2028\u001b\\u{1}"
        }

        """#))
    try Data("\(text)\n\n".utf8).write(to: file)
    #expect(problem() == nil)
  }

  @Test func theOrderOfArrivalCountsOnDemand() async throws {
    try await send("query B { b }")
    try await send("query A { a }")
    _ = problem()
    _ = problem(name: "ordered", inOrder: true)
    service.reset()
    try await send("query A { a }")
    try await send("query B { b }")
    #expect(problem() == nil)
    let difference = problem(name: "ordered", inOrder: true)
    #expect(
      difference?.contains("\n+ # query \"B\"\n+ query B {\n+   b\n+ }") == true,
      "\(difference ?? "")")
  }

  @Test func nothingIsWrittenOnACIServerOrWithoutRequests() async throws {
    #expect(problem() == "There is no \(file.path), and it wasn't written: no request arrived.")
    try await send("query A { a }")
    #expect(
      problem(["CI": "true"])
        == "There is no \(file.path), and it wasn't written: CI is set, so run the test elsewhere.")
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(problem(name: "../a")?.hasPrefix("\"../a.requests.txt\" can't name a file: ") == true)
  }

  /// As tables are, it's searched upward to the package's folder.
  @Test func theFileIsInTheNearestFixtures() async throws {
    let fixtures = folder.url.appendingPathComponent("Tests/Fixtures")
    try FileManager.default.createDirectory(at: fixtures, withIntermediateDirectories: true)
    try await send("query A { a }")
    _ = problem(name: "shop/checkout")
    let path = fixtures.appendingPathComponent("shop/checkout.requests.txt").path
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(problem(name: "shop/checkout") == nil)
  }

  @Test(.graphQL(.query("A", .data(["a": 1])))) func anIssueIsAtTheCall() async throws {
    let file = folder.url.appendingPathComponent("Tests/Shop/Shop.swift").path
    _ = try await MockGraphQLService.current.makeSession().data(
      for: .graphQL(["query": "query A { a }"]))
    withKnownIssue {
      MockGraphQLService.current.expectRequests(matching: "checkout", filePath: file, line: 7)
    } matching: {
      $0.sourceLocation?.line == 7
    }
  }

  @Test func requestsThatDifferOnlyInNormalizationDifferFromTheFile() async throws {
    try await send("query Book($n: String) { a(n: $n) }", ["n": "e\u{301}"])
    _ = problem()
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.precomposedStringWithCanonicalMapping.utf8).write(to: file)
    #expect(
      problem() == """
        The requests differ from \(file.path). To accept them, delete the file, or set \
        GRAPHQL_MOCK_RECORD=all.
          Only empty lines or the Unicode normalization differ.
        """)
  }
}
