/// Type definitions are parsed even in requests, so that syntax errors in the definitions are reported.
extension Parser {
  /// Parses the type definitions in the joined text of all schema files.
  mutating func parseTypeSystem(_ source: Span<UInt8>, from start: Int) -> Bool {
    lexer = Lexer(at: start)
    advance(source)
    while token.kind != .endOfFile {
      let start = token
      skipDescription(source)
      guard parseTypeSystemDefinition(source, start: start) else { return false }
    }
    return true
  }

  /// Parses a type system definition or extension whose description has already been read (GraphQL, section 3.1).
  mutating func parseTypeSystemDefinition(_ source: Span<UInt8>, start: Token) -> Bool {
    let hasDescription = token.start > start.start
    let isExtension = !hasDescription && Keyword.extend.isToken(token, source)
    if isExtension { advance(source) }
    let word = token
    let keyword = Keyword(source, word)
    switch keyword {
    case .schema, .scalar, .type, .interface, .union, .enum, .input: break
    case .directive where !isExtension: break
    default:
      return hasDescription && word.kind == .name
        ? fail(.descriptionOfNothing, at: start.start, source) : fail(unexpected: word, source)
    }
    advance(source)
    if keyword == .directive, !expect(source, .at) { return false }
    var name = token.start..<token.start
    if keyword != .schema {
      name = token.start..<token.end
      guard expect(source, .name) else { return false }
    }
    let node = open(.typeSystemDefinition, name.lowerBound, name.upperBound)
    if hasDescription { leaf(.string, start.start, start.end) }
    let bodyStart = token.start
    guard parseTypeSystemBody(source, keyword, isExtension: isExtension) else { return false }
    // An extension such as `extend type Hero` is an error if nothing follows the name.
    if isExtension, token.start == bodyStart { return fail(unexpected: token, source) }
    return end(.typeSystem, named: name, from: start, keyword: word.start..<word.end, node)
  }

  private mutating func parseTypeSystemBody(
    _ source: Span<UInt8>, _ keyword: Keyword, isExtension: Bool
  ) -> Bool {
    if keyword == .directive {
      return parseMembers(source, .input, inParentheses: true)
        && parseDirectives(source, isConstant: true) && parseDirectiveLocations(source)
    }
    if keyword == .type || keyword == .interface, Keyword.implements.isToken(token, source) {
      advance(source)
      guard parseNames(source, separatedBy: .ampersand) else { return false }
    }
    guard parseDirectives(source, isConstant: true) else { return false }
    switch keyword {
    case .schema: return isExtension && token.kind != .braceLeft || parseRootOperationTypes(source)
    case .type, .interface: return parseMembers(source, .type)
    case .enum, .input: return parseMembers(source, keyword)
    case .union: return !skip(source, .equals) || parseNames(source, separatedBy: .pipe)
    // A scalar has only directives, and the caller admits no other keyword.
    case .scalar, .directive, .query, .mutation, .subscription, .fragment, .on, .extend,
      .implements,
      .repeatable, .true, .false, .null, .none:
      return true
    }
  }

  private mutating func parseRootOperationTypes(_ source: Span<UInt8>) -> Bool {
    guard expect(source, .braceLeft) else { return false }
    repeat {
      let type = token
      let keyword = Keyword(source, token)
      guard expect(source, .name) else { return false }
      if OperationType(rawValue: keyword.rawValue) == nil { return fail(unexpected: type, source) }
      let node = open(.memberDefinition, type.start, type.end)
      guard expect(source, .colon), parseName(source) else { return false }
      close(node)
    } while !skip(source, .braceRight)
    return true
  }

  /// Parses a list of type names with separators, such as `A | B` or `| A | B`.
  private mutating func parseNames(_ source: Span<UInt8>, separatedBy kind: TokenKind) -> Bool {
    _ = skip(source, kind)
    repeat {
      guard parseName(source) else { return false }
    } while skip(source, kind)
    return true
  }

  /// Parses the fields, arguments, input fields or enum values of a definition (GraphQL, sections 3.6 to 3.10).
  private mutating func parseMembers(
    _ source: Span<UInt8>, _ owner: Keyword, inParentheses: Bool = false
  ) -> Bool {
    guard skip(source, inParentheses ? .parenthesisLeft : .braceLeft) else { return true }
    repeat {
      let start = token
      skipDescription(source)
      let name = token
      if owner == .enum, [.true, .false, .null].contains(Keyword(source, name)) {
        // An enum value can't be named `true`, `false` or `null` (GraphQL, section 3.9).
        let description = GraphQLSyntaxError.describe(name, source)
        return fail(.reservedEnumValue(token: description), at: name.start, source)
      }
      guard expect(source, .name) else { return false }
      let node = open(.memberDefinition, name.start, name.end)
      if start.start < name.start { leaf(.string, start.start, start.end) }
      guard owner != .type || parseMembers(source, .input, inParentheses: true),
        owner == .enum || expect(source, .colon) && parseType(source),
        owner != .input || parseDefaultValue(source), parseDirectives(source, isConstant: true)
      else { return false }
      close(node)
    } while !skip(source, inParentheses ? .parenthesisRight : .braceRight)
    return true
  }

  private mutating func parseDirectiveLocations(_ source: Span<UInt8>) -> Bool {
    if Keyword.repeatable.isToken(token, source), !parseName(source) { return false }
    guard expect(source, Keyword.on) else { return false }
    _ = skip(source, .pipe)
    repeat {
      let location = token
      guard parseName(source) else { return false }
      let text = GraphQLSyntaxError.text(source, location.start, location.end)
      if DirectiveLocation(rawValue: text) == nil { return fail(unexpected: location, source) }
    } while skip(source, .pipe)
    return true
  }
}
