import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests passed through to a real server on the loopback interface.
struct PassthroughTests {
  static func makeServer() throws -> LoopbackServer {
    try LoopbackServer { request in
      if request.hasPrefix("GET /moved") {
        return .response("302 Found", ["Location: /there"])
      }
      if request.hasPrefix("GET /there") {
        return .response("200 OK", ["Content-Type: text/plain"], body: "there")
      }
      if request.hasPrefix("POST /never") { return nil }
      return .response(
        "201 Created", ["Content-Type: application/json", "X-Real: yes"], body: "{}")
    }
  }

  @Test func passthroughReturnsTheRealResponseUnchanged() async throws {
    let server = try Self.makeServer()
    let service = MockGraphQLService(.query("Mine", .data([:])), unhandled: .passThrough)
    let session = service.makeSession()
    let request = try URLRequest.graphQL(["query": "query Real { a }"], to: server.url + "/graphql")
    let (data, response) = try await session.data(for: request)
    let http = try #require(response as? HTTPURLResponse)
    let header = http.value(forHTTPHeaderField: "X-Real") ?? ""
    let incoming = "\(http.statusCode) \(header) \(String(decoding: data, as: UTF8.self))"
    #expect(incoming == "201 yes {}")
    #expect(Self.bodies(of: server) == [#"{"query":"query Real { a }"}"#])
    #expect(service.failures == [])
    #expect(service.requests.map(\.ending) == [.passedThrough])
    #expect(service.requests.first?.response?.status == 201)
    _ = try await session.data(
      for: .graphQL(["query": "query Mine { a }"], to: server.url + "/graphql"))
    #expect(server.requests.count == 1)
  }

  /// The bodies of the requests that a server got.
  private static func bodies(of server: LoopbackServer) -> [String] {
    server.requests.map { request in
      request.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
    }
  }

  @Test func passthroughForwardsABodyStreamAndTheHandlerReplacesTheStatusAndAHeader() async throws {
    let server = try Self.makeServer()
    let service = MockGraphQLService(
      .query(.any, .passThrough.status(203).header("x-real", "no")))
    var request = try URLRequest.graphQL(["query": "{ a }"], to: server.url + "/graphql")
    request.httpBodyStream = InputStream(data: request.httpBody ?? Data())
    #expect(try await service.makeSession().receive(request).status == 203)
    #expect(Self.bodies(of: server) == [#"{"query":"{ a }"}"#])
    // The server's name of the header has upper-case letters.
    let headers = service.requests.first?.response?.headers ?? [:]
    #expect(headers.filter { $0.name.lowercased() == "x-real" }.map(\.value) == ["no"])
  }

