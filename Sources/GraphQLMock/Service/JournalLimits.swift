// What a journal keeps, so that a long run does not fill the memory.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct JournalLimits: Sendable {
  /// How many exchanges, the latest ones; nil for all that there is room for.
  var count: Int?
  /// How many bytes the exchanges may come to, roughly.
  var bytes = ServiceOptions.defaultJournalSizeLimit
  /// How many bytes of a body.
  var body = ServiceOptions.defaultBodyLimit
}

/// The failures of a journal: the first ones, which caused the others as a rule, and how many followed.
struct BoundedFailures: Sendable {
  /// How many are kept where the journal has no limit.
  static let defaultLimit = 1_000

  private var kept: [MockFailure] = []
  private var limit = defaultLimit
  private var droppedCount = 0

  /// - Parameter limit: How many exchanges the journal keeps; nil for all.
  mutating func append(_ failure: MockFailure, limit: Int?) {
    // One at least: it is what makes a test fail.
    self.limit = max(limit ?? Self.defaultLimit, 1)
    if kept.count < self.limit { kept.append(failure) } else { droppedCount += 1 }
  }

  /// Those that are kept, and one that says how many others there were.
  var all: [MockFailure] {
    guard droppedCount > 0, let last = kept.last else { return kept }
    let others = droppedCount == 1 ? "1 more failure" : "\(droppedCount) more failures"
    return kept + [
      MockFailure(last.kind, "\(others), of which the journal keeps no more than \(limit).")
    ]
  }
}

extension MockExchange {
  /// How many bytes it comes to, roughly.
  var size: Int { Self.overhead + requestSize + (response?.body.count ?? 0) }

  /// What an exchange takes without bodies: its request, its header fields, what was read of it.
  private static let overhead = 2_048
}
