/// What a rule wants to know of a node besides its text: where it stands, and what the type system
/// says of it.
struct NodeFacts: Sendable {
  /// A hash of the name; of a field, that of its response key.
  var hash: UInt32 = 0
  /// The index of the parent; -1 for definitions.
  var parent: Int32 = -1
  /// The composite type around a field, spread or fragment; that of a selection set's fields.
  var parentType: Int32 = -1
  /// The definition of a field, argument or input field; the type that a fragment or operation selects
  /// from; of a selection set, the field around it.
  var definition: Int32 = -1
  /// The type that is expected of the values below; of a variable's definition, its type.
  var input = WrappedType(NameID(-1))

  /// Whether `input` is a type of the type system.
  @inline(__always)
  var hasInput: Bool { input.name.index >= 0 }
}

/// The facts of all nodes of a document, gathered in one pass (the reference implementation's
/// TypeInfo).
struct DocumentFacts: Sendable {
  private(set) var nodes: ContiguousArray<NodeFacts>
  /// The variables that are used, in the order of the text.
  private(set) var variableUses: ContiguousArray<Int32> = []
  private(set) var spreadCount = 0

  private let types: TypeSystem
  private static var none: WrappedType { WrappedType(NameID(-1)) }

  init(_ document: Document, types: TypeSystem) {
    self.types = types
    nodes = ContiguousArray(repeating: NodeFacts(), count: document.nodes.count)
    for definition in document.definitions where definition.kind != .typeSystem {
      gather(definition, document)
    }
  }

  private mutating func gather(_ definition: DefinitionOutline, _ document: Document) {
    let source = document.bytes.span
    let syntax = document.nodes
    let root = definition.node
    // The type of what the definition selects from, not yet known to be composite.
    var rootType: Int32 = -1
    if case .operation(let operation) = definition.kind {
      rootType = types.rootType(of: operation)?.index ?? -1
    }
    nodes[root].hash = Self.hash(source, syntax[root].range)
    nodes[root].definition = rootType
    let end = Int(syntax[root].next)
    var parent = root
    var index = root + 1
    while index < end {
      while Int(syntax[parent].next) <= index { parent = Int(nodes[parent].parent) }
      nodes[index].parent = Int32(truncatingIfNeeded: parent)
      gather(index, syntax[index], parent, source, syntax)
      if Int(syntax[index].next) > index + 1 { parent = index }
      index += 1
    }
  }

  @inline(__always)
  private mutating func gather(
    _ index: Int, _ node: SyntaxNode, _ parent: Int, _ source: Span<UInt8>,
    _ syntax: ContiguousArray<SyntaxNode>
  ) {
    switch node.kind {
    case .field: gatherField(index, node, parent, source, syntax)
    case .selectionSet:
      let kind = syntax[parent].kind
      nodes[index].parentType = selectedType(below: parent, kind)
      nodes[index].definition = enclosingField(of: parent, kind)
    case .fragmentSpread:
      spreadCount += 1
      nodes[index].hash = Self.hash(source, node.range)
      nodes[index].parentType = nodes[parent].parentType
    case .inlineFragment:
      nodes[index].parentType = nodes[parent].parentType
      // Without a condition, the type is the one around.
      nodes[index].definition = nodes[parent].parentType
    case .typeCondition:
      nodes[index].hash = Self.hash(source, node.range)
      let type = types.name(node.range, in: source).flatMap { types.type(named: $0) }
      nodes[index].definition = type?.index ?? -1
      nodes[parent].definition = type?.index ?? -1
    case .argument: gatherArgument(index, node, parent, source, syntax)
    case .variable:
      nodes[index].hash = Self.hash(source, node.range)
      variableUses.append(Int32(truncatingIfNeeded: index))
    case .list: nodes[index].input = itemType(nodes[parent].input)
    case .object: nodes[index].input = nodes[parent].input
    case .objectField: gatherObjectField(index, node, parent, source)
    case .directive: nodes[index].hash = Self.hash(source, node.range)
    case .variableDefinition: nodes[index].hash = Self.hash(source, node.range)
    case .type: nodes[parent].input = types.type(node.range, in: source) ?? Self.none
    case .defaultValue:
      if types.isInput(nodes[parent].input) { nodes[index].input = nodes[parent].input }
    case .operation, .fragmentDefinition, .typeSystemDefinition, .alias, .int, .float, .string,
      .name:
      break
    }
  }

