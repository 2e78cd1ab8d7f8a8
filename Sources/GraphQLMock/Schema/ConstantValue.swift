/// Values as the language writes them, as JSON (GraphQL, section 2.9 "Input Values").
enum ConstantValue {
  /// A container that is open, with what it holds so far.
  private struct Frame: Sendable {
    var isObject: Bool
    var elements: [MockJSON] = []
    var members: [(String, MockJSON)] = []
    var name = ""
  }

  /// The value that begins at an offset, which the grammar has accepted, so that its nesting is bounded.
  ///
  /// Enum values become strings.
  /// - Parameter variables: What stands for variables; one that is absent is null.
  static func json(
    at offset: Int, in text: Span<UInt8>, variables: MockJSON = [:]
  ) -> MockJSON {
    var lexer = Lexer(at: offset)
    var stack: [Frame] = []
    while true {
      let token = lexer.next(text)
      guard token.kind != .endOfFile, !token.kind.isError else { return .null }
      var value: MockJSON?
      switch token.kind {
      case .bracketLeft: stack.append(Frame(isObject: false))
      case .braceLeft: stack.append(Frame(isObject: true))
      case .bracketRight: value = stack.popLast().map { .array($0.elements) }
      case .braceRight:
        value = stack.popLast().map { MockJSON(.object(JSONMembers($0.members))) }
      case .colon: break
      case .dollar: value = variables[string(lexer.next(text), text)]
      case .name:
        if let last = stack.indices.last, stack[last].isObject, stack[last].name.isEmpty {
          stack[last].name = string(token, text)
        } else {
          value = scalar(token, text)
        }
      default: value = scalar(token, text)
      }
      guard let value else { continue }
      guard let last = stack.indices.last else { return value }
      if stack[last].isObject {
        stack[last].members.append((stack[last].name, value))
        stack[last].name = ""
      } else {
        stack[last].elements.append(value)
      }
    }
  }

  private static func scalar(_ token: Token, _ text: Span<UInt8>) -> MockJSON {
    switch token.kind {
    case .int, .float:
      return (try? MockJSON(parsing: string(token, text))) ?? .null
    case .string, .blockString:
      var value = ContiguousArray<UInt8>()
      StringLiteral.appendValue(text, token.start, token.end, to: &value)
      return .string(String(decoding: value, as: UTF8.self))
    case .name:
      switch string(token, text) {
      case "true": return true
      case "false": return false
      case "null": return .null
      case let name: return .string(name)
      }
    default: return .null
    }
  }

  private static func string(_ token: Token, _ text: Span<UInt8>) -> String {
    var bytes = ContiguousArray<UInt8>()
    bytes.append(text, from: token.start, to: token.end)
    return String(decoding: bytes, as: UTF8.self)
  }
}
