import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests to services that have ended.
struct OutOfScopeRequestTests {
  private func add(
    _ name: String, _ reason: ServiceError, test: String?, to requests: OutOfScopeRequests
  ) throws {
    let request = try URLRequest.graphQL(["query": .string("query \(name) { a }")])
    requests.add(
      request, .bytes(request.httpBody ?? Data()), reason: reason, test: test, Redaction())
  }

  /// During a long test thousands of other services may start and end.
  @Test func endedServiceRemembersItsTestAfterManyOthersEnd() {
    let directory = ServiceDirectory()
    directory.remove(number: 1, (.testHasEnded("first()"), "first()", Redaction()))
    for number in 2...20_001 {
      directory.remove(number: number, (.serviceIsGone, nil, Redaction()))
    }
    #expect(directory.end(of: 1).test == "first()")
  }

  @Test func endsOfThousandsOfTestsAreDiscarded() {
    let directory = ServiceDirectory()
    for number in 1...20_000 {
      directory.remove(number: number, (.testHasEnded("test()"), "test()", Redaction()))
    }
    #expect(directory.end(of: 1).test == nil)
    #expect(directory.end(of: 20_000).test == "test()")
  }

  @Test func requestsAfterATestAreTakenOnce() throws {
    let requests = OutOfScopeRequests()
    let start = ContinuousClock.now
    try add("Ended", .testHasEnded("ShopTests/ended"), test: "ShopTests/ended", to: requests)
    try add("Other", .testHasEnded("CartTests/other"), test: "CartTests/other", to: requests)
    try add("Outside", .outsideScope, test: nil, to: requests)
    #expect(requests.take { $0.hasPrefix("ShopTests/") }.map(\.title) == ["query \"Ended\""])
    #expect(requests.take { $0.hasPrefix("ShopTests/") } == [])
    let rest = requests.asking(for: ["Ended", "Other", "Outside"], since: start)
    #expect(rest.map(\.title) == ["query \"Other\"", "query \"Outside\""])
  }
}
