struct NodeFacts: Sendable {
  /// The index of the parent node, or -1 if the node is an operation or a fragment definition.
  var parent: Int32 = -1
  /// The type that has the fields of the enclosing selection set, or nil if it isn't known.
  var parentType: NamedType?
  /// The type that an operation or fragment selects fields from. In an invalid document, it may be a scalar.
  var type: NamedType?
  /// The definition of the field at this node, or of the field that a selection set belongs to.
  var field: FieldDefinition?
  /// The definition of the argument or input field at this node.
  var input: FieldDefinition?
  /// The type that a value must have at this node, or the type of a variable.
  var expected: WrappedType?
}

/// Determines the types of all syntax nodes in a document in one pass, like `TypeInfo` in graphql-js.
struct DocumentFacts: Sendable {
  private(set) var nodes: ContiguousArray<NodeFacts>
  /// For each operation or fragment, the syntax nodes in which it uses variables.
  private(set) var variableUses: [[Int]]

  private let types: TypeSystem
  private let document: Document

  init(_ document: Document, types: TypeSystem, defaults: [FieldDefinition] = []) {
    self.document = document
    self.types = types
    nodes = ContiguousArray(repeating: NodeFacts(), count: document.nodes.count)
    variableUses = Array(repeating: [], count: document.definitions.count)
    for (index, definition) in document.definitions.enumerated()
    where definition.kind != .typeSystem {
      if case .operation(let operation) = definition.kind {
        nodes[definition.node].type = types.rootTypes[operation]
      }
      gather(below: definition.node, at: index)
    }
    for input in defaults {
      guard let value = input.defaultValue else { continue }
      nodes[value - 1].expected = input.type
      gather(below: value - 1)
    }
  }

  private mutating func gather(below root: Int, at position: Int = 0) {
    let syntax = document.nodes
    var parent = root
    for index in root + 1..<Int(syntax[root].next) {
      while Int(syntax[parent].next) <= index { parent = Int(nodes[parent].parent) }
      nodes[index].parent = Int32(truncatingIfNeeded: parent)
      if syntax[index].kind == .variable { variableUses[position].append(index) }
      gather(index, syntax[index], parent)
      if Int(syntax[index].next) > index + 1 { parent = index }
    }
  }

  private mutating func gather(_ index: Int, _ node: SyntaxNode, _ parent: Int) {
    switch node.kind {
    case .field:
      nodes[index].parentType = nodes[parent].parentType
      nodes[index].field = nodes[parent].parentType.flatMap {
        types.field(document.text(node.range), of: $0)
      }
    case .selectionSet:
      let type = nodes[parent].type ?? nodes[parent].field.flatMap { types.namedType(of: $0.type) }
      nodes[index].parentType = type?.kind.isComposite == true ? type : nil
      nodes[index].field = enclosingField(of: parent)
    case .fragmentSpread: nodes[index].parentType = nodes[parent].parentType
    case .inlineFragment:
      nodes[index].parentType = nodes[parent].parentType
      // A fragment without a type condition has the type of the enclosing selection set.
      nodes[index].type = nodes[parent].parentType
    case .typeCondition:
      nodes[index].type = types.types[document.text(node.range)]
      nodes[parent].type = nodes[index].type
    case .argument: gatherArgument(index, parent)
    case .list:
      let type = nodes[parent].expected?.nullable
      nodes[index].expected = type?.isList == true ? type?.unwrapped : type
    case .object: nodes[index].expected = nodes[parent].expected
    case .objectField:
      nodes[index].input = nodes[parent].expected.flatMap { types.namedType(of: $0) }
        .flatMap { $0.inputFields[document.text(node.range)] }
      nodes[index].expected = nodes[index].input?.type
    case .type: nodes[parent].expected = types.type(node.range, in: document.bytes)
    case .defaultValue:
      nodes[index].expected = nodes[parent].expected.flatMap { types.isInput($0) ? $0 : nil }
    case .operation, .fragmentDefinition, .typeSystemDefinition, .variableDefinition,
      .memberDefinition, .directive, .alias, .int, .float, .string, .name, .variable:
      break
    }
  }

  private mutating func gatherArgument(_ index: Int, _ parent: Int) {
    let isField = document.nodes[parent].kind == .field
    let directive = isField ? nil : types.directives[document.name(of: parent)]
    // Like graphql-js, treats the arguments of an unknown directive as arguments of the enclosing field.
    let field = isField ? nodes[parent].field : enclosingField(of: Int(nodes[parent].parent))
    nodes[index].input = (directive?.arguments ?? field?.arguments)?[document.name(of: index)]
    nodes[index].expected = nodes[index].input?.type
  }

  private func enclosingField(of node: Int) -> FieldDefinition? {
    switch document.nodes[node].kind {
    case .field: nodes[node].field
    case .inlineFragment, .fragmentSpread: nodes[Int(nodes[node].parent)].field
    default: nil
    }
  }
}
