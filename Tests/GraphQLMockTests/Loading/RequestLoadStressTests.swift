import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Many concurrent requests, and clients that cancel at any time.
///
/// There must be no hang, no crash, no late callback, and one ending for each request.
/// `GRAPHQL_MOCK_STRESS` is the number of rounds of each kind.
@Suite(.serialized, .onWaitingThreads) struct RequestLoadStressTests {
  static let rounds = ProcessInfo.processInfo.environment["GRAPHQL_MOCK_STRESS"].flatMap(Int.init)

  static func makeService() -> MockGraphQLService {
    MockGraphQLService(
      .query("Now", .data(["n": 1])),
      .query("Later", .data(["n": 2]).delay(.microseconds(300))),
      .query("Closure") { request in
        await Task.yield()
        return .data(["n": request.variables["n"]])
      },
      .query("Fails", .networkError(.timedOut)),
      .query("Never", .never))
  }

  static let names = ["Now", "Later", "Closure", "Fails", "Never"]

  static func request(_ index: Int, of names: [String]) throws -> URLRequest {
    let name = names[index % names.count]
    return try .graphQL([
      "query": "query \(name)($n: Int) { n(n: $n) }", "variables": ["n": .number(index)],
    ])
  }

  /// Cancels 20 concurrent requests after a while.
  ///
  /// - Returns: The number of responses and the number of errors.
  static func round(
    _ session: URLSession, _ requests: [URLRequest], cancelAfter wait: () async throws -> Void
  ) async throws -> (answers: Int, errors: Int) {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for request in requests {
        group.addTask {
          do {
            _ = try await session.data(for: request)
            return true
          } catch { return false }
        }
      }
      try await wait()
      group.cancelAll()
      var answers = 0
      var errors = 0
      for try await isResponse in group { if isResponse { answers += 1 } else { errors += 1 } }
      return (answers, errors)
    }
  }

  @Test(arguments: [false, true])
  func cancelingAtRandomTimesOrImmediatelyEndsEveryRequestOnce(isImmediate: Bool) async throws {
    let service = Self.makeService()
    let session = service.makeSession()
    let requests = try (0..<20).map { try Self.request($0, of: Self.names) }
    let rounds = Self.rounds ?? (isImmediate ? 60 : 20)
    for round in 0..<rounds {
      let wait = Duration.microseconds((round * 7919) % 3000)
      let (answers, errors) = try await Self.round(session, requests) {
        if !isImmediate { try await Task.sleep(for: wait) }
      }
      guard answers + errors == 20 else {
        Issue.record("round \(round): \(answers) answers and \(errors) errors")
        return
      }
    }
    #expect(service.requests.count <= rounds * 20)
    // A canceled client continues before its request has stopped loading.
    if !isImmediate { try await waitUntil { service.requests.allSatisfy { $0.ending != nil } } }
  }

  @Test func concurrentClientsGetTheirOwnResponses() async throws {
    let service = Self.makeService()
    let session = service.makeSession()
    let perClient = Self.rounds == nil ? 6 : 100
    let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
      for client in 0..<64 {
        group.addTask {
          var wrong = 0
          for index in 0..<perClient {
            let number = client * perClient + index
            let request = try Self.request(number * 3 + 2, of: ["Now", "Later", "Closure"])
            let incoming = try await session.receive(request)
            if incoming.body != #"{"data":{"n":\#(number * 3 + 2)}}"# { wrong += 1 }
          }
          return wrong
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(wrong == 0)
    #expect(service.requests.filter { $0.ending == .answered }.count == 64 * perClient)
  }

  @Test func parallelServicesDoNotShareRequests() async throws {
    let perService = Self.rounds == nil ? 6 : 20
    let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<100 {
        group.addTask {
          let service = MockGraphQLService(
            .query("Who", .data(["who": .number(number)])),
            .query("Closure") { _ in .data(["who": .number(number)]) })
          let session = service.makeSession()
          var wrong = 0
          for index in 0..<perService {
            let request = try Self.request(index, of: ["Who", "Closure"])
            let incoming = try await session.receive(request)
            if incoming.body != #"{"data":{"who":\#(number)}}"# { wrong += 1 }
          }
          session.finishTasksAndInvalidate()
          return wrong + (service.requests.count == perService ? 0 : 1)
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}
