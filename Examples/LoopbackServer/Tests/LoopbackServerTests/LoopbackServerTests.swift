import Foundation
import GraphQLMock
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests the service as any client on this machine sees it.
@Suite(.timeLimit(.minutes(10)))
struct LoopbackServerTests {
  private func serve(
    _ service: MockGraphQLService, _ use: (URL) async throws -> Void
  ) async throws {
    let server = try LoopbackServer(service, allowsOtherOrigins: true)
    let url = try await server.start()
    do { try await use(url) } catch { Issue.record(error) }
    await server.stop()
  }

  private func request(_ url: URL, _ document: String) throws -> URLRequest {
    var request = URLRequest(url: url.appendingPathComponent("graphql"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(["query": document])
    return request
  }

  @Test func aQueryIsAnswered() async throws {
    let service = MockGraphQLService(.query("Viewer", .data(["viewer": ["name": "Ada"]])))
    try await serve(service) { url in
      let (body, response) = try await URLSession.shared.data(
        for: request(url, "query Viewer { viewer { name } }"))
      #expect((response as? HTTPURLResponse)?.statusCode == 200)
      #expect(String(decoding: body, as: UTF8.self) == #"{"data":{"viewer":{"name":"Ada"}}}"#)
      #expect(service.requests.map(\.operation.name) == ["Viewer"])
      #expect(service.requests.first?.urlRequest.url?.path == "/graphql")
    }
  }

  @Test func unhandledRequestGets502WithTheMessage() async throws {
    try await serve(MockGraphQLService()) { url in
      let (body, response) = try await URLSession.shared.data(for: request(url, "{ viewer }"))
      #expect((response as? HTTPURLResponse)?.statusCode == 502)
      #expect(String(decoding: body, as: UTF8.self).hasPrefix("Unhandled anonymous query"))
    }
  }

  /// The CORS protocol of the Fetch standard, section 3.3.
  @Test func aPageOfAnotherOriginMaySendRequests() async throws {
    try await serve(MockGraphQLService(.query(.any, .data(["a": 1])))) { url in
      var preflight = URLRequest(url: url.appendingPathComponent("graphql"))
      preflight.httpMethod = "OPTIONS"
      for (name, value) in [
        ("Origin", "http://localhost:3000"), ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "content-type"),
      ] { preflight.setValue(value, forHTTPHeaderField: name) }
      var sent = try request(url, "{ a }")
      sent.setValue("http://localhost:3000", forHTTPHeaderField: "Origin")
      for (request, status) in [(preflight, 204), (sent, 200)] {
        let (_, response) = try await URLSession.shared.data(for: request)
        let head = try #require(response as? HTTPURLResponse)
        #expect(head.statusCode == status)
        let origin = head.value(forHTTPHeaderField: "Access-Control-Allow-Origin")
        #expect(origin == "http://localhost:3000")
      }
    }
  }

  @Test func aNetworkThatFailsEndsTheConnection() async throws {
    let service = MockGraphQLService(.query(.any, .networkError(.networkConnectionLost)))
    try await serve(service) { url in
      await #expect(throws: URLError.self) {
        try await URLSession.shared.data(for: request(url, "{ viewer }"))
      }
    }
  }

  @Test func eventsArriveWhileTheResponseIsOpen() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    try await serve(service) { url in
      let client = try await WireClient(url)
      let body = #"{"query":"subscription Ticks { n }"}"#
      try await client.write(
        """
        POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\
        Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
        """)
      try await service.subscriptions.wait(for: "Ticks")
      service.subscriptions.send(.data(["n": 1]), to: "Ticks")
      // The subscription is still open.
      try await client.read(until: #"data: {"data":{"n":1}}"#)
      service.subscriptions.complete("Ticks")
      try await client.read(until: "event: complete")
    }
  }

  @Test func webSocketHandshakeAndSubscriptionFollowTheProtocol() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .events([.data(["n": 1])])))
    try await serve(service) { url in
      let client = try await WireClient(url)
      // The handshake of RFC 6455, section 1.3.
      try await client.write(
        """
        GET /s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Protocol: graphql-ws, graphql-transport-ws\r\n\r\n
        """)
      let head = try await client.read(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 101 "))
      #expect(head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
      #expect(head.contains("Sec-WebSocket-Protocol: graphql-transport-ws\r\n"))
      try await client.send(#"{"type":"connection_init"}"#)
      #expect(try await client.receive() == #"{"type":"connection_ack"}"#)
      try await client.send(
        #"{"id":"1","type":"subscribe","payload":{"query":"subscription Ticks { n }"}}"#)
      #expect(try await client.receive() == #"{"id":"1","type":"next","payload":{"data":{"n":1}}}"#)
      #expect(try await client.receive() == #"{"id":"1","type":"complete"}"#)
      try await client.send("?")
      #expect(try await client.receive() == "closed with 4400: Invalid message received")
      #expect(service.sockets.count == 0)
    }
  }

  @Test func aClientThatLeavesEndsItsSubscriptions() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    try await serve(service) { url in
      let client = try await WireClient(url)
      try await client.openSocket()
      try await client.send(#"{"type":"connection_init"}"#)
      try await client.send(
        #"{"id":"1","type":"subscribe","payload":{"query":"subscription Ticks { n }"}}"#)
      try await service.subscriptions.wait(for: "Ticks")
      try client.close()
      while service.sockets.count > 0 { await Task.yield() }
      #expect(service.requests.map(\.ending) == [.cancelled])
    }
  }
}
