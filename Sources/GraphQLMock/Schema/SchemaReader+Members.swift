// What types are made of: fields, input values, enum values, uses of other types.
extension SchemaReader {
  /// What the directives at one place say about the type system.
  struct AppliedDirectives: Sendable {
    var deprecation: Int?
    var specifiedBy: Int?
    var isOneOf = false
  }

  /// Reads the members of a type, which may be absent.
  mutating func readMembers(_ source: Span<UInt8>, of type: inout TypeBlock) -> Bool {
    switch type.kind {
    case .scalar: return true
    case .object, .interface:
      guard let fields = readFields(source) else { return false }
      type.fields = fields
    case .inputObject:
      guard let fields = readInputs(source, from: .braceLeft, to: .braceRight) else {
        return false
      }
      type.inputFields = fields
    case .enum:
      guard let values = readEnumValues(source) else { return false }
      type.enumValues = values
    case .union:
      guard parser.skip(source, .equals) else { return true }
      guard let members = readUses(source, separatedBy: .pipe) else { return false }
      type.members = members
    }
    return true
  }

  // FieldDefinition : Description? Name ArgumentsDefinition? : Type Directives[Const]?
  private mutating func readFields(_ source: Span<UInt8>) -> [FieldDefinition]? {
    var fields: [FieldDefinition] = []
    guard parser.skip(source, .braceLeft) else { return fields }
    repeat {
      let description = readDescription(source)
      guard let name = readUse(source),
        let arguments = readInputs(source, from: .parenthesisLeft, to: .parenthesisRight),
        parser.expect(source, .colon)
      else { return nil }
      let typeOffset = parser.token.start
      guard let type = readWrappedType(source),
        let facts = readFacts(source, of: name, description)
      else { return nil }
      fields.append(FieldDefinition(facts, type, at: typeOffset, arguments))
    } while !parser.skip(source, .braceRight)
    return fields
  }

  // InputValueDefinition : Description? Name : Type DefaultValue? Directives[Const]?
  mutating func readInputs(
    _ source: Span<UInt8>, from opening: TokenKind, to closing: TokenKind
  ) -> [InputDefinition]? {
    var inputs: [InputDefinition] = []
    guard parser.skip(source, opening) else { return inputs }
    repeat {
      let description = readDescription(source)
      guard let name = readUse(source), parser.expect(source, .colon) else { return nil }
      let typeOffset = parser.token.start
      guard let type = readWrappedType(source) else { return nil }
      var defaultValue: Range<Int>?
      if parser.skip(source, .equals) {
        let start = parser.token.start
        guard parser.parseValue(source, isConstant: true) else { return nil }
        parser.nodes.removeAll(keepingCapacity: true)
        defaultValue = start..<parser.previousEnd
      }
      guard let facts = readFacts(source, of: name, description) else { return nil }
      inputs.append(
        InputDefinition(facts, type, at: typeOffset, defaultValue: defaultValue))
    } while !parser.skip(source, closing)
    return inputs
  }

  // EnumValueDefinition : Description? EnumValue Directives[Const]?
  private mutating func readEnumValues(_ source: Span<UInt8>) -> [EnumValueDefinition]? {
    var values: [EnumValueDefinition] = []
    guard parser.skip(source, .braceLeft) else { return values }
    repeat {
      let description = readDescription(source)
      // EnumValue : Name but not true or false or null
      switch Keyword(source, parser.token) {
      case .true, .false, .null:
        let token = GraphQLSyntaxError.describe(parser.token, source)
        _ = parser.fail(.reservedEnumValue(token: token), at: parser.token.start, source)
        return nil
      default: break
      }
      guard let name = readUse(source), let facts = readFacts(source, of: name, description) else {
        return nil
      }
      values.append(EnumValueDefinition(facts: facts))
    } while !parser.skip(source, .braceRight)
    return values
  }

  /// What stands around a member: its name and description, and the directives that end it.
  private mutating func readFacts(
    _ source: Span<UInt8>, of name: TypeUse, _ description: Int?
  ) -> MemberFacts? {
    guard let directives = readDirectives(source) else { return nil }
    return MemberFacts(
      name: name.name, offset: name.offset, description: description,
      deprecation: directives.deprecation)
  }

  /// Names of types with a separator between them, and perhaps one before the first.
  mutating func readUses(_ source: Span<UInt8>, separatedBy kind: TokenKind) -> [TypeUse]? {
    var result: [TypeUse] = []
    _ = parser.skip(source, kind)
    repeat {
      guard let use = readUse(source) else { return nil }
      result.append(use)
    } while parser.skip(source, kind)
    uses += result
    return result
  }

  /// A name, and where it stands.
  mutating func readUse(_ source: Span<UInt8>) -> TypeUse? {
    let token = parser.token
    guard parser.expect(source, .name) else { return nil }
    return TypeUse(
      name: String(decoding: bytes[token.start..<token.end], as: UTF8.self), offset: token.start)
  }

  private mutating func readWrappedType(_ source: Span<UInt8>) -> WrappedType? {
    let start = parser.token.start
    guard parser.parseType(source) else { return nil }
    parser.nodes.removeAll(keepingCapacity: true)
    guard let read = WrappedType.read(start..<parser.previousEnd, in: bytes) else {
      fault(.listsTooDeep(limit: WrappedType.listDepthLimit), start)
      return .named("")
    }
    uses.append(TypeUse(name: read.type.name, offset: read.nameOffset))
    return read.type
  }

  // Directives[Const] : Directive[?Const]+
  mutating func readDirectives(_ source: Span<UInt8>) -> AppliedDirectives? {
    var result = AppliedDirectives()
    guard parser.token.kind == .at else { return result }
    guard parser.parseDirectives(source, isConstant: true) else { return nil }
    var index = 0
    while index < parser.nodes.count {
      let node = parser.nodes[index]
      switch String(decoding: bytes[node.range], as: UTF8.self) {
      case "deprecated": result.deprecation = result.deprecation ?? Int(node.start)
      case "specifiedBy": result.specifiedBy = result.specifiedBy ?? Int(node.start)
      case "oneOf": result.isOneOf = true
      default: break
      }
      index = Int(node.next)
    }
    parser.nodes.removeAll(keepingCapacity: true)
    return result
  }
}
