import Foundation

/// The entries of a batch, a JSON array that has been checked.
enum BatchEntries {
  /// The maximum number of requests in a batch.
  static let limit = 1_000

  /// Splits a batch into slices of the body, or returns `nil` beyond ``limit``.
  static func split(_ batch: Data) -> [Data]? {
    let text = batch.span
    var walk = JSONWalk()
    guard walk.next(text) == .beginArray else { return [] }
    var entries: [Data] = []
    while walk.next(text).beginsValue, let range = walk.skip(text) {
      guard entries.count < limit else { return nil }
      entries.append(batch.slice(range))
    }
    return entries
  }
}
