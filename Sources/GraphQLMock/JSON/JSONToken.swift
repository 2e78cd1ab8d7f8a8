enum JSONToken: UInt8, Sendable {
  case beginObject, endObject, beginArray, endArray
  /// The name of a member, before its colon.
  case name
  case string, number, literal
  /// The chunk is used up.
  case needsMore
  /// The text isn't JSON. See ``JSONTokenizer/error``.
  case failed

  var beginsValue: Bool {
    switch self {
    case .beginObject, .beginArray, .string, .number, .literal: true
    case .endObject, .endArray, .name, .needsMore, .failed: false
    }
  }
}
