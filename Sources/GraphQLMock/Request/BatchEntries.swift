import Foundation

enum BatchEntries {
  static let limit = 1_000

  /// Returns the requests of a batch as slices of the body, or nil if there are more than ``limit`` requests.
  static func split(_ batch: Data) -> [Data]? {
    let text = batch.span
    var walk = JSONWalk()
    guard walk.next(text) == .beginArray else { return [] }
    var entries: [Data] = []
    while ![.endArray, .needsMore, .failed].contains(walk.next(text)),
      let range = walk.skip(text)
    {
      guard entries.count < limit else { return nil }
      entries.append(batch.slice(range))
    }
    return entries
  }
}
