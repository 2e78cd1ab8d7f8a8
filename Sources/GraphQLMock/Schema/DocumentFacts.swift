/// A node's parent and types, which rules need besides its text.
struct NodeFacts: Sendable {
  /// -1 for definitions.
  var parent: Int32 = -1
  /// The composite type around a field, spread or fragment; that of a selection set's fields.
  var parentType: NamedType?
  /// The type that a fragment or operation selects from, which may have no fields.
  var type: NamedType?
  /// Of a field or, for a selection set, of the field around it.
  var field: FieldDefinition?
  /// Of an argument or input field.
  var input: FieldDefinition?
  /// The type of the values below or, for a variable definition, of the variable.
  var expected: WrappedType?
}

/// Gathers the facts of all nodes in one pass (the reference implementation's TypeInfo).
struct DocumentFacts: Sendable {
  private(set) var nodes: ContiguousArray<NodeFacts>
  /// By definition, in the order of the text.
  private(set) var variableUses: [[Int]]
  private(set) var spreadCount = 0

  private let types: TypeSystem
  private let document: Document

  /// - Parameter defaults: Inputs of a schema whose default values are validated.
  init(_ document: Document, types: TypeSystem, defaults: [FieldDefinition] = []) {
    self.document = document
    self.types = types
    nodes = ContiguousArray(repeating: NodeFacts(), count: document.nodes.count)
    variableUses = Array(repeating: [], count: document.definitions.count)
    for (index, definition) in document.definitions.enumerated()
    where definition.kind != .typeSystem {
      gather(definition, at: index)
    }
    for input in defaults {
      guard let value = input.defaultValue else { continue }
      nodes[value - 1].expected = input.type
      gather(below: value - 1)
    }
  }

  private mutating func gather(_ definition: Document.Definition, at position: Int) {
    if case .operation(let operation) = definition.kind {
      nodes[definition.node].type = types.rootTypes[operation]
    }
    gather(below: definition.node, at: position)
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
      var type = nodes[parent].type
      if document.nodes[parent].kind == .field {
        type = nodes[parent].field.flatMap { types.namedType(of: $0.type) }
      }
      nodes[index].parentType = type?.kind.isComposite == true ? type : nil
      nodes[index].field = enclosingField(of: parent)
    case .fragmentSpread:
      spreadCount += 1
      nodes[index].parentType = nodes[parent].parentType
    case .inlineFragment:
      nodes[index].parentType = nodes[parent].parentType
      // Without a condition, the type is the one around.
      nodes[index].type = nodes[parent].parentType
    case .typeCondition:
      nodes[index].type = types.types[document.text(node.range)]
      nodes[parent].type = nodes[index].type
    case .argument: gatherArgument(index, node, parent)
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
      .memberDefinition, .directive,
      .alias, .int, .float, .string, .name, .variable:
      break
    }
  }

  private mutating func gatherArgument(_ index: Int, _ node: SyntaxNode, _ parent: Int) {
    let owner = document.nodes[parent]
    var arguments: SchemaMembers<FieldDefinition>?
    if owner.kind == .field {
      arguments = nodes[parent].field?.arguments
    } else if let directive = types.directives[document.text(owner.range)] {
      arguments = directive.arguments
    } else {
      // For an unknown directive, the reference implementation uses the arguments of the field.
      arguments = enclosingField(of: Int(nodes[parent].parent))?.arguments
    }
    nodes[index].input = arguments?[document.text(node.range)]
    nodes[index].expected = nodes[index].input?.type
  }

  /// The innermost field that a node is or belongs to; selection sets store it, so one step finds it.
  private func enclosingField(of node: Int) -> FieldDefinition? {
    switch document.nodes[node].kind {
    case .field: nodes[node].field
    case .inlineFragment, .fragmentSpread: nodes[Int(nodes[node].parent)].field
    default: nil
    }
  }
}
