/// The keywords of GraphQL's grammar, which are also valid names of fields and types. `OperationType` has the types of
/// operations, too.
enum Keyword: String, Sendable, CaseIterable {
  case query, mutation, subscription, fragment, on
  case extend, schema, scalar, type, interface, union, `enum`, input, directive
  case implements, repeatable
  case `true`, `false`, null
  case none = ""  // Another name, or a token that isn't a name.

  init(_ source: Span<UInt8>, _ token: Token) {
    self = Self.allCases.first { $0.isToken(token, source) } ?? .none
  }

  func isToken(_ token: Token, _ source: Span<UInt8>) -> Bool {
    token.kind == .name && Bytes.areEqual(source, token.start..<token.end, rawValue)
  }
}
