import Foundation
import GraphQLMockTesting
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Each kind of change, with a client that it breaks and one that takes it.
@Suite(.onWaitingThreads) struct VariantKindTests {
  struct Broken: Error {}

  /// A request, and the change that breaks a client of it.
  struct Kind: Sendable, CustomTestStringConvertible {
    let query: String
    var accept: String?
    /// Whether the change is a failure, so that it needs `accepting:`.
    var isFault = false
    /// The beginning of the message.
    let found: String
    /// The rest of the last line.
    let line: String
    /// A service that is made with that line.
    let repeated: @Sendable () -> MockGraphQLService
    /// Whether the faulty client breaks; after a network error, the status is nil, and an empty body is its code.
    let breaks: @Sendable (_ status: Int?, _ body: String) -> Bool

    var testDescription: String { found }

    /// Sends the request, and throws if a faulty client would break.
    func send(to service: MockGraphQLService, isFaulty: Bool = true) async throws {
      var request = try MockGraphQLService.request(query)
      if let accept { request.setValue(accept, forHTTPHeaderField: "Accept") }
      var (status, body): (Int?, Data) = (nil, Data())
      do {
        let response = try await service.respond(to: request)
        status = response.status
        for try await chunk in response.body { body += chunk }
      } catch let error as URLError {
        let text = body.isEmpty ? "\(error.code.rawValue)" : String(decoding: body, as: UTF8.self)
        if isFaulty, breaks(nil, text) { throw Broken() }
        throw URLError(.cannotConnectToHost)
      }
      if isFaulty, breaks(status, String(decoding: body, as: UTF8.self)) { throw Broken() }
    }
  }

  static let schema = try? ServiceSchema(
    definitions: """
      directive @semanticNonNull(levels: [Int] = [0]) on FIELD_DEFINITION
      directive @semanticNonNullField(name: String!, levels: [Int] = [0]) repeatable on OBJECT | INTERFACE
      scalar Money scalar PhoneNumber scalar Score scalar JSON scalar BigInt
      type Query {
        hits: [Hit!]! moods: [Mood!]! tags: [String]! friends: [User]! rows: [[User!]]! users: [User!]!
        hitPage: HitPage! userPage: UserPage! meta: JSON! count: BigInt!
        order: Order! viewer: User node(id: ID!): Node labels: [String] @semanticNonNull(levels: [0, 1]) }
      type Subscription { ticks: Int! }
      union Hit = Photo | Video
      type HitPage { edges: [HitEdge!]! } type HitEdge { node: Hit! }
      type UserPage { edges: [UserEdge!]! } type UserEdge { node: User }
      type Photo { url: String! }
      type Video { seconds: Int! }
      enum Mood { HAPPY SAD }
      type Order { total: Float! note: String! money: Money! phone: PhoneNumber! }
      type User { id: ID! name: String! nick: String @semanticNonNull bio: String }
      extend type User @semanticNonNullField(name: "bio")
      interface Node { id: ID! }
      \((0..<40).map { "type Node\($0) implements Node { id: ID! }" }.joined(separator: " "))
      """)

  private static let deferring = "multipart/mixed;deferSpec=20220824,application/json"

  private static func kind(
    _ query: String, _ found: String, _ line: String, isFault: Bool = false, accept: String? = nil,
    _ overrides: GeneratedOverrides, breaks: @escaping @Sendable (MockJSON) -> Bool
  ) -> Kind {
    Kind(
      query: query, accept: accept, isFault: isFault, found: found, line: line,
      repeated: { MockGraphQLService(schema: schema, unhandled: .generated(overrides)) }
    ) { _, body in (try? MockJSON(parsing: body)).map(breaks) ?? false }
  }

  // MARK: Lists

