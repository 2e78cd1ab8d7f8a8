/// A token of a JSON text. A name is that of a member, and a literal is `true`, `false` or `null`.
enum JSONToken: UInt8, Sendable {
  case beginObject, endObject, beginArray, endArray, name, string, number, literal
  /// The chunk has no more tokens, as at the end of the text, or the tokenizer has an `error`.
  case needsMore, failed
}

/// The kind of a JSON value. The raw values are words of messages.
enum JSONKind: String, Sendable, Hashable {
  case null = "null"
  case boolean = "a boolean"
  case number = "a number"
  case string = "a string"
  case array = "an array"
  case object = "an object"

  /// Returns the only kind of value that can begin with a byte, or nil if no value can.
  init?(firstByte byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "\""): self = .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
    case UInt8(ascii: "n"): self = .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
    default: return nil
    }
  }
}
