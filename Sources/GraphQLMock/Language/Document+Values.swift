extension Document {
  /// Returns a value as JSON, in which a missing variable omits an object field but is null in a list.
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
