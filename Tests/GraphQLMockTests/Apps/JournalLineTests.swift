#if DEBUG || GRAPHQL_MOCK_LAUNCH
  import Foundation
  import GraphQLMock
  import TestSupport
  import Testing

  @testable import GraphQLMock

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// The journal of a service started from a plan, as the test that launched it reads it.
  struct JournalLineTests {
    /// The journal lines that a folder would contain for the requests of a service.
    static func journalLines(of service: MockGraphQLService, _ redaction: Redaction) -> [String] {
      let redaction = redaction.rememberingSecrets()
      return service.requests.map {
        JournalLine(redactor: RequestRedactor(redaction, $0)).json(of: $0).description
      }
    }

    /// Sends requests to a service with a journal folder.
    static func lines(
      of plan: LaunchPlan, _ send: (URLSession) async throws -> Void
    ) async throws -> (texts: [String], lines: JournalLines, service: MockGraphQLService) {
      let folder = try TemporaryFolder()
      var plan = plan
      plan.journalFolder = folder.url
      let service = try #require(
        MockGraphQLService.service(
          environment: try plan.launchEnvironment(recordingIn: [:])))
      try await send(service.makeSession())
      // The end of the process would flush the journal.
      (service.core.settings.log as? JournalWriter)?.writeAll()
      var lines = JournalLines()
      var texts: [String] = []
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
        let data = try Data(contentsOf: folder.url.appendingPathComponent(name))
        lines.add(data)
        texts += String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
      }
      return (texts, lines, service)
    }

    @Test(arguments: ["1e300", "-1e300", "9223372036854775807", "1e15"])
    func invalidDurationInAJournalLineIsSkipped(duration: String) {
      var lines = JournalLines()
      lines.add(
        Data(
          #"{"request":{"id":0,"startedAt":1e300,"duration":\#(duration),"ending":"answered"}}"#
            .utf8))
      let ends = lines.requests.map { "\($0.duration as Duration?) \($0.ending == .answered)" }
      #expect(ends == ["nil true"])
    }

    @Test(arguments: ["documentId", "id", "doc_id"])
    func everyMemberThatIdentifiesADocumentIsRead(member: String) async throws {
      // The service doesn't know the document.
      let plan = LaunchPlan(.query("Stored", .data(["a": 1])), endpoints: [.of(endpoint)])
      let (_, lines, _) = try await Self.lines(of: plan) { session in
        _ = try await session.receive(
          .graphQL(["operationName": "Stored", .init(member): "7"]))
      }
      #expect(lines.requests.map { $0.operations.map(\.name) } == [["Stored"]])
    }

    @Test func lengthsHeaderFieldsAndTheFirstRequestForAPersistedQueryReachTheTest() async throws {
      let long = String(repeating: "a", count: 300_000)
      let folder = try TemporaryFolder(["Hero.json": #"{"data":{"name":"\#(long)"}}"#])
      let plan = LaunchPlan(.http("/", .text("")), fixtures: FixtureTable(folder: folder.url))
      let hash = PersistedQueryLookupTests.hash
      let (_, lines, service) = try await Self.lines(of: plan) { session in
        for query in [nil, PersistedQueryLookupTests.query] {
          let body = PersistedQueryLookupTests.body(.string(hash), query: query, name: "Hero")
          var request = try URLRequest.graphQL(body)
          request.setValue("ios", forHTTPHeaderField: "X-Client")
          _ = try await session.receive(request)
        }
        var image = URLRequest(url: .of("https://example.invalid/"))
        image.httpMethod = "PUT"
        image.httpBody = Data([0xFF, 0xD8, 0xFF, 0xE0])
        _ = try await session.receive(image)
      }
      for requests in [service.requests, lines.requests] {
        #expect(requests.map { $0.asks(for: "Hero") } == [false, true, false])
        let fields = requests.map { $0.operation.urlRequest.value(forHTTPHeaderField: "X-Client") }
        #expect(fields == ["ios", "ios", nil])
      }
      let expected = service.requests.map { [$0.requestBodyLength, $0.response?.bodyLength] }
      #expect(expected.last == [4, 0])
      #expect(lines.requests.map { [$0.requestBodyLength, $0.response?.bodyLength] } == expected)
    }

    @Test func requestsOfTheAppReachTheTest() async throws {
      let plan = LaunchPlan(
        .query("Viewer", .data(["viewer": ["name": "Ada"]])),
        .query("Slow", .networkError(.timedOut)),
        .http("/users", .json(["id": 7])), .http("/page", .text("<p>")),
        .http("/image", .bytes(Data([0xFF]))), .http("/empty", .status(204)),
        fixtures: "StarWars")
      let (texts, lines, service) = try await Self.lines(of: plan) { session in
        let requests: [MockJSON] = [
          [
            "query": "query Viewer($id: Int) { viewer(id: $id) { name } }", "variables": ["id": 7],
            "operationName": "Viewer",
          ],
          [
            "query": "query HeroName($episode: Episode) { hero(episode: $episode) { name } }",
            "variables": ["episode": "EMPIRE"],
          ],
          ["query": "query Slow { a }"], ["query": "mutation Odd { a }"], ["query": "{"],
          [
            "operationName": "Stored", "documentId": "sha256:ab",
            "extensions": ["client": ["version": 1]],
          ],
        ]
        for request in requests.prefix(2) { _ = try await session.receive(.graphQL(request)) }
        for request in requests.dropFirst(2) { _ = try? await session.receive(.graphQL(request)) }
        for path in ["users", "page", "image", "empty"] {
          _ = try await session.receive(
            URLRequest(url: .of("https://example.invalid/\(path)?page=1")))
        }
      }
      let seen = service.requests
      func expectSame<Value: Equatable>(
        _ location: SourceLocation = #_sourceLocation, _ value: (ReceivedRequest) -> Value
      ) {
        #expect(lines.requests.map(value) == seen.map(value), sourceLocation: location)
      }
      #expect(texts.first?.hasPrefix(#"{"launch":{"firstCommand":1,"process":"#) == true)
      #expect(lines.hasStarted)
      #expect(lines.requests.count == 10)
      #expect(lines.requests.dropFirst().first?.fixture == "HeroName.empire")
      #expect(lines.failures == service.failures)
      expectSame { $0.description }
      expectSame { $0.ending }
      expectSame { ($0.startedAt.timeIntervalSince1970 * 1e3).rounded() }
      expectSame { $0.failure }
      expectSame { $0.handler }
      expectSame { $0.fixture }
      expectSame { $0.warnings }
      // Seconds are written as decimal fractions, whose last bit may differ.
      expectSame { received in received.duration.map { ($0.seconds * 1e9).rounded() } }
      expectSame { $0.response?.status }
      expectSame { $0.response?.headers }
      expectSame { $0.response?.body }
      expectSame { $0.operation.variables }
      expectSame { $0.operation.document }
      expectSame { $0.operation.matchKey }
      expectSame { $0.urlRequest.allHTTPHeaderFields ?? [:] }
      expectSame { $0.urlRequest.url }
    }

    @Test func bodiesOfManyValuesOrLevelsAreReadAsTheyWereSent() async throws {
      func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      }
      func wide(_ depth: Int) -> String { "[[],[],[],[],[],[],[],[],\(nested(depth - 1))]" }
      let limit = NestingLimit.depth
      let many = "[" + Array(repeating: "{}", count: 300).joined(separator: ",") + "]"
      let texts = [many, wide(limit - 9), wide(limit - 8), "{ \"a\": [ 1.0 ] }\n"]
      let data = [nested(100), nested(505), nested(512)]
      let (_, lines, _) = try await Self.lines(
        of: LaunchPlan(
          .http("/", .text(texts[0]), .text(texts[1]), .text(texts[2]), .text(texts[3])),
          .query("A", .rawJSON(data[0]), .rawJSON(data[1]), .rawJSON(data[2])))
      ) { session in
        let request = URLRequest(url: .of("https://a.invalid/"))
        for _ in texts { _ = try await session.receive(request) }
        for _ in data { _ = try await session.receive(.graphQL(["query": "query A { a }"])) }
      }
      let bodies = (texts + data).map { Data($0.utf8) }
      #expect(lines.requests.map { $0.response?.body } == bodies)
    }

    @Test func journalOfAnAppContainsNoSecrets() async throws {
      var plan = LaunchPlan(
        .mutation(
          "SignIn",
          .data([
            "signIn": ["token": "tok-s3cret", "hint": "you said pass-s3cret", "pin": "p-s3cret"]
          ]).header("Set-Cookie", "a=cookie-s3cret")
            .header("Location", "http://a.invalid/cb?access_token=location-s3cret")),
        .query("Get", .data([:])),
        .http("/echo", .text("hello auth-s3cret, form-s3cret")), .http("/cut", .text("")))
      plan.redaction = Redaction(members: ["pin"], paths: ["user.email"], headers: ["X-Device"])
      let (texts, lines, _) = try await Self.lines(of: plan) { session in
        func send(_ request: URLRequest) async throws {
          var request = request
          request.setValue("Bearer auth-s3cret", forHTTPHeaderField: "Authorization")
          request.setValue("device-s3cret", forHTTPHeaderField: "X-Device")
          _ = try await session.receive(request)
        }
        let document = "mutation SignIn { signIn(password: \"doc-s3cret\") { token } }"
        let variables: MockJSON = [
          "password": "pass-s3cret", "pin": "pin-s3cret", "user": ["email": "mail-s3cret"],
        ]
        try await send(
          .graphQL(
            ["query": .string(document), "variables": variables],
            to: endpoint + "?apiKey=url-s3cret"))
        // No handler answers this request, so that its message names the variables.
        try? await send(
          .graphQL([
            "query": "mutation Odd { a }", "variables": ["pin": "pin-s3cret", "pass": "tok-en"],
          ]))
        try await send(
          URLRequest(
            url: .of(
              endpoint + "?query=query%20Get%7Ba%7D&variables=%7B%22password%22:%22get-s3cret%22%7D"
            )))
        var form = URLRequest(url: .of("https://example.invalid/echo?pin=item-s3cret"))
        form.httpMethod = "POST"
        form.httpBody = Data("user=ada&password=form-s3cret&client_secret=client-s3cret".utf8)
        try await send(form)
        var cut = URLRequest(url: .of("https://example.invalid/cut"))
        cut.httpMethod = "POST"
        cut.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        cut.httpBody = Data([0xFF] + Array("bytes-s3cret".utf8))
        try await send(cut)
      }
      #expect(
        lines.requests.map { $0.ending == .answered } == [true, false, true, true, true])
      for text in texts { #expect(!text.contains("-s3cret"), "\(text)") }
      #expect(lines.failures.count == 1)
      let replacement = String(
        decoding: SecretReplacement().of(ContiguousArray("item-s3cret".utf8)), as: UTF8.self)
      let urls: [String?] = lines.requests.dropFirst(2).prefix(2)
        .map(\.urlRequest.url?.absoluteString)
      #expect(urls == [endpoint, "https://example.invalid/echo?pin=\(replacement)"])
    }

    @Test func secretOfAnEarlierRequestIsNotInTheJournal() async throws {
      let plan = LaunchPlan(
        .mutation("SignIn", .data(["ok": true])), .http("/", .text("Open, ZqaSTW7d-abcdefgh")))
      let (texts, lines, _) = try await Self.lines(of: plan) {
        let query = "mutation SignIn($password: String) { ok(p: $password) }"
        _ = try await $0.receive(
          .graphQL(["query": .string(query), "variables": ["password": "ZqaSTW7d-abcdefgh"]]))
        _ = try await $0.receive(URLRequest(url: .of("https://example.invalid/")))
      }
      #expect(lines.requests.map(\.ending) == [.answered, .answered])
      for text in texts { #expect(!text.contains("ZqaSTW7d-abcdefgh"), "\(text)") }
    }

    @Test func statedSecretIsNotInWarningsOfTheJournal() async throws {
      var plan = LaunchPlan(.query("A", .data(["ok": true, "theseus": 1])))
      plan.redaction = Redaction(values: ["theseus"])
      let (texts, lines, _) = try await Self.lines(of: plan) {
        _ = try await $0.receive(.graphQL(["query": "query A { ok }"]))
      }
      #expect(lines.requests.map(\.warnings.count) == [1])
      for text in texts { #expect(!text.contains("theseus"), "\(text)") }
    }

    @Test func aRequestWithALargeBodyIsWrittenWithoutIt() async throws {
      let text = String(repeating: "a", count: JournalLine.bodyLimit)
      let folder = try TemporaryFolder(["A.large.json": #"{"data":{"a":"\#(text)"}}"#])
      var plan = LaunchPlan(.query("A", .fixture("A.large")))
      plan.tables = [FixtureTable(folder: folder.url)]
      let (texts, lines, _) = try await Self.lines(of: plan) {
        _ = try await $0.receive(.graphQL(["query": "query A { a }"]))
      }
      let found = lines.requests.map {
        "\($0.response?.status ?? 0) \($0.response?.body.count ?? -1)"
      }
      #expect(found == ["200 0"])
      #expect(texts.joined().utf8.count < 10_000)
    }

    @Test func aBodyOfPlainHTTPIsWrittenUpToTheLimit() async throws {
      let limit = JournalLine.bodyLimit
      let (_, lines, _) = try await Self.lines(of: LaunchPlan(.http("/", .status(204)))) {
        for count in [limit, limit + 1] {
          var request = URLRequest(url: .of("https://example.invalid/"))
          request.httpMethod = "PUT"
          request.httpBody = Data(repeating: UInt8(ascii: "a"), count: count)
          _ = try await $0.receive(request)
        }
      }
      #expect(lines.requests.map(\.urlRequest.httpBody?.count) == [limit, nil])
      #expect(lines.requests.map(\.requestBodyLength) == [limit, limit + 1])
    }

    @Test func entriesOfABatchKeepTheirPositions() async throws {
      let plan = LaunchPlan(.query("A", .data(["a": 1])), .query("B", .data(["b": 1])))
      let (_, lines, service) = try await Self.lines(of: plan) {
        _ = try await $0.receive(
          .graphQL([["query": "query A { a }"], ["query": "query B { b }"]]))
      }
      for requests in [service.requests, lines.requests] {
        #expect(requests.map(\.batchPosition) == [0, 1])
        #expect(requests.map(\.operation.name) == ["A", "B"])
      }
    }

    @Test func longVariablesAreNotWritten() async throws {
      let text = String(repeating: "a", count: JournalLine.bodyLimit)
      let plan = LaunchPlan(.query("A", .data(["a": 1])))
      let query = "query A($t: String) { a(t: $t) }"
      let (texts, lines, service) = try await Self.lines(of: plan) {
        _ = try await $0.receive(
          .graphQL(["query": .string(query), "variables": ["t": .string(text)]]))
      }
      #expect(lines.requests.map(\.document) == [query])
      #expect(lines.requests.map(\.requestBodyLength) == service.requests.map(\.requestBodyLength))
      #expect(texts.joined().utf8.count < 10_000)
    }

    @Test func aResetDiscardsTheLinesBeforeItOfTheSameLaunch() {
      func received(_ id: Int) -> String {
        #"{"request":{"id":\#(id),"startedAt":1,"ending":"answered"}}"#
      }
      let failure = #"{"failure":{"kind":"unhandledRequest","message":"No"}}"#
      var lines = JournalLines()
      func content(adding texts: String...) -> [String] {
        lines.add(Data((texts.joined(separator: "\n") + "\n").utf8))
        return lines.requests.map { "\($0.id)" } + lines.failures.map(\.message)
      }
      #expect(content(adding: #"{"launch":{"firstCommand":1}}"#, received(0)) == ["0"])
      lines.reset(byCommand: 1)
      // The end of a request that the app answered before.
      #expect(content(adding: received(0), failure) == [])
      let command = #"{"command":{"number":1,"takenAt":1,"isReset":true}}"#
      #expect(content(adding: command, received(1), failure) == ["1", "No"])
      // This launch begins after the reset.
      lines = JournalLines()
      lines.reset(byCommand: 1)
      #expect(content(adding: #"{"launch":{"firstCommand":2}}"#, received(0)) == ["0"])
    }

    @Test func unknownLinesOfAJournalAreSkipped() {
      var lines = JournalLines()
      lines.add(Data("garbage\n{}\n{\"unknown\":1}\n{\"failure\":{\"kind\":\"odd\"}}\n".utf8))
      #expect(lines.requests.isEmpty && lines.failures.isEmpty && !lines.hasStarted)
    }
  }
#endif
