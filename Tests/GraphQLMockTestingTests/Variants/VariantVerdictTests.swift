import Foundation
import GraphQLMockTesting
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a search for variants blames, and in which words.
@Suite(.onWaitingThreads) struct VariantVerdictTests {
  private static let options = ServiceOptions.schema(
    """
    type Query { viewer: User user(id: ID!): User! users: [User!]! order: Order! hit: Hit }
    type User { id: ID! name: String! nick: String age: Int }
    type Order { total: Money! tax: Money! status: Status! count: Int! }
    type Photo { url: String }
    union Hit = User | Photo
    enum Status { OPEN CLOSED }
    scalar Money
    """)

  private struct Failure: Error {}
  private struct Broken: Error { let part: String }

  private func search(
    within limit: Duration? = nil, idleLimit: Duration = .milliseconds(200),
    examples: [String: [MockJSON]] = [:],
    options: ServiceOptions = options, accepting: (@Sendable (any Error) -> Bool)? = nil,
    body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async throws -> SearchedVariants {
    try await .collect {
      try await withResponseVariants(
        examples: examples, combinations: 0, within: limit, idleLimit: idleLimit,
        accepting: accepting,
        options: options, body)
    }
  }

  @Test func aFailedRequirementIsReportedLikeAnExpectation() async throws {
    let found = try await search { service in
      let nick = try await service.ask("{ viewer { nick } }")["viewer"]["nick"].string
      _ = try #require(nick, "a nick is needed")
    }
    let text = try #require(found.issues.first)
    #expect(text.hasPrefix("a nick is needed\nWith Query.viewer null"), "\(text)")
    #expect(text.contains("2 variants fail for this reason"), "\(text)")
    #expect(found.issues.count == 1)
  }

  @Test func anErrorThatOnlyAFailingServiceExcusesIsReportedForAValidResponseWithTheReason()
    async throws
  {
    let found = try await search(accepting: { !($0 is Broken) }) { service in
      guard try await service.ask("{ viewer { name } }")["viewer"]["name"].string != nil else {
        throw Failure()
      }
    }
    #expect(
      found.issues == [
        """
        With Query.viewer null at viewer (User, may be null): Failure: Failure()
          repeat: unhandled: .generated(["Query.viewer": .null])
          received: {"data":{"viewer":null}}
          accepting: allows this error only if the service fails, and this response is valid
        """
      ])
  }

  // MARK: Clients that don't end

  @Test func requestsThatAClientSendsAfterItsRunWasStoppedAreNoWarning() async throws {
    let query = "query Late { viewer { age } }"
    let found = try await search { service in
      guard try await service.ask(query)["viewer"]["age"] == 0 else { return }
      while !Task.isCancelled { _ = try? await service.ask(query) }
      await Task.detached { _ = try? await service.ask(query) }.value
    }
    #expect(found.failures.count == 1)
    #expect(OutOfScopeRequests.shared.take { $0.contains("AfterItsRunWasStopped") } == [])
  }

  @Test(arguments: [false, true])
  func aClientThatSleepsForEverIsCanceledAndItsVariantIsNamed(isPlain: Bool) async throws {
    let found = try await search { service in
      let age = try await service.ask("{ viewer { age } }")["viewer"]["age"]
      if isPlain || age == 0 { try await Task.sleep(for: .seconds(1000)) }
    }
    let plain = """
      With the plain responses: the client sent no request for 0.2 s and didn't finish. If it waits on \
      purpose, set a longer `idleLimit:`.
      """
    let variant = """
      With User.age 0 at viewer.age (Int, may be null): the client sent no request for 0.2 s and didn't \
      finish. If it waits on purpose, set a longer `idleLimit:`.
        repeat: unhandled: .generated(["User.age": 0])
        received: {"data":{"viewer":{"age":0}}}
      """
    #expect(found.issues == [isPlain ? plain : variant])
    if !isPlain {
      #expect(found.report?.triedSingleChangeCount == found.report?.singleChangeCount)
    }
  }

