/// The names that mean something to the grammar.
///
/// None is reserved everywhere.
enum Keyword: UInt8, Sendable {
  case query, mutation, subscription, fragment, on
  case extend, schema, scalar, type, interface, union, `enum`, input, directive
  case implements, repeatable
  case `true`, `false`, null
  /// Any other name.
  case none

  init(_ source: Span<UInt8>, _ token: Token) {
    self = .none
    guard token.kind == .name else { return }
    let length = token.end - token.start
    guard length <= 12 else { return }
    // The length and the first byte leave at most two candidates.
    let candidates: (Keyword, Keyword) =
      switch (length, source[token.start]) {
      case (2, 0x6F): (.on, .none)
      case (4, 0x6E): (.null, .none)
      case (4, 0x74): (.type, .true)
      case (4, 0x65): (.enum, .none)
      case (5, 0x71): (.query, .none)
      case (5, 0x66): (.false, .none)
      case (5, 0x75): (.union, .none)
      case (5, 0x69): (.input, .none)
      case (6, 0x65): (.extend, .none)
      case (6, 0x73): (.schema, .scalar)
      case (8, 0x6D): (.mutation, .none)
      case (8, 0x66): (.fragment, .none)
      case (9, 0x69): (.interface, .none)
      case (9, 0x64): (.directive, .none)
      case (10, 0x69): (.implements, .none)
      case (10, 0x72): (.repeatable, .none)
      case (12, 0x73): (.subscription, .none)
      default: (.none, .none)
      }
    if candidates.0 != .none, Self.matches(source, token.start, candidates.0.text) {
      self = candidates.0
    } else if candidates.1 != .none, Self.matches(source, token.start, candidates.1.text) {
      self = candidates.1
    }
  }

  var text: String {
    switch self {
    case .query: "query"
    case .mutation: "mutation"
    case .subscription: "subscription"
    case .fragment: "fragment"
    case .on: "on"
    case .extend: "extend"
    case .schema: "schema"
    case .scalar: "scalar"
    case .type: "type"
    case .interface: "interface"
    case .union: "union"
    case .enum: "enum"
    case .input: "input"
    case .directive: "directive"
    case .implements: "implements"
    case .repeatable: "repeatable"
    case .true: "true"
    case .false: "false"
    case .null: "null"
    case .none: ""
    }
  }

  private static func matches(_ source: Span<UInt8>, _ start: Int, _ text: String) -> Bool {
    var index = start
    for byte in text.utf8 {
      if source[index] != byte { return false }
      index += 1
    }
    return true
  }
}
