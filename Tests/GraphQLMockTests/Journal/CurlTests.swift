import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The `curl` commands of requests.
struct CurlTests {
  static let bodies = [
    #"{"query": "{ a(b: \"it's\") }", "variables": {"t": "$HOME `id` !! \\n 100%"}}"#,
    "two\nlines\n", "@file", "it's $HOME", "\u{1B}[0m\r\n\u{1}7\u{2028}\u{202E}\\ 'é' 😀 \u{85}",
    " ", "\t", "'", "it'\u{301}; echo $HOME",
    String(repeating: "'", count: 20_000) + String(repeating: "x", count: 80_000),
  ]

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")), .onWaitingThreads)
  func aShellSendsTheSameBytes() async throws {
    let server = try LoopbackServer { _ in .response("200 OK") }
    let service = MockGraphQLService(.http(.text("ok")))
    let session = service.makeSession()
    for (index, body) in Self.bodies.enumerated() {
      var request = URLRequest(url: .of("\(server.url)/a;b?c=it's&d=%5B0%5D"))
      request.httpMethod = ["POST", "PUT", "GET", "M-SEARCH", "HEAD"][index % 5]
      request.httpBody = Data(body.utf8)
      if index.isMultiple(of: 2) {
        request.setValue("text/x; a=\"it's\"", forHTTPHeaderField: "Content-Type")
        request.setValue("", forHTTPHeaderField: "X-Empty")
      }
      _ = try await session.receive(request)
    }
    _ = try await session.receive(URLRequest(url: .of("\(server.url)/plain")))
    let commands = service.requests.map(\.curl)
    let script = "curl() { command curl --silent --show-error \"$@\"; }"
    let process = TestProcess.whenFewFilesAreOpen()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    let folder = try TemporaryFolder(["run.sh": ([script] + commands).joined(separator: "\n")])
    process.arguments = [folder.url.appendingPathComponent("run.sh").path]
    #expect(try ChildProcess.output(of: process) == [])
    let received = server.requests.map { text -> [String] in
      let parts = text.split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
      let lines = parts[0].split(separator: "\r\n").filter { line in
        !["Host", "User-Agent", "Accept", "Content-Length"].contains { line.hasPrefix("\($0):") }
      }
      return lines.map(String.init) + [parts.count > 1 ? parts[1] : ""]
    }
    let sent = service.requests.map { request -> [String] in
      let url = request.urlRequest.url
      let target = [url?.path, url?.query].compactMap { $0 }.joined(separator: "?")
      let fields = (request.urlRequest.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
      return ["\(request.urlRequest.httpMethod ?? "") \(target) HTTP/1.1"]
        + fields.map { $1.isEmpty ? "\($0):" : "\($0): \($1)" }
        + [String(decoding: request.urlRequest.httpBody ?? Data(), as: UTF8.self)]
    }
    for (received, sent) in zip(received, sent) { #expect(received == sent) }
    #expect(received.count == sent.count)
  }

  private static func curl(
    _ request: URLRequest, _ redaction: Redaction = Redaction(), bodyLimit: Int? = nil
  ) async throws -> String? {
    let service = MockGraphQLService(
      .operation(.any, .data([:])), .http(.text("ok")),
      recording: Recording(.never, named: "None", redaction: redaction),
      options: ServiceOptions(bodyLimit: bodyLimit))
    _ = try await service.makeSession().receive(request)
    return service.requests.first?.curl
  }

  @Test func aCredentialIsHiddenWhereverItIs() async throws {
    var request = try URLRequest.graphQL(
      ["query": "query A($other: String) { a }", "variables": ["other": "echoed-secret-9"]])
    request.setValue("Bearer echoed-secret-9", forHTTPHeaderField: "Authorization")
    request.setValue("echoed-secret-9", forHTTPHeaderField: "X-Trace")
    let service = MockGraphQLService(.operation(.any, .data([:])))
    _ = try await service.makeSession().receive(request)
    #expect(service.requests.first?.curl.contains("echoed") == false)
    #expect(service.requests.first?.description.contains("echoed") == false)
  }

  @Test func secretsAreHidden() async throws {
    var request = try URLRequest.graphQL(
      [
        "query": #"mutation In($input: In!) { in(password: "hunter22", input: $input) { id } }"#,
        "variables": [
          "input": ["password": "correct-horse", "name": "it's", "city": "Springfield"]
        ],
      ], to: "https://example.com/graphql?api_key=0123456789abcdef")
    request.setValue("Bearer 0123456789abcdef", forHTTPHeaderField: "Authorization")
    request.setValue("Springfield", forHTTPHeaderField: "X-City")
    let redaction = Redaction(values: ["Springfield"]) { ["changed": $0["input"]] }
    #expect(
      try await Self.curl(request, redaction) == #"""
        curl -X POST 'https://example.com/graphql?api_key=<redacted>' \
          -H 'Accept: application/json' \
          -H 'Authorization: <redacted>' \
          -H 'Content-Type: application/json' \
          -H 'X-City: <redacted>' \
          --data-raw '{"query":"mutation In($input: In!) { in(password: \"<redacted>\", input: $input) { id } }",\#
        "variables":{"changed":{"city":"<redacted>","name":"it'\''s","password":"<redacted>"}}}'
        """#)
  }

  // Compressed with gzip (RFC 1952).
  @Test(
    arguments: [
      (
        Data([0x1F, 0x8B, 8, 0]), "gzip", nil, "# Save the body, 4 compressed bytes, as body.bin\n"
      ),
      (Data([0x61, 0]), nil, nil, "# Save the body, 2 bytes, as body.bin\n"),
      (Data([0xFF]), nil, nil, "# Save the body, 1 bytes, as body.bin\n"),
      (Data("abc".utf8), nil, 2, "# Save the body, 3 bytes, as body.bin\n"),
      (
        Data(repeating: 0x61, count: 100_001), nil, nil,
        "# Save the body, 100001 bytes, as body.bin\n"
      ),
    ] as [(Data, String?, Int?, String)])
  func aBodyThatIsNotShownIsReadFromAFile(
    body: Data, coding: String?, limit: Int?, note: String
  ) async throws {
    var request = URLRequest(url: .of("http://[::1]:8080/a"))
    request.httpMethod = "PUT"
    request.httpBody = body
    request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    if let coding { request.setValue(coding, forHTTPHeaderField: "Content-Encoding") }
    let field = coding.map { "  -H 'Content-Encoding: \($0)' \\\n" } ?? ""
    #expect(
      try await Self.curl(request, bodyLimit: limit)
        == note + "curl --globoff -X PUT 'http://[::1]:8080/a' \\\n" + field
        + "  -H 'Content-Type: text/plain' \\\n  --data-binary @body.bin")
  }

  @Test func aRequestWithoutBodyIsShort() async throws {
    var request = URLRequest(url: .of("https://example.com/a"))
    #expect(try await Self.curl(request) == "curl https://example.com/a")
    request.httpMethod = "HEAD"
    #expect(try await Self.curl(request) == "curl --head https://example.com/a")
  }
}