  @inline(__always)
  private mutating func gatherField(
    _ index: Int, _ node: SyntaxNode, _ parent: Int, _ source: Span<UInt8>,
    _ syntax: ContiguousArray<SyntaxNode>
  ) {
    let hasAlias = Int(node.next) > index + 1 && syntax[index + 1].kind == .alias
    nodes[index].hash = Self.hash(source, hasAlias ? syntax[index + 1].range : node.range)
    let type = nodes[parent].parentType
    nodes[index].parentType = type
    guard type >= 0, let name = types.name(node.range, in: source) else { return }
    nodes[index].definition = types.field(name, of: TypeID(Int(type)))?.index ?? -1
  }

  /// The composite type of the fields in the selection set of a field, fragment or operation.
  @inline(__always)
  private func selectedType(below owner: Int, _ kind: SyntaxNode.Kind) -> Int32 {
    let definition = nodes[owner].definition
    guard definition >= 0 else { return -1 }
    var type: TypeID? = TypeID(Int(definition))
    if kind == .field { type = types.namedType(of: types[FieldID(Int(definition))].type) }
    guard let type, types[type].kind.isComposite else { return -1 }
    return type.index
  }

  private mutating func gatherArgument(
    _ index: Int, _ node: SyntaxNode, _ parent: Int, _ source: Span<UInt8>,
    _ syntax: ContiguousArray<SyntaxNode>
  ) {
    nodes[index].hash = Self.hash(source, node.range)
    guard let name = types.name(node.range, in: source) else { return }
    var argument: InputID?
    if syntax[parent].kind == .field {
      let field = nodes[parent].definition
      if field >= 0 { argument = types.argument(name, of: FieldID(Int(field))) }
    } else if let directive = types.name(syntax[parent].range, in: source).flatMap({
      types.directive(named: $0)
    }) {
      argument = types.argument(name, of: directive)
    } else {
      // The reference implementation takes the arguments of an unknown directive for the field's.
      let owner = Int(nodes[parent].parent)
      let field = enclosingField(of: owner, syntax[owner].kind)
      if field >= 0 { argument = types.argument(name, of: FieldID(Int(field))) }
    }
    guard let argument else { return }
    nodes[index].definition = argument.index
    nodes[index].input = types[argument].type
  }

  /// The definition of the innermost field that a node is, or stands in; -1 if it is unknown.
  ///
  /// Selection sets hold it, so that it is found in one step.
  @inline(__always)
  private func enclosingField(of node: Int, _ kind: SyntaxNode.Kind) -> Int32 {
    switch kind {
    case .field: nodes[node].definition
    case .inlineFragment, .fragmentSpread: nodes[Int(nodes[node].parent)].definition
    default: -1
    }
  }

  private mutating func gatherObjectField(
    _ index: Int, _ node: SyntaxNode, _ parent: Int, _ source: Span<UInt8>
  ) {
    nodes[index].hash = Self.hash(source, node.range)
    guard nodes[parent].hasInput, let type = types.namedType(of: nodes[parent].input),
      let name = types.name(node.range, in: source),
      let field = types.inputField(name, of: type)
    else { return }
    nodes[index].definition = field.index
    nodes[index].input = types[field].type
  }

  /// What a list holds whose own type is expected to be this one.
  private func itemType(_ type: WrappedType) -> WrappedType {
    guard type.name.index >= 0 else { return type }
    let type = type.nullable
    return type.isList ? type.unwrapped : type
  }

  @inline(__always)
  private static func hash(_ source: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
    var digester = Digester(.process)
    digester.add(source, range.lowerBound, range.upperBound)
    return UInt32(truncatingIfNeeded: digester.finish().low)
  }
}

extension TypeSystem {
  /// Whether values of variables and arguments may have the type.
  func isInput(_ type: WrappedType) -> Bool {
    type.name.index >= 0 && kind(of: type)?.isInput == true
  }
}
