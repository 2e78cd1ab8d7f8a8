import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Mistakes that once passed without a failure, or whose message named another cause.
struct SilentPassTests {
  private static func failures(
    _ response: MockResponse, _ mode: ValidationMode?,
    asking query: String = "query V { viewer { __typename name } }"
  ) async throws -> (failures: [String], warnings: [String]) {
    let service = MockGraphQLService(
      .operation(.any, response), options: ServiceOptions(responseValidation: mode))
    _ = try? await service.makeSession().data(for: .graphQL(["query": .string(query)]))
    return (service.failures.map(\.message), service.requests.flatMap(\.warnings))
  }

  @Test func missingFieldOfAHandlerFailsTheTestIfThatIsStated() async throws {
    let (failures, warnings) = try await Self.failures(.data(["viewer": [:]]), .fail)
    #expect(
      failures == [
        #"The response doesn't match the document of the request: data.viewer has no "name", selected at query line 1, column 31"#
      ])
    #expect(
      warnings == [#"data.viewer has no "__typename", selected at query line 1, column 20"#])
  }

  // GraphQL, section 7.1.2: "errors" is a non-empty list of objects, each with the string "message".
  static let errors: [(errors: MockJSON, isValid: Bool)] = [
    ("boom", false), (nil, false), ([], false), (["boom"], false),
    ([["message": "No"], ["code": 1]], false), ([["message": "No"]], true),
  ]

  @Test(arguments: errors)
  func malformedErrorsAreAWarningOrAFailure(errors: MockJSON, isValid: Bool) async throws {
    let warning =
      #""errors" must be a list of one or more objects with a "message", or be left out, but is \#(errors)"#
    let response = MockResponse.json(["data": ["viewer": nil], "errors": errors])
    let found = try await Self.failures(response, nil)
    #expect(found.warnings == (isValid ? [] : [warning]))
    #expect(found.failures == [])
    let failures = try await Self.failures(response, .fail).failures
    #expect(failures.map { $0.hasSuffix(": \(warning)") } == (isValid ? [] : [true]))
    // A gateway may answer with anything.
    #expect(try await Self.failures(response.status(502), .fail).failures == [])
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

  @Test func unknownVariantListsThoseThatExist() async throws {
    let folder = try TemporaryFolder([
      "Hero.json": #"{"data": {"a": 1}}"#, "Hero.empire.json": #"{"data": {"a": 2}}"#,
      "Other.json": #"{"data": {"a": 2}}"#,
    ])
    let service = MockGraphQLService(
      .query("Hero", .fixture("Hero.cantina")), fixtures: FixtureTable(folder: folder.url))
    _ = try? await service.makeSession().data(for: .graphQL(["query": "query Hero { a }"]))
    #expect(
      service.failures.map(\.message) == [
        """
        There is no fixture "Hero.cantina" in \(folder.url.lastPathComponent). There are "Hero", "Hero.empire".
        """
      ])
  }

  @Test func aFileInPlaceOfAVariableIsNamed() async throws {
    let service = MockGraphQLService(
      .mutation("Up", variables: ["file": "a.png"], .data(["up": nil])))
    let request = UploadFormTests.request([
      .init("operations", UploadFormTests.one), .init("map", #"{"0":["variables.file"]}"#),
      .init("0", "bytes", file: "a.png", type: "image/png"),
    ])
    _ = try? await service.respond(to: request)
    #expect(
      service.failures.map { $0.message.prefix { $0 != "\n" } } == [
        """
        Unhandled mutation "Up"; nearest is mutation "Up" (SilentPassTests.swift:\(#line - 6)): variables.file: \
        this is an uploaded file, "a.png", whose variable is null: match it by `.where { $0.files … }`
        """
      ])
  }

  // MARK: Subscriptions

  private static func events(_ response: MockResponse, count: Int = 1) async throws -> (
    bodies: [String], failures: [String]
  ) {
    let service = MockGraphQLService(.subscription("Ticks", response))
    var bodies: [String] = []
    for _ in 0..<count {
      let outcome = try await service.respond(to: SubscriptionTests.request("text/event-stream"))
      var body = Data()
      do { for try await chunk in outcome.body { body += chunk } } catch {}
      bodies.append(EventStreamReader(body).events.map(\.data).joined(separator: "|"))
    }
    return (bodies, service.failures.map(\.message))
  }

  @Test func aStreamThatWasReadFailsTheNextSubscription() async throws {
    let stream = AsyncStream<MockResponse> {
      $0.yield(.data(["n": 1]))
      $0.finish()
    }
    let found = try await Self.events(.events(from: stream), count: 2)
    #expect(found.bodies == [#"{"data":{"n":1}}|"#, ""])
    #expect(
      found.failures == [
        """
        The stream of `.events(from:)` was already read for an earlier request. Make a new one for each request, in a \
        closure: `.subscription("Name") { _ in .events(from: stream()) }`.
        """
      ])
  }

  @Test func eventsBeforeABadOneAreSent() async throws {
    let bad = MockResponse.fixture("Nope")
    let listed = try await Self.events(.events([.data(["n": 1]), bad, .data(["n": 3])]))
    let stream = AsyncStream<MockResponse> {
      for event in [.data(["n": 1]), bad] { $0.yield(event) }
      $0.finish()
    }
    let streamed = try await Self.events(.events(from: stream))
    for found in [listed, streamed] {
      #expect(found.bodies == [#"{"data":{"n":1}}"#])
      #expect(
        found.failures.map { $0.prefix(40) } == ["Event 2: There is no fixture \"Nope\": the"])
    }
  }

  @Test func eventsForAQueryAreNamed() async throws {
    let (failures, _) = try await Self.failures(.events([.data(["a": 1])]), nil, asking: "{ a }")
    #expect(
      failures == [
        "`.events` is for subscriptions, but this is a query, whose client accepts only one result: use `.data`."
      ])
  }

  @Test func operationOnASocketIsNotShownAsAPost() async throws {
    let service = MockGraphQLService()
    try await service.openSocket().subscribe("subscription Ticks { n }")
    try await waitUntil { !service.failures.isEmpty }
    let lines = service.failures.map(\.message).joined().split(separator: "\n")
    #expect(
      lines.filter { $0.contains("received:") }
        == ["  received:  a message on the WebSocket wss://example.invalid/subscriptions"])
  }

  @Test func proposedDataHasNoEmptyTypeName() async throws {
    let service = MockGraphQLService()
    let query = "query V { __typename viewer { __typename name ... on User { t: __typename id } } }"
    _ = try? await service.makeSession().data(for: .graphQL(["query": .string(query)]))
    let line = service.failures.map(\.message).joined().split(separator: "\n")
      .first { $0.contains("add:") }
    #expect(
      line?.contains(
        #".query("V", .data(["viewer": ["__typename": "User", "id": "1", "name": "", "t": "User"]]))"#
      )
        == true,
      "\(line ?? "")")
  }

  // MARK: Clocks

  @Test func theLongestDurationsCanBeAdvancedRepeatedly() {
    let clock = SteppedClock()
    for _ in 1...40 { clock.advance(by: .seconds(Int64.max)) }
    clock.advance(by: .seconds(1))
  }
}
