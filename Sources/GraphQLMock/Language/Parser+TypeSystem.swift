// Type system definitions are never executed here, but a service that refuses a document with such
// definitions tells a malformed one from one that is well-formed and not executable.
extension Parser {
  /// TypeSystemDefinition (section 3.1), from its keyword on.
  mutating func parseTypeSystemDefinition(
    _ source: Span<UInt8>, start: Token, _ keyword: Keyword
  ) -> Bool {
    advance(source)
    if keyword == .directive { return parseDirectiveDefinition(source, start: start) }
    var name = token.start..<token.start
    if keyword != .schema {
      name = token.start..<token.end
      guard expect(source, .name) else { return false }
    }
    let node = open(.typeSystemDefinition, name.lowerBound, name.upperBound)
    guard parseTypeSystemBody(source, keyword, isExtension: false) else { return false }
    finishTypeSystemDefinition(node, start: start, name: name)
    return true
  }

  /// TypeSystemExtension (section 3.1): like a definition, but not without content.
  mutating func parseTypeSystemExtension(_ source: Span<UInt8>, start: Token) -> Bool {
    advance(source)
    let keyword = Keyword(source, token)
    switch keyword {
    case .schema, .scalar, .type, .interface, .union, .enum, .input: break
    default: return fail(unexpected: token, source)
    }
    advance(source)
    var name = token.start..<token.start
    if keyword != .schema {
      name = token.start..<token.end
      guard expect(source, .name) else { return false }
    }
    let node = open(.typeSystemDefinition, name.lowerBound, name.upperBound)
    let bodyStart = token.start
    guard parseTypeSystemBody(source, keyword, isExtension: true) else { return false }
    if token.start == bodyStart { return fail(unexpected: token, source) }
    finishTypeSystemDefinition(node, start: start, name: name)
    return true
  }

  private mutating func finishTypeSystemDefinition(_ node: Int, start: Token, name: Range<Int>) {
    close(node)
    definitions.append(
      DefinitionOutline(
        kind: .typeSystem, name: name, range: start.start..<previousEnd, selectionSet: nil,
        isShorthand: false, node: node))
  }

  /// What follows the name.
  private mutating func parseTypeSystemBody(
    _ source: Span<UInt8>, _ keyword: Keyword, isExtension: Bool
  ) -> Bool {
    if keyword == .type || keyword == .interface {
      guard parseImplementedInterfaces(source) else { return false }
    }
    if token.kind == .at, !parseDirectives(source, isConstant: true) { return false }
    switch keyword {
    case .schema:
      if isExtension, token.kind != .braceLeft { return true }
      return parseRootOperationTypes(source)
    case .type, .interface:
      return parseFieldDefinitions(source)
    case .union:
      return !skip(source, .equals) || parseNames(source, separatedBy: .pipe)
    case .enum:
      return parseEnumValues(source)
    case .input:
      return parseInputValues(source, from: .braceLeft, to: .braceRight)
    default:
      return true
    }
  }

  // RootOperationTypeDefinition : OperationType : NamedType
  private mutating func parseRootOperationTypes(_ source: Span<UInt8>) -> Bool {
    guard expect(source, .braceLeft) else { return false }
    repeat {
      let type = token
      let keyword = Keyword(source, token)
      guard expect(source, .name) else { return false }
      guard keyword == .query || keyword == .mutation || keyword == .subscription else {
        return fail(unexpected: type, source)
      }
      guard expect(source, .colon), expect(source, .name) else { return false }
    } while !skip(source, .braceRight)
    return true
  }

  // ImplementsInterfaces : implements &? NamedType (& NamedType)*
  private mutating func parseImplementedInterfaces(_ source: Span<UInt8>) -> Bool {
    guard Keyword.implements.isToken(token, source) else { return true }
    advance(source)
    return parseNames(source, separatedBy: .ampersand)
  }