  @Test func aClientThatIgnoresCancellationIsLeftBehind() async throws {
    let waiting = Locked<CheckedContinuation<Void, Never>?>(nil)
    defer { waiting.withLock { $0 }?.resume() }
    let found = try await search(within: .seconds(1000)) { service in
      if try await service.ask("{ viewer { age } }")["viewer"]["age"] == 0 {
        await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
      }
    }
    #expect(found.issues.count == 2)
    #expect(
      found.issues.first?.hasPrefix(
        "With User.age 0 at viewer.age (Int, may be null): the client sent no request for 0.2 s"
      )
        == true, "\(found.issues)")
    #expect(
      found.issues.last == """
        The search ended before 3 of 6 single changes were tried.
        """)
    #expect(found.failures.count == 1)
  }

  // MARK: Clients that fail at random

  @Test func aClientThatFailsAtRandomIsNotExplainedByAChange() async throws {
    // The runs that fail, counted from 1. The search has seven changes.
    let rows: [(failing: Set<Int>, issue: String)] = [
      (
        [3, 9],
        """
        With the plain responses, too: Failure: Failure()
          The client fails at random: it passed with these responses before.
        """
      ),
      (
        [3],
        """
        With User.name empty at viewer.name (String!), but not each time: Failure: Failure()
          The client fails at random: it passed when the variant was repeated.
        """
      ),
    ]
    for (failing, issue) in rows {
      let runs = Locked(0)
      let found = try await search { service in
        let number = runs.withLock { runs in
          runs += 1
          return runs
        }
        _ = try await service.ask("{ viewer { name } }")
        if failing.contains(number) { throw Failure() }
      }
      #expect(found.issues == [issue])
    }
  }

  @Test func anExpectationIsReportedAlsoIfTheClientThenFailsInAnotherWay() async throws {
    let runs = Locked(0)
    let found = try await search { service in
      let age = try await service.ask("{ viewer { age } }")["viewer"]["age"]
      guard age == 0 else { return }
      let number = runs.withLock { runs in
        runs += 1
        return runs
      }
      // The expectation fails in the search and when it's confirmed twice, but not in the run that reports it.
      guard number < 4 else { throw Failure() }
      #expect(age != 0)
    }
    #expect(found.failures.count == 1)
    #expect(found.failures == found.report?.findings)
  }

  @Test func aSearchThatIsCanceledWhileItRepeatsAFailureBlamesNoChance() async throws {
    let (runs, search) = (Locked(0), Locked<Task<ResponseVariantReport, any Error>?>(nil))
    let found = try await SearchedVariants.collect {
      let task = Task {
        try await withResponseVariants(combinations: 0, options: Self.options) { service in
          guard try await service.ask("{ viewer { age } }")["viewer"]["age"] == 0 else { return }
          let isFirst = runs.withLock { runs in
            runs += 1
            return runs == 1
          }
          if !isFirst {
            while search.withLock({ $0?.cancel() }) == nil { await Task.yield() }
            throw CancellationError()
          }
          throw Failure()
        }
      }
      search.withLock { $0 = task }
      return try await task.value
    }
    #expect(
      found.issues == [
        """
        With User.age 0 at viewer.age (Int, may be null): Failure: Failure()
          repeat: unhandled: .generated(["User.age": 0])
          received: {"data":{"viewer":{"age":0}}}
        """
      ])
    #expect(runs.withLock { $0 } == 2)
  }

  @Test func errorsThatDifferInANumberAreOneIssue() async throws {
    struct Unexpected: Error { let age: Int }
    let found = try await search { service in
      let age = try await service.ask("{ viewer { age } }")["viewer"]["age"].int ?? 1
      if age > 1 || age == 0 { throw Unexpected(age: age) }
    }
    #expect(
      found.issues == [
        """
        With User.age 0 at viewer.age (Int, may be null): Unexpected: Unexpected(age: 0)
          2 variants fail for this reason. The others:
            with User.age 2147483647 at viewer.age (Int, may be null)
          repeat: unhandled: .generated(["User.age": 0])
          received: {"data":{"viewer":{"age":0}}}
        """
      ])
  }

  @Test(.startsItselfAgain) func anIssueOfNoTestIsNoFailureOfAVariant() async throws {
    let output = try await TestReportTests.runSwiftTest("strayIssue")
    #expect(output.count == 1 && output[0].contains("passed after"), "\(output)")
  }

  // MARK: Searches that run out of time

  /// Takes more turns of the thread pool than a limit of ten milliseconds has.
  private static func outlastTheLimit() async throws {
    for _ in 0..<20 {
      try await Task.sleep(for: .milliseconds(10))
      await Task.detached(priority: .medium) {}.value
    }
  }

  @Test func changesThatWereNotTriedInTimeAreAWarning() async throws {
    let runs = Locked(0)
    let found = try await search(within: .milliseconds(10), idleLimit: .seconds(60)) { service in
      _ = try await service.ask("{ viewer { name } }")
      let isPlain = runs.withLock { runs in
        runs += 1
        return runs == 1
      }
      if !isPlain { try await Self.outlastTheLimit() }
    }
    let tried = try #require(found.report).triedSingleChangeCount
    #expect(0 < tried && tried < 6)
    #expect(
      found.issues == [
        """
        The search ended before \(6 - tried) of 6 single changes were tried: set a longer `within:`, or \
        try the rest in another test.
        """
      ])
    #expect(found.failures == [])
  }

  @Test func aFailureThatCanNotBeCutDownInTimeIsReported() async throws {
    let runs = Locked(0)
    let found = try await search(within: .milliseconds(10), idleLimit: .seconds(60)) { service in
      _ = try await service.ask("{ a: viewer { age } b: viewer { age } }")
      let number = runs.withLock { runs in
        runs += 1
        return runs
      }
      if number == 2 { try await Self.outlastTheLimit() }
      if (2...5).contains(number) { throw Failure() }
    }
    #expect(found.report?.findings.count == 1, "\(found.issues)")
  }

  // MARK: Words

  @Test(arguments: [10, 27])
  func nullInManyPlacesIsOneIssueWithUpToTwentyFiveLines(count: Int) async throws {
    let names = (0..<count).map { "field\($0)" }
    let fields = names.map { "\($0): String" }.joined(separator: " ")
    struct Answer: Decodable { let data: [String: [String: String]] }
    let found = try await search(
      options: .schema("type Query { item: Item! } type Item { \(fields) }")
    ) {
      let request = try MockGraphQLService.request("{ item { \(names.joined(separator: " ")) } }")
      let (body, _) = try await $0.makeSession().data(for: request)
      _ = try JSONDecoder().decode(Answer.self, from: body)
    }
    #expect(found.issues.count == 1)
    let lines = try #require(found.issues.first).split(separator: "\n").map(String.init)
    #expect(
      lines[0].hasPrefix(
        """
        With Item.field0 null at item.field0 (String, may be null): DecodingError.valueNotFound String \
        at data.item.field0: 
        """))
    var repeated: [String] = names.prefix(25).map {
      "  repeat: unhandled: .generated([\"Item.\($0)\": .null])"
    }
    if count > 25 { repeated.append("    and so on") }
    #expect(Array(lines.dropFirst().dropLast()) == repeated)
  }

  @Test func anAcceptedErrorIsAFailureUnlessTheServiceFails() async throws {
    let found = try await search(accepting: { _ in true }) { service in
      if try await service.ask("{ viewer { age } }")["viewer"]["age"] == 0 { throw Failure() }
    }
    #expect(
      found.issues.map { $0.prefix { $0 != ":" } } == [
        "With User.age 0 at viewer.age (Int, may be null)"
      ])
  }

  @Test func thePlainAnswersHaveTheFirstExampleOfAScalar() async throws {
    let schema = ServiceOptions.schema(
      "type Query { order: Order! } type Order { total: Money! tax: Money } scalar Money")
    let found = try await search(examples: ["Money": ["12.50", "-3.10"]], options: schema) {
      let order = try await $0.ask("{ order { total tax } }")["order"]
      guard let total = Decimal(string: order["total"].string ?? "") else { throw Failure() }
      if total < 0 { throw Broken(part: "total") }
    }
    #expect(found.report?.singleChangeCount == 3)
    #expect(
      found.issues == [
        """
        With Order.total "-3.10" at order.total (Money!): Broken: Broken(part: "total")
          repeat: unhandled: .generated(["Money": "12.50", "Order.total": "-3.10"])
          received: {"data":{"order":{"total":"-3.10","tax":"12.50"}}}
        """
      ])
  }

  @Test func aLineThatRepeatsWhatNoSchemaAllowsTurnsValidationOff() async throws {
    let found = try await search(accepting: { _ in false }) { service in
      let data = try await service.ask(
        "query Q { order { status count } hit { __typename ... on User { name } } }")
      guard data["order"].object != nil, data.has("hit") else { return }
      if !data["order"].has("count") { throw Broken(part: "count") }
      if data["order"]["status"] == "VALUE_OF_TOMORROW" { throw Broken(part: "status") }
      if data["hit"]["__typename"] == "TypeOfTomorrow" { throw Broken(part: "type") }
      if data["hit"].isNull { throw Broken(part: "hit") }
    }
    let off = ", options: ServiceOptions(responseValidation: .off)"
    let expected: Set<String> = [
      #"  repeat: unhandled: .generated(["Order.count": .absent])\#(off)"#,
      #"  repeat: unhandled: .generated(["Order.status": "VALUE_OF_TOMORROW"])\#(off)"#,
      #"  repeat: unhandled: .generated(["Query.hit": ["__typename": "TypeOfTomorrow"]])\#(off)"#,
      #"  repeat: unhandled: .generated(["Query.hit": .null])"#,
    ]
    var lines: Set<String> = []
    for issue in found.issues { lines.formUnion(issue.components(separatedBy: "\n")) }
    #expect(expected.subtracting(lines) == [], "\(found.issues)")
  }

  @Test func theLineOfAnAbsentMemberRepeatsIt() async throws {
    let service = MockGraphQLService(
      schema: Self.options.schema, unhandled: .generated(["Order.count": .absent]),
      options: ServiceOptions(responseValidation: .off))
    #expect(try await service.ask("{ order { status count } }") == ["order": ["status": "OPEN"]])
    #expect(service.failures == [])
  }

  // MARK: What is varied

  @Test func changesThatLeaveTheResponseAsItIsAreNotCountedAsTried() async throws {
    let report = try await withResponseVariants(combinations: 0, options: Self.options) { service in
      _ = try await service.ask("{ user(id: 7) { id age } }")
    }
    // An object that is asked for by its `id` has neither a number's text nor a UUID as `id`.
    #expect(report.singleChangeCount == 7)
    #expect(report.triedSingleChangeCount == 5)
  }

  @Test func examplesAreTakenByTypeAndByField() async throws {
    let seen = Locked(Set<String>())
    _ = try await withResponseVariants(
      examples: [
        "Money": ["0.00"], "Order.tax": ["19 %"], "Status": ["CLOSED"], "Order.count": [5],
      ],
      combinations: 0, options: Self.options
    ) { service in
      let order = try await service.ask("{ order { total tax status count } }")["order"]
      seen.withLock {
        _ = $0.insert("\(order["total"]) \(order["tax"]) \(order["status"]) \(order["count"])")
      }
    }
    #expect(
      seen.withLock { $0.sorted() } == [
        #""0.00" "0.00" "CLOSED" 1"#, #""0.00" "0.00" "OPEN" 1"#, #""0.00" "0.00" "OPEN" 5"#,
        #""0.00" "19 %" "OPEN" 1"#,
      ])
  }

  @Test func examplesOfWhatTheSchemaLacksAreRefused() async throws {
    let error = await #expect(throws: ServiceSchemaError.self) {
      try await withResponseVariants(
        examples: ["Order.totl": ["0.00"], "Mony": ["0.00"], "Order": [[:]], "Money": ["0.00"]],
        options: Self.options
      ) { service in _ = try await service.ask("{ order { total } }") }
    }
    #expect(
      error.map { "\($0)" } == """
        The examples of "Mony" name no scalar, enum, or field of such a type; nearest is "Money".
        The examples of "Order" name no scalar, enum, or field of such a type.
        The examples of "Order.totl" name no scalar, enum, or field of such a type; nearest is "Order.total".
        """)
  }
}

/// Runs in a child process, because an issue of no test fails the run.
@Suite(.enabled(if: FailingTests.areEnabled)) struct FailingVariantTests {
  @Test func strayIssue() async throws {
    let report = try await withResponseVariants(
      combinations: 0, options: .schema("type Query { age: Int! }")
    ) { service in
      _ = try await service.ask("{ age }")
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          #expect(Bool(false), "of no test")
          continuation.resume()
        }
      }
      await Task.detached { #expect(Bool(false), "of a detached task") }.value
    }
    #expect(report.findings == [])
    #expect(report.triedSingleChangeCount == 4)
  }
}
