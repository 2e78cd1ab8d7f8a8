extension Parser {
  mutating func parseValue(_ source: Span<UInt8>, isConstant: Bool) -> Bool {
    // The index of the innermost list, object or object field that isn't closed yet.
    var container = -1
    while true {
      guard parseScalarOrOpen(source, isConstant: isConstant, &container) else { return false }
      // Closes every list, object and object field that ends at the current token.
      while container >= 0 {
        let kind = nodes[container].kind
        if kind != .objectField {
          guard skip(source, kind == .list ? .bracketRight : .braceRight) else {
            if kind == .object, !openObjectField(source, &container) { return false }
            break
          }
          depth &-= 1
        }
        let parent = Int(nodes[container].next)
        close(container)
        container = parent
      }
      if container < 0 { return true }
    }
  }

  @inline(__always) private mutating func parseScalarOrOpen(
    _ source: Span<UInt8>, isConstant: Bool, _ container: inout Int
  ) -> Bool {
    let token = token
    switch token.kind {
    case .name: leaf(.name, token.start, token.end)
    case .int: leaf(.int, token.start, token.end)
    case .float: leaf(.float, token.start, token.end)
    case .string, .blockString: leaf(.string, token.start, token.end)
    case .dollar: return parseVariable(source, isConstant: isConstant)
    case .bracketLeft:
      guard descend(source) else { return false }
      container = open(.list, token.start, token.end, parent: container)
    case .braceLeft:
      guard descend(source) else { return false }
      container = open(.object, token.start, token.end, parent: container)
    default: return fail(unexpected: token, source)
    }
    advance(source)
    return true
  }

  private mutating func openObjectField(_ source: Span<UInt8>, _ container: inout Int) -> Bool {
    let name = token
    guard expect(source, .name), expect(source, .colon) else { return false }
    container = open(.objectField, name.start, name.end, parent: container)
    return true
  }

  private mutating func parseVariable(_ source: Span<UInt8>, isConstant: Bool) -> Bool {
    let dollar = token
    advance(source)
    if !isConstant { return parseName(source, as: .variable) }
    if token.kind != .name { return fail(unexpected: dollar, source) }
    let name = GraphQLSyntaxError.text(source, token.start, token.end)
    return fail(.variableInConstant(name: name), at: dollar.start, source)
  }
}
