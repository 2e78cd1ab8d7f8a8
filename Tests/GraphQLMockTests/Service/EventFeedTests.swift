import GraphQLMock
import TestSupport
import Testing

/// Sockets whose client receives more slowly than events are produced, or not at all.
struct EventFeedTests {
  /// Lives as long as events may be requested.
  private final class Stream: Sendable {}

  private struct LastStream {
    weak var stream: Stream?
  }

  /// An endless source that counts the requested events.
  private final class Source: Sendable {
    private let count = Locked(0)
    private let last = Locked(LastStream())
    private let text: String

    init(_ text: String = "") { self.text = text }

    var asked: Int { count.withLock { $0 } }
    var isGone: Bool { last.withLock { $0.stream == nil } }

    func service() -> MockGraphQLService {
      MockGraphQLService(
        .subscription("Ticks") { [self] _ in
          let stream = Stream()
          last.withLock { $0.stream = stream }
          return .events(
            from: AsyncStream { [self, stream] in
              let number = count.withLock { count in
                count += 1
                return count
              }
              return withExtendedLifetime(stream) {
                .data(["tick": ["n": .number(number), "text": .string(text)]])
              }
            })
        })
    }
  }

  /// The source waits after 1,000 events, or earlier if they are large.
  @Test(arguments: [(0, 1_000, 1_100), (1_048_576, 16, 4)])
  func eventSourceWaitsForASlowClient(size: Int, limit: Int, count: Int) async throws {
    let source = Source(String(repeating: "x", count: size))
    let service = source.service()
    let socket = try await service.openSocket()
    try await socket.subscribe("subscription Ticks { tick { n text } }")
    try await waitUntil { source.asked == limit }
    for incoming in 1...count {
      let text = try await socket.text()
      #expect(text.contains(#""n":\#(incoming),"#))
      #expect(source.asked <= incoming + limit)
    }
    try await waitUntil { source.asked == limit + count }
    #expect(service.requests.map(\.ending) == [nil])
  }

  @Test(arguments: ["complete", "cancel", "disconnect", "end"])
  func aSourceThatWaitsEndsWithItsSubscription(by way: String) async throws {
    let source = Source()
    let service = source.service()
    let socket = try await service.openSocket()
    try await socket.subscribe("subscription Ticks { tick { n text } }")
    try await waitUntil { source.asked == 1_000 }
    switch way {
    case "complete": try await socket.complete()
    case "cancel": socket.cancel()
    case "disconnect": service.sockets.disconnect()
    default: service.end(test: "Test")
    }
    try await waitUntil { source.isGone }
    #expect(source.asked == 1_000)
    #expect(service.subscriptions.count(of: .any) == 0)
  }

  @Test func eventFromTheTestOverTheLimitIsAFailure() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let socket = try await service.openSocket()
    try await socket.subscribe("subscription Ticks { n }")
    try await service.subscriptions.wait(for: "Ticks")
    for _ in 0..<99_999 { service.sockets.ping() }
    #expect(service.subscriptions.send(.data(["n": 1]), to: "Ticks") == 1)
    #expect(service.subscriptions.send(.data(["n": 2]), to: "Ticks") == 0)
    #expect(
      service.failures.map(\.message) == [
        """
        An event was not sent: 100000 messages before it (1500036 bytes) are waiting in the socket. \
        Let the client call `receive` again after each message.
        """
      ])
    _ = try await socket.text()
    #expect(service.subscriptions.send(.data(["n": 3]), to: "Ticks") == 1)
  }
}
