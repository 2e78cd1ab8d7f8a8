// The default values of an operation's variables (GraphQL, section 2.11 "Variables").

extension Document {
  /// The variables that have a default, in the order of the text; enum values become strings.
  func variableDefaults(of operation: OperationOutline) -> [(name: String, value: MockJSON)] {
    let root = definitions[operation.definition].node
    return children(of: root).compactMap { definition in
      guard nodes[definition].kind == .variableDefinition,
        let holder = children(of: definition).first(where: { nodes[$0].kind == .defaultValue }),
        let value = children(of: holder).first
      else { return nil }
      return (text(nodes[definition].range), json(of: value, depth: 0))
    }
  }

  /// How deep a default is followed; what is deeper is null.
  private static let depthLimit = 128

  private func json(of node: Int, depth: Int) -> MockJSON {
    guard depth < Self.depthLimit else { return .null }
    let range = nodes[node].range
    switch nodes[node].kind {
    case .int, .float:
      return (try? MockJSON(parsing: text(range))) ?? .null
    case .string:
      var value = ContiguousArray<UInt8>()
      StringLiteral.appendValue(bytes.span, range.lowerBound, range.upperBound, to: &value)
      return .string(String(decoding: value, as: UTF8.self))
    case .name:
      switch text(range) {
      case "true": return true
      case "false": return false
      case "null": return .null
      case let name: return .string(name)
      }
    case .list:
      return .array(children(of: node).map { json(of: $0, depth: depth + 1) })
    case .object:
      let members = children(of: node).compactMap { field -> (String, MockJSON)? in
        guard let value = children(of: field).first else { return nil }
        return (text(nodes[field].range), json(of: value, depth: depth + 1))
      }
      return MockJSON(.object(JSONMembers(members)))
    default:
      return .null
    }
  }
}
