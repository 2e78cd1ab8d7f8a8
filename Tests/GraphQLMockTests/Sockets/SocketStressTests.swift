import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Many sockets with many subscriptions, canceled at random: one end for each, no message after it,
/// and no open subscription left.
///
/// `GRAPHQL_MOCK_SOCKETS` is the number of rounds with 64 sockets of 1,000 subscriptions each.
struct SocketStressTests {
  static let rounds = ProcessInfo.processInfo.environment["GRAPHQL_MOCK_SOCKETS"].flatMap(Int.init)

  private struct Remains: Sendable {
    weak var socket: MockWebSocketTask?
  }

  /// The messages that a client received on one socket.
  private struct Account: Sendable {
    var ended: Set<String> = []
    var problems: [String] = []

    mutating func note(_ text: String) {
      guard let message = try? MockJSON(parsing: Data(text.utf8)),
        let type = message["type"].string, let id = message["id"].string
      else { return }
      if ended.contains(id) { problems.append("\(type) after the end of \(id)") }
      if type != "next" { ended.insert(id) }
    }
  }

  @Test func randomCancellationLeavesNoOpenSubscriptions() async throws {
    let (sockets, subscriptions) = Self.rounds == nil ? (8, 40) : (64, 1_000)
    let service = MockGraphQLService(
      .subscription("Ticks", .events([.data(["n": 1]), .data(["n": 2])])),
      .subscription("Open", .eventsFromTest), .query("Slow", .data(["a": 1]).delay(.seconds(600))),
      options: ServiceOptions(journalLimit: 1_000))
    var resident: [Int] = []
    for round in 0..<(Self.rounds ?? 1) {
      let remains = await withTaskGroup(of: (Remains, [String]).self) { group in
        for index in 0..<sockets {
          group.addTask {
            await Self.use(service, subscriptions, seed: UInt64(round * sockets + index))
          }
        }
        group.addTask {
          for n in 0..<20 {
            // Without an open subscription a failure is recorded, which doesn't matter here.
            service.subscriptions.send(.data(["n": .number(n)]), to: "Open")
            await Task.yield()
          }
          return (Remains(), [])
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(remains.flatMap(\.1) == [])
      // Other threads may still hold references.
      for _ in 0..<100_000 where remains.contains(where: { $0.0.socket != nil }) {
        await Task.yield()
      }
      #expect(remains.allSatisfy { $0.0.socket == nil })
      #expect(service.sockets.count == 0)
      #expect(service.subscriptions.count(of: "Open") == 0)
      #expect(service.requests.allSatisfy { $0.ending != nil })
      resident.append(Self.residentPages())
    }
    if let first = resident.dropFirst().first, let last = resident.last, resident.count > 3 {
      #expect(last < first + first / 4, "\(resident)")
    }
  }

  private static func use(
    _ service: MockGraphQLService, _ subscriptions: Int, seed: UInt64
  ) async -> (Remains, [String]) {
    var random = SeededGenerator(seed: seed)
    let socket = service.sockets.webSocketTask(
      with: socketURL, protocols: ["graphql-transport-ws"])
    socket.resume()
    let reader = Task {
      var account = Account()
      while let message = try? await socket.receive() {
        if case .string(let text) = message { account.note(text) }
      }
      return account.problems
    }
    try? await socket.send(.string(#"{"type":"connection_init"}"#))
    for id in 0..<subscriptions {
      let document =
        switch UInt32.random(in: 0..<4, using: &random) {
        case 0: "query Slow { a }"
        case 1: "subscription Ticks { n }"
        default: "subscription Open { n }"
        }
      let payload = #"{"query":"\#(document)"}"#
      try? await socket.send(
        .string(#"{"id":"\#(id)","type":"subscribe","payload":\#(payload)}"#))
      if Bool.random(using: &random) {
        let other = Int.random(in: 0...id, using: &random)
        try? await socket.send(.string(#"{"id":"\#(other)","type":"complete"}"#))
      }
    }
    let remains = Remains(socket: socket)
    socket.cancel(code: 1000)
    return (remains, await reader.value)
  }

  /// The resident memory of this process, if the system provides it.
  private static func residentPages() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
