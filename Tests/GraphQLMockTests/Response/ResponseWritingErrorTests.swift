import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Response heads that can't be sent, however they were made.
struct ResponseWritingErrorTests {
  /// The ways to set the head of a response: by a handler, or on a real response.
  enum Door: CaseIterable { case canned, inParts, passedThrough, changed, fixture }

  static func response(
    _ door: Door, _ state: (MockResponse) -> MockResponse
  ) -> MockResponse {
    switch door {
    case .canned: state(.data(["a": 1]))
    case .inParts: state(.data(["a": 1])).chunked(3)
    case .passedThrough: state(.passThrough)
    case .changed: state(.passThrough { _ in .data(["a": 1]) })
    case .fixture: state(.fixture("A"))
    }
  }

  /// The errors that a client and the journal get.
  static func fault(of response: MockResponse, server: String) async throws -> [String] {
    let folder = try TemporaryFolder(["A.json": #"{"data":{"a":1}}"#])
    let service = MockGraphQLService(
      .query(.any, response), fixtures: FixtureTable(folder: folder.url))
    let request = try URLRequest.graphQL(["query": "{ a }"], to: server)
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession().data(for: request)
    }
    #expect(error?.code == .cannotParseResponse)
    return [error?.localizedDescription ?? ""] + service.failures.map(\.message)
  }

  @Test(arguments: [MockResponse.never, .passThrough, .events([])])
  func invalidResponseOfAPassthroughClosureFailsTheRequest(change: MockResponse) async throws {
    let server = try PassthroughTests.makeServer()
    let told = try await Self.fault(
      of: .passThrough { _ in change }, server: server.url)
    let message =
      """
      The closure of `.passThrough` must return a response; it can't return `.never`, `.passThrough` or \
      `.events`.
      """
    #expect(told == [message, message])
  }

  @Test(arguments: Door.allCases)
  func headThatCannotBeSentFailsTheRequest(door: Door) async throws {
    let server = try PassthroughTests.makeServer()
    let value = "The header field \"X-A\" can't be sent: its value contains a line break or a NUL."
    let name = """
      "X-A: b\\nX-B" isn't a valid name of an HTTP header field; it must consist of letters, digits, and \
      "!#$%&'*+-.^_`|~".
      """
    var cases: [(MockResponse, String)] = [
      (
        Self.response(door) { $0.status(9_999) },
        "9999 isn't an HTTP status code; it must be 100 to 599."
      ),
      (Self.response(door) { $0.header("X-A", "b\r\nSet-Cookie: c") }, value),
      (Self.response(door) { $0.header("X-A", "b\0") }, value),
      (Self.response(door) { $0.header("X-A: b\nX-B", "c") }, name),
    ]
    #if canImport(FoundationNetworking)
      let challenge = "Bearer realm=\"a\", basic realm=\"b\""
      cases.append(
        (
          Self.response(door) { $0.status(401).header("www-authenticate", challenge) },
          """
          A 401 with "WWW-Authenticate: Basic" can't be sent on this platform, where Foundation hangs \
          on it (swift-corelibs-foundation#5456); leave the header field out.
          """
        ))
    #endif
    for (response, message) in cases {
      #expect(
        try await Self.fault(of: response, server: server.url + "/graphql") == [message, message],
        "\(message)")
    }
  }

  @Test func aFieldNameIsSentOnlyIfHTTPAllowsIt() async throws {
    // RFC 9110, sections 5.5 and 5.6.2.
    let names = "!#$%&'*+-.^_`|~0aZ"
    for (name, isAllowed) in [
      (names, true), ("", false), (" ", false), ("a b", false), ("a:", false), ("\u{e4}", false),
      ("a(", false), ("\u{7f}", false),
    ] {
      let service = MockGraphQLService(
        .query(.any, .status(200).header(name, isAllowed ? "a\t\u{e4}" : "")))
      _ = try? await service.respond(to: .graphQL(["query": "{ a }"]))
      #expect(service.failures.isEmpty == isAllowed, "\(name.debugDescription)")
    }
  }

  #if canImport(FoundationNetworking)
    @Test func aBasicChallengeOfARealServiceIsExplainedAndDoesNotHang() async throws {
      let server = try LoopbackServer { _ in
        .response("401 Unauthorized", ["WWW-Authenticate: Basic realm=\"a\""], body: "no")
      }
      let message = """
        The real service answered 401 with "WWW-Authenticate: Basic", which can't be delivered on \
        this platform, where Foundation hangs on it (swift-corelibs-foundation#5456); answer this \
        request with .status(401).
        """
      for response in [MockResponse.passThrough, .passThrough.status(200)] {
        #expect(try await Self.fault(of: response, server: server.url) == [message, message])
      }
      let folder = try TemporaryFolder()
      let service = MockGraphQLService()
      // Independent of the environment of the tests.
      service.record(Recording(.all, folder: folder.url))
      let request = try URLRequest.graphQL(["query": "query A { a }"], to: server.url)
      let error = await #expect(throws: URLError.self) {
        try await service.makeSession().data(for: request)
      }
      #expect(error?.localizedDescription == message)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    // The challenges on which swift-corelibs-foundation of Swift 6.3.1 hangs, found with a
    // URLProtocol alone.
    @Test(arguments: [
      ("Basic realm=\"a\"", true), ("basic realm=a", true), ("Basic charset=\"UTF-8\"", true),
      ("Bearer realm=\"x\", Basic realm=\"y\"", true), ("Negotiate,Basic realm=\"a\"", true),
      ("Bearer realm=\"a, Basic realm=b\"", true), ("Bearer realm=\"basic users\"", false),
      ("Bearer scope=basic realm=\"u\"", false), ("X-Basic realm=\"a\"", false),
      ("Digest realm=\"a\", nonce=\"n\"", false), ("Bearer Basic realm=\"y\"", false),
      ("NTLM", false), ("", false),
    ])
    func onlyAChallengeThatFoundationHangsOnIsRefused(value: String, isRefused: Bool) async throws {
      let service = MockGraphQLService(
        .query(.any, .status(401).header("WWW-Authenticate", value)))
      let incoming = try? await service.makeSession().receive(.graphQL(["query": "{ a }"]))
      #expect(incoming?.status == (isRefused ? nil : 401))
    }
  #endif
}