  /// Names with a separator between them, and perhaps one before the first.
  private mutating func parseNames(_ source: Span<UInt8>, separatedBy kind: TokenKind) -> Bool {
    _ = skip(source, kind)
    repeat {
      guard expect(source, .name) else { return false }
    } while skip(source, kind)
    return true
  }

  // FieldDefinition : Description? Name ArgumentsDefinition? : Type Directives[Const]?
  private mutating func parseFieldDefinitions(_ source: Span<UInt8>) -> Bool {
    guard skip(source, .braceLeft) else { return true }
    repeat {
      skipDescription(source)
      guard expect(source, .name),
        parseInputValues(source, from: .parenthesisLeft, to: .parenthesisRight),
        expect(source, .colon), parseType(source),
        parseDirectives(source, isConstant: true)
      else { return false }
    } while !skip(source, .braceRight)
    return true
  }

  // EnumValueDefinition : Description? EnumValue Directives[Const]?
  private mutating func parseEnumValues(_ source: Span<UInt8>) -> Bool {
    guard skip(source, .braceLeft) else { return true }
    repeat {
      skipDescription(source)
      // EnumValue : Name but not true or false or null
      switch Keyword(source, token) {
      case .true, .false, .null:
        let description = GraphQLSyntaxError.describe(token, source)
        return fail(.reservedEnumValue(token: description), at: token.start, source)
      default: break
      }
      guard expect(source, .name), parseDirectives(source, isConstant: true) else { return false }
    } while !skip(source, .braceRight)
    return true
  }

  // InputValueDefinition : Description? Name : Type DefaultValue? Directives[Const]?
  private mutating func parseInputValues(
    _ source: Span<UInt8>, from opening: TokenKind, to closing: TokenKind
  ) -> Bool {
    guard skip(source, opening) else { return true }
    repeat {
      skipDescription(source)
      guard expect(source, .name), expect(source, .colon), parseType(source) else { return false }
      if skip(source, .equals), !parseValue(source, isConstant: true) { return false }
      guard parseDirectives(source, isConstant: true) else { return false }
    } while !skip(source, closing)
    return true
  }

  private mutating func skipDescription(_ source: Span<UInt8>) {
    if token.kind == .string || token.kind == .blockString { advance(source) }
  }

  // DirectiveDefinition :
  //   Description? directive @ Name ArgumentsDefinition? repeatable? on DirectiveLocations
  private mutating func parseDirectiveDefinition(_ source: Span<UInt8>, start: Token) -> Bool {
    guard expect(source, .at) else { return false }
    let name = token.start..<token.end
    guard expect(source, .name) else { return false }
    let node = open(.typeSystemDefinition, name.lowerBound, name.upperBound)
    guard parseInputValues(source, from: .parenthesisLeft, to: .parenthesisRight) else {
      return false
    }
    if Keyword.repeatable.isToken(token, source) { advance(source) }
    guard expect(source, Keyword.on) else { return false }
    _ = skip(source, .pipe)
    repeat {
      let location = token
      guard expect(source, .name) else { return false }
      guard Self.isDirectiveLocation(source, location) else {
        return fail(unexpected: location, source)
      }
    } while skip(source, .pipe)
    finishTypeSystemDefinition(node, start: start, name: name)
    return true
  }

  // DirectiveLocation : ExecutableDirectiveLocation | TypeSystemDirectiveLocation
  private static func isDirectiveLocation(_ source: Span<UInt8>, _ token: Token) -> Bool {
    switch GraphQLSyntaxError.text(source, token.start, token.end) {
    case "QUERY", "MUTATION", "SUBSCRIPTION", "FIELD", "FRAGMENT_DEFINITION", "FRAGMENT_SPREAD",
      "INLINE_FRAGMENT", "VARIABLE_DEFINITION", "SCHEMA", "SCALAR", "OBJECT", "FIELD_DEFINITION",
      "ARGUMENT_DEFINITION", "INTERFACE", "UNION", "ENUM", "ENUM_VALUE", "INPUT_OBJECT",
      "INPUT_FIELD_DEFINITION":
      true
    default: false
    }
  }
}
