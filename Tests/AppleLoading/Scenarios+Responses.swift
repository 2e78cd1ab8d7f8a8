import AppleFoundation
import TestSupport

@testable import GraphQLMock

// The scenarios of SessionTaskTests, ResponseHeadTests, PassthroughTests, WebSocketClaimTests and RequestLoadStressTests.
extension Scenarios {
  mutating func runWaysToSend() throws {
    let service = MockGraphQLService(
      .query("A", variables: ["id": 7], .data(["a": 1])), .http("/f", .text("x")))
    let document: MockJSON = ["query": "query A($id: ID) { a(id: $id) }", "variables": ["id": 7]]
    let request = try URLRequest.graphQL(document)
    let answer = ["head 200", #"{"data":{"a":1}}"#, "end"]
    check("a body is a stream", service, request, answer)
    check(
      "the journal has the body", service.requests.map(\.urlRequest.httpBody), [request.httpBody])
    var bodiless = request
    bodiless.httpBody = nil
    let upload = Self.session.uploadTask(with: bodiless, from: request.httpBody ?? Data())
    check("an upload of data", start("an upload of data", service, upload).wait(), answer)
    let folder = try TemporaryFolder(["body": document.description])
    let file = Self.session.uploadTask(
      with: bodiless, fromFile: folder.url.appendingPathComponent("body"))
    check("an upload of a file", start("an upload of a file", service, file).wait(), answer)
    var components = URLComponents(string: endpoint)
    components?.queryItems = [
      URLQueryItem(name: "query", value: "query A($id: ID) { a(id: $id) }"),
      URLQueryItem(name: "variables", value: #"{"id":7}"#),
    ]
    check(
      "a query over GET", service, URLRequest(url: components?.url ?? .of(endpoint)), answer)
    let url = URL.of("https://a.example/f")
    check("a GET without a body", service, URLRequest(url: url), ["head 200", "x", "end"])
    let download = start(
      "a download", service, Self.session.downloadTask(with: url), headers: ["X-A": "1"])
    check("a download", download.wait(), ["head 200", "x", "end"])
    check(
      "the header fields of a session",
      service.requests.last?.urlRequest.value(forHTTPHeaderField: "X-A"), "1")
    check("no way to send fails the test", service.failures, [])
    check("each request ends", Self.endings(service), Array(repeating: .answered, count: 6))
    check("an unhandled request", service, try Self.request("query B { b }"), ["error -1008"])
    check("an unhandled request is reported", service.failures.map(\.kind), [.unhandledRequest])
  }

  mutating func runHeads() throws {
    let service = MockGraphQLService(
      .query("A", .json([:]).header("Set-Cookie", "a=1", "b=2")), .query("B", .status(204)),
      .query("C", .data(["a": 1]).nonHTTP), .query("D", .networkError(.timedOut)),
      .query("E", .json(1), .json(2).status(201), .json(1)))
    let load = start("repeated header fields", service, try Self.request())
    check("repeated header fields", load.wait(), ["head 200", "{}", "end"])
    check(
      "repeated header fields are joined",
      (load.response as? HTTPURLResponse)?.value(forHTTPHeaderField: "set-cookie"), "a=1, b=2")
    check("an empty body", service, try Self.request("query B { a }"), ["head 204", "end"])
    check(
      "a response of another protocol", service, try Self.request("query C { a }"),
      ["head 0", #"{"data":{"a":1}}"#, "end"])
    check("an error of the network", service, try Self.request("query D { a }"), ["error -1001"])
    for (number, status) in [(1, 200), (2, 201), (1, 200)] {
      check(
        "a sequence of responses", service, try Self.request("query E { a }"),
        ["head \(status)", "\(number)", "end"])
    }
  }

  mutating func runPassthrough() throws {
    let server = try LoopbackServer { request in
      if request.hasPrefix("GET /moved") { return .response("302 Found", ["Location: /there"]) }
      if request.hasPrefix("GET /there") { return .response("200 OK", [], body: "there") }
      return request.hasPrefix("POST /never") ? nil : .response("201 Created", [], body: "{}")
    }
    let service = MockGraphQLService(
      .query("A", .passThrough.status(203)), unhandled: .passThrough)
    func request(_ query: String, _ path: String = "/graphql") throws -> URLRequest {
      try .graphQL(["query": .string(query)], to: server.url + path)
    }
    check(
      "an unhandled request passes through", service, try request("query B { b }"),
      ["head 201", "{}", "end"])
    check(
      "the server gets the stream", server.requests[0].hasSuffix(#"{"query":"query B { b }"}"#),
      true)
    check(
      "a handler changes the real response", service, try request("query A { a }"),
      ["head 203", "{}", "end"])
    check(
      "the network's redirect", service, URLRequest(url: .of(server.url + "/moved")),
      ["head 200", "there", "end"])
    let load = start("a stop of a real request", service, try request("query B { b }", "/never"))
    Self.wait { server.requests.count == 5 }
    load.stop()
    check("a stop of a real request", load.wait(), [])
    check("the journal of the stop", Self.endings(service).last, .cancelled)
  }

  mutating func runWebSockets() throws {
    func socket(
      _ scenario: String, _ service: MockGraphQLService, _ url: String, _ expected: [String]
    ) {
      let load = start(scenario, service, Self.session.webSocketTask(with: .of(url)))
      check(scenario, load.wait(), expected)
    }
    let service = MockGraphQLService()
    socket("a WebSocket to another host", service, "wss://shop.example/s", ["error -1008"])
    check("a WebSocket is reported", service.failures.map(\.kind), [.unhandledRequest])
    check("a WebSocket isn't in the journal", service.requests.count, 0)
    socket("a WebSocket to this computer", service, "ws://127.0.0.1:9/s", ["not claimed"])
    socket(
      "a WebSocket that passes through", MockGraphQLService(unhandled: .passThrough),
      "wss://shop.example/s", ["not claimed"])
  }

  mutating func runStress() throws {
    let service = MockGraphQLService(
      .query("Now", .data(["n": 1])), .query("Later", .data(["n": 1]).delay(.microseconds(300))),
      .query("Closure") { _ in
        await Task.yield()
        return .data(["n": 1])
      },
      .query("Chunks", .data(["n": 1]).chunked(3)), .query("Never", .never))
    var random = SeededGenerator(seed: 1)
    var open: [AppleLoad] = []
    for number in 0..<1_000 {
      let name = ["Now", "Later", "Closure", "Chunks", "Never"][number % 5]
      let load = start("a stop at any moment", service, try Self.request("query \(name) { n }"))
      for _ in 0..<Int.random(in: 0..<2_000, using: &random) { _ = load.isClaimed }
      if number % 5 == 4 || Bool.random(using: &random) { load.stop() }
      open.append(load)
    }
    let bodies = open.map { load in
      load.wait().dropFirst().prefix { $0 != "end" }.joined()
    }
    // A client that isn't canceled gets the whole body, the others a part of it, which depends on the moment.
    let whole = #"{"data":{"n":1}}"#
    check("a stop at any moment", bodies.allSatisfy(whole.hasPrefix), true)
    let endings = Self.endings(service)
    check(
      "each request ends once", endings.allSatisfy { $0 == .answered || $0 == .cancelled }, true)
    check("requests stay in the journal", endings.count <= 1_000, true)

    let own = MockGraphQLService(
      .http("/**") { request in
        .text(request.url?.lastPathComponent ?? "").status(200 + (request.url?.path.count ?? 0))
      })
    let many = (0..<64).map { number in
      let url = URL.of("https://a.example/\(number)")
      return (number, start("clients at the same time", own, URLRequest(url: url)))
    }
    check(
      "clients at the same time", many.map { $1.wait() },
      many.map { ["head \(200 + "/\($0.0)".count)", "\($0.0)", "end"] })
    let services = (0..<32).map { MockGraphQLService(.query("A", .json(.number($0)))) }
    let each = try services.map { start("parallel services", $0, try Self.request()) }
    check(
      "parallel services", each.map { $0.wait() },
      services.indices.map { ["head 200", "\($0)", "end"] })
  }
}
