// Values that a document states (GraphQL, section 2.10 "Input Values").

extension Document {
  /// The JSON of a value.
  ///
  /// Nodes are visited from the last to the first, so that children come before their parent.
  /// - Parameter variables: What stands for variables; a member whose variable is absent is left out,
  ///   an element is null (GraphQL, section 6.4.1 "Coercing Field Arguments").
  func json(of root: Int, variables: MockJSON = [:]) -> MockJSON {
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
                children(of: index).filter { hasValue($0, variables: variables) }
                  .map { (text(nodes[$0].range), values[$0 - root]) })))
        // The value of the field is its only child.
        case .objectField: values[index + 1 - root]
        case .variable: variables[text(nodes[index].range)]
        default: scalar(at: index)
        }
    }
    return values[0]
  }

  /// Whether an argument, or the field of an input object, has a value.
  private func hasValue(_ argument: Int, variables: MockJSON) -> Bool {
    let value = nodes[argument + 1]
    return value.kind != .variable || variables.has(text(value.range))
  }

  /// The arguments of a field or a directive, an object.
  func arguments(of node: Int, variables: MockJSON) -> MockJSON {
    let arguments = children(of: node).filter {
      nodes[$0].kind == .argument && hasValue($0, variables: variables)
    }
    return MockJSON(
      .object(
        JSONMembers(
          arguments.map { (text(nodes[$0].range), json(of: $0 + 1, variables: variables)) })))
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
