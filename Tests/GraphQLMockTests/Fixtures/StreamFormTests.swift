import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses with several results, sent to an app in another process.
struct StreamFormTests {
  static let deferred = "multipart/mixed;deferSpec=20220824,application/json"
  static let subscribed = "multipart/mixed;subscriptionSpec=1.0,application/json"

  static let graphQL = "application/graphql-response+json"

  static let rows: [(response: MockResponse, json: MockJSON, accept: String)] = [
    (
      .incremental(
        ["hero": ["name": "R2-D2"]],
        then: [
          .part(path: ["hero"], label: "f", ["friends": [["name": "Luke"]]])
            .delay(.milliseconds(1)),
          .items(
            path: ["hero", "friends", 1], [["name": "Han"]],
            errors: [MockResponseError("Lost", path: ["hero"])], extensions: ["cost": 1]),
        ], errors: [MockResponseError("First")]),
      [
        "incremental": [
          "initial": ["data": ["hero": ["name": "R2-D2"]], "errors": [["message": "First"]]],
          "parts": [
            [
              "path": ["hero"], "label": "f", "data": ["friends": [["name": "Luke"]]],
              "delay": 0.001,
            ],
            [
              "path": ["hero", "friends", 1], "items": [["name": "Han"]],
              "errors": [["message": "Lost", "path": ["hero"]]], "extensions": ["cost": 1],
            ],
          ],
        ]
      ], deferred
    ),
    (
      .data(["hero": ["name": "R2-D2", "id": 1]]).deferred(every: .milliseconds(1)),
      ["body": ["data": ["hero": ["name": "R2-D2", "id": 1]]], "deferred": 0.001], deferred
    ),
    (
      .data(["hero": ["name": "R2-D2", "id": 1]]).deferred(error: "No"),
      [
        "body": ["data": ["hero": ["name": "R2-D2", "id": 1]]], "deferred": 0,
        "deferredError": "No",
      ], deferred
    ),
    (
      .data(fields: ["hero": ["name": "R2-D2", "id": 1]]),
      ["body": ["data": ["hero": ["name": "R2-D2", "id": 1]]], "byFields": true],
      "application/json"
    ),
    (
      .events(
        [
          .data(["n": 1]), .error("No", path: ["n"]).delay(.milliseconds(2)),
          .streamError("Gone", extensions: ["code": 1]),
        ], every: .milliseconds(1)
      ).heartbeat(every: .seconds(60)),
      [
        "events": [
          "list": [
            ["body": ["data": ["n": 1]]],
            [
              "body": ["data": nil, "errors": [["message": "No", "path": ["n"]]]], "delay": 0.002,
            ],
            ["requestErrors": [["message": "Gone", "extensions": ["code": 1]]]],
          ], "every": 0.001, "heartbeat": 60,
        ]
      ], subscribed
    ),
    (
      .requestErrors([
        "No",
        MockResponseError("Nor", locations: [.init(line: 1, column: 2)], extensions: ["code": 1]),
      ]).status(403),
      [
        "requestErrors": [
          ["message": "No"],
          [
            "message": "Nor", "locations": [["line": 1, "column": 2]],
            "extensions": ["code": 1],
          ],
        ],
        "status": 403,
      ], "application/json"
    ),
    (.streamError("Gone"), ["requestErrors": [["message": "Gone"]]], graphQL),
    (.requestError("No"), ["requestErrors": [["message": "No"]]], graphQL),
    (.error("No"), ["body": ["data": nil, "errors": [["message": "No"]]]], graphQL),
  ]

  @Test(arguments: rows.indices) func streamsInAPlanRoundTripAndAnswerTheSame(index: Int)
    async throws
  {
    let row = Self.rows[index]
    let plan = LaunchPlan(.operation(row.response))
    let json = try plan.json(environment: [:]).get()
    #expect(json["handlers"][0]["row"]["responses"] == [row.json])
    let read = try LaunchPlan.read(json.description).get()
    let request = try URLRequest.graphQL(
      ["query": "{ hero { name ... @defer(label: \"f\") { id } } }"], accept: row.accept)
    var bodies: [String] = []
    for handlers in [plan.handlers, read.handlers] {
      let service = MockGraphQLService(handlers)
      let response = try await service.respond(to: request)
      bodies.append(
        "\(response.status)" + String(decoding: try await response.body.collect(), as: UTF8.self))
      #expect(service.failures == [])
    }
    #expect(bodies[0] == bodies[1] && bodies[0].count > 3)
  }

  @Test(
    arguments: [
      (.eventsFromTest, ["events": ["fromTest": true]]),
      (
        .eventsFromTest.heartbeat(every: .seconds(5)),
        ["events": ["fromTest": true, "heartbeat": 5]]
      ),
      (.events([]), ["events": ["list": []]]),
      (.data([:]).deferred, ["body": ["data": [:]], "deferred": 0]),
    ] as [(MockResponse, MockJSON)])
  func planContainsTheSourceOfEvents(response: MockResponse, json: MockJSON) throws {
    let written = try ResponseForm.json(of: response)
    #expect(written == json)
    let parser = try FixtureParser(Data(written.description.utf8), display: "", folder: nil)
    #expect(try ResponseForm.json(of: ResponseForm.response(parser, isRecorded: true)) == json)
  }

  @Test(arguments: [true, false]) func planSaysWhetherMissingFieldsWarn(warns: Bool) throws {
    let response = MockResponse.data(fields: ["a": 1], warnsOfMissing: warns)
    let json: MockJSON = ["body": ["data": ["a": 1]], "byFields": warns ? true : "silent"]
    #expect(try ResponseForm.json(of: response) == json)
    let parser = try FixtureParser(Data(json.description.utf8), display: "", folder: nil)
    let read = try ResponseForm.response(parser, isRecorded: true)
    guard case .byFields(warns)? = read.completion else {
      Issue.record("\(String(describing: read.completion))")
      return
    }
  }

  @Test func completedResponseKeepsTheMembersBesideData() async throws {
    let error: MockJSON = ["message": "No", "path": ["a"], "errorType": "Lost"]
    let body: MockJSON = ["data": ["a": nil], "errors": [error], "took": 5]
    let plan = LaunchPlan(.operation(.json(body).completed))
    let read = try LaunchPlan.read(plan.json(environment: [:]).get().description).get()
    let schema = try ServiceSchema(definitions: "type Query { a: Int b: Int! }")
    for handlers in [plan.handlers, read.handlers] {
      let service = MockGraphQLService(handlers, schema: schema)
      let received = try await service.makeSession().receive(.graphQL(["query": "{ a b }"]))
      #expect(
        try MockJSON(parsing: received.body) == [
          "data": ["a": nil, "b": 1], "errors": [error], "took": 5,
        ])
    }
  }

  @Test(arguments: [
    (
      MockResponse.events(from: AsyncStream { $0.finish() }),
      """
      it answers with events of a sequence, which can't leave this process; give a list or \
      `.eventsFromTest`
      """
    ),
    (
      .data([:]).chunked(1),
      "it answers with a fault, without HTTP, or after a random time, which a launch plan can't contain"
    ),
    (
      .passThrough { _ in .data([:]) },
      "it has a closure, which can't leave this process; give responses instead"
    ),
  ]) func responseThatAPlanCannotCarryIsReported(response: MockResponse, message: String) {
    let handler = RequestHandler.operation(response)
    let error = #expect(throws: LaunchPlanError.self) {
      try LaunchPlan(handler).launchEnvironment()
    }
    #expect(
      error?.description == """
        The launch plan can't be written: The handler for \(handler.title) \
        (\(handler.location)): \(message).
        """)
  }
}
