import Foundation
import GraphQLMock
import Testing

@testable import GraphQLMockTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct FailurePageTests {
  private func ask(
    _ service: MockGraphQLService, _ query: String, _ variables: MockJSON = [:],
    path: String = "graphql", token: Int = 1, locale: String? = nil
  ) async throws {
    var request = URLRequest(url: try #require(URL(string: "https://shop.example/\(path)")))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("Bearer sEcReT-token-\(token)", forHTTPHeaderField: "Authorization")
    request.setValue(locale, forHTTPHeaderField: "Accept-Language")
    let parameters: MockJSON = ["query": .string(query), "variables": variables]
    request.httpBody = try parameters.encoded()
    _ = try? await service.makeSession().data(for: request)
  }

  @Test func pageShowsEachRequestAndContainsNoSecretAndNoScript() async throws {
    let service = MockGraphQLService(
      .query("Viewer", .data(["viewer": ["name": "<Ada> & \"Co\"", "token": "sEcReT-token-2"]])))
    try await ask(
      service, "query Viewer($password: String) { viewer(password: $password) { name token } }",
      ["password": "sEcReT-password-3"])
    try await ask(service, "query Vewer { viewer { name } }", [:])
    let now = Date()
    let page = FailurePage.html(of: service, test: "ShopTests/shows<b>")
    // The page of an earlier run is known by its time.
    let time = page.components(separatedBy: "\n").suffix(4).first?.dropFirst(3).dropLast(4)
    let written = try Date(String(try #require(time)), strategy: .iso8601)
    #expect((-1...60).contains(written.timeIntervalSince(now)))
    for text in [
      "<title>ShopTests/shows&lt;b&gt;</title>", "<p>2 requests in ",
      #"<span class="state">200</span>"#, #"<span class="state">failed</span>"#,
      """
      <summary>Request</summary><pre>POST https://shop.example/graphql
      Authorization: &lt;redacted&gt;
      Content-Type: application/json</pre>
      """,
      ##"<li><a href="#r1">1. query &quot;Viewer&quot; "##,
      ##"<li class="suspect"><a href="#r2">2. query &quot;Vewer&quot;</a>"##,
      #"<section id="r1">"#, "&quot;&lt;redacted&gt;&quot;} → 200 (",
      #"<section id="r2" class="suspect">"#,
      "answered by query &quot;Viewer&quot; (FailurePageTests.swift:",
      "<summary>Document</summary><pre>query Viewer($password: String)",
      "<summary>Variables</summary><pre>{\n  &quot;password&quot;: &quot;&lt;redacted&gt;",
      "&quot;name&quot;: &quot;&lt;Ada&gt; &amp; \\&quot;Co\\&quot;&quot;",
      "<details><summary>curl</summary><pre>curl -X POST https://shop.example/graphql \\\n",
      "Unhandled query &quot;Vewer&quot;", "nearest is query &quot;Viewer&quot;",
    ] {
      #expect(page.contains(text), "\(text) is not in \(page)")
    }
    #expect(!page.contains("sEcReT") && !page.lowercased().contains("<script"), "\(page)")
  }

  @Test func pageBeginsWithTheFailuresAndTheFailedRequests() async throws {
    let service = MockGraphQLService(
      .query("Viewer", .data(["viewer": nil])), .query("Feed", .status(401)),
      .query("Shop", .status(503)))
    for name in ["Viewer", "Feed", "Shop"] {
      try await ask(service, "query \(name) { viewer { id } }")
    }
    let page = FailurePage.html(
      of: service, test: "ShopTests/shows",
      failedBy: [
        FailedExpectation(
          text: "Expectation failed: \u{202E}name == \"<b>\"",
          place: "ShopTests/ShopTests.swift:7")
      ])
    let command = [
      "<h1>ShopTests/shows</h1>",
      """
      <p>ShopTests/ShopTests.swift:7</p>
      <pre>Expectation failed: \\u{202E}name == &quot;&lt;b&gt;&quot;</pre>
      """, #"<section id="r2" class="suspect">"#, #"<section id="r3" class="suspect">"#,
      #"<ol class="times">"#, #"<span class="state">200</span>"#,
      #"<span class="state">401 client error</span>"#,
      #"<span class="state">503 server error</span>"#, #"<section id="r1">"#,
    ]
    var rest = page[...]
    for text in command {
      let range = try #require(rest.range(of: text), "\(text) isn't in \(rest)")
      rest = rest[range.upperBound...]
    }
  }

  @Test func headingNamesTheErrorAndTruncatesLongVariables() async throws {
    let service = MockGraphQLService(
      .mutation("Pay", .status(503)), .query("Shop", .error("No → stock")),
      .query("Viewer", .data(["viewer": nil])))
    let note = String(repeating: "x", count: 250)
    try await ask(
      service, "mutation Pay($note: String) { pay(note: $note) }", ["note": .string(note)])
    try await ask(service, "query Shop($a: String) { shop(a: $a) { id } }", ["a": "b → c"])
    try await ask(service, "query Viewer { viewer { id } }", ["undeclared": 1])
    let page = FailurePage.html(of: service, test: "ShopTests/pays")
    let headings = page.components(separatedBy: "<h2>").dropFirst().map { part in
      part.prefix { $0 != "<" }.replacing(/\d+\.\d ms/) { _ in "… ms" }
    }
    let start = "mutation &quot;Pay&quot; {&quot;note&quot;:&quot;"
    #expect(
      headings == [
        "1. \(start)\(note.prefix(76))… → 503 0 bytes (… ms), server error",
        "2. query &quot;Shop&quot; {&quot;a&quot;:&quot;b → c&quot;} → 200 (… ms), with errors",
        "3. query &quot;Viewer&quot; {&quot;undeclared&quot;:1} → 200 (… ms), with a warning",
      ])
    #expect(page.contains("&quot;note&quot;: &quot;\(note)&quot;"))
  }

  @Test func aMessageThatFailedTheTestIsNotRepeated() async throws {
    let service = MockGraphQLService(.query("Vewer", .data(["viewer": nil])))
    try await ask(service, "query Viewer { viewer { id } }")
    try await ask(service, "query Shop { shop { id } }")
    let failure = try #require(service.failures.first)
    let page = FailurePage.html(
      of: service, test: "ShopTests/shows",
      failedBy: [
        FailedExpectation(text: "", place: nil, issue: failure.issue(default: .unknown))
      ])
    #expect(page.components(separatedBy: "Unhandled query &quot;Viewer&quot;").count == 2)
    for pattern in [
      #"<h2>1. query &quot;Viewer&quot; → failed \(\d+\.\d ms\), as said above</h2>\n<details"#,
      #"<h2>2. query &quot;Shop&quot; → failed \(\d+\.\d ms\)</h2>\n<pre>Unhandled query &quot;Shop&quot;"#,
    ] {
      #expect(page.firstMatch(of: try Regex(pattern)) != nil, "\(pattern) isn't in \(page)")
    }
  }

  @Test func identicalConsecutiveRequestsAreFolded() async throws {
    let service = MockGraphQLService(
      .query("Poll", .data(["done": false]), .data(["done": false]), .data(["done": true])))
    for _ in 0..<31 { try await ask(service, "query Poll { done }") }
    let page = FailurePage.html(of: service, test: "ShopTests/asksOften")
    #expect(page.contains("<p>The last 30 of 31 requests in "))
    #expect(page.contains(##"<a href="#r2">2. "##) && !page.contains(##"<a href="#r1">"##))
    #expect(page.contains(##"<a href="#r4">4–31. query &quot;Poll&quot;</a>"##), "\(page)")
  }

  @Test func requestsWithDifferentEndpointsOrHeadersAreNotFolded() async throws {
    let service = MockGraphQLService(.query("Poll", .data(["done": false])))
    let query = "query Poll { done }"
    for token in [1, 1, 4, 4] { try await ask(service, query, token: token) }
    try await ask(service, query, path: "v2/graphql", token: 4)
    try await ask(service, query, path: "v2/graphql", token: 4, locale: "de")
    let page = FailurePage.html(of: service, test: "ShopTests/refreshes")
    for text in [
      ##"<a href="#r1">1–2. query &quot;Poll&quot;</a>"##,
      ##"<a href="#r3">3–4. query &quot;Poll&quot;</a>"##,
      ##"<a href="#r5">5. query &quot;Poll&quot;</a>"##,
      ##"<a href="#r6">6. query &quot;Poll&quot;</a>"##,
      """
      <pre>POST https://shop.example/graphql
      Authorization: &lt;redacted&gt;
      Content-Type: application/json</pre>
      """,
      """
      <pre>POST https://shop.example/graphql
      Authorization: &lt;redacted&gt; (not the value of request 2)
      Content-Type: application/json</pre>
      """,
      """
      <pre>POST https://shop.example/v2/graphql
      Authorization: &lt;redacted&gt;
      Content-Type: application/json</pre>
      """,
      """
      <pre>POST https://shop.example/v2/graphql
      Accept-Language: de
      Authorization: &lt;redacted&gt;
      Content-Type: application/json</pre>
      """,
    ] {
      #expect(page.contains(text), "\(text) is not in \(page)")
    }
    #expect(!page.contains("sEcReT"))
  }

  @Test func bodyThatIsNotJSONIsShownAsTextOrByItsSizeAndType() async throws {
    let text = "<h1>Sign in</h1>" + String(repeating: "x", count: 30_000)
    let service = MockGraphQLService(
      .query("Feed", .text(text, contentType: "text/html")),
      .http("/avatar", .bytes(Data([0x89, 0x50, 0x00]), contentType: "image/png")))
    try await ask(service, "query Feed { viewer { id } }")
    var request = URLRequest(url: try #require(URL(string: "https://shop.example/avatar")))
    request.httpMethod = "PUT"
    request.setValue("application/x-protobuf", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data([0xFF])
    _ = try await service.makeSession().data(for: request)
    let page = FailurePage.html(of: service, test: "ShopTests/uploads")
    for text in [
      "<summary>Response</summary><pre>&lt;h1&gt;Sign in&lt;/h1&gt;xxx",
      """
      <summary>Request</summary><pre>PUT https://shop.example/avatar
      Content-Type: application/x-protobuf

      1 byte of application/x-protobuf</pre>
      """, "<summary>Response</summary><pre>3 bytes of image/png</pre>",
    ] {
      #expect(page.contains(text), "\(text) is not in \(page)")
    }
    #expect(page.utf8.count < 30_000)
  }

  @Test func bodyThatTheJournalDidNotKeepIsShownByItsSizeAndType() async throws {
    let service = MockGraphQLService(
      .http("/note", .text("too long", contentType: "text/plain")),
      options: ServiceOptions(bodyLimit: 7))
    var request = URLRequest(url: try #require(URL(string: "https://shop.example/note")))
    request.httpMethod = "PUT"
    request.setValue("text/csv", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data("1,2,3,4,5".utf8)
    _ = try await service.makeSession().data(for: request)
    let page = FailurePage.html(of: service, test: "ShopTests/notes")
    for text in [
      """
      <summary>Request</summary><pre>PUT https://shop.example/note
      Content-Type: text/csv

      9 bytes of text/csv</pre>
      """, "<summary>Response</summary><pre>8 bytes of text/plain</pre>",
    ] {
      #expect(page.contains(text), "\(text) is not in \(page)")
    }
  }

  @Test func pageWithoutRequestsExplainsWhyOnce() async throws {
    let service = MockGraphQLService()
    let plain = FailurePage.html(of: service, test: "ShopTests/showsNothing")
    #expect(plain.contains(#"<pre class="notes">No request reached this service."#))
    #expect(!plain.contains("<ol"))
    let error = await #expect(throws: MissingRequestsError.self) {
      try await service.waitForRequests(named: "Viewer", within: .milliseconds(1))
    }
    let page = FailurePage.html(
      of: service, test: "ShopTests/showsNothing",
      failedBy: [FailedExpectation(text: "\(try #require(error))", place: nil)],
      isExplained: true)
    #expect(page.components(separatedBy: "No request reached").count == 2, "\(page)")
  }

  /// A wait for a subscription or a delay doesn't say where the requests went, so the report does.
  @Test func reportExplainsWhyNoRequestArrivedUnlessTheErrorDoes() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(clock: clock)
    let limit = Duration.milliseconds(1)
    let waits: [(isExplained: Bool, wait: () async throws -> Void)] = [
      (false, { try await service.subscriptions.wait(for: "Ticks", within: limit) }),
      (false, { try await clock.waitForDelays(within: limit) }),
      (true, { _ = try await service.waitForRequests(named: "Ticks", within: limit) }),
    ]
    for (index, (isExplained, wait)) in waits.enumerated() {
      let report = TestReport(service)
      do { try await wait() } catch { report.noteThrown(error) }
      let text = report.takeRequests(beside: nil)
      #expect((text == nil) == isExplained, "\(index): \(text ?? "")")
    }
  }

  @Test(arguments: [false, true]) func pageShowsRefusedSockets(isBesideARequest: Bool) async throws
  {
    let service = MockGraphQLService(.query("Viewer", .data(["viewer": nil])))
    service.sockets.policy = .refuse()
    if isBesideARequest { try await ask(service, "query Viewer { viewer { id } }") }
    let url = try #require(URL(string: "wss://shop.example/subscriptions"))
    let socket = service.sockets.webSocketTask(with: url, protocols: ["graphql-transport-ws"])
    socket.resume()
    try await socket.send(.string(#"{"type":"connection_init"}"#))
    _ = try? await socket.receive()
    let page = FailurePage.html(of: service, test: "ShopTests/showsPrices")
    let line = """
      <pre class="notes">The WebSocket to wss://shop.example/subscriptions was closed by the service with \
      4403 &quot;Forbidden&quot;: the policy is .refuse</pre>
      """
    #expect(page.contains(line), "\(page)")
    #expect(page.contains("<ol") == isBesideARequest)
  }

  @Test func pageShowsRequestsOfTheAppIfTheServiceGotNone() async throws {
    let app = MockGraphQLService(.query("Viewer", .data(["viewer": nil])))
    try await ask(app, "query Viewer { viewer { name } }", [:])
    let page = FailurePage.html(
      of: MockGraphQLService(), appRequests: app.requests, test: "ShopUITests/testShows")
    #expect(page.contains(##"<a href="#r1">1. query &quot;Viewer&quot;"##))
  }
}
