// What types are made of: fields, input values, enum values, uses of other types.
extension SchemaReader {
  /// What the directives at one place say about the type system.
  struct AppliedDirectives: Sendable {
    var deprecation: Int32 = -1
    var specifiedBy: Int32 = -1
    var isOneOf = false
  }

  /// Reads the body of a type, which may be absent.
  mutating func readMembers(_ source: Span<UInt8>, of kind: TypeKind) -> Range<Int32>? {
    switch kind {
    case .scalar: return 0..<0
    case .object, .interface: return readFields(source)
    case .inputObject: return readInputs(source, from: .braceLeft, to: .braceRight)
    case .enum: return readEnumValues(source)
    case .union:
      guard parser.skip(source, .equals) else { return 0..<0 }
      return readUses(source, separatedBy: .pipe)
    }
  }

  // FieldDefinition : Description? Name ArgumentsDefinition? : Type Directives[Const]?
  private mutating func readFields(_ source: Span<UInt8>) -> Range<Int32>? {
    let first = tables.fields.count
    guard parser.skip(source, .braceLeft) else { return 0..<0 }
    repeat {
      skipDescription(source)
      guard let name = readUse(source),
        let arguments = readInputs(source, from: .parenthesisLeft, to: .parenthesisRight),
        parser.expect(source, .colon)
      else { return nil }
      let typeOffset = Int32(truncatingIfNeeded: parser.token.start)
      guard let type = readWrappedType(source), let directives = readDirectives(source) else {
        return nil
      }
      tables.fields.append(
        FieldDefinition(
          name: name.name, type: type, arguments: arguments, offset: name.offset,
          typeOffset: typeOffset, deprecation: directives.deprecation))
    } while !parser.skip(source, .braceRight)
    return Self.range(first, tables.fields.count)
  }

  // InputValueDefinition : Description? Name : Type DefaultValue? Directives[Const]?
  mutating func readInputs(
    _ source: Span<UInt8>, from opening: TokenKind, to closing: TokenKind
  ) -> Range<Int32>? {
    let first = tables.inputs.count
    guard parser.skip(source, opening) else { return 0..<0 }
    repeat {
      skipDescription(source)
      guard let name = readUse(source), parser.expect(source, .colon) else { return nil }
      let typeOffset = Int32(truncatingIfNeeded: parser.token.start)
      guard let type = readWrappedType(source) else { return nil }
      var defaultValue: Range<Int32> = 0..<0
      if parser.skip(source, .equals) {
        let start = parser.token.start
        guard parser.parseValue(source, isConstant: true) else { return nil }
        parser.nodes.removeAll(keepingCapacity: true)
        defaultValue = Self.range(start, parser.previousEnd)
      }
      guard let directives = readDirectives(source) else { return nil }
      tables.inputs.append(
        InputDefinition(
          name: name.name, type: type, defaultValue: defaultValue, offset: name.offset,
          typeOffset: typeOffset, deprecation: directives.deprecation))
    } while !parser.skip(source, closing)
    return Self.range(first, tables.inputs.count)
  }

  // EnumValueDefinition : Description? EnumValue Directives[Const]?
  private mutating func readEnumValues(_ source: Span<UInt8>) -> Range<Int32>? {
    let first = tables.enumValues.count
    guard parser.skip(source, .braceLeft) else { return 0..<0 }
    repeat {
      skipDescription(source)
      // EnumValue : Name but not true or false or null
      switch Keyword(source, parser.token) {
      case .true, .false, .null:
        let description = GraphQLSyntaxError.describe(parser.token, source)
        _ = parser.fail(
          .reservedEnumValue(token: description), at: parser.token.start, source)
        return nil
      default: break
      }
      guard let name = readUse(source), let directives = readDirectives(source) else { return nil }
      tables.enumValues.append(
        EnumValueDefinition(
          name: name.name, offset: name.offset, deprecation: directives.deprecation))
    } while !parser.skip(source, .braceRight)
    return Self.range(first, tables.enumValues.count)
  }

  /// Names with a separator between them, and perhaps one before the first.
  mutating func readUses(
    _ source: Span<UInt8>, separatedBy kind: TokenKind
  ) -> Range<Int32>? {
    let first = tables.uses.count
    _ = parser.skip(source, kind)
    repeat {
      guard let use = readUse(source) else { return nil }
      tables.uses.append(use)
    } while parser.skip(source, kind)
    return Self.range(first, tables.uses.count)
  }

  /// A name, and where it stands.
  @inline(__always)
  mutating func readUse(_ source: Span<UInt8>) -> TypeUse? {
    let token = parser.token
    guard parser.expect(source, .name) else { return nil }
    return TypeUse(
      name: tables.names.intern(source, token.start, token.end),
      offset: Int32(truncatingIfNeeded: token.start))
  }

  // Type : NamedType | [ Type ] | Type !
  private mutating func readWrappedType(_ source: Span<UInt8>) -> WrappedType? {
    let start = parser.token.start
    var depth = 0
    while parser.skip(source, .bracketLeft) { depth += 1 }
    guard let use = readUse(source) else { return nil }
    var type = WrappedType(use.name)
    if depth > WrappedType.listDepthLimit {
      fault(.listsTooDeep(limit: WrappedType.listDepthLimit), start)
    }
    if parser.skip(source, .bang) { type = type.nonNull }
    for level in 0..<depth {
      guard parser.expect(source, .bracketRight) else { return nil }
      if level < WrappedType.listDepthLimit { type = type.list }
      if parser.skip(source, .bang) { type = type.nonNull }
    }
    return type
  }

  // Directives[Const] : Directive[?Const]+
  @inline(__always)
  mutating func readDirectives(_ source: Span<UInt8>) -> AppliedDirectives? {
    guard parser.token.kind == .at else { return AppliedDirectives() }
    return readAppliedDirectives(source)
  }

  private mutating func readAppliedDirectives(_ source: Span<UInt8>) -> AppliedDirectives? {
    guard parser.parseDirectives(source, isConstant: true) else { return nil }
    var result = AppliedDirectives()
    var index = 0
    while index < parser.nodes.count {
      let node = parser.nodes[index]
      if Self.isName(source, node.range, "deprecated") {
        if result.deprecation < 0 { result.deprecation = node.start }
      } else if Self.isName(source, node.range, "specifiedBy") {
        if result.specifiedBy < 0 { result.specifiedBy = node.start }
      } else if Self.isName(source, node.range, "oneOf") {
        result.isOneOf = true
      }
      index = Int(node.next)
    }
    parser.nodes.removeAll(keepingCapacity: true)
    return result
  }

  private static func isName(
    _ source: Span<UInt8>, _ range: Range<Int>, _ name: String
  ) -> Bool {
    guard range.count == name.utf8.count else { return false }
    var index = range.lowerBound
    for byte in name.utf8 {
      if source[index] != byte { return false }
      index += 1
    }
    return true
  }

  private static func range(_ start: Int, _ end: Int) -> Range<Int32> {
    Int32(truncatingIfNeeded: start)..<Int32(truncatingIfNeeded: end)
  }
}
