// Runs the scenarios of the tests of Loading through `Delivery+Apple.swift`, and ends with an error if one fails.

import AppleFoundation
import TestSupport

@testable import GraphQLMock

@main struct AppleLoadingMain {
  static func main() async throws {
    var scenarios = Scenarios()
    try scenarios.runWaysToSend()
    try scenarios.runHeads()
    try scenarios.runLives()
    try scenarios.runStreams()
    try scenarios.runPassthrough()
    try scenarios.runWebSockets()
    try scenarios.runStress()
    LoaderThread.shared.drain()
    scenarios.addFaults()
    for failure in scenarios.failures { print("error: \(failure)") }
    guard scenarios.failures.isEmpty else { exit(1) }
    print("\(scenarios.count) scenarios pass with the loading of Apple platforms.")
  }
}

/// Requests and their expected calls, which are those of the tests in `GraphQLMockTests/Loading`.
struct Scenarios {
  private(set) var count = 0
  private(set) var failures: [String] = []
  private var loads: [(scenario: String, load: AppleLoad)] = []
  static let session = URLSession(configuration: .ephemeral)

  mutating func check<Value: Equatable>(_ scenario: String, _ seen: Value, _ expected: Value) {
    count += 1
    if seen != expected { failures.append("\(scenario): \(seen) instead of \(expected)") }
  }

  /// Adds the faults of all loads so far, so late calls count too.
  mutating func addFaults() {
    for (scenario, load) in loads {
      failures += load.faults.map { "\(scenario): \($0)" }
    }
  }

  // The directory and the class are those of this module, which has a copy of Loading.
  mutating func start(
    _ scenario: String, _ service: MockGraphQLService, _ task: URLSessionTask,
    timeout: TimeInterval = 60, headers: [String: String] = [:], stopsAt: String? = nil
  ) -> AppleLoad {
    let core = service.core
    ServiceDirectory.shared.add(core)
    let protocolClass = AppleLoading.makeServiceProtocolClass(
      number: core.number, sessionTimeout: timeout)
    let load = AppleLoad(task, protocolClass, headers: headers, stopsAt: stopsAt)
    loads.append((scenario, load))
    load.start()
    return load
  }

  mutating func start(
    _ scenario: String, _ service: MockGraphQLService, _ request: URLRequest,
    timeout: TimeInterval = 60, stopsAt: String? = nil
  ) -> AppleLoad {
    start(
      scenario, service, Self.session.dataTask(with: request), timeout: timeout, stopsAt: stopsAt)
  }

  mutating func check(
    _ scenario: String, _ service: MockGraphQLService, _ request: URLRequest,
    timeout: TimeInterval = 60, stopsAt: String? = nil, _ expected: [String]
  ) {
    let load = start(scenario, service, request, timeout: timeout, stopsAt: stopsAt)
    check(scenario, load.wait(), expected)
  }

  static func request(_ query: String = "query A { a }") throws -> URLRequest {
    try .graphQL(["query": .string(query)])
  }

  /// Waits for work on other threads, for at most 20 seconds.
  static func wait(until isSo: () -> Bool) {
    let limit = Date(timeIntervalSinceNow: 20)
    while !isSo(), Date() < limit { usleep(500) }
  }

  static func endings(_ service: MockGraphQLService) -> [ReceivedRequest.Ending?] {
    wait { service.requests.allSatisfy { $0.ending != nil } }
    return service.requests.map(\.ending)
  }
}
