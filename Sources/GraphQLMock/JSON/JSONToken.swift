/// What ``JSONTokenizer`` finds.
enum JSONToken: UInt8, Sendable {
  case beginObject, endObject, beginArray, endArray
  /// The name of a member; its colon is not read yet.
  case name
  case string, number, literal
  /// All bytes of the chunk are read.
  case needsMore
  /// The text is not JSON; the tokenizer has the error.
  case failed

  /// Whether it is a value, or the first token of one.
  var beginsValue: Bool {
    switch self {
    case .beginObject, .beginArray, .string, .number, .literal: true
    case .endObject, .endArray, .name, .needsMore, .failed: false
    }
  }
}