  @Test func anInvalidRequestToAPassthroughHandlerReachesTheRealServiceWithAWarning() async throws {
    let server = try Self.makeServer()
    let service = MockGraphQLService(.query("Q", .passThrough))
    let document = "query Q($id: ID) { a }"
    let request = try URLRequest.graphQL(["query": .string(document)], to: server.url + "/graphql")
    #expect(try await service.makeSession().receive(request).status == 201)
    #expect(service.failures == [])
    let warnings = service.requests.first?.warnings ?? []
    #expect(
      warnings == [
        #"the request is invalid: Variable "$id" is never used in operation "Q". (1:9)"#
      ])
    let folder = try TemporaryFolder([
      "Q.json": #"{"request": {}, "response": {"passThrough": true}}"#
    ])
    let table = MockGraphQLService(fixtures: FixtureTable(folder: folder.url))
    #expect(try await table.makeSession().receive(request).status == 201)
    #expect(table.failures == [])
    // Another response of the same handler isn't sent to an invalid request.
    let mixed = MockGraphQLService(.query("Q", .data(["a": 1]), .passThrough))
    #expect(try await mixed.makeSession().receive(request).status == 200)
    #expect(mixed.failures.map(\.kind) == [.invalidRequest])
    #expect(server.requests.count == 2)
  }

  @Test func anInvalidRequestReachesTheRealServiceByTheResponseOfAPolicyToo() async throws {
    let server = try Self.makeServer()
    let service = MockGraphQLService(unhandled: .respond(.passThrough.status(203)))
    let request = try URLRequest.graphQL(
      ["query": "query A { a ...Missing }"], to: server.url + "/graphql")
    #expect(try await service.makeSession().receive(request).status == 203)
    #expect(service.failures == [])
  }

  @Test func aFailureOfAPassedThroughRequestNamesItsHandler() async throws {
    struct Lost: Error {}
    let server = try Self.makeServer()
    let service = MockGraphQLService(
      .query("Status", .passThrough.status(42)),
      .query("Change", .passThrough { _ in throw Lost() }))
    for name in ["Status", "Change"] {
      let request = try URLRequest.graphQL(
        ["query": .string("query \(name) { a }")], to: server.url + "/graphql")
      _ = try? await service.makeSession().receive(request)
    }
    #expect(service.failures.map { $0.handler != nil } == [true, true])
  }

  @Test func aChangedResponseOfTheRealServiceMayHaveFieldNames() async throws {
    let server = try Self.makeServer()
    let service = MockGraphQLService(
      .query("Q", .passThrough { _ in .data(fields: ["hero": ["name": "Luke"]]) }))
    let request = try URLRequest.graphQL(
      ["query": "query Q { a: hero { b: name } }"], to: server.url + "/graphql")
    let body = try await service.makeSession().receive(request).body
    #expect(body == #"{"data":{"a":{"b":"Luke"}}}"#)
  }

  @Test func passthroughFollowsRedirects() async throws {
    let server = try Self.makeServer()
    let service = MockGraphQLService(unhandled: .passThrough)
    let (data, response) = try await service.makeSession()
      .data(for: URLRequest(url: .of(server.url + "/moved")))
    let incoming = "\(String(decoding: data, as: UTF8.self)) from \(response.url?.path ?? "")"
    #expect(incoming == "there from /there")
    #expect(server.requests.count == 2)
  }

  @Test func anErrorOfTheNetworkReachesTheClient() async throws {
    let port = try Self.makeServer().port
    let service = MockGraphQLService(unhandled: .passThrough)
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession()
        .data(for: URLRequest(url: .of("http://127.0.0.1:\(port)/gone")))
    }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test func cancelingTheClientCancelsThePassthroughRequest() async throws {
    let server = try Self.makeServer()
    let service = MockGraphQLService(unhandled: .passThrough)
    let session = service.makeSession()
    let request = try URLRequest.graphQL(["query": "{ a }"], to: server.url + "/never")
    let client = Task { try await session.data(for: request) }
    try await waitUntil { !server.requests.isEmpty }
    client.cancel()
    let result = await client.result
    #expect(throws: URLError.self) { try result.get() }
    try await waitUntil { server.requests.count >= 2 }
    #expect(server.requests.last == "hung up")
    #expect(service.requests.map(\.ending) == [.cancelled])
  }

  @Test func aPassedThroughResponseBreaksOffAndArrivesInChunks() async throws {
    let server = try LoopbackServer { _ in
      .response("200 OK", ["Content-Type: application/json"], body: #"{"data":{"a":1}}"#)
    }
    let service = MockGraphQLService(
      .query("Cut", .passThrough.breakingOff(after: 5, with: .timedOut)),
      .query("Chunked", .passThrough.chunked(9)),
      .query("Changed", .passThrough { _ in .data(["b": 2]).breakingOff(after: 4) }))
    var found: [String] = []
    for name in ["Cut", "Chunked", "Changed"] {
      let request = try URLRequest.graphQL(
        ["query": .string("query \(name) { a b }")], to: server.url)
      let response = try await service.respond(to: request)
      var chunks: [String] = []
      do {
        for try await chunk in response.body {
          chunks.append(String(decoding: chunk, as: UTF8.self))
        }
      } catch let error as URLError {
        chunks.append("error \(error.code.rawValue)")
      }
      found.append(chunks.joined(separator: "|"))
    }
    #expect(found == [#"{"dat|error -1001"#, #"{"data":{|"a":1}}"#, #"{"da|error -1005"#])
    let endings: [ReceivedRequest.Ending?] = [
      .failed(URLError(.timedOut)), .passedThrough, .failed(URLError(.networkConnectionLost)),
    ]
    #expect(service.requests.map(\.ending) == endings)
  }

  @Test func aPassedThroughStreamBreaksOff() async throws {
    let server = try LoopbackServer { _ in
      .response("200 OK", ["Content-Type: text/event-stream"], body: "event: next\ndata: {}\n\n")
    }
    let service = MockGraphQLService(.subscription("S", .passThrough.breakingOff(after: 11)))
    let request = try URLRequest.graphQL(
      ["query": "subscription S { a }"], to: server.url, accept: "text/event-stream")
    let response = try await service.respond(to: request)
    let (incoming, error) = try await response.bodyUntilError()
    #expect(error?.code == .networkConnectionLost)
    #expect(String(decoding: incoming, as: UTF8.self) == "event: next")
  }

  @Test func theChangedResponseOfTheRealServiceHasItsDelay() async throws {
    let server = try Self.makeServer()
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query("Q", .passThrough { _ in .data(["a": 1]).delay(.seconds(3)) }), clock: clock)
    let request = try URLRequest.graphQL(["query": "query Q { a }"], to: server.url + "/graphql")
    let task = Task { try await service.makeSession().receive(request).body }
    try await clock.waitForDelays()
    #expect(service.requests.map(\.ending) == [nil])
    clock.advance(by: .seconds(3))
    #expect(try await task.value == #"{"data":{"a":1}}"#)
  }

  @Test func theChangedResponseOfTheRealServiceIsValidated() async throws {
    let server = try Self.makeServer()
    let service = MockGraphQLService(
      .query("Q", .passThrough { _ in .data(["a": "one"]) }),
      schema: try ServiceSchema(definitions: "type Query { a: Int }"))
    let request = try URLRequest.graphQL(["query": "query Q { a }"], to: server.url + "/graphql")
    await #expect(throws: URLError.self) { try await service.makeSession().receive(request) }
    #expect(service.failures.map(\.kind) == [.invalidResponse])
    #expect(service.failures.map { $0.handler != nil } == [true])
  }

  @Test(arguments: [StreamedResponseTests.apollo, "application/json"])
  func theChangedResponseOfTheRealServiceIsDeferred(accept: String) async throws {
    let server = try Self.makeServer()
    let service = MockGraphQLService(
      .query("Q", .passThrough { _ in .data(["a": 1, "b": 2]).deferred }))
    let request = try URLRequest.graphQL(
      ["query": "query Q { a ... @defer { b } }"], to: server.url + "/graphql", accept: accept)
    let response = try await service.respond(to: request)
    let body = try await response.body.collect()
    #expect(response.status == 200 && response.headers["X-Real"] == "yes")
    guard accept != "application/json" else {
      return #expect(String(decoding: body, as: UTF8.self) == #"{"data":{"a":1,"b":2}}"#)
    }
    let type = try #require(response.headers["Content-Type"])
    let parts = try #require(MultipartReader(body, contentType: type)).parts
    #expect(
      parts.map(\.body) == [
        #"{"data":{"a":1},"hasNext":true}"#,
        #"{"hasNext":false,"incremental":[{"data":{"b":2},"path":[]}]}"#,
      ])
    #expect(service.requests.map(\.ending) == [.passedThrough])
  }

  @Test func theChangedResponseOfTheRealServiceHasNoBodyWithItsStatus() async throws {
    let server = try Self.makeServer()
    let service = MockGraphQLService(.query("Q", .passThrough { _ in .data(["a": 1]).status(204) }))
    let request = try URLRequest.graphQL(["query": "query Q { a }"], to: server.url + "/graphql")
    let response = try await service.respond(to: request)
    #expect(response.status == 204)
    #expect(try await response.body.collect() == Data())
    let warning = "The status 204 has no body, so 16 bytes aren't sent."
    #expect(service.requests.map(\.warnings) == [[warning]])
  }

  /// The response that a closure of `.passThrough` returns is sent by the same steps as one without a real service.
  @Test func theChangedResponseOfTheRealServiceIsSentLikeAnyOther() async throws {
    let server = try Self.makeServer()
    let json = MockResponse.json(["errors": [["message": "No"]]])
    let text = MockResponse.text("Bye")
    let results = "application/graphql-response+json"
    let events = "text/event-stream"
    let rows: [(response: MockResponse, accept: String)] = [
      (.data(["a": 1]), events), (json, events), (text, events), (json, results),
      (.data(["a": 1]).status(300), events),
    ]
    for (response, accept) in rows {
      var sent: [String] = []
      let real = MockResponse.passThrough { _ in response }
      for stated in [response, real] {
        let service = MockGraphQLService(.query("Q", stated))
        let request = try URLRequest.graphQL(
          ["query": "query Q { a }"], to: server.url + "/graphql", accept: accept)
        let response = try await service.respond(to: request)
        let body = String(decoding: try await response.body.collect(), as: UTF8.self)
        let type = response.headers["Content-Type"] ?? ""
        let warnings = service.requests.flatMap(\.warnings)
        sent.append("\(response.status) \(type) \(body) \(warnings)")
      }
      #expect(sent[0] == sent[1])
    }
  }

  /// Responses with these statuses have no body (RFC 9110, section 6.4.1).
  @Test(arguments: [
    ("application/json", "The status 204 has no body, so 2 bytes aren't sent."),
    ("text/event-stream", "The status 204 has no body, so no events are sent."),
  ]) func aResponseOfTheRealServiceHasNoBodyWithTheStatusOfItsHandler(
    type: String, warning: String
  ) async throws {
    let server = try LoopbackServer { _ in
      .response("200 OK", ["Content-Type: \(type)", "X-Real: yes"], body: "{}")
    }
    let service = MockGraphQLService(.query("Q", .passThrough.status(204)))
    let request = try URLRequest.graphQL(
      ["query": "query Q { a }"], to: server.url + "/graphql", accept: type)
    let response = try await service.respond(to: request)
    #expect(response.status == 204 && response.headers["X-Real"] == "yes")
    #expect(try await response.body.collect() == Data())
    #expect(service.requests.map(\.ending) == [.passedThrough])
    #expect(service.requests.map(\.warnings) == [[warning]])
  }

  /// The request of an entry is sent alone, as JSON, which can't contain its files.
  @Test(arguments: [false, true]) func aBatchWithFilesIsNotSentToTheRealService(
    isRecording: Bool
  ) async throws {
    let server = try LoopbackServer { _ in
      .response("200 OK", ["Content-Type: application/json"], body: #"{"data":{"b":1}}"#)
    }
    let folder = try TemporaryFolder()
    let service =
      isRecording
      ? MockGraphQLService.recording(.missing, folder.url)
      : MockGraphQLService(unhandled: .passThrough)
    let upload =
      #"{"query":"mutation Up($f: Upload!) { up(f: $f) { id } }","variables":{"f":null}}"#
    var request = UploadFormTests.request([
      .init("operations", "[\(upload),\(BatchExecutionTests.single)]"),
      .init("map", #"{"1":["0.variables.f"]}"#), .init("1", "Alpha", file: "a.txt"),
    ])
    request.url = URL(string: server.url + "/graphql")
    request.setValue("identity", forHTTPHeaderField: "Content-Encoding")
    request.setValue("\(request.httpBody?.count ?? 0)", forHTTPHeaderField: "Content-Length")
    let body = try await service.makeSession().receive(request).body
    let message =
      "The mutation \"Up\" with files can't be sent to the real service, because it's part of a batch: answer it by a handler."
    #expect(
      body == "\(MockJSON.array([["errors": [["message": .string(message)]]], ["data": ["b": 1]]]))"
    )
    #expect(service.failures.map(\.message) == [message])
    #expect(Self.bodies(of: server) == [BatchExecutionTests.single])
    // The header fields that describe a body are those of the entry.
    let head = server.requests.first?.lowercased().components(separatedBy: "\r\n") ?? []
    #expect(
      head.filter { $0.hasPrefix("content-") }.sorted() == [
        "content-length: \(BatchExecutionTests.single.utf8.count)",
        "content-type: application/json",
      ])
  }

  @Test func aQueryWithFilesInABatchIsNotComparedWithTheRealService() async throws {
    let server = try Self.makeServer()
    let folder = try TemporaryFolder()
    let service = MockGraphQLService(.query("Same", .data(["same": true])))
    service.record(Recording(.verify, folder: folder.url))
    let query = #"{"query":"query Same($f: Upload!) { same(as: $f) }","variables":{"f":null}}"#
    var request = UploadFormTests.request([
      .init("operations", "[\(query)]"), .init("map", #"{"1":["0.variables.f"]}"#),
      .init("1", "Alpha", file: "a.txt"),
    ])
    request.url = URL(string: server.url + "/graphql")
    #expect(
      try await service.respond(to: request).body.collect()
        == Data(#"[{"data":{"same":true}}]"#.utf8))
    #expect(server.requests == [])
    #expect(service.failures == [])
  }

  @Test func anInvalidRequestReachesTheRealServiceByAFixtureOfAHandlerToo() async throws {
    let server = try Self.makeServer()
    let folder = try TemporaryFolder([
      "Real.json": #"{"request": {}, "response": {"passThrough": true}}"#,
      "Own.json": #"{"data": {}}"#,
    ])
    let table = FixtureTable(folder: folder.url)
    let request = try URLRequest.graphQL(
      ["query": "query Q($id: ID) { a }"], to: server.url + "/graphql")
    let handled = MockGraphQLService(
      .query("Q", .fixture("Real"), .fixture("Own")), fixtures: table)
    let unhandled = MockGraphQLService(fixtures: table, unhandled: .respond(.fixture("Real")))
    for service in [handled, unhandled] {
      #expect(try await service.makeSession().receive(request).status == 201)
      #expect(service.failures == [])
    }
    #expect(try await handled.makeSession().receive(request).status == 200)
    #expect(handled.failures.map(\.kind) == [.invalidRequest])
    #expect(server.requests.count == 2)
  }
}
