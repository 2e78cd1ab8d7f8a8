import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A handler in a launch plan answers in the other process like it does in this one.
struct HandlerFormTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let handler: RequestHandler
    let declines: Bool
    var testDescription: String { "\(handler.title) (\(handler.location.line))" }
  }

  /// `HandlerForm` must write each property, or an app's handler has its default. `closure` is refused, `location` is
  /// beside the row.
  @Test func formHasEveryPropertyOfAHandler() {
    let handler = RequestHandler.query("A", .data([:]))
    func names(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
    #expect(
      names(handler) == [
        "target", "provider", "conditions", "closure", "limit", "acceptsInvalidRequests",
        "location",
      ])
    #expect(
      names(OperationCondition(name: .any)) == ["type", "name", "document", "variables"])
    #expect(names(HTTPCondition()) == ["method", "host", "path", "query"])
  }

  static let cases: [Case] =
    answering.map { Case(handler: $0, declines: false) }
    + declining.map { Case(handler: $0, declines: true) }

  private static let answering: [RequestHandler] = [
    .query("A", .data(["a": 1])),
    .query("A", .data(["a": ["$variable": "id"]])),
    .query(
      "A", .data(["a": 1], errors: [MockResponseError("No", path: ["a"])], extensions: ["x": 1])),
    .query("A", .error("No", code: "X")),
    .query("A", .requestError("No", code: "X")),
    .query("A", .data(["price": .number(Decimal(string: "1.10") ?? 0)])),
    .query("A", .status(503), .data(["a": 2])),
    .query("A", .status(204, headers: ["X-A": "b"])),
    .query("A", .json([1, nil, "x"])),
    .query("A", .json("text")),
    .query("A", .rawJSON("{\"data\": ")),
    .query("A", .text("<p>ü</p>", contentType: "text/html")),
    .query("A", .text("plain")),
    .query("A", .text("\u{FEFF}plain")),
    .query("A", .text("<p>ü</p>").header("Content-Type", "application/json")),
    .query("A", .text("{}").header("content-type", "application/problem+json")),
    .query(
      "A",
      .bytes(Data("<p>".utf8), contentType: "application/json")
        .header("Content-Type", "text/html")),
    .query("A", .json("text").header("Content-Type", "text/plain")),
    .query("A", .rawJSON("<p>").header("Content-Type", "text/html")),
    .query("A", .status(200).header("Content-Type", "application/json")),
    .query("A", .bytes(Data([0xFF, 0x00, 0x80]), contentType: "image/png")),
    .query("A", .bytes(Data("{}".utf8), contentType: "application/json")),
    .query("A", .networkError(.timedOut)),
    .query("A", .networkError(URLError(URLError.Code(fixture: -4_711) ?? .unknown))),
    .query("A", .data(["a": 1]).status(201).header("X-A", "b").delay(.milliseconds(1))),
    .query("A", variables: ["id": 1], .data(["a": 1])),
    .query("A", variables: ["list": [["x": 1]]], .data(["a": 1])),
    .query("A", variables: .exactly(["id": 1, "list": [["x": 1, "y": 2]]]), .data(["a": 1])),
    .query("A", variables: .subset(["list": [["x": 1, "y": 2]]]), .data(["a": 1])),
    .query(.any, .data(["a": 1])),
    .operation(.any, .data(["a": 1])),
    .query(.prefix("A"), .data(["a": 1])),
    .query(.pattern("A|B"), .data(["a": 1])),
    .query("A", document: "query A($id: Int) { a(id: $id) }", .data(["a": 1])),
    // The name selects the operation of the document.
    .query("A", document: "query B { b } query A($id: Int) { a(id: $id) }", .data(["a": 1])),
    .query("A", .data(["a": 1]).delay(.seconds(-1))),
    .query("A", .data(["a": 1])).where(rootField: "a"),
    .query("A", .data(["b": 1])).acceptingInvalidRequests,
    .query("A", .data(["a": 1])).where(header: "X-Test", equals: "1"),
    .query("A", .data(["a": 1])).where(header: "X-Test"),
    .query("A", .data(["a": 1])).where(endpoint: .of(endpoint)),
    .query("A", .data(["a": 1])).where(host: "example.invalid", path: "/*"),
    .query("A", .data(["a": 1])).where(host: "example.invalid").where(path: "/graphql"),
    .query(.any, .data(["a": 1])).where(host: "example.invalid"),
    .operation(.any, .data(["a": 1])).where(path: "/graphql"),
    .operation(.any, .data(["a": 1])).where(header: "X-Test"),
    .operation(.any, .data(["a": 1])).where(endpoint: .of(endpoint)),
    .operation(.any, .data(["a": 1])).where(rootField: "a"),
    .operation(.any, variables: ["id": 1], .data(["a": 1])),
    .operation(document: "query A($id: Int) { a(id: $id) }", .data(["a": 1])),
    .query(.prefix(""), .data(["a": 1])),
    .query("A", variables: [:], .data(["a": 1])),
    .query("A", .data(["a": 1])).once,
    .query("A", .data(["a": 1]), .data(["a": 2])).withoutRepeating,
    .http("/graphql", .status(418)),
    .http("/**", host: "example.invalid", .status(418)),
    .http("/graphql", query: ["q": nil], .status(418)),
    .http("/graphql", query: ["q": "1"], .status(418)),
    .http(.status(418)),
    .http(method: "POST", .status(418)),
    .http(host: "EXAMPLE.invalid", .status(418)),
    .http(query: ["q": "1"], .status(418)),
    .http(.status(418)).where(header: "X-Test"),
    .http(.status(418)).where(header: "X-Test", equals: "1"),
    .http(.status(418)).where(endpoint: .of(endpoint)),
    .http(.status(418)).where(host: "example.invalid"),
    .http(.status(418)).where(path: "/graphql"),
    .http("/graphql", .status(418)).where(host: "example.invalid"),
    .http(method: "POST", .status(418)).where(host: "example.invalid").where(path: "/*"),
    .http(.status(418)).where(rootField: "other"),
    .http(.status(418)).once,
    .http(.status(418), .status(419)).withoutRepeating,
    .http(.status(418)).acceptingInvalidRequests,
  ]

  /// Handlers with a condition that the request doesn't meet.
  private static let declining: [RequestHandler] = [
    .query("A", variables: ["id": 2], .data(["a": 1])),
    .query("A", variables: .exactly(["id": 1]), .data(["a": 1])),
    .mutation(.any, .data(["a": 1])),
    .query(.anonymous, .data(["a": 1])),
    .query(.prefix("."), .data(["a": 1])),
    .query(.pattern("B"), .data(["a": 1])),
    .operation(document: "{ b }", .data(["a": 1])),
    .query("A", .data(["a": 1])).where(rootField: "b"),
    .query("A", .data(["a": 1])).where(header: "X-Other"),
    .query("A", .data(["a": 1])).where(endpoint: .of("https://other.invalid/")),
    .query("A", .data(["a": 1])).where(path: "/other"),
    .query("A", .data(["a": 1])).times(0),
    .http("/graphql", method: "GET", .status(418)),
    .http("/graphql", query: ["q": "2"], .status(418)),
    .query("", .data(["a": 1])),
    .query("A", variables: .exactly([:]), .data(["a": 1])),
    .query("A", .data(["a": 1])).where(host: "other.invalid").where(path: "/graphql"),
    .http("", .status(418)),
    .http(host: "", .status(418)),
    .http(.status(418)).where(header: "X-Other"),
    .http(.status(418)).where(endpoint: .of("https://other.invalid/")),
    .http(.status(418)).where(host: "other.invalid"),
    .http("/graphql", .status(418)).where(path: "/other"),
    .http(.status(418)).where(host: "example.invalid").where(host: "other.invalid"),
    .http(.status(418)).times(0),
  ]

  /// The responses to three operations in a row and to plain HTTP.
  static func answers(of handler: RequestHandler) async throws -> [String] {
    try await answers(of: MockGraphQLService(handler, unhandled: .respond(.status(599))))
  }

  static func answers(of service: MockGraphQLService) async throws -> [String] {
    var request = try URLRequest.graphQL(
      [
        "operationName": "A", "query": "query A($id: Int) { a(id: $id) }",
        "variables": ["id": 1, "list": [["x": 1, "y": 2]]],
      ], to: endpoint + "?q=1")
    request.setValue("1", forHTTPHeaderField: "X-Test")
    var answers: [String] = []
    for number in 0..<4 {
      if number == 3 { (request.httpMethod, request.httpBody) = ("GET", nil) }
      do {
        let (data, response) = try await service.makeSession().data(for: request)
        let http = response as? HTTPURLResponse
        let fields = (http?.allHeaderFields ?? [:]).map { "\($0.key): \($0.value)" }.sorted()
        answers.append("\(http?.statusCode ?? 0) \(fields) \(data.base64EncodedString())")
      } catch let error as URLError {
        answers.append("URLError \(error.code.rawValue)")
      }
    }
    return answers
  }

  @Test(.onOwnThreads, arguments: cases) func handlersAnswerTheSameAfterAPlanRoundTrip(
    example: Case
  ) async throws {
    let text = try LaunchPlan([example.handler]).json(environment: [:]).get().description
    let handler = try #require(try LaunchPlan.read(text).get().handlers.first)
    #expect(handler.location == example.handler.location)
    let answers = try await Self.answers(of: handler)
    #expect(try await answers == Self.answers(of: example.handler), "\(text)")
    #expect(answers[0].hasPrefix("599") == example.declines)
  }

  @Test(.onOwnThreads, arguments: cases) func handlersAnswerTheSameAsRowsOfATable(
    example: Case
  ) async throws {
    let row = try HandlerForm.json(of: example.handler)
    let folder = try TemporaryFolder(["table.json": "\(["rows": [row]] as MockJSON)"])
    let service = MockGraphQLService(
      fixtures: FixtureTable(folder: folder.url), unhandled: .respond(.status(599)))
    let answers = try await Self.answers(of: service)
    #expect(try await answers == Self.answers(of: example.handler), "\(row)")
    let rows: MockJSON = ["rows": [["request": row["request"], "response": [:]]]]
    #expect(try TableFileTests.schema("table.schema.json").accepts(rows), "\(rows)")
  }

  /// The app ignores a plan that it can't read, and the test must say why.
  @Test(arguments: [
    (
      LaunchPlan(.query("A", .status(700))),
      "The handler for query \"A\" (A.swift:3): \"status\" must be a number from 100 to 599, found 700."
    ),
    (
      LaunchPlan(.query("A", variables: .exactly([1]), .data([:]))),
      "The handler for query \"A\" (A.swift:3): \"exactVariables\" must be an object, found an array."
    ),
    (
      LaunchPlan(
        RequestHandler.query("A", .data([:])).where(header: "X-A", equals: "1").where(header: "x-a")
      ),
      """
      The handler for query "A" (A.swift:3): it matches one header field twice, which a launch \
      plan can't contain; give a value.
      """
    ),
    (
      LaunchPlan(.query("A", variables: .subset(nil), .data([:]))),
      """
      The handler for query "A" (A.swift:3): it matches null instead of an object, which a launch \
      plan can't contain; give a value.
      """
    ),
    (
      LaunchPlan(.query("A", .events([.data([:]).delay(.seconds(1_000_000))]))),
      """
      The handler for query "A" (A.swift:3): "delay" must be a number of seconds from 0 to less \
      than 1,000,000.
      """
    ),
    (
      LaunchPlan(unhandled: .respond(.data([:]).delay(.seconds(1_000_000)))),
      """
      The app can't read "unhandled": "delay" must be a number of seconds from 0 to less than \
      1,000,000.
      """
    ),
    (
      LaunchPlan(unhandled: .respond(.status(700))),
      "The app can't read \"unhandled\": \"status\" must be a number from 100 to 599, found 700."
    ),
    (
      LaunchPlan(unhandled: .respond(.rawJSON("{}").deferred)),
      """
      The response to unhandled requests: `.deferred` can't change bytes, a file or events: write \
      it after a response with data, such as `.data`.
      """
    ),
    (
      LaunchPlan(RequestHandler.http(.status(200)).where(endpoint: .of("/graphql"))),
      "The handler for http (A.swift:3): \"/graphql\" isn't a URL."
    ),
    (
      LaunchPlan(RequestHandler.http(.status(200)).where(host: nil)),
      "The handler for http (A.swift:3): its condition on the URL needs a host or a path."
    ),
  ]) func whatTheAppCanNotReadIsReportedByTheTest(plan: LaunchPlan, problem: String) {
    var plan = plan
    let location = CodeLocation(fileID: "M/A.swift", filePath: "/M/A.swift", line: 3, column: 5)
    plan.handlers = plan.handlers.map { $0.reported(at: location) }
    let error = #expect(throws: LaunchPlanError.self) { try plan.launchEnvironment() }
    #expect(error?.description == "The launch plan can't be written: \(problem)")
  }

  /// Swift treats the letter K and the Kelvin sign as equal.
  @Test func namesOfHeaderFieldsAreWrittenByTheirBytes() {
    let fields: HeaderFields = ["X-\u{212A}": "a", "X-K": "b", "x-k": "c"]
    let json: MockJSON = ["X-K": ["b", "c"], "X-\u{212A}": "a"]
    #expect(fields.json == json)
  }

  @Test func filesOfResponsesAreEmbeddedInAPlan() async throws {
    let folder = try TemporaryFolder(["a.json": #"{"data": 1 }"#, "a.bin": "x"])
    for (file, body) in [("a.json", #"{"data": 1 }"#), ("a.bin", "x")] {
      let handler = RequestHandler.query("A", .file(folder.url.appendingPathComponent(file).path))
      let text = try LaunchPlan([handler]).json(environment: [:]).get().description
      let read = try #require(try LaunchPlan.read(text).get().handlers.first)
      let answers = try await Self.answers(of: read)
      #expect(try await answers == Self.answers(of: handler), "\(file)")
      #expect(answers[0].hasSuffix(Data(body.utf8).base64EncodedString()), "\(file)")
    }
  }

  @Test func optionsAndResponsesWithoutABodySurviveAPlanRoundTrip() throws {
    let handler = RequestHandler.query(
      "A", .never, .passThrough, .fixture("A.b").status(201), .data(["a": 1]).delay(.zero)
    ).acceptingInvalidRequests
    let text = try LaunchPlan([handler]).json(environment: [:]).get().description
    let read = try #require(try LaunchPlan.read(text).get().handlers.first)
    #expect(read.acceptsInvalidRequests)
    guard case .responses(let responses) = read.provider else {
      Issue.record("no responses")
      return
    }
    let contents = responses.dropLast().map { "\($0.content) \($0.statusCode ?? 0)" }
    #expect(contents == ["never 0", "passThrough 0", "fixture(\"A.b\") 201"])
    #expect(responses.last?.delay == .zero)
  }
}
