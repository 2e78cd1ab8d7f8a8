extension Document {
  /// Returns a GraphQL value as JSON. A variable without a value becomes null, or is left out of an input object.
  func json(of root: Int, variables: MockJSON = [:]) -> MockJSON {
    let end = Int(nodes[root].next)
    var values = [MockJSON](repeating: .null, count: end - root)
    for index in (root..<end).reversed() {
      values[index - root] =
        switch nodes[index].kind {
        case .list: .array(children(of: index).map { values[$0 - root] })
        case .object: object(children(of: index), variables) { values[$0 + 1 - root] }
        case .variable: variables[text(nodes[index].range)]
        default: scalar(at: index)
        }
    }
    return values[0]
  }

  private func object(
    _ members: [Int], _ variables: MockJSON, value: (Int) -> MockJSON
  ) -> MockJSON {
    .object(
      of: members.filter { member in
        let value = nodes[member + 1]
        return value.kind != .variable || variables.has(text(value.range))
      }.map { (text(nodes[$0].range), value($0)) })
  }

  func arguments(of node: Int, variables: MockJSON) -> MockJSON {
    object(children(of: node, .argument), variables) { json(of: $0 + 1, variables: variables) }
  }

  /// Returns the value of a literal, or null for other nodes. An enum value is a string.
  func scalar(at index: Int) -> MockJSON {
    let range = nodes[index].range
    switch nodes[index].kind {
    case .int, .float: return (try? MockJSON(parsing: text(range))) ?? .null
    case .string:
      return .string(String(decoding: StringLiteral.value(bytes.span, range), as: UTF8.self))
    case .name:
      switch text(range) {
      case "true": return true
      case "false": return false
      case "null": return .null
      case let name: return .string(name)
      }
    default: return .null
    }
  }

  func variableDefaults(of operation: Document.Operation) -> [(name: String, value: MockJSON)] {
    let root = definitions[operation.definition].node
    return children(of: root, .variableDefinition).compactMap { definition in
      firstChild(of: definition, .defaultValue).map {
        (text(nodes[definition].range), json(of: $0 + 1))
      }
    }
  }

  func defines(variable name: String, of operation: Document.Operation) -> Bool {
    firstChild(of: definitions[operation.definition].node, .variableDefinition) {
      Bytes.areEqual(bytes.span, $0.range, name)
    } != nil
  }

  /// Returns whether `@skip` and `@include` keep a field or fragment, or nil if one of them has no Boolean value.
  func isIncluded(_ selection: Int, variables: MockJSON) -> Bool? {
    var isIncluded: Bool? = true
    for node in children(of: selection, .directive) {
      let name = text(nodes[node].range)
      guard name == "skip" || name == "include" else { continue }
      let condition = arguments(of: node, variables: variables)["if"].bool
      if condition == (name == "skip") { return false }
      if condition == nil { isIncluded = nil }
    }
    return isIncluded
  }

  func directive(_ name: String, of selection: Int) -> Int? {
    firstChild(of: selection, .directive) { Bytes.areEqual(bytes.span, $0.range, name) }
  }
}

extension SelectedOperation {
  /// Adds the defaults of variables without a value. An explicit null is a value (GraphQL, section 6.1.2).
  func fillingIn(_ variables: MockJSON) -> MockJSON {
    let absent = variableDefaults.filter { !variables.has($0.name) }
    guard !absent.isEmpty else { return variables }
    return .object(of: variables.pairs + absent.map { ($0.name, $0.value) })
  }
}