  static let lists: [Kind] = [
    kind(
      "{ hits { __typename ... on Photo { url } ... on Video { seconds } } }",
      "With Query.hits of Photo and Video at hits ([Hit!]!): ",
      #".generated(["Query.hits": [["__typename": "Photo"], ["__typename": "Video"]]])"#,
      ["Query.hits": [["__typename": "Photo"], ["__typename": "Video"]]]
    ) { answer in
      let names = Set((answer["data"]["hits"].array ?? []).map { $0["__typename"] })
      return names.count > 1
    },
    kind(
      "{ moods }", "With Query.moods of HAPPY and SAD at moods ([Mood!]!): ",
      #".generated(["Query.moods": ["HAPPY", "SAD"]])"#,
      ["Query.moods": ["HAPPY", "SAD"]]
    ) { Set($0["data"]["moods"].array ?? []).count > 1 },
    kind(
      "{ tags }", "With Query.tags with null at the end at tags ([String]!): ",
      #".generated(["Query.tags": ["tags", nil]])"#, ["Query.tags": ["tags", nil]]
    ) { answer in
      let tags = answer["data"]["tags"].array ?? []
      return tags.first?.string != nil && tags.contains(nil)
    },
    kind(
      "{ friends { name } }", "With Query.friends with null at the start at friends ([User]!): ",
      #".generated(["Query.friends": [nil, [:]]])"#, ["Query.friends": [nil, [:]]]
    ) { answer in
      let friends = answer["data"]["friends"].array ?? []
      return friends.first?.isNull == true
    },
    kind(
      "{ rows { name } }", "With Query.rows with the first list empty at rows ([[User!]]!): ",
      #".generated(["Query.rows": [[], [[:], [:]]]])"#,
      ["Query.rows": [[], [[:], [:]]]]
    ) { $0["data"]["rows"][0].array?.isEmpty == true },
    kind(
      "{ rows { name } }",
      "With Query.rows with the first list of 25 elements at rows ([[User!]]!): ",
      #".generated(["Query.rows": [.array(Array(repeating: [:], count: 25)), [[:], [:]]]])"#,
      ["Query.rows": [.array(Array(repeating: [:], count: 25)), [[:], [:]]]]
    ) { ($0["data"]["rows"][0].array?.count ?? 0) > 24 },
    kind(
      "{ rows { name } }", "With Query.rows with null at the end at rows ([[User!]]!): ",
      #".generated(["Query.rows": [[[:], [:]], nil]])"#,
      ["Query.rows": [[[:], [:]], nil]]
    ) { $0["data"]["rows"].array?.last?.isNull == true },
    kind(
      "{ rows { id } }", "With Query.rows with the first list with the same id twice at rows ",
      #".generated(["Query.rows": [[["id": "1"], ["id": "1"]], [[:], [:]]]])"#,
      ["Query.rows": [[["id": "1"], ["id": "1"]], [[:], [:]]]]
    ) { answer in
      let ids = (answer["data"]["rows"][0].array ?? []).map { $0["id"] }
      return ids.count == 2 && ids[0] == ids[1]
    },
    kind(
      "{ users { key: id name } }", "With Query.users with the same id twice at users ([User!]!): ",
      #".generated(["Query.users": [["id": "users.0"], ["id": "users.0"]]])"#,
      ["Query.users": [["id": "users.0"], ["id": "users.0"]]]
    ) { answer in
      let ids = (answer["data"]["users"].array ?? []).map { $0["key"] }
      return Set(ids).count < ids.count
    },
    kind(
      "{ userPage { edges { node { id } } } }",
      "With UserPage.edges with the same id twice at userPage.edges ([UserEdge!]!): ",
      #".generated(["UserPage.edges": [["node": ["id": "userPage.0"]], ["node": ["id": "userPage.0"]]]])"#,
      ["UserPage.edges": [["node": ["id": "userPage.0"]], ["node": ["id": "userPage.0"]]]]
    ) { answer in
      let edges = answer["data"]["userPage"]["edges"].array ?? []
      let ids = edges.compactMap { $0["node"].isNull ? nil : $0["node"]["id"] }
      return Set(ids).count < ids.count
    },
    kind(
      "{ userPage { edges { node { id } } } }",
      "With UserPage.edges with null and a node at userPage.edges ([UserEdge!]!): ",
      #".generated(["UserPage.edges": [["node": nil], [:]]])"#,
      ["UserPage.edges": [["node": nil], [:]]]
    ) { answer in
      let nodes = (answer["data"]["userPage"]["edges"].array ?? []).map { $0["node"] }
      return nodes.contains(nil) && nodes.contains { !$0.isNull }
    },
    kind(
      "{ hitPage { edges { node { __typename } } } }",
      "With HitPage.edges of Photo and Video at hitPage.edges ([HitEdge!]!): ",
      #".generated(["HitPage.edges": [["node": ["__typename": "Photo"]], "#
        + #"["node": ["__typename": "Video"]]]])"#,
      [
        "HitPage.edges": [["node": ["__typename": "Photo"]], ["node": ["__typename": "Video"]]]
      ]
    ) { answer in
      let edges = answer["data"]["hitPage"]["edges"].array ?? []
      return Set(edges.map { $0["node"]["__typename"] }).count > 1
    },
    kind(
      "{ meta }", #"With Query.meta [1,"text"] at meta (JSON!): "#,
      #".generated(["Query.meta": [1, "text"]])"#, ["Query.meta": [1, "text"]]
    ) { $0["data"]["meta"].array != nil },
    kind(
      "{ count }", "With Query.count 18446744073709551615 at count (BigInt!): ",
      #".generated(["Query.count": .number(UInt64(18446744073709551615))])"#,
      ["Query.count": .number(UInt64(18446744073709551615))]
    ) { $0["data"]["count"].int == nil },
  ]

