import BenchmarkSupport
import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Clients that ask at once, each one request after the other.
enum Clients {
  private static let answer = #"{"data":{"hero":{"name":"Ada Lovelace"}}}"#

  /// The processor's seconds for each answer, by turns with a URLProtocol by hand.
  /// - Parameter count: How many clients there are.
  static func measure(_ count: Int) async throws -> Figures {
    let service = MockGraphQLService(.query("Hero", .data(["hero": ["name": "Ada Lovelace"]])))
    BareAnswer.shared = BareAnswer(body: Data(answer.utf8))
    let sessions = [
      "service": service.makeSession(), "hand": BareAnswer.makeSession(HastyBareProtocol.self),
    ]
    var times: [String: [Double]] = [:]
    for round in 0..<21 {
      for (name, session) in sessions.sorted(by: { $0.key < $1.key }) {
        let time = try await processorTime { try await send(count, session) }
        if round > 0 { times[name, default: []].append(time / Double(count * requestCount)) }
      }
      service.reset()
    }
    return times.mapValues { median($0) }
  }

  private static let requestCount = 50

  private static func send(_ count: Int, _ session: URLSession) async throws {
    let request = try makeRequest(
      "Hero", "query Hero($id: ID!) { hero(id: $id) { name } }", ["id": "7"],
      to: makeURL("https://api.example/graphql"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          for _ in 0..<requestCount {
            let (body, _) = try await session.data(for: request)
            guard body == Data(answer.utf8) else { throw MeasuringError("another answer") }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
