import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request to a service that has ended, or to `MockGraphQLService.current` outside of a test's scope.
package struct OutOfScopeRequest: Sendable, Hashable {
  /// The operation, such as `query "Viewer"`, or the method and URL of a request without an operation.
  package let title: String
  let names: [String]
  package let test: String?
  let reason: ServiceError

  fileprivate var endedTest: String? { if case .testHasEnded = reason { test } else { nil } }

  func whereabouts(for settings: ServiceSettings) -> String {
    switch reason {
    case .testHasEnded where test == settings.testTitle:
      "to a scope of this test that had ended"
        + (test.map(ServiceError.isOfSwiftTesting) == true
          ? ""
          : ": that of `withMockGraphQLService` ends with its closure, so put it around "
            + "`super.invokeTest()` in `invokeTest`")
    case .testHasEnded:
      "to the service of the test \(test ?? ""), which has ended; a client that is `static`, or shared by "
        + "tests, keeps using that service"
    case .outsideScope where !settings.canBeCurrent:
      "to `MockGraphQLService.current`, which is not this service"
    case .outsideScope:
      "outside the scope of a test: `MockGraphQLService.current` was read in a detached task, on a "
        + "dispatch queue or in a stored property"
    case .serviceIsGone, .downloadTask, .webSocketTask, .runWasStopped, .unusableLaunchPlan:
      "to a service that was deallocated"  // `add` takes only the first of these
    }
  }
}

/// Collects requests that arrive after the end of their test or outside of a test's scope, until a report lists them.
package final class OutOfScopeRequests: Sendable {
  package static let shared = OutOfScopeRequests()

  private let requests = Locked<
    [(start: ContinuousClock.Instant, request: OutOfScopeRequest, isTold: Bool)]
  >([])

  /// The number of requests that are kept, of which the latest matter.
  private static let limit = 200
  /// The maximum size in bytes of a body that is searched for operation names.
  private static let bodyLimit = 65_536

  func add(
    _ request: URLRequest, _ body: RequestBody, reason: ServiceError, test: String?,
    _ redaction: Redaction
  ) {
    switch reason {
    case .testHasEnded, .outsideScope, .serviceIsGone: break
    case .downloadTask, .webSocketTask, .runWasStopped, .unusableLaunchPlan: return
    }
    let bytes =
      if case .bytes(let data) = body, data.count <= Self.bodyLimit { data } else { Data() }
    let operations = IncomingRequest(
      reading: request, bytes: bytes, documents: DocumentCache(countLimit: 0)
    ).operations
    let added = OutOfScopeRequest(
      title: operations.isEmpty
        ? RequestRedactor(toShow: request, redaction).line(of: request)
        : operations.map(\.title).joined(separator: " + "),
      names: operations.compactMap(\.name), test: test, reason: reason)
    requests.withLock { requests in
      requests.append((.now, added, false))
      if requests.count > Self.limit { requests.removeFirst() }
    }
  }

  /// Removes and returns the requests to services of tests that have ended.
  package func take(ofTests isWanted: (String) -> Bool = { _ in true }) -> [OutOfScopeRequest] {
    requests.withLock { requests in
      let taken = requests.map(\.request).filter { $0.endedTest.map(isWanted) ?? false }
      if !taken.isEmpty { requests.removeAll { $0.request.endedTest.map(isWanted) ?? false } }
      return taken
    }
  }

  /// Returns requests for operations, for a report that lists them.
  /// - Parameter isWarning: Whether to return only requests that went to no test and that no report has listed.
  func report(
    askingFor names: Set<String>, since start: ContinuousClock.Instant, isWarning: Bool = false
  ) -> [OutOfScopeRequest] {
    requests.withLock { requests in
      let found = requests.indices.filter { index in
        let (time, request, isTold) = requests[index]
        return time >= start && !names.isDisjoint(with: request.names)
          && !(isWarning && (isTold || request.endedTest != nil))
      }
      for index in found { requests[index].isTold = true }
      return found.map { requests[$0].request }
    }
  }
}