  // MARK: Leaves and types

  static let leaves: [Kind] = [
    kind(
      "{ order { total } }", "With Order.total 1e+19 at order.total (Float!): ",
      #".generated(["Order.total": 1e+19])"#, ["Order.total": 1e+19]
    ) { answer in
      answer["data"]["order"]["total"].double.map { $0 > 0 && Int64(exactly: $0.rounded()) == nil }
        ?? false
    },
    kind(
      "{ order { total } }", "With Order.total -1 at order.total (Float!): ",
      #".generated(["Order.total": -1])"#, ["Order.total": -1]
    ) { $0["data"]["order"]["total"] == -1 },
    kind(
      "{ order { note } }", "With Order.note blank at order.note (String!): ",
      #".generated(["Order.note": " "])"#, ["Order.note": " "]
    ) { answer in
      let note = answer["data"]["order"]["note"].string ?? "-"
      return !note.isEmpty && note.allSatisfy(\.isWhitespace)
    },
    kind(
      "{ order { money } }", "With Order.money empty at order.money (Money!): ",
      #".generated(["Order.money": ""])"#, ["Order.money": ""]
    ) { $0["data"]["order"]["money"] == "" },
    kind(
      "{ order { money } }", "With Order.money of 2,000 characters at order.money (Money!): ",
      #".generated(["Order.money": .string(String(repeating: "long text ", count: 200))])"#,
      ["Order.money": .string(String(repeating: "long text ", count: 200))]
    ) { ($0["data"]["order"]["money"].string?.count ?? 0) > 100 },
    kind(
      "{ order { phone } }",
      #"With Order.phone "+4930901820" at order.phone (PhoneNumber!): "#,
      #".generated(["Order.phone": "+4930901820"])"#,
      ["Order.phone": "+4930901820"]
    ) { $0["data"]["order"]["phone"].string?.hasPrefix("+1") == false },
    kind(
      "{ node(id: 7) { __typename id } }",
      "With Query.node of the type Node39 at node (Node, may be null): ",
      #".generated(["Query.node": ["__typename": "Node39"]])"#,
      ["Query.node": ["__typename": "Node39"]]
    ) { $0["data"]["node"]["__typename"] == "Node39" },
  ]

  // MARK: Failures

