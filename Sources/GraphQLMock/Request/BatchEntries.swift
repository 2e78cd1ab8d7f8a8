import Foundation

/// The entries of a batch: the elements of a JSON array that was checked to be one.
enum BatchEntries {
  /// How many requests a batch may hold.
  static let limit = 1_000

  /// Splits a batch; each entry shares its memory.
  /// - Parameter batch: The array, a slice of the body.
  /// - Returns: nil if there are more than ``limit``.
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
