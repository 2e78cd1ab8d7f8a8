/// Reads the definitions of a schema in the order of its text. `typeSystem(_:)` then combines them.
struct SchemaReader: Sendable {
  let document: Document
  private(set) var blocks: [TypeBlock] = []
  private(set) var directives: [DirectiveDefinition] = []
  private(set) var rootOperations: [(type: OperationType, use: MemberFacts)] = []
  /// The byte offsets of the keyword `schema`, without extensions.
  private(set) var schemaDefinitions: [Int] = []
  /// Every name that must be the name of a type, such as the type of a field, at its own byte offset.
  private(set) var uses: [MemberFacts] = []
  var errors: [SchemaValidationError] = []

  /// - Parameter builtIns: The length in bytes of the built-in definitions, which are at the start of the document.
  init(_ document: Document, builtIns: Int) {
    self.document = document
    for definition in document.definitions {
      read(definition, isBuiltIn: definition.range.lowerBound < builtIns)
    }
  }

  private mutating func read(_ definition: Document.Definition, isBuiltIn: Bool) {
    let keyword = Keyword(
      document.bytes.span,
      Token(.name, definition.keyword.lowerBound, definition.keyword.upperBound))
    let hasDescription = document.bytes[definition.range.lowerBound] == UInt8(ascii: "\"")
    let isExtension = !hasDescription && definition.keyword.lowerBound > definition.range.lowerBound
    let kind: TypeKind
    switch keyword {
    case .directive: return readDirective(definition, isBuiltIn: isBuiltIn)
    case .scalar: kind = .scalar
    case .type: kind = .object
    case .interface: kind = .interface
    case .union: kind = .union
    case .enum: kind = .enum
    case .input: kind = .inputObject
    // `parseTypeSystem` accepts no keyword but `schema` here.
    default:
      if !isExtension { schemaDefinitions.append(definition.keyword.lowerBound) }
      return readRootOperations(definition)
    }
    var block = TypeBlock(
      facts: facts(definition.node), kind: kind, isExtension: isExtension, isBuiltIn: isBuiltIn)
    readBody(definition, of: &block)
    blocks.append(block)
  }

  private mutating func readRootOperations(_ definition: Document.Definition) {
    for member in document.children(of: definition.node, .memberDefinition) {
      guard let type = OperationType(rawValue: document.name(of: member)) else { continue }
      if rootOperations.contains(where: { $0.type == type }) {
        report(.repeatedRoot(type), Int(document.nodes[member].start))
      } else {
        rootOperations.append((type, use(member + 1)))
      }
    }
  }

  private mutating func readBody(_ definition: Document.Definition, of type: inout TypeBlock) {
    for child in document.children(of: definition.node) {
      switch document.nodes[child].kind {
      case .name where type.kind == .union: type.members.append(use(child))
      case .name: type.interfaces.append(use(child))
      case .memberDefinition where type.kind == .enum: type.enumValues.append(facts(child))
      case .memberDefinition where type.kind == .inputObject: type.inputFields.append(field(child))
      case .memberDefinition:
        type.fields.append(field(child))
        if let directive = document.directive("semanticNonNull", of: child) {
          readLevels(directive, of: document.name(of: child), in: &type)
        }
      case .directive where isNamed("semanticNonNullField", child):
        readLevels(child, of: nil, in: &type)
      case .directive where isNamed("oneOf", child): type.isOneOf = true
      default: break
      }
    }
  }

  /// Reads `@semanticNonNull` or `@semanticNonNullField` (specs.apollo.dev/nullability/v0.4).
  private func readLevels(_ directive: Int, of field: String?, in type: inout TypeBlock) {
    let arguments = document.arguments(of: directive, variables: [:])
    guard let name = field ?? arguments["name"].string else { return }
    let stated = arguments["levels"].isNull ? 0 : arguments["levels"]
    // A single value counts as a list (GraphQL specification, section 3.11).
    let levels = (stated.array ?? [stated]).compactMap(\.int)
    type.semanticNonNullLevels[name, default: []].formUnion(levels)
  }

  private mutating func readDirective(_ definition: Document.Definition, isBuiltIn: Bool) {
    let words = document.children(of: definition.node, .name).map { document.name(of: $0) }
    let arguments = document.children(of: definition.node, .memberDefinition)
    directives.append(
      DirectiveDefinition(
        facts: facts(definition.node), arguments: SchemaMembers(arguments.map { field($0) }),
        locations: Set(words.compactMap(DirectiveLocation.init)),
        isRepeatable: words.first == Keyword.repeatable.rawValue, isBuiltIn: isBuiltIn))
  }

  private mutating func field(_ member: Int) -> FieldDefinition {
    var type = WrappedType.named("")
    var typeOffset = 0
    var arguments: [FieldDefinition] = []
    var defaultValue: Int?
    for child in document.children(of: member) {
      let node = document.nodes[child]
      switch node.kind {
      case .memberDefinition: arguments.append(field(child))
      case .type:
        typeOffset = Int(node.start)
        type = wrappedType(node.range)
      case .defaultValue: defaultValue = child + 1
      default: break
      }
    }
    return FieldDefinition(
      facts(member), type, at: typeOffset, arguments: arguments, defaultValue: defaultValue)
  }

  private func facts(_ member: Int) -> MemberFacts {
    MemberFacts(
      name: document.name(of: member), offset: Int(document.nodes[member].start),
      deprecation: document.directive("deprecated", of: member))
  }

  private mutating func wrappedType(_ range: Range<Int>) -> WrappedType {
    let read = WrappedType.read(range, in: document.bytes)
    guard let type = read.type else {
      report(.listsTooDeep(limit: WrappedType.listDepthLimit), range.lowerBound)
      return .named("")
    }
    uses.append(MemberFacts(name: type.name, offset: read.name.lowerBound))
    return type
  }

  private mutating func use(_ name: Int) -> MemberFacts {
    let use = facts(name)
    uses.append(use)
    return use
  }

  private func isNamed(_ name: String, _ node: Int) -> Bool {
    Bytes.areEqual(document.bytes.span, document.nodes[node].range, name)
  }

  mutating func report(_ reason: SchemaValidationError.Reason, _ offset: Int, first: Int? = nil) {
    errors.append(SchemaValidationError(reason: reason, offset: offset, firstOffset: first))
  }
}
