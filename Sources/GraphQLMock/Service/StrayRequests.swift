// Requests that come to a service that answers no more. They belong to no test that runs, so whoever
// reports next tells them.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request to a service that has ended, or to the one that stands for none.
package struct StrayRequest: Sendable, Hashable {
  /// The operation, such as `query "Viewer"`, or method and URL.
  package let title: String
  /// The names of the operations that it asks for.
  let names: [String]
  /// The test that its service belonged to; nil if it belonged to none.
  package let test: String?
  /// How its error at the client is worded.
  let reason: ServiceError
}

/// The latest of the process, those that nobody has taken yet.
///
/// It is shared by all services, as none of them is there to tell; nothing that is answered depends on
/// it.
package final class StrayRequests: Sendable {
  package static let shared = StrayRequests()

  private let requests = Locked<[(start: ContinuousClock.Instant, request: StrayRequest)]>([])

  private static let limit = 200
  /// How many bytes of a body are read for the name of an operation.
  private static let bodyLimit = 65_536

  /// Notes a request.
  /// - Parameters:
  ///   - test: The test that its service belonged to.
  ///   - redaction: What must not be shown of it.
  func add(
    _ request: URLRequest, _ body: RequestBody, reason: ServiceError, test: String?,
    _ redaction: Redaction
  ) {
    switch reason {
    case .testHasEnded, .outsideScope, .serviceIsGone: break
    default: return
    }
    let bytes: Data
    if case .bytes(let data) = body, data.count <= Self.bodyLimit {
      bytes = data
    } else {
      bytes = Data()
    }
    let operations = ReceivedRequest(
      request, body: .success(RequestBody.Received(bytes)), endpoints: [],
      documents: DocumentCache(countLimit: 0)
    ).operations
    let stray = StrayRequest(
      title: request.title(
        asking: operations.map(\.title),
        ExchangeRedactor(redaction, request: request, operations: [], style: .short)),
      names: operations.compactMap(\.name),
      test: test, reason: reason)
    requests.withLock { requests in
      requests.append((.now, stray))
      if requests.count > Self.limit { requests.removeFirst() }
    }
  }

  /// Takes the requests of tests that have ended.
  /// - Parameter isWanted: Says of a test whether its requests are wanted.
  package func take(ofTests isWanted: (String) -> Bool = { _ in true }) -> [StrayRequest] {
    requests.withLock { requests in
      let taken = requests.map(\.request).filter { $0.endedTest.map(isWanted) ?? false }
      if !taken.isEmpty { requests.removeAll { $0.request.endedTest.map(isWanted) ?? false } }
      return taken
    }
  }

  /// Those that have asked for an operation of one of these names since then.
  func asking(for names: Set<String>, since start: ContinuousClock.Instant) -> [StrayRequest] {
    let all = requests.withLock { $0 }.filter { $0.start >= start }.map(\.request)
    return all.filter { !names.isDisjoint(with: $0.names) }
  }
}

extension StrayRequest {
  /// The test that it belongs to, which has ended; nil if there is none.
  fileprivate var endedTest: String? { if case .testHasEnded = reason { test } else { nil } }

  /// Where it went, as the end of a sentence for the test of a service.
  func whereabouts(for settings: ServiceSettings) -> String {
    switch reason {
    case .testHasEnded where test == settings.testTitle:
      """
      to a scope of this test that had ended
      """
        + (test?.hasSuffix(")") == true
          ? ""
          : """
          : that of `withMockGraphQLService` ends with its closure, so put it around \
          `super.invokeTest()` in `invokeTest`
          """)
    case .testHasEnded:
      """
      to the service of the test \(test ?? ""), which has ended; a client in a `static`, or one that \
      tests share, asks there
      """
    case .outsideScope where !settings.canBeCurrent:
      "to `MockGraphQLService.current`, which is not this service"
    case .outsideScope:
      """
      outside the scope of a test: `MockGraphQLService.current` was read in a detached task, on a \
      dispatch queue or in a stored property
      """
    default: "to a service that is gone"
    }
  }
}
