extension Document {
  /// Returns the default values of variables in the order of the text, with enum values as strings.
  func variableDefaults(of operation: Document.Operation) -> [(name: String, value: MockJSON)] {
    let root = definitions[operation.definition].node
    return children(of: root, .variableDefinition).compactMap { definition in
      firstChild(of: definition, .defaultValue).map {
        (text(nodes[definition].range), json(of: $0 + 1))
      }
    }
  }
}

extension SelectedOperation {
  func fillingIn(_ variables: MockJSON) -> MockJSON {
    let absent = variableDefaults.filter { !variables.has($0.name) }
    guard !absent.isEmpty else { return variables }
    return .object(of: variables.pairs + absent.map { ($0.name, $0.value) })
  }
}

extension Document {
  func defines(variable name: String, of operation: Document.Operation) -> Bool {
    firstChild(of: definitions[operation.definition].node, .variableDefinition) {
      Bytes.areEqual(bytes.span, $0.range, name)
    } != nil
  }
}
