import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a session adds to a request, and does with a response.
struct SessionTests {
  static let request = URLRequest(url: .of("https://example.invalid/a"))

  static func configuration(_ fields: [AnyHashable: Any]) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = fields
    return configuration
  }

  @Test func headerFieldsOfTheSessionReachTheServiceUnlessTheRequestHasThem() async throws {
    let service = MockGraphQLService(
      .query("A", .data(["a": 1])).where(header: "X-App", equals: "shop"),
      .query("A", .data(["a": 2])))
    let fields: [AnyHashable: Any] = ["x-app": "shop", "X-Number": "7", "Accept": "text/html"]
    let installed = service.install(in: .ephemeral)
    installed.httpAdditionalHeaders = fields
    let sessions = [
      service.makeSession(configuration: Self.configuration(fields)),
      URLSession(configuration: installed),
    ]
    for session in sessions {
      let incoming = try await session.receive(.graphQL(["query": "query A { a }"]))
      #expect(incoming.body == #"{"data":{"a":1}}"#)
      let sent = try #require(service.requests.last?.urlRequest)
      let values = ["X-App", "X-Number", "Accept"].map { sent.value(forHTTPHeaderField: $0) }
      #expect(values == ["shop", "7", "application/json"])
    }
    // Another session of the service doesn't have them.
    let other = try await service.makeSession().receive(.graphQL(["query": "query A { a }"]))
    #expect(other.body == #"{"data":{"a":2}}"#)
  }

  @Test func headerFieldsOfTheSessionReachTheRealService() async throws {
    let server = try LoopbackServer { request in
      .response("200 OK", body: request.contains("Bearer t") ? "in" : "out")
    }
    let service = MockGraphQLService(unhandled: .passThrough)
    let session = service.makeSession(
      configuration: Self.configuration(["Authorization": "Bearer t"]))
    let incoming = try await session.receive(URLRequest(url: .of(server.url)))
    #expect(incoming.body == "in")
  }

  @Test func anNSErrorOfTheURLDomainIsAURLError() async throws {
    let offline = NSError(domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet)
    let service = MockGraphQLService(
      .query("A", .networkError(offline)), .query("B") { _ in throw offline })
    let session = service.makeSession()
    for name in ["A", "B"] {
      await #expect(throws: URLError(.notConnectedToInternet)) {
        try await session.data(for: .graphQL(["query": "query \(name) { a }"]))
      }
    }
    let endings = service.requests.map(\.ending?.error?.code)
    #expect(endings == [.notConnectedToInternet, .notConnectedToInternet])
    #expect(service.failures == [])
  }

  @Test func anErrorOfAnotherDomainReachesTheClientAsItIs() async throws {
    let reset = NSError(domain: NSPOSIXErrorDomain, code: 54)
    let service = MockGraphQLService(.http("/a", .networkError(reset)))
    let session = service.makeSession()
    let thrown = await #expect(throws: (any Error).self) {
      try await session.data(for: Self.request)
    }
    let direct = await #expect(throws: (any Error).self) {
      try await service.respond(to: Self.request)
    }
    let incoming = [thrown, direct].compactMap { $0.map { $0 as NSError } }
    #expect(incoming.map(\.domain) == [NSPOSIXErrorDomain, NSPOSIXErrorDomain])
    #expect(incoming.map(\.code) == [54, 54])
    #expect(service.failures == [])
    #expect(
      service.requests.first?.description
        == "GET https://example.invalid/a → failed with NSPOSIXErrorDomain 54")
  }

  #if canImport(FoundationNetworking)
    @Test func aTaskThatIsAlreadyCanceledGetsNoResponse() async throws {
      let service = MockGraphQLService(.query("A", .data(["a": 1])))
      let session = service.makeSession()
      let request = try URLRequest.graphQL(["query": "query A { a }"])
      var count = 0
      for _ in 0..<50 {
        let isCanceled = AsyncStream<Void>.makeStream()
        let task = Task {
          for await _ in isCanceled.stream { break }
          return try await session.data(for: request)
        }
        task.cancel()
        isCanceled.continuation.yield()
        if case .failure(let error as URLError) = await task.result, error.code == .cancelled {
          count += 1
        }
      }
      // A real server's response is overtaken in 48 of 50 runs.
      #expect(count >= 45)
    }
  #endif

  private func length(
    _ response: MockResponse, method: String = "GET"
  ) async throws -> (length: Int64, body: Int, warnings: [String]) {
    let service = MockGraphQLService(.http("/a", response))
    var request = Self.request
    request.httpMethod = method
    let (body, head) = try await service.makeSession().data(for: request)
    let direct = try await service.respond(to: request)
    #expect(try await direct.body.collect().count == body.count)
    // Only the session's response gets the length.
    let kept = service.requests.map { $0.response?.headers["Content-Length"] }
    #expect(kept == [direct.headers["Content-Length"], direct.headers["Content-Length"]])
    return (head.expectedContentLength, body.count, service.requests[0].warnings)
  }

  // RFC 9110, sections 8.6 and 9.3.2: HEAD has the length of the body that GET would have. 1xx and 204 have none.
  @Test func aCompleteBodyHasItsLength() async throws {
    let text = MockResponse.text("12345")
    let cases: [(String, MockResponse, method: String, length: Int64, body: Int)] = [
      ("a body", text, "GET", 5, 5),
      ("no body", .status(200), "GET", 0, 0),
      ("HEAD", text, "HEAD", 5, 0),
      ("204", .status(204), "GET", -1, 0),
      ("304", .status(304), "GET", -1, 0),
      ("chunks", text.chunked(2), "GET", -1, 5),
      ("a stated length", text.header("Content-Length", "5"), "GET", 5, 5),
      ("HEAD with a stated length", .status(200, headers: ["Content-Length": "9"]), "HEAD", 9, 0),
    ]
    for (what, response, method, expected, count) in cases {
      let incoming = try await length(response, method: method)
      #expect(incoming.length == expected, "\(what)")
      #expect(incoming.body == count, "\(what)")
      #expect(incoming.warnings == [], "\(what)")
    }
  }

  @Test func framingThatContradictsTheBodyIsAWarning() async throws {
    let text = MockResponse.text("12345")
    let gzip = Data([0x1F, 0x8B, 8, 0])
    let cases: [(MockResponse, [String])] = [
      (text.status(204), ["The status 204 has no body, so 5 bytes aren't sent."]),
      (
        text.header("Content-Length", "3"),
        [#"The header field Content-Length is "3", but the body has 5 bytes."#]
      ),
      (
        text.header("Content-Encoding", "gzip"),
        [#"The header field Content-Encoding is "gzip", but the body isn't compressed."#]
      ),
      (
        text.header("Content-Encoding", "br"),
        [#"The header field Content-Encoding is "br", but the body isn't compressed."#]
      ),
      (
        .bytes(Data([0xFF, 0])).header("Content-Encoding", "X-Gzip"),
        [#"The header field Content-Encoding is "X-Gzip", but the body isn't compressed."#]
      ),
      (
        .bytes(Data([0xFF, 0])).header("Content-Encoding", "br"),
        ["The session doesn't decompress the body: send it without Content-Encoding."]
      ),
      (.status(200, headers: ["Content-Encoding": "br"]), []),
      // A 304 may have the length of the body that a GET would get, but has no body.
      (.status(304, headers: ["Content-Length": "9"]), []),
      (text.status(304), ["The status 304 has no body, so 5 bytes aren't sent."]),
      (.status(300, headers: ["Location": "/b"]), []), (.status(301), []),
      (
        text.status(204).header("Content-Encoding", "gzip"),
        ["The status 204 has no body, so 5 bytes aren't sent."]
      ),
      (text.header("Content-Encoding", "identity"), []),
      (text.header("Content-Encoding", "Identity"), []),
      (
        .bytes(gzip).header("Content-Encoding", "gzip"),
        ["The session doesn't decompress the body: send it without Content-Encoding."]
      ),
      (
        text.header("Set-Cookie", "a=1"),
        [
          """
          The session doesn't store the cookies of Set-Cookie: use a real server, such as Examples/LoopbackServer.
          """
        ]
      ),
    ]
    for (response, warnings) in cases {
      let service = MockGraphQLService(.http("/a", response))
      _ = try await service.makeSession().data(for: Self.request)
      #expect(service.requests.map(\.warnings) == [warnings], "\(warnings)")
      #expect(service.failures == [], "\(warnings)")
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func aRedirectIsAWarning(status: Int) async throws {
    let service = MockGraphQLService(.http("/a", .status(status, headers: ["Location": "/b"])))
    _ = try await service.makeSession().data(for: Self.request)
    #expect(
      service.requests.map(\.warnings) == [
        [
          """
          The session doesn't follow the redirect, and doesn't ask its delegate: use a real server, such as \
          Examples/LoopbackServer.
          """
        ]
      ])
  }

  @Test func aFileIsSearchedLikeFixturesAndThenInTheWorkingFolder() async throws {
    let folder = try TemporaryFolder([
      "Package.swift": "", "Tests/Fixtures/Covers/7.png": "fixture", "Tests/Covers/7.png": "beside",
      "Covers/8.png": "root",
    ])
    let source = folder.url.appendingPathComponent("Tests/ATests.swift").path
    func body(_ path: String) async throws -> String {
      let service = MockGraphQLService(.http("/a", .file(path, filePath: source)))
      let (data, _) = try await service.makeSession().data(for: Self.request)
      #expect(service.failures == [])
      return String(decoding: data, as: UTF8.self)
    }
    #expect(try await body("Covers/7.png") == "fixture")
    #expect(try await body("Covers/8.png") == "root")
    #expect(try await body("Package.swift") == "")
    let service = MockGraphQLService(.http("/a", .file("Covers/9.png", filePath: source)))
    _ = try? await service.makeSession().data(for: Self.request)
    let root = folder.url.standardizedFileURL.path
    let working = FileManager.default.currentDirectoryPath
    #expect(
      service.failures.map(\.message) == [
        """
        The response's file "Covers/9.png" can't be read: there is no file "Covers/9.png"; did you mean \
        "Covers/7.png"? Searched: \(root)/Tests/Fixtures/Covers/9.png, \(root)/Tests/Covers/9.png, \
        \(root)/Fixtures/Covers/9.png, \(root)/Covers/9.png, \(working)/Covers/9.png
        """
      ])
  }
}
