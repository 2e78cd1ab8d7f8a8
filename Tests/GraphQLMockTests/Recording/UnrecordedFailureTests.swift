import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Failures and responses of the real service that aren't recorded.
struct UnrecordedFailureTests {
  /// A request to a port without a server.
  static func requestToNobody() throws -> URLRequest {
    try .graphQL(["query": "query A { n }"], to: "http://127.0.0.1:1/graphql")
  }

  static func server(
    _ body: String, _ status: String = "200 OK", type: String = "application/json"
  ) throws -> LoopbackServer {
    try LoopbackServer { _ in .response(status, ["Content-Type: \(type)"], body: body) }
  }

  /// The message for a response that begins with the text.
  static func message(_ status: Int, _ line: String) -> String {
    """
    Nothing was recorded for query "A": the response isn't a JSON object with "data" or "errors", \
    but has the status \(status) and \(line).
    """
  }

  @Test(arguments: [
    (Recording.missing, "recorded"), (.all, "recorded"), (.verify, "verified"),
  ]) func connectionFailureIsReportedAndNotRecorded(mode: Recording, verb: String) async throws {
    let folder = try TemporaryFolder()
    let service = MockGraphQLService.recording(mode, folder.url)
    await #expect(throws: URLError.self) {
      try await service.makeSession().receive(Self.requestToNobody())
    }
    #expect(try folder.files() == [:])
    let message =
      "Nothing was \(verb) for query \"A\": the real service can't be reached (cannotConnectToHost)."
    #expect(service.failures.map(\.message) == [message])
    #expect(service.failures.map(\.kind) == [.recordingError])
  }

  @Test(arguments: [(Recording.missing, "recorded"), (.all, "recorded"), (.verify, "verified")])
  func streamThatBreaksOffIsReportedAndNotRecorded(mode: Recording, verb: String) async throws {
    let folder = try TemporaryFolder()
    let event = "data: {\"data\":{\"n\":1}}\n\n"
    let server = try LoopbackServer { _ in
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 100\r\n\r\n" + event
    }
    var request = try URLRequest.graphQL(["query": "subscription S { n }"], to: server.url)
    request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    let service = MockGraphQLService.recording(mode, folder.url)
    for _ in 0..<2 {
      await #expect(throws: URLError.self) { try await service.makeSession().receive(request) }
    }
    #expect(try folder.files() == [:])
    // Foundation has another code on Linux.
    let messages = service.failures.map { String($0.message.prefix { $0 != "(" }) }
    let message =
      "Nothing was \(verb) for subscription \"S\": the request to the real service failed "
    #expect(messages == [message, message])
  }

  @Test(arguments: [
    (
      "<!doctype html>\n<title>Log in</title>", "200 OK", "text/html",
      message(200, #"begins with "<!doctype html>""#)
    ),
    ("\n  Bad Gateway\n", "502 Bad", "text/plain", message(502, #"begins with "Bad Gateway""#)),
    ("", "503 Down", "text/plain", message(503, "no body")),
    (
      #"{"message":"broken"}"#, "500 Broken", "application/json",
      message(500, #"begins with "{\"message\":\"broken\"}""#)
    ),
    (
      String(repeating: "x", count: 200), "200 OK", "text/plain",
      message(200, "begins with \"\(String(repeating: "x", count: 80))\"")
    ),
    (
      "Sign in with Bearer k3Jx9QvT2mZp8Rw7Ls5N", "403 No", "text/plain",
      message(403, #"begins with "Sign in with Bearer <redacted>""#)
    ),
    (
      "<p>Log in</p>", "200 OK", "text/event-stream", message(200, #"begins with "<p>Log in</p>""#)
    ),
    (
      "data: hello\n\n", "200 OK", "text/event-stream", message(200, #"begins with "data: hello""#)
    ),
    (
      "event: complete\ndata:\n\n", "502 Bad", "text/event-stream",
      message(502, #"begins with "event: complete""#)
    ),
    (
      "<p>Log in</p>", "200 OK", "multipart/mixed; boundary=-",
      message(200, #"begins with "<p>Log in</p>""#)
    ),
    (
      "---\r\ncontent-type: application/json\r\n\r\n{\"message\":\"no\"}\r\n-----\r\n", "200 OK",
      "multipart/mixed; boundary=-", message(200, #"begins with "---""#)
    ),
  ]) func nonGraphQLResponseIsReportedAndNotRecorded(
    body: String, status: String, type: String, message: String
  ) async throws {
    let folder = try TemporaryFolder()
    let server = try Self.server(body, status, type: type)
    let service = MockGraphQLService.recording(.missing, folder.url)
    let request = try RecordingTests.request("query A { n }", to: server)
    #expect(try await service.makeSession().receive(request).body == body)
    #expect(try folder.files() == [:])
    #expect(service.failures.map(\.message) == [message])
  }

  @Test(arguments: [
    (#"{"errors":[{"message":"Who are you?"}]}"#, "401 Unauthorized", "application/json"),
    (
      "event: next\ndata: {\"errors\":[{\"message\":\"Who?\"}]}\n\n", "401 Unauthorized",
      "text/event-stream"
    ),
    ("event: complete\ndata:\n\n", "200 OK", "text/event-stream"),
    (":\n\n", "200 OK", "text/event-stream"), ("", "200 OK", "text/event-stream"),
    (
      "--graphql\r\ncontent-type: application/json\r\n\r\n{}\r\n--graphql--\r\n", "200 OK",
      "multipart/mixed; boundary=graphql"
    ),
    (
      "---\r\ncontent-type: application/json\r\n\r\n{\"data\":{\"n\":1}}\r\n-----\r\n", "200 OK",
      "multipart/mixed; boundary=-"
    ),
  ]) func graphQLResponseIsRecordedWithAnyStatus(
    body: String, status: String, type: String
  ) async throws {
    let folder = try TemporaryFolder()
    let server = try Self.server(body, status, type: type)
    let request = try RecordingTests.request("query A { n }", to: server)
    let live = try await RecordingTests.receive(request, .missing, folder)
    #expect(live.status == Int(status.prefix(3)))
    #expect(try folder.files().count == 1)
    #expect(try await RecordingTests.receive(request, .never, folder) == live)
  }

  @Test func failedRefreshKeepsTheRecording() async throws {
    let folder = try TemporaryFolder()
    let counter = Counter()
    let server = try LoopbackServer { _ in
      let body = counter.next() == 1 ? #"{"data":{"n":1}}"# : "<p>Log in</p>"
      return .response("200 OK", ["Content-Type: application/json"], body: body)
    }
    let request = try RecordingTests.request("query A { n }", to: server)
    try await RecordingTests.receive(request, .missing, folder)
    let files = try folder.files()
    var away = request
    away.url = .of("http://127.0.0.1:1/graphql")
    for request in [request, away] {
      let service = MockGraphQLService.recording(.all, folder.url)
      _ = try? await service.makeSession().receive(request)
      #expect(service.failures.count == 1)
      #expect(try service.removeUnusedRecordings() == [])
    }
    #expect(try files.count == 1 && folder.files() == files)
  }

  @Test func responseAfterAnUnrecordedOneHasTheFirstPosition() async throws {
    let folder = try TemporaryFolder()
    let counter = Counter()
    let server = try LoopbackServer { _ in
      let body = counter.next() == 1 ? "<p>Log in</p>" : #"{"data":{"n":1}}"#
      return .response("200 OK", ["Content-Type: application/json"], body: body)
    }
    let service = MockGraphQLService.recording(.missing, folder.url)
    let request = try RecordingTests.request("query A { n }", to: server)
    try await RecordingTests.bodies([request, request], from: service)
    #expect(try folder.files().keys.map { $0.split(separator: ".").count } == [3])
  }

  // MARK: Old recordings

  /// A recording by an earlier version that contains a failure.
  static func folder(_ code: String) async throws -> (TemporaryFolder, LoopbackServer, URLRequest) {
    let folder = try TemporaryFolder()
    let server = try server(#"{"data":{"n":1}}"#)
    let request = try RecordingTests.request("query A { n }", to: server)
    try await RecordingTests.receive(request, .missing, folder)
    let (name, text) = try #require(try folder.files().first)
    let start = try #require(text.range(of: "\"response\": "))
    let old = text[..<start.upperBound] + "{\n    \"failure\": \"\(code)\"\n  }\n}\n"
    try Data(old.utf8).write(to: folder.url.appendingPathComponent(name))
    return (folder, server, request)
  }

  @Test(arguments: ["cannotConnectToHost", "cannotFindHost"])
  func connectionFailureInAnOldRecordingIsNotReplayedButRecordedAgain(code: String) async throws {
    let (folder, server, request) = try await Self.folder(code)
    let name = try #require(try folder.files().keys.first)
    let service = MockGraphQLService.recording(.never, folder.url)
    _ = try? await service.makeSession().receive(request)
    #expect(service.failures.map(\.kind) == [.unhandledRequest])
    let cause = """
      nearest is the recording \(folder.url.lastPathComponent)/\(name): it contains a failed connection \
      (\(code)), which counts as missing
      """
    #expect(service.misses.map(\.cause) == [cause])
    let verifying = MockGraphQLService.recording(.verify, folder.url)
    _ = try await verifying.makeSession().receive(request)
    #expect(verifying.failures.map(\.message) == ["There is no recording for query \"A\"."])

    let live = try await RecordingTests.receive(request, .missing, folder)
    #expect(live.body == #"{"data":{"n":1}}"# && server.requests.count == 3)
    #expect(try folder.files().keys.sorted() == [name])
    #expect(try await RecordingTests.receive(request, .never, folder) == live)
  }

  // According to Apple's descriptions, none of these codes means that the connection failed.
  @Test(
    arguments: [
      ("networkConnectionLost", .networkConnectionLost), ("timedOut", .timedOut),
      ("callIsActive", .callIsActive), ("cannotLoadFromNetwork", .cannotLoadFromNetwork),
    ] as [(String, URLError.Code)])
  func anotherFailureInARecordingIsReplayed(name: String, code: URLError.Code) async throws {
    let (folder, server, request) = try await Self.folder(name)
    defer { withExtendedLifetime(server) {} }
    let error = await #expect(throws: URLError.self) {
      try await RecordingTests.receive(request, .never, folder)
    }
    #expect(error?.code == code)
    #expect(FixtureTable(folder: folder.url).check() == [])
  }

  @Test(arguments: [
    ("200 OK", #"{"data":{"n":1}}"#), ("500 Error", #"{"errors":[{"message":"No"}]}"#),
  ])
  func aRecordedFailureIsStaleIfTheServiceAnswers(status: String, body: String) async throws {
    let (folder, _, _) = try await Self.folder("timedOut")
    let server = try Self.server(body, status)
    let service = MockGraphQLService.recording(.verify, folder.url)
    _ = try await service.makeSession().receive(RecordingTests.request("query A { n }", to: server))
    let name = try #require(try folder.files().keys.first)
    #expect(
      service.failures.map(\.message) == [
        "The recording \"\(name)\" is stale: the request failed, and now has a response."
      ])
  }

  @Test func checkReportsOldRecordingsOfFailures() async throws {
    let (folder, _, _) = try await Self.folder("cannotConnectToHost")
    #expect(
      FixtureTable(folder: folder.url).check().map(\.message) == [
        """
        this isn't a response, so record it again: the real service can't be reached \
        (cannotConnectToHost)
        """
      ])
    let (name, text) = try #require(try folder.files().first)
    let page = text.replacing(
      #""failure": "cannotConnectToHost""#,
      with:
        #""body": "<!doctype html>\n<p>Log in", "headers": {"Content-Type": "text/html"}, "status": 200"#
    )
    try Data(page.utf8).write(to: folder.url.appendingPathComponent(name))
    #expect(
      FixtureTable(folder: folder.url).check().map(\.message) == [
        """
        this isn't a response, so record it again: the response isn't a JSON object with "data" or \
        "errors", but has the status 200 and begins with "<!doctype html>"
        """
      ])
  }
}
