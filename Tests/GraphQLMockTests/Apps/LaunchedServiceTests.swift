#if DEBUG || GRAPHQL_MOCK_LAUNCH
  import Foundation
  import TestSupport
  import Testing

  @testable import GraphQLMock

  /// The service that is made from a plan.
  struct LaunchedServiceTests {
    static func service(_ plan: LaunchPlan) throws -> MockGraphQLService {
      try #require(
        MockGraphQLService.service(
          environment: try plan.launchEnvironment(recordingIn: [:])))
    }

    static func response(_ query: String, _ service: MockGraphQLService) async throws -> String {
      try await service.makeSession().receive(.graphQL(["query": .string(query)])).body
    }

    @Test func handlersPrecedeVariantsTablesAndRecordings() async throws {
      let first = try TemporaryFolder([
        "A.json": #"{"data":{"from":"first"}}"#, "B.json": #"{"data":{"from":"first"}}"#,
        "B.other.json": #"{"data":{"from":"variant"}}"#,
        "C.json": #"{"data":{"from":"first"}}"#,
      ])
      let second = try TemporaryFolder([
        "C.json": #"{"data":{"from":"second"}}"#, "D.json": #"{"data":{"from":"second"}}"#,
        "anonymous-query.json": #"{"data":{"from":"second"}}"#,
        "anonymous-query.other.json": #"{"data":{"from":"anonymous variant"}}"#,
      ])
      let recorded = try TemporaryFolder([
        "D.json": #"{"data":{"from":"recording"}}"#, "E.json": #"{"data":{"from":"recording"}}"#,
      ])
      var plan = LaunchPlan(
        .query("A", .data(["from": "handler"])), .query("A", .data(["from": "never asked"])),
        fixtures: FixtureTable(folder: first.url),
        fixtureVariants: ["B": "other", "anonymous-query": "other"],
        recording: Recording(.never, folder: recorded.url))
      plan.tables.append(FixtureTable(folder: second.url))
      let service = try Self.service(plan)
      var answers: [String] = []
      for name in ["query A", "query B", "query C", "query D", "query E", ""] {
        answers.append(try await Self.response("\(name) { from }", service))
      }
      #expect(
        answers
          == ["handler", "variant", "first", "second", "recording", "anonymous variant"]
          .map { #"{"data":{"from":"\#($0)"}}"# })
    }

    @Test func aNegativeLengthOfAListInAPlanCountsAsZero() async throws {
      let folder = try TemporaryFolder(["a.graphqls": "type Query { users: [Int!]! }"])
      let plan = LaunchPlan(
        .query("A", .generated(["Query.users": .list(3)])),
        schema: ServiceSchema(contentsOf: [folder.url.appendingPathComponent("a.graphqls")]))
      let text = try plan.text([:]).replacingOccurrences(of: #""count":3"#, with: #""count":-1"#)
      let service = try #require(
        MockGraphQLService.service(environment: [LaunchPlan.variable: text]))
      #expect(try await Self.response("query A { users }", service) == #"{"data":{"users":[]}}"#)
    }

    @Test func launchedServiceUsesEndpointsAndPolicyOfThePlan() async throws {
      let service = try Self.service(
        LaunchPlan(
          .query("A", .data(["a": 1])), endpoints: [.of(endpoint)],
          unhandled: .respond(.status(404))))
      let session = service.makeSession()
      #expect(
        try await session.receive(.graphQL(["query": "query A { a }"])).body
          == #"{"data":{"a":1}}"#)
      #expect(
        try await session.receive(
          .graphQL(["query": "query A { a }"], to: "https://other.invalid/")
        ).status == 404)
    }

    @Test func generatedResponsesAndOverridesReachTheApp() async throws {
      let schema = try ServiceSchema(
        definitions: """
          type Query { viewer: User users: [User!]! }
          type User { id: ID! name: String! age: Int nick: String friend: User }
          """)
      let plan = LaunchPlan(
        .query("Own", .data(["viewer": ["name": "Ada"]]).completed), schema: schema,
        unhandled: .generated([
          "User.id": .numericID, "Query.users": .list(1), "User.nick": .null, "viewer.age": 7,
          "User.friend": .error("Gone"),
        ]))
      let service = try Self.service(plan)
      let query = "{ viewer { id name age nick friend { id } } users { age } }"
      let here = MockGraphQLService(plan.handlers, options: plan.options)
      #expect(try await Self.response(query, service) == Self.response(query, here))
      let viewer: MockJSON = [
        "id": "2483692737", "name": "name", "age": 7, "nick": nil, "friend": nil,
      ]
      #expect(
        try MockJSON(parsing: await Self.response(query, service)) == [
          "errors": [["message": "Gone", "path": ["viewer", "friend"]]],
          "data": ["viewer": viewer, "users": [["age": 1]]],
        ])
      #expect(
        try MockJSON(parsing: await Self.response("query Own { viewer { name age } }", service))
          == ["data": ["viewer": ["name": "Ada", "age": 1]]])
      #expect(service.failures == [])
    }

    @Test func aRefusedPlanFailsEveryRequestWithTheReason() async throws {
      let service = try #require(
        MockGraphQLService.service(
          environment: ["GRAPHQL_MOCK_LAUNCH_PLAN": String(repeating: "x", count: 1_048_576)]))
      let message =
        """
        The launch plan has 1048576 bytes; the limit is 130000. \
        Put large responses into a fixture table.
        """
      #expect(service.failures == [MockFailure(.launchError, message)])
      for _ in 0..<2 {
        await #expect {
          try await Self.response("query A { a }", service)
        } throws: {
          $0.localizedDescription == message
        }
      }
      #expect(service.failures.count == 1)
    }

    @Test func commandsReachTheSubscriptionsWhoseVariablesMatch() async throws {
      let service = MockGraphQLService(.subscription("Stock", .eventsFromTest))
      let socket = try await service.openSocket()
      for id in 1...2 {
        try await socket.subscribe(
          "subscription Stock($id: ID) { stock(id: $id) }", id: "\(id)",
          variables: ["id": .number(id)])
      }
      try await service.subscriptions.wait(for: "Stock", atLeast: 2)
      let folder = try TemporaryFolder()
      let place = CodeLocation(fileID: "A/B.swift", filePath: "/B.swift", line: 7, column: 1)
      let event = MockResponse.data(["stock": 5])
      let commands = [
        AppCommand(.send, event, to: "Stock", ["id": 2], at: place),
        AppCommand(.complete, to: "Stock", .exactly(["id": 1]), at: place),
        AppCommand(.send, event, to: "Stock", ["id": 1], at: place),
      ]
      let messages = [
        #"{"id":"2","type":"next","payload":{"data":{"stock":5}}}"#,
        #"{"id":"1","type":"complete"}"#,
      ]
      for (number, command) in commands.enumerated() {
        try command.write(to: folder.url, as: number)
        let read = try AppCommand.read(number, in: folder.url)
        #expect(service.isReady(for: read))
        service.perform(read)
        guard number < messages.count else { continue }
        // Messages of different subscriptions have no order.
        #expect(try await socket.text() == messages[number])
      }
      #expect(
        service.failures.map(\.message) == [
          """
          An event for the subscription "Stock" with the variables {"id":1} wasn't delivered: these are open: \
          subscription "Stock" {"id":2}. Wait for it with `waitForRequests(named: "Stock")`.
          """
        ])
      #expect(throws: LaunchPlanError.self) {
        try AppCommand(.complete, to: "Stock", .where { _ in true }, at: place)
          .write(to: folder.url, as: 9)
      }
    }

    @Test(arguments: [
      (Duration.seconds(1e15), Duration.seconds(1e15)),
      // `Int64.max` as a `Double` is too large for `Duration`, so the longest step is a little shorter.
      (.seconds(Int64.max), .seconds(9e18)), (.seconds(-1), .zero),
    ]) func aCommandAdvancesTheClockByAnyDuration(duration: Duration, step: Duration) throws {
      let clock = SteppedClock()
      let service = MockGraphQLService(clock: clock)
      let folder = try TemporaryFolder()
      let place = CodeLocation(fileID: "A/B.swift", filePath: "/B.swift", line: 7, column: 1)
      let command = AppCommand(.advance(seconds: duration / .seconds(1)), at: place)
      #expect(command.title == "advance the clock by \(step.components.seconds) s")
      try command.write(to: folder.url, as: 1)
      service.perform(try AppCommand.read(1, in: folder.url))
      #expect(clock.now == SteppedClock().now.advanced(by: step))
    }

    /// The test knows a request from the journal, and then advances the clock by its delay.
    @Test func theClockIsAdvancedWhenTheDelaysOfRequestsInTheJournalHaveBegun() async throws {
      let (asked, ask) = AsyncStream<Void>.makeStream()
      let goOn = DispatchSemaphore(value: 0)
      let name = NameCondition.where { _ in
        ask.yield()
        goOn.wait()
        return true
      }
      let clock = SteppedClock()
      let service = MockGraphQLService(
        .query(name, .data(["a": 1]).delay(.seconds(30))), clock: clock)
      let place = CodeLocation(fileID: "A/B.swift", filePath: "/B.swift", line: 7, column: 1)
      let command = AppCommand(.advance(seconds: 30), at: place)
      #expect(service.isReady(for: command))
      let response = Task { try await Self.response("query A { a }", service) }
      for await _ in asked { break }
      #expect(service.requests.count == 1)
      #expect(!service.isReady(for: command))
      #expect(service.isReady(for: AppCommand(.reset, at: place)))
      goOn.signal()
      try await clock.waitForDelays()
      #expect(service.isReady(for: command))
      service.perform(command)
      #expect(try await response.value == #"{"data":{"a":1}}"#)
    }

    @Test func aJournalThatCannotBeWrittenIsAFailure() async throws {
      let folder = try TemporaryFolder(["file": ""])
      var plan = LaunchPlan(.query("A", .data(["a": 1])))
      plan.journalFolder = folder.url.appendingPathComponent("file/journal")
      let service = try Self.service(plan)
      #expect(service.failures.map(\.kind) == [.launchError])
      #expect(
        service.failures.first?.message.hasPrefix(
          "The journal can't be written to \"\(folder.url.path)/file/journal\": ") == true)
      #expect(try await Self.response("query A { a }", service) == #"{"data":{"a":1}}"#)
    }
  }
#endif
