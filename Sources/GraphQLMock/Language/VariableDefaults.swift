// Default values of variables (GraphQL, sections 2.11 "Variables" and 6.1.2 "Coercing Variable Values").

extension Document {
  /// The variables that have a default, in the order of the text; enum values become strings.
  func variableDefaults(of operation: OperationOutline) -> [(name: String, value: MockJSON)] {
    let root = definitions[operation.definition].node
    return children(of: root).compactMap { definition in
      // The type is one node.
      let holder = definition + 2
      guard nodes[definition].kind == .variableDefinition, holder < nodes[definition].next,
        nodes[holder].kind == .defaultValue
      else { return nil }
      return (text(nodes[definition].range), json(of: holder + 1))
    }
  }
}

extension SelectedOperation {
  /// Variables with the document's defaults in the place of absent ones.
  func fillingIn(_ variables: MockJSON) -> MockJSON {
    let absent = variableDefaults.filter { !variables.has($0.name) }
    guard !absent.isEmpty else { return variables }
    return .object(of: variables.pairs + absent.map { ($0.name, $0.value) })
  }
}

extension Document {
  /// Whether an operation defines a variable of that name.
  func defines(variable name: String, of operation: OperationOutline) -> Bool {
    firstChild(of: definitions[operation.definition].node, .variableDefinition) {
      Bytes.areEqual(bytes.span, $0.range, name)
    } != nil
  }
}
