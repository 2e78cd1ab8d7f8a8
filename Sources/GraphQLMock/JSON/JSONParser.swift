/// Parses a whole JSON text into a value (RFC 8259).
struct JSONParser: Sendable {
  enum RepeatedMembers: Sendable { case lastWins, areErrors }

  private struct Frame: Sendable {
    var elements: [MockJSON] = []
    var members: [JSONMembers.Member] = []
    var name = ""
    var names: Set<ByteKey> = []  // Empty unless repeated members are errors.
    var innerDepth: UInt16 = 0  // The greatest depth of the values so far.
  }

  private let bytes: ContiguousArray<UInt8>
  private let repeatedMembers: RepeatedMembers
  private var tokenizer = JSONTokenizer()
  private var stack: [Frame] = []

  static func parse(
    _ bytes: ContiguousArray<UInt8>, repeatedMembers: RepeatedMembers = .lastWins
  ) -> Result<MockJSON, JSONSyntaxError> {
    var parser = JSONParser(bytes: bytes, repeatedMembers: repeatedMembers)
    return parser.parse(bytes.span)
  }

  private mutating func parse(_ text: Span<UInt8>) -> Result<MockJSON, JSONSyntaxError> {
    var result = MockJSON.null
    while true {
      let value: MockJSON
      switch tokenizer.next(text) {
      case .beginObject, .beginArray:
        stack.append(Frame())
        continue
      case .name:
        let name = tokenizer.string(in: bytes)
        let top = stack.count - 1
        if repeatedMembers == .areErrors, !stack[top].names.insert(ByteKey(name.utf8)).inserted {
          let error = JSONError(reason: .duplicateMember, offset: tokenizer.start)
          return .failure(JSONSyntaxError(error, in: text, member: name))
        }
        stack[top].name = name
        continue
      case .string: value = .string(tokenizer.string(in: bytes))
      case .number: value = number(to: tokenizer.offset)
      case .literal: value = tokenizer.literal == .null ? .null : .bool(tokenizer.literal == .true)
      case .endArray:
        guard let frame = stack.popLast() else { continue }
        value = MockJSON(.array(frame.elements), innerDepth: frame.innerDepth)
      case .endObject:
        guard let frame = stack.popLast() else { continue }
        let members = JSONMembers(members: frame.members)
        // A repeated name discards an earlier value, so the nesting depth is calculated again.
        value =
          members.count == frame.members.count
          ? MockJSON(.object(members), innerDepth: frame.innerDepth) : MockJSON(.object(members))
      case .needsMore, .failed:
        if let error = tokenizer.finish() { return .failure(JSONSyntaxError(error, in: text)) }
        // A number ends before the byte after it, so one at the end of the text is still open.
        return .success(tokenizer.state == .number ? number(to: text.count) : result)
      }
      let top = stack.count - 1
      guard top >= 0 else {
        result = value
        continue
      }
      if tokenizer.isInObject {
        stack[top].members.append(JSONMembers.Member(name: stack[top].name, value: value))
      } else {
        stack[top].elements.append(value)
      }
      if value.depth > stack[top].innerDepth { stack[top].innerDepth = value.depth }
    }
  }

  private func number(to end: Int) -> MockJSON {
    let spelling = String(decoding: bytes[tokenizer.start..<end], as: UTF8.self)
    return MockJSON(.number(JSONNumber(checkedSpelling: spelling)))
  }
}
