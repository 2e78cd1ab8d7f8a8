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
      return (text(nodes[definition].range), json(of: value))
    }
  }

  /// The JSON of a constant value.
  ///
  /// Nodes are visited from the last to the first, so that children come before their parent.
  private func json(of root: Int) -> MockJSON {
    let end = Int(nodes[root].next)
    var values = [MockJSON](repeating: .null, count: end - root)
    for index in (root..<end).reversed() {
      values[index - root] =
        switch nodes[index].kind {
        case .list: .array(children(of: index).map { values[$0 - root] })
        case .object:
          MockJSON(
            .object(
              JSONMembers(
                children(of: index).map { (text(nodes[$0].range), values[$0 - root]) })))
        // The value of the field is its only child.
        case .objectField: values[index + 1 - root]
        default: scalar(at: index)
        }
    }
    return values[0]
  }

  /// The value of a literal that is neither a list nor an object; an enum value is its name.
  func scalar(at index: Int) -> MockJSON {
    let range = nodes[index].range
    switch nodes[index].kind {
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
    default:
      return .null
    }
  }
}
