/// The descriptions of a schema's definitions (GraphQL, section 2.2 "Descriptions"), which nobody needs
/// before a client asks for them by introspection.
struct SchemaDescriptions: Sendable {
  private let bytes: ContiguousArray<UInt8>
  /// Where the string stands that describes what is named at a place.
  private var strings: [Int32: Int] = [:]
  /// Where the description of the schema itself stands.
  private var schemaString: Int?

  /// Finds them in one pass over the tokens: a string is a description unless it is a value, which
  /// stands behind `=`, `:` or in brackets.
  init(_ types: TypeSystem) {
    bytes = types.bytes
    let bytes = bytes
    let span = bytes.span
    var lexer = Lexer()
    var description: Int?
    var brackets = 0
    // Braces and parentheses: outside of them, a name is the keyword of a definition.
    var depth = 0
    var isValue = false
    while true {
      let token = lexer.next(span)
      switch token.kind {
      case .endOfFile: return
      case .string, .blockString:
        if !isValue, brackets == 0 { description = token.start }
      case .bracketLeft: brackets += 1
      case .bracketRight: brackets -= 1
      case .braceLeft, .parenthesisLeft: depth += 1
      case .braceRight, .parenthesisRight: depth -= 1
      case .name:
        guard let start = description else { break }
        description = nil
        var name = token
        if depth == 0 {
          if Keyword(span, token) == .schema { schemaString = start }
          var behind = lexer
          name = behind.next(span)
          if name.kind == .at { name = behind.next(span) }
        }
        strings[Int32(truncatingIfNeeded: name.start)] = start
      default: if token.kind.isError { return }
      }
      isValue = token.kind == .equals || token.kind == .colon
    }
  }

  /// What describes the definition whose name stands at a place; nil if nothing does.
  func text(at offset: Int32) -> String? { strings[offset].flatMap(value) }

  /// What describes the schema.
  var ofSchema: String? { schemaString.flatMap(value) }

  private func value(_ start: Int) -> String? {
    ConstantValue.json(at: start, in: bytes.span).string
  }
}
