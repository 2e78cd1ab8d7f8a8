extension Parser {
  mutating func parseDefinition(_ source: Span<UInt8>) -> Bool {
    let start = token
    skipDescription(source)
    if token.kind == .braceLeft {
      guard token.start == start.start else {
        return fail(.descriptionOfShorthand, at: start.start, source)
      }
      return parseOperation(source, start: start, type: .query, keyword: start.start..<start.start)
    }
    let keyword = token.start..<token.end
    let word = Keyword(source, token)
    if word == .fragment { return parseFragmentDefinition(source, start: start, keyword: keyword) }
    guard let type = OperationType(rawValue: word.rawValue) else {
      return parseTypeSystemDefinition(source, start: start)
    }
    return parseOperation(source, start: start, type: type, keyword: keyword)
  }

  mutating func skipDescription(_ source: Span<UInt8>) {
    if token.kind == .string || token.kind == .blockString { advance(source) }
  }

  private mutating func parseOperation(
    _ source: Span<UInt8>, start: Token, type: OperationType, keyword: Range<Int>
  ) -> Bool {
    if !keyword.isEmpty { advance(source) }
    let hasName = !keyword.isEmpty && token.kind == .name
    let name = token.start..<(hasName ? token.end : token.start)
    let node = open(.operation, name.lowerBound, name.upperBound)
    if hasName { advance(source) }
    if !keyword.isEmpty {
      // Variable definitions are the first nodes of an operation (RequestValidator). Its description has no node.
      if token.kind == .parenthesisLeft, !parseVariableDefinitions(source) { return false }
      if token.kind == .at, !parseDirectives(source, isConstant: false) { return false }
    }
    guard parseSelectionSet(source) else { return false }
    return end(.operation(type), named: name, from: start, keyword: keyword, node)
  }

  private mutating func parseFragmentDefinition(
    _ source: Span<UInt8>, start: Token, keyword: Range<Int>
  ) -> Bool {
    advance(source)
    // A fragment can't be named `on`.
    if Keyword.on.isToken(token, source) { return fail(unexpected: token, source) }
    let name = token.start..<token.end
    guard expect(source, .name) else { return false }
    let node = open(.fragmentDefinition, name.lowerBound, name.upperBound)
    guard expect(source, Keyword.on), parseName(source, as: .typeCondition),
      parseDirectives(source, isConstant: false), parseSelectionSet(source)
    else { return false }
    return end(.fragment, named: name, from: start, keyword: keyword, node)
  }

  private mutating func parseVariableDefinitions(_ source: Span<UInt8>) -> Bool {
    advance(source)
    repeat {
      skipDescription(source)
      guard expect(source, .dollar) else { return false }
      let name = token
      guard expect(source, .name) else { return false }
      let node = open(.variableDefinition, name.start, name.end)
      guard expect(source, .colon), parseType(source), parseDefaultValue(source),
        parseDirectives(source, isConstant: true)
      else { return false }
      close(node)
    } while !skip(source, .parenthesisRight)
    return true
  }

  mutating func parseDefaultValue(_ source: Span<UInt8>) -> Bool {
    guard token.kind == .equals else { return true }
    let node = open(.defaultValue, token.start, token.end)
    advance(source)
    guard parseValue(source, isConstant: true) else { return false }
    close(node)
    return true
  }

  /// Parses a type such as `[Int!]!` into a single syntax node.
  mutating func parseType(_ source: Span<UInt8>) -> Bool {
    let start = token.start
    while token.kind == .bracketLeft {
      guard descend(source) else { return false }
      advance(source)
    }
    guard expect(source, .name) else { return false }
    _ = skip(source, .bang)
    // `depth` is the number of open brackets, because a type is never inside of a selection set or value.
    while depth > 0 {
      guard expect(source, .bracketRight) else { return false }
      _ = skip(source, .bang)
      depth &-= 1
    }
    leaf(.type, start, previousEnd)
    return true
  }
}
