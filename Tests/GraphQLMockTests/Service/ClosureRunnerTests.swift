import Dispatch
import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Closures that block: synchronous closures run on their own threads.
struct ClosureRunnerTests {
  static func request(_ name: String, timeout: TimeInterval = 60) throws -> URLRequest {
    var request = try URLRequest.graphQL(["query": .string("query \(name) { a }")])
    request.timeoutInterval = timeout
    return request
  }

  @Test func closuresThatAreNotAsynchronousMayBlock() async throws {
    let goOn = DispatchSemaphore(value: 0)
    let service = MockGraphQLService(
      .query("Blocks") { _ in
        goOn.wait()
        return .data(["a": 1])
      },
      .http("/blocks") { _ in
        goOn.wait()
        return .data(["a": 1])
      },
      .query("Quick") { _ in
        for _ in 0..<40 { goOn.signal() }
        return .data(["a": 2])
      })
    let session = service.makeSession()
    // More closures than the pool has threads.
    let blocked = try (0..<40).map { number in
      let request =
        number % 2 == 0
        ? try Self.request("Blocks") : URLRequest(url: .of("https://example.invalid/blocks"))
      return Task { try await session.receive(request).body }
    }
    try await service.waitForRequests(named: "Blocks", atLeast: 20)
    var bodies = [try await session.receive(Self.request("Quick")).body]
    for task in blocked { bodies.append(try await task.value) }
    let expected: [String] = Array(repeating: #"{"data":{"a":1}}"#, count: 40)
    #expect(bodies == [#"{"data":{"a":2}}"#] + expected)
    #expect(service.failures == [])
  }

  @Test func aTimeOutNamesTheClosureThatRuns() async throws {
    let goOn = DispatchSemaphore(value: 0)
    let handler = RequestHandler.query("Slow") { _ in
      goOn.wait()
      return .data([:])
    }
    let service = MockGraphQLService(handler)
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession().data(for: Self.request("Slow", timeout: 0.02))
    }
    goOn.signal()
    #expect(error?.code == .timedOut)
    // On a busy machine the closure may not have started by then.
    let message = error?.localizedDescription ?? ""
    let closure = " the closure of the handler at \(handler.location) "
    #expect(
      message.hasPrefix("The client timed out after 0.02 s ") && message.contains(closure),
      "\(message)")
  }

  @Test func timeoutNamesTheClosuresThatDelayAnother() {
    @Sendable func location(_ line: Int) -> CodeLocation {
      CodeLocation(fileID: "M/T.swift", filePath: "/T.swift", line: line, column: 1)
    }
    typealias Closure = ResponseClosure<Int, Int>
    let waits = Closure.async { $0 }
    let blocks = Closure.sync { $0 }
    let watches = (1...4).map { ClosureWatch(location($0), $0 == 3 ? blocks : waits) }
    for watch in watches.prefix(3) { watch.begin() }
    // Other tests also have running closures, some of which are named.
    guard case .isHeldUp(let blockers) = watches[3].progress else {
      Issue.record("It has not begun.")
      return
    }
    let isNamed = blockers.contains(location(1)) || blockers.count == 5
    #expect(isNamed && !blockers.contains(location(3)), "\(blockers)")
    let heldUp = PendingWait(
      .closure { .isHeldUp(by: [location(1), location(2)]) }, at: location(4))
    var messages: [String?] = [heldUp.timeout(after: 60), watches[0].wait.timeout(after: 0.5)]
    watches[3].abandon()
    watches[0].abandon()
    #expect(watches[0].progress == .runs)
    for watch in watches.prefix(3) { watch.end() }
    messages += watches.map { $0.wait.timeout(after: 1) }
    let expected: [String?] = [
      """
      The client timed out after 60 s before the closure of the handler at T.swift:4 could begin: the \
      threads that all tasks share are blocked. Closures that are running: T.swift:1, T.swift:2. Remove \
      every "await" from a closure that blocks; it then runs on a thread of its own.
      """,
      "The client timed out after 0.5 s while the closure of the handler at T.swift:1 ran.",
      nil, nil, nil, nil,
    ]
    #expect(messages == expected)
  }

  @Test func closureThatModifiesARealResponseMayBlock() {
    let blocking = MockResponse.passThrough { _ in .data([:]) }
    let waiting = MockResponse.passThrough { _ in
      await Task.yield()
      return .data([:])
    }
    guard case .sync? = blocking.change, case .async? = waiting.change else {
      Issue.record("The wrong form was chosen.")
      return
    }
  }
}
