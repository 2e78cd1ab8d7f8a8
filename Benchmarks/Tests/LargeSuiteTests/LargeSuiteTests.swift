import Foundation
import GraphQLMockTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A large suite as a user might have it: 1,000 tests of ten kinds, with five requests each that are answered after
/// 50 ms, and a wait.
///
/// On the busy machine of `scripts/check-busy`, every test must pass, and none may be reported as hanging.
@Suite(.graphQL()) struct LargeSuite {
  private static let tests = 0..<100
  private static let delay = Duration.milliseconds(50)
  private static let response = MockResponse.data(["hero": ["name": "Ada"]]).delay(delay)

  private let service = MockGraphQLService.current
  private let client = Client(session: MockGraphQLService.current.makeSession())

  init() { Client.compute() }

  private func expectFive() async throws {
    #expect(try await service.waitForRequests(named: "Hero", atLeast: 5).count == 5)
  }

  // The next two tests come first, so that the tasks of their clients queue behind those of all other tests.

  @Test(.graphQL(.query("Hero", response)), arguments: tests)
  func requestsThatNobodyAwaits(_ number: Int) async throws {
    for _ in 0..<5 { Task { [client] in try? await client.hero() } }
    await service.expectRequests(named: "Hero", exactly: 5)
  }

  @Test(.graphQL(.query("Hero", response)), arguments: tests)
  func requestsThatAreCanceled(_ number: Int) async throws {
    let tasks = (0..<5).map { _ in Task { [client] in try await client.hero() } }
    try await expectFive()
    for task in tasks { task.cancel() }
    // On a busy machine the response may arrive before the request is canceled.
    for task in tasks { _ = await task.result }
    #expect(service.requests.filter { $0.ending == nil }.isEmpty)
  }

  @Test(.graphQL(.query("Hero", response)), arguments: tests)
  func requestsInARow(_ number: Int) async throws {
    for _ in 0..<5 { #expect(try await client.hero() == "Ada") }
    try await expectFive()
  }

  @Test(.graphQL(.query("Hero", response)), arguments: tests)
  func requestsAtOnce(_ number: Int) async throws {
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<5 { group.addTask { [client] in try await client.hero() } }
      for try await name in group { #expect(name == "Ada") }
    }
    try await expectFive()
  }

  @Test(
    .graphQL(
      .query("Hero") { _ async throws in
        try await Task.sleep(for: delay)
        return .data(["hero": ["name": "Ada"]])
      }), arguments: tests)
  func requestsAnsweredByClosures(_ number: Int) async throws {
    for _ in 0..<5 { #expect(try await client.hero() == "Ada") }
    try await expectFive()
  }

  @Test(.graphQL(.query("Hero", response)), arguments: tests)
  func requestsOverASocket(_ number: Int) async throws {
    let url = try #require(URL(string: "wss://api.example.com/graphql"))
    let socket = service.sockets.webSocketTask(with: url, protocols: ["graphql-transport-ws"])
    socket.resume()
    try await socket.send(.string(#"{"type":"connection_init"}"#))
    _ = try await socket.receive()
    for id in 1...5 {
      try await socket.send(
        .string(
          #"{"id":"\#(id)","type":"subscribe","payload":{"query":"query Hero { hero { name } }"}}"#)
      )
      for type in ["next", "complete"] {
        guard case .string(let text) = try await socket.receive() else { throw URLError(.badURL) }
        #expect(text.contains(#""type":"\#(type)""#))
      }
    }
    try await expectFive()
    socket.cancel(with: .normalClosure, reason: nil)
  }

  @Test(.graphQL(.subscription("Ticks", .eventsFromTest)), arguments: tests)
  func eventsOfStreams(_ number: Int) async throws {
    for number in 1...5 {
      let reading = Task { [client] in
        try await client.body("subscription Ticks { n }", accept: "text/event-stream")
      }
      try await service.subscriptions.wait(for: "Ticks")
      try await Task.sleep(for: Self.delay)
      service.subscriptions.send(.data(["n": .number(number)]), to: "Ticks")
      service.subscriptions.complete("Ticks")
      #expect(try await reading.value.contains(#"{"data":{"n":\#(number)}}"#))
    }
    try await service.waitForRequests(named: "Ticks", atLeast: 5)
  }

  @Test(
    .graphQL(.query("Hero", .data(["hero": ["name": "Ada", "age": 36]]).deferred(every: delay))),
    arguments: tests)
  func deferredResponses(_ number: Int) async throws {
    for _ in 0..<5 {
      let body = try await client.body(
        "query Hero { hero { name ... @defer { age } } }",
        accept: "multipart/mixed;deferSpec=20220824,application/json")
      #expect(body.contains("36"))
    }
    try await expectFive()
  }

  @Test(arguments: tests) func delaysOfASteppedClock(_ number: Int) async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(.query("Hero", Self.response), clock: clock)
    let client = Client(session: service.makeSession())
    for _ in 0..<5 {
      let hero = Task { try await client.hero() }
      try await clock.waitForDelays()
      clock.advance(by: Self.delay)
      #expect(try await hero.value == "Ada")
    }
    #expect(try await service.waitForRequests(named: "Hero", atLeast: 5).count == 5)
  }

  @Test(
    .graphQL(
      .query(
        "Hero", .status(503).delay(delay), .networkError(.timedOut).delay(delay),
        .status(429).delay(delay), .error("Try again").delay(delay), response)),
    arguments: tests)
  func retries(_ number: Int) async throws {
    var name: String?
    while name == nil { name = try? await client.hero() }
    #expect(name == "Ada")
    try await expectFive()
  }
}

struct Client: Sendable {
  let session: URLSession

  /// Computes as the test of an app may do, for the number of milliseconds in `GRAPHQL_MOCK_COMPUTING`.
  static func compute() {
    let milliseconds = ProcessInfo.processInfo.environment["GRAPHQL_MOCK_COMPUTING"]
    let end = ContinuousClock.now + .milliseconds(milliseconds.flatMap(Int.init) ?? 0)
    while ContinuousClock.now < end {}
  }

  func hero() async throws -> String {
    let text = try await body("query Hero { hero { name } }", accept: "application/json")
    guard text == #"{"data":{"hero":{"name":"Ada"}}}"# else { throw URLError(.badServerResponse) }
    return "Ada"
  }

  func body(_ query: String, accept: String) async throws -> String {
    guard let url = URL(string: "https://api.example.com/graphql") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(accept, forHTTPHeaderField: "Accept")
    request.httpBody = Data(#"{"query":"\#(query)"}"#.utf8)
    let (data, response) = try await session.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw URLError(.badServerResponse)
    }
    return String(decoding: data, as: UTF8.self)
  }
}
