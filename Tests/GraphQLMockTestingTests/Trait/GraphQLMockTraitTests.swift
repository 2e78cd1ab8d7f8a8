import Foundation
import GraphQLMockTesting
import TestSupport
import Testing

extension RequestHandler {
  static let viewer = query("Viewer", .data(["viewer": ["name": "Ada"]]))
}

@Suite(.graphQL(.viewer, .query("Who", .data(["who": "suite"]))))
struct GraphQLMockTraitTests {
  let client = Client()

  @Test(.graphQL(.query("Who", .data(["who": "test"])).once))
  func handlersOfTheTestOverrideThoseOfItsSuite() async throws {
    var bodies: [String] = []
    for name in ["Who", "Who", "Viewer"] {
      bodies.append(try await client.send("query \(name) { a }"))
    }
    #expect(
      bodies == [
        #"{"data":{"who":"test"}}"#, #"{"data":{"who":"suite"}}"#,
        #"{"data":{"viewer":{"name":"Ada"}}}"#,
      ])
  }

  @Test(
    .graphQL(
      endpoints: [URL(fileURLWithPath: "/graphql")], unhandled: .respond(.status(404))))
  func optionsOfTheTestOverrideThoseOfItsSuite() async throws {
    #expect(try await client.send("query Unknown { a }") == "")
  }

  @Test(.graphQL(.query("Who", .data(["who": "test"]))))
  func resettingKeepsTheHandlersOfTheTestsOwnTrait() async throws {
    MockGraphQLService.current.register(.query("Who", .data(["who": "late"])))
    var bodies: [String] = [try await client.send("query Who { a }")]
    MockGraphQLService.current.reset()
    for name in ["Who", "Viewer"] { bodies.append(try await client.send("query \(name) { a }")) }
    #expect(
      bodies == [
        #"{"data":{"who":"late"}}"#, #"{"data":{"who":"test"}}"#,
        #"{"data":{"viewer":{"name":"Ada"}}}"#,
      ])
  }

  @Test(.graphQL(options: ServiceOptions(journalLimit: 1)))
  func optionOfTheTestAppliesToTheServiceOfItsSuite() async throws {
    for _ in 0..<3 { try await client.send("query Who { a }") }
    #expect(MockGraphQLService.current.requests.map(\.id) == [2])
  }

  @Test(.graphQL(fixtures: "Recorded", recording: .never))
  func recordingOfTheTestIsReplayedByTheServiceOfItsSuite() async throws {
    #expect(
      try await client.send("query Viewer { viewer { name } }")
        == #"{"data":{"viewer":{"name":"Ada"}}}"#)
    #expect(MockGraphQLService.current.unusedRecordings == ["Viewer.runused"])
  }

  @Test func theSuitesHandlersAnswerAndChildTasksFindTheService() async throws {
    #expect(try await client.send("query Viewer { a }") == #"{"data":{"viewer":{"name":"Ada"}}}"#)
    let service = MockGraphQLService.current
    async let inner = MockGraphQLService.current
    #expect(await inner === service)
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { MockGraphQLService.current === service }
      #expect(await group.next() == true)
    }
  }

  @Test(
    .graphQL(
      .query("Asserts") { request in
        #expect(Test.current?.name == "expectationsInHandlerClosuresFindTheirTest()")
        return .data(["n": try #require(request.variables["n"].int).description.isEmpty ? nil : 1])
      }))
  func expectationsInHandlerClosuresFindTheirTest() async throws {
    #expect(
      try await client.send("query Asserts { a }", variables: ["n": 1]) == #"{"data":{"n":1}}"#)
  }

  @Test func expectedFailuresAreKnownIssues() async throws {
    await #expect(throws: URLError.self) { try await client.send("query Unknown { a }") }
    await withKnownIssue {
      await MockGraphQLService.current.reportFailures()
    } matching: { issue in
      issue.comments.contains { ReportedMiss($0.rawValue)?.title == "query \"Unknown\"" }
    }
    #expect(MockGraphQLService.current.failures == [])
  }

  @Test func failedWaitReportsTheRequestsThatArrived() async throws {
    try await client.send("query Who { a }")
    #expect(await MockGraphQLService.current.expectRequests(named: "Who").count == 1)
    await withKnownIssue {
      await MockGraphQLService.current.expectRequests(
        named: "AskedByNobody", within: .milliseconds(1))
    } matching: { issue in
      issue.comments.map(\.rawValue) == [
        "Waited 0.001 seconds for a request for \"AskedByNobody\"; received: query \"Who\"."
      ]
    }
  }

  @Test func laterExpectationMayRaiseTheExactNumberOfRequests() async throws {
    let service = MockGraphQLService.current
    await service.expectRequests(named: "Who", exactly: 0)
    try await client.send("query Who { a }")
    await service.expectRequests(named: "Who", exactly: 1)
    try await client.send("query Who { a }")
    try await client.send("query Who { a }")
    #expect(await service.expectRequests(named: "Who").count == 3)
    await service.expectRequests(named: "Who", exactly: 3)
  }

  @Test func serviceWithoutAScopeIsCheckedOnlyByTheCall() async throws {
    let service = MockGraphQLService(.query("Who", .data(["a": 1])))
    let client = Client(service)
    try await client.send("query Who { a }")
    await service.expectRequests(named: "Who", exactly: 1)
    try await client.send("query Who { a }")
    await withKnownIssue {
      await service.expectRequests(named: "Who", exactly: 1)
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["Expected 1 request for \"Who\", got 2."]
    }
  }

  static let clock = SteppedClock()

  @Test(.graphQL(.query("Slow", .data(["n": 1]).delay(.seconds(3_600))), clock: clock))
  func delayFollowsTheClockOfTheTest() async throws {
    async let answer = client.send("query Slow { a }")
    try await Self.clock.waitForDelays()
    Self.clock.advance(by: .seconds(3_599))
    #expect(Self.clock.waitingCount == 1)
    Self.clock.advance(by: .seconds(1))
    #expect(try await answer == #"{"data":{"n":1}}"#)
  }
}

extension Trait where Self == GraphQLMockTrait {
  /// A custom trait of a project.
  static func shop(
    _ handlers: RequestHandler..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .graphQL(handlers + [.viewer], clock: SteppedClock(), sourceLocation: sourceLocation)
  }
}

/// Functions of a project that wrap those of the package.
@Suite(.graphQL()) struct HelperTests {
  @Test func traitWorksWithoutParentheses() {
    #expect(MockGraphQLService.current.requests.isEmpty)
    #expect(MockGraphQLService.current.clock == nil)
  }

  @Test(.shop(.query("Who", .data(["who": "test"]))))
  func customTraitAddsHandlers() async throws {
    let client = Client()
    #expect(try await client.send("query Who { who }") == #"{"data":{"who":"test"}}"#)
    #expect(
      try await client.send("query Viewer { viewer { name } }")
        == #"{"data":{"viewer":{"name":"Ada"}}}"#)
    #expect(MockGraphQLService.current.clock != nil)
  }

  func who(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) -> RequestHandler {
    .query("Who", .data(["who": .string(name)])).reported(at: CodeLocation(sourceLocation))
  }

  @Test func aFunctionThatMakesHandlersForwardsItsLocation() {
    let handler = who("Ada")
    let expected = "\(#fileID) \(#filePath) \(#line - 1)"
    let location = handler.location
    #expect("\(location.fileID) \(location.filePath) \(location.line)" == expected)
  }

  @Test func aClosureInAVariableAnswersEveryOperation() async throws {
    let answer: @Sendable (OperationRequest) -> MockResponse? = {
      .data(["name": .string($0.name ?? "")])
    }
    MockGraphQLService.current.register(.operation(.any, answer))
    #expect(try await Client().send("query Any { name }") == #"{"data":{"name":"Any"}}"#)
    MockGraphQLService.current.register(.operation { _ in .data(["name": "trailing"]) })
    #expect(try await Client().send("query Any { name }") == #"{"data":{"name":"trailing"}}"#)
  }

  @Test func computedBooleansAndNumbersArePatterns() async throws {
    let (isOpen, price) = (true, 2.5)
    MockGraphQLService.current.register(
      .query(
        "Q", variables: ["open": .bool(isOpen), "price": .number(price)], .data(["a": 1])))
    let sent: MockJSON = ["open": true, "price": 2.5]
    let document = "query Q($open: Boolean, $price: Float) { a(open: $open, price: $price) }"
    #expect(try await Client().send(document, variables: sent) == #"{"data":{"a":1}}"#)
  }
}

struct OutsideOfAScopeTests {
  @Test func everyUnhandledRequestFailsAndProposesAHandler() async throws {
    let error = await #expect(throws: URLError.self) {
      try await Client().send("query Viewer { a }")
    }
    #expect(
      error?.localizedDescription
        == """
        MockGraphQLService.current was read outside the scope of a test.
          If the test has no scope, add `.graphQL(...)` to it or to its suite. In XCTest, override `invokeTest`, which \
        puts `setUp` into the scope, too:
            override func invokeTest() { withMockGraphQLService(...) { super.invokeTest() } }
          If it has one: `Task.detached`, a dispatch queue, a callback, and a stored property of an \
        XCTestCase don't inherit it. Read `MockGraphQLService.current` in the test itself, and pass \
        on the service or its session; make the property a `lazy var`.
          If the test made a service, for example by `MockGraphQLService(for: self)`, give the client the \
        session of that service.
        """)
  }
}

/// Runs some hundred tests in parallel, each with its own data for the same operation and URL.
@Suite(.graphQL(.query("Same", .data(["from": "the suite"]))))
struct IsolationTests {
  @Test(arguments: 0..<48) func parallelTestsDoNotShareResponses(number: Int) async throws {
    let service = MockGraphQLService.current
    service.register(.query("Same", .data(["number": .number(number)])))
    let client = Client()
    for _ in 0..<4 {
      #expect(try await client.send("query Same { a }") == #"{"data":{"number":\#(number)}}"#)
    }
    #expect(service.requests.count == 4)
  }
}
