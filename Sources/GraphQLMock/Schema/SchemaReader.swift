/// Reads type system definitions and extensions, in one pass over the tokens (GraphQL, section 3,
/// production TypeSystemDocument), and makes a type system of them.
///
/// It goes by the parser's own steps, so that errors are worded alike. Directives are stepped over but
/// for those that say something about the type system.
struct SchemaReader: Sendable {
  /// All texts, that of the built-in types first.
  let bytes: ContiguousArray<UInt8>
  var parser = Parser()
  /// Whether what is read is there in every service.
  private var isBuiltIn = true
  private(set) var blocks: [TypeBlock] = []
  private(set) var directives: [DirectiveDefinition] = []
  private(set) var rootOperations: [(type: OperationType, use: TypeUse)] = []
  /// Where the keyword of each schema definition stands.
  private(set) var schemaDefinitions: [Int] = []
  /// Where the string stands that describes the schema.
  private(set) var schemaDescription: Int?
  /// The names that are used as types.
  var uses: [TypeUse] = []
  var faults: [SchemaFault] = []

  init(_ bytes: ContiguousArray<UInt8>) { self.bytes = bytes }

  /// Reads one text; the first is that of the built-in types.
  /// - Parameters:
  ///   - source: All texts up to the end of this one.
  ///   - start: Where this one begins.
  /// - Returns: False if it can't be read; `parser.error` says why, without the right place.
  mutating func read(_ source: Span<UInt8>, from start: Int) -> Bool {
    parser.lexer = Lexer(at: start)
    parser.token = parser.lexer.next(source)
    isBuiltIn = start == 0
    while parser.token.kind != .endOfFile {
      guard readDefinition(source) else { return false }
    }
    return true
  }

  // TypeSystemDefinitionOrExtension : Description? TypeSystemDefinition | TypeSystemExtension
  private mutating func readDefinition(_ source: Span<UInt8>) -> Bool {
    let description = readDescription(source)
    var keyword = Keyword(source, parser.token)
    let isExtension = keyword == .extend && description == nil
    if isExtension {
      parser.advance(source)
      keyword = Keyword(source, parser.token)
    }
    let kind: TypeKind
    switch keyword {
    case .schema:
      schemaDescription = description ?? schemaDescription
      return readSchema(source, isExtension: isExtension)
    case .directive where !isExtension: return readDirectiveDefinition(source, description)
    case .scalar: kind = .scalar
    case .type: kind = .object
    case .interface: kind = .interface
    case .union: kind = .union
    case .enum: kind = .enum
    case .input: kind = .inputObject
    default:
      if let description, parser.token.kind == .name {
        return parser.fail(.descriptionOfNothing, at: description, source)
      }
      return parser.fail(unexpected: parser.token, source)
    }
    parser.advance(source)
    guard let name = readUse(source) else { return false }
    var block = TypeBlock(
      name: name.name, kind: kind, isExtension: isExtension, isBuiltIn: isBuiltIn,
      offset: name.offset, description: description)
    guard readBody(source, of: &block) else { return false }
    blocks.append(block)
    return true
  }

  /// Where the string stands that describes what follows.
  mutating func readDescription(_ source: Span<UInt8>) -> Int? {
    guard parser.token.kind == .string || parser.token.kind == .blockString else { return nil }
    let start = parser.token.start
    parser.advance(source)
    return start
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
        rootOperations.append((type, use))
        uses.append(use)
      }
    } while !parser.skip(source, .braceRight)
    return true
  }

  // TypeDefinition, behind the name
  private mutating func readBody(_ source: Span<UInt8>, of type: inout TypeBlock) -> Bool {
    let bodyStart = parser.token.start
    if type.kind == .object || type.kind == .interface,
      Keyword.implements.isToken(parser.token, source)
    {
      parser.advance(source)
      guard let interfaces = readUses(source, separatedBy: .ampersand) else { return false }
      type.interfaces = interfaces
    }
    guard let directives = readDirectives(source), readMembers(source, of: &type) else {
      return false
    }
    type.isOneOf = directives.isOneOf
    type.specifiedBy = directives.specifiedBy
    guard type.isExtension, parser.token.start == bodyStart else { return true }
    return parser.fail(unexpected: parser.token, source)
  }

  // DirectiveDefinition :
  //   Description? directive @ Name ArgumentsDefinition? repeatable? on DirectiveLocations
  private mutating func readDirectiveDefinition(
    _ source: Span<UInt8>, _ description: Int?
  ) -> Bool {
    parser.advance(source)
    guard parser.expect(source, .at), let name = readUse(source),
      let arguments = readInputs(source, from: .parenthesisLeft, to: .parenthesisRight)
    else { return false }
    let isRepeatable = Keyword.repeatable.isToken(parser.token, source)
    if isRepeatable { parser.advance(source) }
    guard parser.expect(source, Keyword.on) else { return false }
    _ = parser.skip(source, .pipe)
    var locations: Set<DirectiveLocation> = []
    repeat {
      let token = parser.token
      guard parser.expect(source, .name) else { return false }
      let text = GraphQLSyntaxError.text(source, token.start, token.end)
      guard let location = DirectiveLocation(rawValue: text) else {
        return parser.fail(unexpected: token, source)
      }
      locations.insert(location)
    } while parser.skip(source, .pipe)
    directives.append(
      DirectiveDefinition(
        name: name.name, offset: name.offset, description: description,
        arguments: SchemaMembers(arguments), locations: locations, isRepeatable: isRepeatable,
        isBuiltIn: isBuiltIn))
    return true
  }

  mutating func fault(_ reason: SchemaFault.Reason, _ offset: Int) {
    faults.append(SchemaFault(reason: reason, offset: offset))
  }
}
