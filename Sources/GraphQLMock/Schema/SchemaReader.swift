/// Reads type system definitions and extensions into tables, in one pass over the tokens (GraphQL,
/// section 3, production TypeSystemDocument).
///
/// It goes by the parser's own steps, so that errors are worded alike. Descriptions are stepped over,
/// and so are directives but for those that say something about the type system.
struct SchemaReader: Sendable {
  var parser = Parser()
  var tables: SchemaTables
  var blocks = ContiguousArray<TypeBlock>()
  var rootOperations: [RootOperation] = []
  /// Where the keyword of each schema definition stands.
  var schemaDefinitions: [Int] = []
  var faults: [SchemaFault] = []

  struct RootOperation: Sendable {
    var type: OperationType
    var use: TypeUse
  }

  init(byteCount: Int) { tables = SchemaTables(byteCount: byteCount) }

  /// Reads one text.
  /// - Parameters:
  ///   - source: All texts up to the end of this one.
  ///   - start: Where this one begins.
  /// - Returns: False if it can't be read; `parser.error` says why, without the right place.
  mutating func read(_ source: Span<UInt8>, from start: Int) -> Bool {
    parser.lexer = Lexer(at: start)
    parser.token = parser.lexer.next(source)
    while parser.token.kind != .endOfFile {
      guard readDefinition(source) else { return false }
    }
    return true
  }

  // TypeSystemDefinitionOrExtension : Description? TypeSystemDefinition | TypeSystemExtension
  private mutating func readDefinition(_ source: Span<UInt8>) -> Bool {
    let start = parser.token
    let hasDescription = skipDescription(source)
    var keyword = Keyword(source, parser.token)
    let isExtension = keyword == .extend && !hasDescription
    if isExtension {
      parser.advance(source)
      keyword = Keyword(source, parser.token)
    }
    let kind: TypeKind
    switch keyword {
    case .schema: return readSchema(source, isExtension: isExtension)
    case .directive where !isExtension: return readDirectiveDefinition(source)
    case .scalar: kind = .scalar
    case .type: kind = .object
    case .interface: kind = .interface
    case .union: kind = .union
    case .enum: kind = .enum
    case .input: kind = .inputObject
    default:
      if hasDescription, parser.token.kind == .name {
        return parser.fail(.descriptionOfNothing, at: start.start, source)
      }
      return parser.fail(unexpected: parser.token, source)
    }
    parser.advance(source)
    return readType(source, kind, isExtension: isExtension)
  }

  @discardableResult
  mutating func skipDescription(_ source: Span<UInt8>) -> Bool {
    guard parser.token.kind == .string || parser.token.kind == .blockString else { return false }
    parser.advance(source)
    return true
  }

  // SchemaDefinition : Description? schema Directives[Const]? { RootOperationTypeDefinition+ }
  private mutating func readSchema(_ source: Span<UInt8>, isExtension: Bool) -> Bool {
    if !isExtension { schemaDefinitions.append(parser.token.start) }
    parser.advance(source)
    let bodyStart = parser.token.start
    guard readDirectives(source) != nil else { return false }
    if isExtension, parser.token.kind != .braceLeft {
      return parser.token.start > bodyStart || parser.fail(unexpected: parser.token, source)
    }
    guard parser.expect(source, .braceLeft) else { return false }
    repeat {
      let operation = parser.token
      guard operation.kind == .name else { return parser.fail(expected: .name, source) }
      let type: OperationType
      switch Keyword(source, operation) {
      case .query: type = .query
      case .mutation: type = .mutation
      case .subscription: type = .subscription
      default: return parser.fail(unexpected: operation, source)
      }
      parser.advance(source)
      guard parser.expect(source, .colon), let use = readUse(source) else { return false }
      if rootOperations.contains(where: { $0.type == type }) {
        fault(.repeatedRoot(type), operation.start)
      } else {
        rootOperations.append(RootOperation(type: type, use: use))
      }
    } while !parser.skip(source, .braceRight)
    return true
  }

  // TypeDefinition, from the name on
  private mutating func readType(
    _ source: Span<UInt8>, _ kind: TypeKind, isExtension: Bool
  ) -> Bool {
    guard let name = readUse(source) else { return false }
    let bodyStart = parser.token.start
    var type = NamedTypeDefinition(name: name.name, kind: kind, offset: name.offset)
    if kind == .object || kind == .interface, Keyword.implements.isToken(parser.token, source) {
      parser.advance(source)
      guard let uses = readUses(source, separatedBy: .ampersand) else { return false }
      type.interfaces = uses
    }
    guard let directives = readDirectives(source) else { return false }
    type.isOneOf = directives.isOneOf
    type.specifiedBy = directives.specifiedBy
    guard let members = readMembers(source, of: kind) else { return false }
    type.members = members
    if isExtension, parser.token.start == bodyStart {
      return parser.fail(unexpected: parser.token, source)
    }
    blocks.append(TypeBlock(definition: type, isExtension: isExtension))
    return true
  }

  // DirectiveDefinition :
  //   Description? directive @ Name ArgumentsDefinition? repeatable? on DirectiveLocations
  private mutating func readDirectiveDefinition(_ source: Span<UInt8>) -> Bool {
    parser.advance(source)
    guard parser.expect(source, .at), let name = readUse(source),
      let arguments = readInputs(source, from: .parenthesisLeft, to: .parenthesisRight)
    else { return false }
    let isRepeatable = Keyword.repeatable.isToken(parser.token, source)
    if isRepeatable { parser.advance(source) }
    guard parser.expect(source, Keyword.on) else { return false }
    _ = parser.skip(source, .pipe)
    var locations: DirectiveLocations = []
    repeat {
      let token = parser.token
      guard parser.expect(source, .name) else { return false }
      let text = GraphQLSyntaxError.text(source, token.start, token.end)
      guard let location = DirectiveLocations(name: text) else {
        return parser.fail(unexpected: token, source)
      }
      locations.insert(location)
    } while parser.skip(source, .pipe)
    tables.directives.append(
      DirectiveDefinition(
        name: name.name, arguments: arguments, locations: locations, isRepeatable: isRepeatable,
        offset: name.offset))
    return true
  }

  mutating func fault(_ reason: SchemaFault.Reason, _ offset: Int) {
    faults.append(SchemaFault(reason: reason, offset: offset))
  }
}
