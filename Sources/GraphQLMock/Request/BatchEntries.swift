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
    var tokenizer = JSONTokenizer()
    guard tokenizer.next(text) == .beginArray else { return [] }
    var entries: [Data] = []
    while let byte = tokenizer.peek(text), byte != UInt8(ascii: "]") {
      guard entries.count < limit else { return nil }
      if byte == UInt8(ascii: ",") {
        // Skipping a value begins at the value.
        tokenizer.index += 1
        tokenizer.state = .value
        guard tokenizer.peek(text) != nil else { break }
      }
      let start = batch.startIndex + tokenizer.offset
      guard tokenizer.skip(text, to: 1) else { break }
      entries.append(batch[start..<(batch.startIndex + tokenizer.offset)])
    }
    return entries
  }
}
