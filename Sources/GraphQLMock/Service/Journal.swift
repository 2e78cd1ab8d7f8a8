// What was asked of a service, in order of arrival. Bounded on request; waiting comes with it.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class Journal: @unchecked Sendable {
  private let lock = NSLock()
  private var entries: [Exchange] = []
  private var firstID = 0
  private var recordedFailures: [MockFailure] = []

  /// All exchanges that are kept, in order of arrival.
  var exchanges: [Exchange] { lock.withLock { entries } }

  /// All failures, in the order in which they were found.
  var failures: [MockFailure] { lock.withLock { recordedFailures } }

  /// Enters a request that has arrived.
  func begin(_ request: URLRequest, operations: [OperationRequest]) -> Int {
    lock.withLock {
      let id = firstID + entries.count
      entries.append(
        Exchange(id: id, urlRequest: request, operations: operations, started: .now))
      return id
    }
  }

  /// Says which handler answers.
  func matched(_ id: Int, handler: HandlerLocation?) {
    change(id) { $0.handler = handler }
  }

  /// Closes an exchange; only the first ending counts.
  func end(_ id: Int, _ ending: Exchange.Ending, response: ExchangeResponse?) {
    change(id) {
      guard $0.ending == nil else { return }
      $0.ending = ending
      $0.response = response
      $0.duration = $0.started.duration(to: .now)
    }
  }

  /// Records what a test must be told.
  func record(_ failure: MockFailure) {
    lock.withLock { recordedFailures.append(failure) }
    if let exchange = failure.exchange {
      change(exchange) { if $0.failure == nil { $0.failure = failure } }
    }
  }

  /// Hands out the failures that were recorded since the last call.
  func takeFailures() -> [MockFailure] {
    lock.withLock {
      defer { recordedFailures.removeAll() }
      return recordedFailures
    }
  }

  /// Forgets everything.
  func removeAll() {
    lock.withLock {
      firstID += entries.count
      entries.removeAll()
      recordedFailures.removeAll()
    }
  }

  private func change(_ id: Int, _ body: (inout Exchange) -> Void) {
    lock.withLock {
      guard entries.indices.contains(id - firstID) else { return }
      body(&entries[id - firstID])
    }
  }
}
