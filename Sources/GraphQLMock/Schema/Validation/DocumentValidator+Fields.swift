/// Validates fields and arguments (GraphQL specification, sections 5.3 and 5.4).
extension DocumentValidator {
  mutating func enterField(_ node: Int) {
    if let field = facts[node].field {
      checkLeaf(node, field.type)
    } else if let parent = facts[node].parentType {
      reportUnknownField(node, parent)
    }
    checkRepeatedDirectives(of: node)
    checkRepeatedArguments(of: node)
  }

  private mutating func checkLeaf(_ node: Int, _ type: WrappedType) {
    guard let named = types.namedType(of: type) else { return }
    let set = document.selectionSet(of: node)
    if named.kind.isLeaf {
      guard let set else { return }
      report(.leafWithSelection(field: name(of: node), type: type.text), start(of: set))
    } else if set == nil {
      report(.missingSelection(field: name(of: node), type: type.text), place(ofField: node))
    }
  }

  private mutating func reportUnknownField(_ node: Int, _ parent: NamedType) {
    let name = name(of: node)
    let suggestedTypes = typesWithField(name, of: parent)
    var fields: [String] = []
    if suggestedTypes.isEmpty {
      fields = parent.fields.names(similarTo: name)
    }
    report(
      .unknownField(name: name, type: parent.name, types: suggestedTypes, fields: fields),
      place(ofField: node))
  }

  /// Returns the types and interfaces to suggest for an unknown field, like `getSuggestedTypeNames` in graphql-js.
  private func typesWithField(_ name: String, of parent: NamedType) -> [String] {
    guard parent.kind.isAbstract, name != "__schema", name != "__type" else { return [] }
    func hasField(_ type: NamedType) -> Bool { types.field(name, of: type) != nil }
    let possible = types.possibleTypes(of: parent).filter(hasField)
    let interfaces = possible.flatMap(\.interfaces).compactMap { types.types[$0.name] }
    let counts = Dictionary(
      (possible + interfaces.filter(hasField)).map { ($0, 1) }, uniquingKeysWith: +)
    // Interfaces with more implementing types come first, and an interface comes before its subtypes.
    return counts.keys.sorted { EditDistance.precedes($0.name, $1.name) }.ordered { left, right in
      let (leftCount, rightCount) = (counts[left] ?? 0, counts[right] ?? 0)
      if leftCount != rightCount { return leftCount > rightCount }
      if left.kind == .interface, types.isSubtype(right, of: left) { return true }
      if right.kind == .interface, types.isSubtype(left, of: right) { return false }
      return EditDistance.precedes(left.name, right.name)
    }.map(\.name)
  }

  mutating func enterArgument(_ node: Int) {
    let owner = Int(facts[node].parent)
    guard nodes[owner].kind == .field, facts[node].input == nil, let field = facts[owner].field,
      let parent = facts[owner].parentType
    else { return }
    report(
      .unknownArgument(
        name: name(of: node), of: "field \"\(parent.name).\(name(of: owner))\"",
        similar: field.arguments.names(similarTo: name(of: node))), start(of: node))
  }

  mutating func checkRepeatedArguments(of node: Int) {
    for group in groupsOfOneName(document.children(of: node, .argument)) {
      report(.duplicate(.argument, name: name(of: group[0])), group.map { start(of: $0) })
    }
  }

  mutating func checkRequiredArguments(of node: Int) {
    let isField = nodes[node].kind == .field
    let arguments = isField ? facts[node].field?.arguments : directive(of: node)?.arguments
    for argument in arguments ?? SchemaMembers()
    where argument.isRequired && !hasValue(for: argument, at: node) {
      let owner = isField ? "Field \"\(name(of: node))\"" : "Directive \"@\(name(of: node))\""
      report(
        .missingArgument(of: owner, argument: argument.name, type: argument.type.text),
        isField ? place(ofField: node) : placeBefore(node))
    }
  }

  func hasValue(for input: FieldDefinition, at node: Int) -> Bool {
    document.children(of: node).contains { facts[$0].input == input }
  }
}
