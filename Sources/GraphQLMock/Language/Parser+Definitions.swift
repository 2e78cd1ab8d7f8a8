extension Parser {
  // Definition : ExecutableDefinition | TypeSystemDefinitionOrExtension
  mutating func parseDefinition(_ source: Span<UInt8>) -> Bool {
    let start = token
    if token.kind == .braceLeft {
      return parseOperation(source, start: start, type: .query, isShorthand: true)
    }
    let hasDescription = token.kind == .string || token.kind == .blockString
    if hasDescription { advance(source) }
    let keyword = Keyword(source, token)
    switch keyword {
    case .query:
      return parseOperation(source, start: start, type: .query, isShorthand: false)
    case .mutation:
      return parseOperation(source, start: start, type: .mutation, isShorthand: false)
    case .subscription:
      return parseOperation(source, start: start, type: .subscription, isShorthand: false)
    case .fragment:
      return parseFragment(source, start: start)
    case .schema, .scalar, .type, .interface, .union, .enum, .input, .directive:
      return parseTypeSystemDefinition(source, start: start, keyword)
    case .extend where !hasDescription:
      return parseTypeSystemExtension(source, start: start)
    default:
      if hasDescription, !token.kind.isError {
        if token.kind == .braceLeft {
          return fail(.descriptionOfShorthand, at: start.start, source)
        }
        if token.kind == .name { return fail(.descriptionOfNothing, at: start.start, source) }
      }
      return fail(unexpected: token, source)
    }
  }

  // OperationDefinition :
  //   - Description? OperationType Name? VariablesDefinition? Directives? SelectionSet
  //   - SelectionSet
  private mutating func parseOperation(
    _ source: Span<UInt8>, start: Token, type: OperationType, isShorthand: Bool
  ) -> Bool {
    if !isShorthand { advance(source) }
    var name = token.start..<token.start
    let hasName = !isShorthand && token.kind == .name
    if hasName { name = token.start..<token.end }
    let node = open(.operation, name.lowerBound, name.upperBound)
    if hasName { advance(source) }
    if !isShorthand {
      if token.kind == .parenthesisLeft, !parseVariableDefinitions(source) { return false }
      if token.kind == .at, !parseDirectives(source, isConstant: false) { return false }
    }
    let selectionSetStart = token.start
    guard parseSelectionSet(source) else { return false }
    close(node)
    definitions.append(
      DefinitionOutline(
        kind: .operation(type), name: name, range: start.start..<previousEnd,
        selectionSet: selectionSetStart..<previousEnd, isShorthand: isShorthand, node: node))
    return true
  }

  // FragmentDefinition : Description? fragment FragmentName TypeCondition Directives? SelectionSet
  private mutating func parseFragment(_ source: Span<UInt8>, start: Token) -> Bool {
    advance(source)
    // FragmentName : Name but not `on`
    if Keyword.on.isToken(token, source) { return fail(unexpected: token, source) }
    let name = token.start..<token.end
    guard expect(source, .name) else { return false }
    let node = open(.fragmentDefinition, name.lowerBound, name.upperBound)
    guard expect(source, Keyword.on) else { return false }
    let condition = token
    guard expect(source, .name) else { return false }
    leaf(.typeCondition, condition.start, condition.end)
    if token.kind == .at, !parseDirectives(source, isConstant: false) { return false }
    let selectionSetStart = token.start
    guard parseSelectionSet(source) else { return false }
    close(node)
    definitions.append(
      DefinitionOutline(
        kind: .fragment, name: name, range: start.start..<previousEnd,
        selectionSet: selectionSetStart..<previousEnd, isShorthand: false, node: node))
    return true
  }

  // VariablesDefinition : ( VariableDefinition+ )
  //
  // VariableDefinition : Description? Variable : Type DefaultValue? Directives[Const]?
  private mutating func parseVariableDefinitions(_ source: Span<UInt8>) -> Bool {
    advance(source)
    repeat {
      if token.kind == .string || token.kind == .blockString { advance(source) }
      guard expect(source, .dollar) else { return false }
      let name = token
      guard expect(source, .name) else { return false }
      let node = open(.variableDefinition, name.start, name.end)
      guard expect(source, .colon), parseType(source) else { return false }
      if token.kind == .equals {
        let defaultValue = open(.defaultValue, token.start, token.end)
        advance(source)
        guard parseValue(source, isConstant: true) else { return false }
        close(defaultValue)
      }
      if token.kind == .at, !parseDirectives(source, isConstant: true) { return false }
      close(node)
    } while !skip(source, .parenthesisRight)
    return true
  }

  // Type : NamedType | [ Type ] | Type !
  //
  // The whole type is one node: types are never taken apart, only compared.
  mutating func parseType(_ source: Span<UInt8>) -> Bool {
    let start = token.start
    while token.kind == .bracketLeft {
      guard descend(source) else { return false }
      advance(source)
    }
    guard expect(source, .name) else { return false }
    _ = skip(source, .bang)
    // No type stands inside anything that is nested.
    while depth > 0 {
      guard expect(source, .bracketRight) else { return false }
      _ = skip(source, .bang)
      depth &-= 1
    }
    leaf(.type, start, previousEnd)
    return true
  }
}