  /// A failure in place of the whole response to an operation.
  private static func failure(
    _ wording: String, _ response: MockResponse, _ code: String, to name: String = "Q",
    query: String = "query Q { viewer { name } }", accept: String? = nil,
    breaks: @escaping @Sendable (_ status: Int?, _ body: String) -> Bool
  ) -> Kind {
    Kind(
      query: query, accept: accept, isFault: true,
      found: "With the response to \(name) \(wording): ",
      line: ".operation(\"\(name)\", \(code)), unhandled: .generated",
      repeated: {
        MockGraphQLService(
          .operation(.named(name), response), schema: schema, unhandled: .generated)
      }, breaks: breaks)
  }

  /// A failure of a subscription.
  private static func ending(
    _ wording: String, _ response: MockResponse, _ code: String,
    breaks: @escaping @Sendable (_ status: Int?, _ body: String) -> Bool
  ) -> Kind {
    failure(
      wording, response, code, to: "S", query: "subscription S { ticks }",
      accept: "text/event-stream", breaks: breaks)
  }

  static let failures: [Kind] = [
    kind(
      "{ viewer { name } }", "With User.name with an error at viewer.name (String!): ",
      #".generated(["User.name": .error("The service has failed here.")])"#, isFault: true,
      ["User.name": .error("The service has failed here.")]
    ) { answer in
      answer["data"] == ["viewer": nil] && answer["errors"][0]["path"] == ["viewer", "name"]
    },
    kind(
      "{ friends { name } }", "With friends[0] with an error (User, may be null): ",
      #".generated(["friends[0]": .error("The service has failed here.")])"#, isFault: true,
      ["friends[0]": .error("The service has failed here.")]
    ) { answer in
      answer["errors"][0]["path"] == ["friends", 0] && answer["data"]["friends"][0].isNull
    },
    kind(
      "{ viewer { nick } }", "With User.nick with an error at viewer.nick (String, may be null): ",
      #".generated(["User.nick": .error("The service has failed here.")])"#, isFault: true,
      ["User.nick": .error("The service has failed here.")]
    ) { $0["data"]["viewer"] == ["nick": nil] },
    kind(
      "{ labels }", "With labels[0] with an error (String, may be null): ",
      #".generated(["labels[0]": .error("The service has failed here.")])"#, isFault: true,
      ["labels[0]": .error("The service has failed here.")]
    ) { $0["data"]["labels"].array?.first?.isNull == true },
    failure(
      "being refused with status 401",
      .requestError("Sign in first.", code: "UNAUTHENTICATED").status(401),
      #".requestError("Sign in first.", code: "UNAUTHENTICATED").status(401)"#
    ) { _, body in
      (try? MockJSON(parsing: body))?["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
    },
    failure(
      "being refused with status 429", .text("Too many requests.").status(429),
      #".text("Too many requests.").status(429)"#
    ) { status, _ in status == 429 },
    failure(
      "failing without a network", .networkError(.notConnectedToInternet),
      ".networkError(.notConnectedToInternet)"
    ) { _, body in body == "\(URLError.notConnectedToInternet.rawValue)" },
    failure(
      "being null with an error", .error("The service has failed."),
      #".error("The service has failed.")"#
    ) { _, body in body.contains(#""data":null"#) },
    failure(
      "being an HTML page with status 502",
      .text("<html><body>502 Bad Gateway</body></html>", contentType: "text/html").status(502),
      #".text("<html><body>502 Bad Gateway</body></html>", contentType: "text/html").status(502)"#
    ) { status, body in status == 502 && body.hasPrefix("<html>") },
    failure(
      "being JSON with status 503",
      .text(#"{"message":"Service Unavailable"}"#, contentType: "application/json").status(503),
      #".text("{\"message\":\"Service Unavailable\"}", contentType: "application/json").status(503)"#
    ) { status, _ in status == 503 },
    failure("being empty", .status(200), ".status(200)") { status, body in
      status == 200 && body.isEmpty
    },
    failure("timing out", .networkError(.timedOut), ".networkError(.timedOut)") { _, body in
      body == "\(URLError.timedOut.rawValue)"
    },
    failure("broken off", .generated.breakingOff(after: 20), ".generated.breakingOff(after: 20)") {
      status, body in status == nil && body.utf8.count == 20
    },
    failure(
      "broken off after the first part", .generated.deferred.breakingOff(after: 111),
      ".generated.deferred.breakingOff(after: 111)",
      query: "query Q { viewer { name ... @defer { bio } } }", accept: deferring
    ) { status, body in status == nil && body.contains(#""hasNext":true"#) },
    failure(
      "having deferred fragments that fail", .generated.deferred(error: "The service has failed."),
      #".generated.deferred(error: "The service has failed.")"#,
      query: "query Q { viewer { name ... @defer { bio } } }", accept: deferring
    ) { _, body in body.contains("incremental") && body.contains(#""data":null"#) },
    ending("ending without an event", .events([]), ".events([])") { status, body in
      status == 200 && !body.contains("event: next") && body.contains("event: complete")
    },
    ending(
      "ending with an error", .events([.generated, .streamError("The service has failed.")]),
      #".events([.generated, .streamError("The service has failed.")])"#
    ) { status, body in
      status == 200 && body.contains(#""data":{"ticks":1}"#) && body.contains("errors")
    },
    ending(
      "broken off after an event", .events([.generated, .networkError(.networkConnectionLost)]),
      ".events([.generated, .networkError(.networkConnectionLost)])"
    ) { status, body in status == nil && body.contains(#""ticks":1"#) },
  ]

  static let kinds: [Kind] = lists + leaves + failures

  private static var options: ServiceOptions {
    ServiceOptions().stating(schema: schema, near: #filePath)
  }

  @Test(arguments: kinds)
  func aFaultyClientIsFoundByTheChangeThatBreaksItAndItsLineRepeatsIt(_ kind: Kind) async throws {
    let accepting: @Sendable (any Error) -> Bool = { !($0 is Broken) }
    let found = try await SearchedVariants.collect {
      try await withResponseVariants(
        combinations: 0, accepting: kind.isFault ? accepting : nil, options: Self.options
      ) { service in try await kind.send(to: service) }
    }
    #expect(found.issues.count == 1)
    let issue = try #require(found.issues.first)
    let prefix = kind.line.hasPrefix(".generated") ? "unhandled: " : ""
    let line = "  repeat: \(prefix)\(kind.line)"
    #expect(issue.hasPrefix(kind.found) && issue.contains(line), "\(issue)")
    let service = kind.repeated()
    await #expect(throws: Broken.self) { try await kind.send(to: service) }
    #expect(service.failures == [])
  }

  @Test(arguments: kinds)
  func aSoundClientTakesTheChange(_ kind: Kind) async throws {
    let accepting: @Sendable (any Error) -> Bool = { $0 is URLError }
    let report = try await withResponseVariants(
      combinations: 0, accepting: kind.isFault ? accepting : nil, options: Self.options
    ) { service in try await kind.send(to: service, isFaulty: false) }
    #expect(report.findings == [])
  }

  // MARK: Subscriptions of a socket

  /// Searches with a client that receives the messages of a subscription until it ends.
  private func searchSubscribing(
    accepting: (@Sendable (any Error) -> Bool)? = nil,
    breaks: @escaping @Sendable ([MockJSON]) -> Bool
  ) async throws -> SearchedVariants {
    try await .collect {
      try await withResponseVariants(combinations: 0, accepting: accepting, options: Self.options) {
        let socket = try await $0.openSocket()
        defer { socket.cancel(with: .normalClosure, reason: nil) }
        try await socket.subscribe("subscription S { ticks }")
        var messages: [MockJSON] = []
        while !["complete", "error"].contains(messages.last?["type"]) {
          messages.append(try MockJSON(parsing: try await socket.text()))
        }
        if breaks(messages) { throw Broken() }
      }
    }
  }

  @Test func theEventsOfASocketVaryAndItsSubscriptionEndsEarly() async throws {
    let varied = try await searchSubscribing { $0[0]["payload"]["data"]["ticks"] == 0 }
    let ended = try await searchSubscribing(accepting: { !($0 is Broken) }) {
      $0[0]["type"] == "complete"
    }
    let issues: [[String]] = [varied.issues, ended.issues]
    let expected: [[String]] = [
      [
        """
        With Subscription.ticks 0 at ticks (Int!): Broken: Broken()
          repeat: unhandled: .generated(["Subscription.ticks": 0])
          received: {"data":{"ticks":0}}
        """
      ],
      [
        """
        With the response to S ending without an event: Broken: Broken()
          repeat: .operation("S", .events([])), unhandled: .generated
        """
      ],
    ]
    #expect(issues == expected)
  }

  // MARK: What isn't tried

  @Test(arguments: ["{ viewer { nick bio } }", "{ labels }"])
  func aFieldThatIsNullOnlyWithAnErrorIsNeverNull(query: String) async throws {
    let report = try await withResponseVariants(combinations: 0, options: Self.options) { service in
      let data = try await service.ask(query)
      if data["viewer"].object != nil {
        #expect(data["viewer"]["nick"].string != nil && data["viewer"]["bio"].string != nil)
      } else if data.has("labels") {
        #expect(data["labels"].array?.allSatisfy { $0.string != nil } == true)
      }
    }
    #expect(report.findings == [])
    #expect(report.triedSingleChangeCount > 5)
  }

  @Test func aTypeWhoseValueIsStatedDoesNotVary() async throws {
    _ = try await withResponseVariants(
      overrides: ["Money": "1.50", "Mood": "SAD"], combinations: 0, options: Self.options
    ) { service in
      let data = try await service.ask("{ order { money } moods }")
      #expect(data["order"]["money"] == "1.50")
      #expect((data["moods"].array ?? []).allSatisfy { $0 == "SAD" })
    }
  }

  @Test func theLineOfALongExampleRepeatsIt() async throws {
    let digits = String(repeating: "9", count: 100)
    let found = try await SearchedVariants.collect {
      try await withResponseVariants(
        examples: ["Money": ["1", .string(digits)]], combinations: 0, options: Self.options
      ) { service in
        let order = try await service.ask("{ order { money } }")["order"]
        if order["money"].string == digits { throw Broken() }
      }
    }
    let line = #"repeat: unhandled: .generated(["Money": "1", "Order.money": "\#(digits)"])"#
    #expect(found.issues.first?.contains(line) == true, "\(found.issues)")
  }

  @Test func partsComeLateWhereTheClientAcceptsThem() async throws {
    func count(_ accept: String) async throws -> Int {
      try await withResponseVariants(combinations: 0, options: Self.options) { service in
        var request = try MockGraphQLService.request("{ viewer { ... @defer { bio } } }")
        request.setValue(accept, forHTTPHeaderField: "Accept")
        _ = try await service.respond(to: request).body.collect()
      }.triedSingleChangeCount
    }
    let plain = try await count("application/json")
    let accepting: [Int] = [
      try await count(Self.deferring), try await count("text/event-stream,application/json"),
    ]
    #expect(accepting == [plain + 1, plain + 1])
  }

  @Test func theValuesOfATestAreInReplacedAnswersToo() async throws {
    let report = try await withResponseVariants(
      overrides: ["User.bio": "stated"], combinations: 0, options: Self.options
    ) { service in
      var request = try MockGraphQLService.request("{ viewer { ... @defer { bio } } }")
      request.setValue(Self.deferring, forHTTPHeaderField: "Accept")
      let body = String(
        decoding: try await service.respond(to: request).body.collect(), as: UTF8.self)
      #expect(body.contains("stated") || body.contains(#""viewer":null"#), "\(body)")
    }
    #expect(report.findings == [])
  }
}
