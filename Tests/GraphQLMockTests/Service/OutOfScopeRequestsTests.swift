import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests to services that have ended.
struct OutOfScopeRequestsTests {
  private func add(
    _ name: String, _ reason: ServiceError, test: String?, to requests: OutOfScopeRequests
  ) throws {
    let request = try URLRequest.graphQL(["query": .string("query \(name) { a }")])
    requests.add(
      request, .bytes(request.httpBody ?? Data()), reason: reason, test: test, Redaction())
  }

  /// During a long test thousands of other services may start and end.
  @Test func endedServiceRemembersItsTestUntilThousandsOfOtherTestsEnd() {
    let directory = ServiceDirectory()
    directory.remove(number: 1, (.testHasEnded("first()"), "first()", Redaction()))
    for number in 2...20_001 {
      directory.remove(number: number, (.serviceIsGone, nil, Redaction()))
    }
    let remembered: String? = directory.end(of: 1).test
    var later: [String?] = []
    for numbers in [20_002...24_096, 24_097...40_001] {
      for number in numbers {
        directory.remove(number: number, (.testHasEnded("test()"), "test()", Redaction()))
      }
      later += [directory.end(of: 1).test, directory.end(of: numbers.upperBound).test]
    }
    #expect([remembered] + later == ["first()", "first()", "test()", nil, "test()"])
  }

  @Test func requestsAfterATestAreTakenOnce() throws {
    let requests = OutOfScopeRequests()
    let start = ContinuousClock.now
    try add("Ended", .testHasEnded("ShopTests/ended"), test: "ShopTests/ended", to: requests)
    try add("Other", .testHasEnded("CartTests/other"), test: "CartTests/other", to: requests)
    try add("Outside", .outsideScope, test: nil, to: requests)
    let taken = requests.take { $0.hasPrefix("ShopTests/") }
    let again = requests.take { $0.hasPrefix("ShopTests/") }
    let unlisted = requests.report(askingFor: ["Outside"], since: start, isWarning: true)
    #expect(unlisted.map(\.title) == ["query \"Outside\""])
    // Requests to the service of another test aren't of this one.
    #expect(requests.report(askingFor: ["Other"], since: start, isWarning: true) == [])
    let rest = requests.report(askingFor: ["Ended", "Other", "Outside"], since: start)
    let titles: [[String]] = [taken.map(\.title), again.map(\.title), rest.map(\.title)]
    #expect(titles == [["query \"Ended\""], [], ["query \"Other\"", "query \"Outside\""]])
    // A warning doesn't repeat what a report has listed.
    try add("Outside", .outsideScope, test: nil, to: requests)
    let listed = requests.report(askingFor: ["Outside"], since: start)
    #expect(listed.count == 2)
    #expect(requests.report(askingFor: ["Outside"], since: start, isWarning: true) == [])
  }

  @Test func theLatestTwoHundredRequestsAreKept() throws {
    let requests = OutOfScopeRequests()
    for number in 1...201 { try add("Q\(number)", .testHasEnded("T"), test: "T", to: requests) }
    #expect(requests.take().map(\.title) == (2...201).map { "query \"Q\($0)\"" })
  }

  @Test(arguments: [(65_536, "query \"A\""), (65_537, "POST https://a.example/graphql")])
  func namesAreSearchedForInBodiesUpToALimit(size: Int, title: String) throws {
    let requests = OutOfScopeRequests()
    var request = URLRequest(url: .of("https://a.example/graphql"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let body = Data(#"{"query":"query A { a }"}"#.utf8)
    let spaces = Data(repeating: UInt8(ascii: " "), count: size - body.count)
    requests.add(
      request, .bytes(body + spaces), reason: .testHasEnded("T"), test: "T", Redaction())
    #expect(requests.take().map(\.title) == [title])
  }

  /// The others have failures of their own, or are of no interest.
  @Test(arguments: [
    (ServiceError.testHasEnded("T"), true), (.outsideScope, true), (.serviceIsGone, true),
    (.downloadTask, false), (.webSocketTask("a.example"), false), (.runWasStopped, false),
    (.unusableLaunchPlan("No"), false),
  ])
  func onlyRequestsOutsideOfTheirScopeAreCollected(reason: ServiceError, isKept: Bool) throws {
    let (requests, start) = (OutOfScopeRequests(), ContinuousClock.now)
    try add("A", reason, test: nil, to: requests)
    #expect(requests.report(askingFor: ["A"], since: start).count == (isKept ? 1 : 0))
    #expect(requests.report(askingFor: ["A"], since: start + .seconds(3_600)) == [])
  }

  @Test(arguments: [("Suite/test()", false), ("Suite/test", true)])
  func onlyXCTestMessagesMentionInvokeTest(title: String, isTold: Bool) async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])))
    service.begin(testName: "", testTitle: title)
    service.end(test: title)
    let error = await #expect(throws: URLError.self) {
      _ = try await service.makeSession().data(for: .graphQL(["query": "query A { a }"]))
    }
    let more =
      isTold
      ? """
       In XCTest a scope ends with the closure of `withMockGraphQLService`: put it around \
      `super.invokeTest()`.
      """ : ""
    #expect(
      error?.localizedDescription == """
        This request belongs to the test \(title), which has ended. Let the test await its requests. A client \
        that is `static`, or shared by tests, keeps using the service of the test that made it.\(more)
        """)
    // No other test needs this warning.
    _ = OutOfScopeRequests.shared.take { $0 == title }
  }
}
