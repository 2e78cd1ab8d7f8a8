/// The places where a directive may be used (GraphQL, section 3.13, production DirectiveLocation).
struct DirectiveLocations: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  /// The names in the order of the bits.
  private static let names = [
    "QUERY", "MUTATION", "SUBSCRIPTION", "FIELD", "FRAGMENT_DEFINITION", "FRAGMENT_SPREAD",
    "INLINE_FRAGMENT", "VARIABLE_DEFINITION", "SCHEMA", "SCALAR", "OBJECT", "FIELD_DEFINITION",
    "ARGUMENT_DEFINITION", "INTERFACE", "UNION", "ENUM", "ENUM_VALUE", "INPUT_OBJECT",
    "INPUT_FIELD_DEFINITION", "DIRECTIVE_DEFINITION",
  ]

  static let query = DirectiveLocations(rawValue: 1 << 0)
  static let mutation = DirectiveLocations(rawValue: 1 << 1)
  static let subscription = DirectiveLocations(rawValue: 1 << 2)
  static let field = DirectiveLocations(rawValue: 1 << 3)
  static let fragmentDefinition = DirectiveLocations(rawValue: 1 << 4)
  static let fragmentSpread = DirectiveLocations(rawValue: 1 << 5)
  static let inlineFragment = DirectiveLocations(rawValue: 1 << 6)
  static let variableDefinition = DirectiveLocations(rawValue: 1 << 7)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The place of that name; nil if there is none.
  init?(name: String) {
    guard let bit = Self.names.firstIndex(of: name) else { return nil }
    rawValue = 1 << UInt32(bit)
  }

  /// The names of all places.
  var names: [String] {
    Self.names.indices.filter { rawValue & (1 << UInt32($0)) != 0 }.map { Self.names[$0] }
  }

  /// The name of a single place.
  var name: String {
    let bit = rawValue.trailingZeroBitCount
    return bit < Self.names.count ? Self.names[bit] : ""
  }
}
