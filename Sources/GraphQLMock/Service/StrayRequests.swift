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

  private let requests = Locked<(kept: [(number: Int, request: StrayRequest)], nextNumber: Int)>(
    ([], 0))

  /// The number that the next request gets.
  var nextNumber: Int { requests.withLock { $0.nextNumber } }

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
      request, body: .success(ReceivedBody(bytes)), endpoints: [],
      documents: DocumentCache(countLimit: 0)
    ).operations
    let stray = StrayRequest(
      title: request.title(
        asking: operations.map(\.title),
        ExchangeRedactor(redaction, request: request, operations: [], style: .short)),
      names: operations.compactMap(\.name),
      test: test, reason: reason)
    requests.withLock { requests in
      requests.kept.append((requests.nextNumber, stray))
      requests.nextNumber += 1
      if requests.kept.count > Self.limit { requests.kept.removeFirst() }
    }
  }

  /// Takes the requests of tests that have ended.
  /// - Parameter isWanted: Says of a test whether its requests are wanted.
  package func take(ofTests isWanted: (String) -> Bool = { _ in true }) -> [StrayRequest] {
    requests.withLock { requests in
      let taken = requests.kept.map(\.request).filter { $0.endedTest.map(isWanted) ?? false }
      if !taken.isEmpty {
        requests.kept.removeAll { $0.request.endedTest.map(isWanted) ?? false }
      }
      return taken
    }
  }

  /// Those from a number on that asked for an operation of one of these names.
  func asking(for names: Set<String>, since number: Int) -> [StrayRequest] {
    requests.withLock { requests in
      requests.kept.filter { $0.number >= number && !names.isDisjoint(with: $0.request.names) }
        .map(\.request)
    }
  }
}

extension StrayRequest {
  /// The test that it belongs to, which has ended; nil if there is none.
  fileprivate var endedTest: String? { if case .testHasEnded = reason { test } else { nil } }

  /// Where it went, as the end of a sentence.
  /// - Parameters:
  ///   - title: The test that is told.
  ///   - isCurrent: Whether its service can be `MockGraphQLService.current`.
  func whereabouts(seenFrom title: String?, isCurrent: Bool) -> String {
    switch reason {
    case .testHasEnded where test == title:
      """
      to a scope of this test that had ended: that of `withMockGraphQLService` ends with its closure, so \
      put it around `super.invokeTest()` in `invokeTest`
      """
    case .testHasEnded:
      """
      to the service of the test \(test ?? ""), which has ended; a client in a `static`, or one that \
      tests share, asks there
      """
    case .outsideScope where !isCurrent:
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
