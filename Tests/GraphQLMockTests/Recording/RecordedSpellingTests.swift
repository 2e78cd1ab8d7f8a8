import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recordings of clients that make up aliases and names of variables anew in each process.
@Suite(.timeLimit(.minutes(1))) struct RecordedSpellingTests {
  /// A service that gives each hero under the alias that it was asked by, as a real one does.
  static func makeServer(suffix: String = "") throws -> LoopbackServer {
    try LoopbackServer { request in
      guard let start = request.range(of: "\r\n\r\n"),
        let body = try? MockJSON(parsing: String(request[start.upperBound...])),
        let query = body["query"].string, let document = try? Document.parse(query).get(),
        let outline = try? document.selectOperation(named: nil).get()
      else { return .response("400 Bad Request") }
      let fields = document.rootFields(of: outline).map { field in
        let name = query.components(separatedBy: "\(field.responseKey): hero")[1]
          .components(separatedBy: "{ ")[1].components(separatedBy: ":")[0]
        return
          #""\#(field.responseKey)":{"\#(name)":"\#(field.name)\#(suffix)","accessToken":"tok-5f1e"}"#
      }
      return .response(
        "200 OK", ["Content-Type: application/json"],
        body: #"{"data":{\#(fields.joined(separator: ","))}}"#)
    }
  }

  /// A request as a process with a salt of its own makes it.
  static func request(
    _ salt: String, to server: LoopbackServer, id: String = "7", password: String = "pass-1"
  ) throws -> URLRequest {
    try RecordingTests.request(
      """
      query Heroes($v1\(salt): ID, $v2\(salt): String) { \
      h1\(salt): hero(id: $v1\(salt), password: $v2\(salt)) { n\(salt): name accessToken } \
      h2\(salt): hero(id: 2) { n\(salt): name accessToken } }
      """, ["v1\(salt)": .string(id), "v2\(salt)": .string(password)], to: server)
  }

  @Test func aMissingRecordingIsMadeOnceAndReplayedUnderTheNamesOfTheRequest() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    for salt in ["aa", "bb", "cc"] {
      let service = MockGraphQLService.recording(.missing, folder.url)
      let request = try Self.request(salt, to: server)
      let body = try await service.makeSession().receive(request).body
      let token = salt == "aa" ? "tok-5f1e" : RecordingTests.replacement(of: "tok-5f1e", in: folder)
      #expect(
        body == #"""
          {"data":{"h1\#(salt)":{"n\#(salt)":"hero","accessToken":"\#(token)"},\#
          "h2\#(salt)":{"n\#(salt)":"hero","accessToken":"\#(token)"}}}
          """#)
      #expect(service.failures == [] && service.unusedRecordings == [])
    }
    #expect(server.requests.count == 1)
    #expect(try folder.files().count == 1)
    // Another value is another request.
    let service = MockGraphQLService.recording(.missing, folder.url)
    for other in [
      try Self.request("dd", to: server, id: "8"),
      try Self.request("dd", to: server, password: "pass-2"),
    ] {
      _ = try await service.makeSession().receive(other)
    }
    #expect(server.requests.count == 3)
    #expect(try folder.files().count == 3)
  }

  @Test func recordingItAgainUnderOtherNamesChangesOnlyWhatHasChanged() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    try await RecordingTests.receive(Self.request("aa", to: server), .all, folder)
    let files = try folder.files()
    try await RecordingTests.receive(Self.request("bb", to: server), .all, folder)
    #expect(try folder.files() == files)
    let changed = try Self.makeServer(suffix: "!")
    try await RecordingTests.receive(Self.request("cc", to: changed), .all, folder)
    let expected = files.mapValues { $0.replacingOccurrences(of: #""hero""#, with: #""hero!""#) }
    #expect(try folder.files() == expected)
  }

  @Test func itIsHeldAgainstTheRealServiceUnderItsOwnNames() async throws {
    let folder = try TemporaryFolder()
    let server = try Self.makeServer()
    try await RecordingTests.receive(Self.request("aa", to: server), .all, folder)
    let service = MockGraphQLService.recording(.verify, folder.url)
    _ = try await service.makeSession().receive(Self.request("bb", to: server))
    #expect(service.failures == [])
  }

  @Test func positionsAreSharedByAllSpellings() async throws {
    let folder = try TemporaryFolder()
    let counter = Counter()
    let server = try LoopbackServer { request in
      let alias = request.contains("aa:") ? "aa" : "bb"
      return .response(
        "200 OK", ["Content-Type: application/json"],
        body: #"{"data":{"\#(alias)":\#(counter.next())}}"#)
    }
    let live = MockGraphQLService.recording(.missing, folder.url)
    for _ in 1...2 {
      _ = try await live.makeSession().receive(
        RecordingTests.request("{ aa: n }", to: server))
    }
    let replay = MockGraphQLService.recording(.never, folder.url)
    for number in 1...2 {
      #expect(
        try await replay.makeSession().receive(RecordingTests.request("{ bb: n }", to: server)).body
          == #"{"data":{"bb":\#(number)}}"#)
    }
    #expect(server.requests.count == 2)
  }

  @Test func aSecretThatOnlyTheAnswerToldIsFoundUnderOtherNames() async throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { request in
      let alias = request.contains("aa:") ? "aa" : "bb"
      return .response(
        "200 OK", ["Content-Type: application/json"],
        body: #"{"data":{"\#(alias)":{"accessToken":"tok-first-5f1e"}}}"#)
    }
    func request(_ salt: String) throws -> URLRequest {
      try RecordingTests.request(
        "query A($\(salt): ID) { \(salt): n(key: $\(salt)) { accessToken } }",
        [salt: "tok-first-5f1e"], to: server)
    }
    try await RecordingTests.receive(request("aa"), .missing, folder)
    #expect(try !folder.files().values.joined().contains("tok-first"))
    #expect(try await RecordingTests.receive(request("bb"), .missing, folder).body.contains("bb"))
    #expect(server.requests.count == 1)
  }
}
