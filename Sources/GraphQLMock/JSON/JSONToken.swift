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

/// The open arrays and objects, a bit for each.
struct ContainerStack: Sendable {
  private(set) var depth = 0
  /// The innermost 64, the last of them in the lowest bit; set for an object.
  private var inner: UInt64 = 0
  private var outer: ContiguousArray<UInt64> = []

  var isEmpty: Bool { depth == 0 }
  var innermostIsObject: Bool { inner & 1 == 1 }
  var separatorOrEnd: JSONError.Expectation {
    innermostIsObject ? .commaOrEndOfObject : .commaOrEndOfArray
  }

  mutating func push(isObject: Bool) {
    if depth > 0, depth & 63 == 0 { outer.append(inner) }
    inner = inner << 1 | (isObject ? 1 : 0)
    depth += 1
  }

  mutating func pop() {
    depth -= 1
    inner >>= 1
    if depth & 63 == 0 { inner = outer.popLast() ?? 0 }
  }
}
