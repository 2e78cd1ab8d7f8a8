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
          object(children(of: index), variables) { values[$0 + 1 - root] }
        case .variable: variables[text(nodes[index].range)]
        default: scalar(at: index)
        }
    }
    return values[0]
  }

  /// The object of arguments, or of an input object's fields: those that have a value.
  private func object(
    _ members: [Int], _ variables: MockJSON, value: (Int) -> MockJSON
  ) -> MockJSON {
    .object(
      of: members.filter { member in
        let value = nodes[member + 1]
        return value.kind != .variable || variables.has(text(value.range))
      }.map { (text(nodes[$0].range), value($0)) })
  }

  /// The arguments of a field or a directive, an object.
  func arguments(of node: Int, variables: MockJSON) -> MockJSON {
    object(children(of: node, .argument), variables) { json(of: $0 + 1, variables: variables) }
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
