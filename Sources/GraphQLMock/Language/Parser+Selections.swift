extension Parser {
  /// Accepts an empty selection set, `{}`, which only editions of GraphQL before September 2026 forbid.
  mutating func parseSelectionSet(_ source: Span<UInt8>) -> Bool {
    guard token.kind == .braceLeft else { return fail(expected: .braceLeft, source) }
    // The index of the innermost selection set that isn't closed yet.
    var set = -1
    guard openSelectionSet(source, &set, parent: -1, isAtRoot: true) else { return false }
    while true {
      switch token.kind {
      case .name:
        guard parseField(source, in: &set) else { return false }
      case .spread:
        guard parseFragment(source, in: &set) else { return false }
      case .braceRight:
        advance(source)
        depth &-= 1
        let owner = Int(nodes[set].next)
        close(set)
        if owner < 0 { return true }
        set = Int(nodes[owner].next)
        close(owner)
      default: return fail(expected: .name, source)
      }
    }
  }

  /// - Parameter parent: The field or inline fragment, to be closed with its selection set, or -1 for a definition.
  private mutating func openSelectionSet(
    _ source: Span<UInt8>, _ set: inout Int, parent: Int, isAtRoot: Bool = false
  ) -> Bool {
    guard descend(source) else { return false }
    set = open(.selectionSet, token.start, token.end, parent: parent, isAtRoot: isAtRoot)
    advance(source)
    return true
  }

  @inline(__always)
  private mutating func parseField(_ source: Span<UInt8>, in set: inout Int) -> Bool {
    let first = token
    advance(source)
    var name = first
    if token.kind == .colon {
      advance(source)
      name = token
      guard expect(source, .name) else { return false }
    }
    let node = open(.field, name.start, name.end, parent: set)
    if name != first { leaf(.alias, first.start, first.end) }
    if token.kind == .parenthesisLeft, !parseArguments(source, isConstant: false) { return false }
    if token.kind == .at, !parseDirectives(source, isConstant: false) { return false }
    if token.kind == .braceLeft { return openSelectionSet(source, &set, parent: node) }
    close(node)
    return true
  }

  private mutating func parseFragment(_ source: Span<UInt8>, in set: inout Int) -> Bool {
    let spread = token
    let isAtRoot = nodes[set].isAtRoot
    advance(source)
    if token.kind == .name, !Keyword.on.isToken(token, source) {
      let node = open(.fragmentSpread, token.start, token.end, parent: set, isAtRoot: isAtRoot)
      advance(source)
      if token.kind == .at, !parseDirectives(source, isConstant: false) { return false }
      close(node)
      return true
    }
    let node = open(.inlineFragment, spread.start, spread.end, parent: set, isAtRoot: isAtRoot)
    if token.kind == .name {
      advance(source)
      guard parseName(source, as: .typeCondition) else { return false }
    }
    if token.kind == .at, !parseDirectives(source, isConstant: false) { return false }
    guard token.kind == .braceLeft else { return fail(expected: .braceLeft, source) }
    return openSelectionSet(source, &set, parent: node, isAtRoot: isAtRoot)
  }

  mutating func parseDirectives(_ source: Span<UInt8>, isConstant: Bool) -> Bool {
    while skip(source, .at) {
      let name = token
      guard expect(source, .name) else { return false }
      let node = open(.directive, name.start, name.end)
      if token.kind == .parenthesisLeft, !parseArguments(source, isConstant: isConstant) {
        return false
      }
      close(node)
    }
    return true
  }

  mutating func parseArguments(_ source: Span<UInt8>, isConstant: Bool) -> Bool {
    advance(source)
    repeat {
      let name = token
      guard expect(source, .name) else { return false }
      let node = open(.argument, name.start, name.end)
      guard expect(source, .colon), parseValue(source, isConstant: isConstant) else { return false }
      close(node)
    } while !skip(source, .parenthesisRight)
    return true
  }
}
