/// Turns a whole JSON text into a ``MockJSON`` (RFC 8259).
///
/// A byte order mark at the start is ignored, as section 8.1 allows. Nesting is a stack of its own,
/// so a deep text can't exhaust the thread's.
struct JSONParser: Sendable {
  /// How deep arrays and objects may be nested.
  static let depthLimit = 512

  /// Whether the second member of a name replaces the first or is an error.
  enum RepeatedMembers: Sendable { case lastWins, areErrors }

  /// A container that is open, with what it holds so far.
  private struct Frame: Sendable {
    var isObject: Bool
    var elements: [MockJSON] = []
    var members = JSONMembers.Builder()
    /// The name of the member that is being read.
    var name = ""
  }

  /// What comes next in an object or an array.
  private enum Step { case value, finished(MockJSON), failed }

  private let bytes: ContiguousArray<UInt8>
  private let repeatedMembers: RepeatedMembers
  private var index = 0
  /// The open containers, the innermost last.
  private var stack: [Frame] = []
  private var fault: JSONFault?
  private var repeatedName: String?

  /// Parses the text.
  static func parse(
    _ bytes: ContiguousArray<UInt8>, repeatedMembers: RepeatedMembers = .lastWins
  ) -> Result<MockJSON, JSONSyntaxError> {
    var parser = JSONParser(bytes: bytes, repeatedMembers: repeatedMembers)
    let text = bytes.span
    if let value = parser.parse(text) { return .success(value) }
    let fault = parser.fault ?? JSONFault(kind: .unexpectedEnd(expected: .value), offset: 0)
    return .failure(JSONSyntaxError(fault, in: text, member: parser.repeatedName))
  }

  private init(bytes: ContiguousArray<UInt8>, repeatedMembers: RepeatedMembers) {
    self.bytes = bytes
    self.repeatedMembers = repeatedMembers
  }

  private mutating func parse(_ text: Span<UInt8>) -> MockJSON? {
    if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { index = 3 }
    var expected = JSONFault.Expectation.value
    while true {
      guard var value = beginValue(text, expected: &expected) else {
        if fault != nil { return nil }
        continue
      }
      closing: while true {
        guard !stack.isEmpty else {
          guard let byte = nextByte(text) else { return value }
          return fail(.trailingByte(byte))
        }
        switch attach(value, text) {
        case .value:
          expected = .value
          break closing
        case .finished(let container): value = container
        case .failed: return nil
        }
      }
    }
  }

  /// Reads a value that has no members, or opens one that has: then, as on a fault, nil.
  private mutating func beginValue(
    _ text: Span<UInt8>, expected: inout JSONFault.Expectation
  ) -> MockJSON? {
    guard let byte = nextByte(text) else { return failAtEnd(expected) }
    switch byte {
    case UInt8(ascii: "\""): return string(text).map(MockJSON.string)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard stack.count < Self.depthLimit else {
        return fail(.nestingTooDeep(limit: Self.depthLimit))
      }
      index += 1
      let isObject = byte == UInt8(ascii: "{")
      if nextByte(text) == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        index += 1
        return isObject ? .object([:]) : .array([])
      }
      stack.append(Frame(isObject: isObject))
      expected = isObject ? .value : .valueOrEndOfArray
      if isObject { readMemberName(text, expected: .memberNameOrEndOfObject) }
      return nil
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number(text)
    default: return literal(text, byte, expected: expected)
    }
  }

  /// Puts a finished value into its container, and reads on to the next value or the end of it.
  private mutating func attach(_ value: MockJSON, _ text: Span<UInt8>) -> Step {
    let byte = nextByte(text)
    let top = stack.count - 1
    let isObject = stack[top].isObject
    if isObject {
      stack[top].members.append(stack[top].name, value)
    } else {
      stack[top].elements.append(value)
    }
    switch byte {
    case UInt8(ascii: ","):
      index += 1
      if isObject { readMemberName(text, expected: .memberName) }
      return fault == nil ? .value : .failed
    case UInt8(ascii: "}") where isObject:
      index += 1
      return .finished(MockJSON(.object(stack.removeLast().members.finish())))
    case UInt8(ascii: "]") where !isObject:
      index += 1
      return .finished(MockJSON(.array(stack.removeLast().elements)))
    default:
      let expected: JSONFault.Expectation = isObject ? .commaOrEndOfObject : .commaOrEndOfArray
      let kind: JSONFault.Kind =
        byte.map { .unexpectedByte($0, expected: expected) } ?? .unexpectedEnd(expected: expected)
      fault = JSONFault(kind: kind, offset: index)
      return .failed
    }
  }

  /// Reads a member's name and its colon, for the innermost object.
  private mutating func readMemberName(_ text: Span<UInt8>, expected: JSONFault.Expectation) {
    guard let byte = nextByte(text) else { return fail(.unexpectedEnd(expected: expected)) }
    guard byte == UInt8(ascii: "\"") else {
      return fail(.unexpectedByte(byte, expected: expected))
    }
    let quote = index
    guard let name = string(text) else { return }
    let top = stack.count - 1
    if repeatedMembers == .areErrors, stack[top].members.contains(name) {
      repeatedName = name
      index = quote
      return fail(.duplicateMember)
    }
    stack[top].name = name
    guard let colon = nextByte(text) else { return fail(.unexpectedEnd(expected: .colon)) }
    guard colon == UInt8(ascii: ":") else {
      return fail(.unexpectedByte(colon, expected: .colon))
    }
    index += 1
  }

  private mutating func string(_ text: Span<UInt8>) -> String? {
    index += 1
    let end = JSONBytes.endOfPlainRun(text, from: index)
    if end < text.count, text[end] == UInt8(ascii: "\"") {
      defer { index = end + 1 }
      return String(decoding: bytes[index..<end], as: UTF8.self)
    }
    var scanner = JSONStringScanner()
    var sink = BytesSink()
    switch scanner.scan(text, from: &index, base: 0, into: &sink) {
    case .complete: return String(decoding: sink.bytes, as: UTF8.self)
    case .needsMore: return failAtEnd(.endOfString)
    case .failed(let fault):
      self.fault = fault
      return nil
    }
  }

  private mutating func number(_ text: Span<UInt8>) -> MockJSON? {
    let start = index
    var scanner = JSONNumberScanner()
    if case .failed(let fault) = scanner.scan(text, from: &index, base: 0) {
      self.fault = fault
      return nil
    }
    guard scanner.isWhole else { return failAtEnd(.digit) }
    let spelling = String(decoding: bytes[start..<index], as: UTF8.self)
    return MockJSON(.number(JSONNumber(checkedSpelling: spelling)))
  }

  private mutating func literal(
    _ text: Span<UInt8>, _ byte: UInt8, expected: JSONFault.Expectation
  ) -> MockJSON? {
    guard var scanner = JSONLiteralScanner(startingWith: byte) else {
      return fail(.unexpectedByte(byte, expected: expected))
    }
    switch scanner.scan(text, from: &index, base: 0) {
    case .complete: break
    case .needsMore: return failAtEnd(.literal(scanner.literal))
    case .failed(let fault):
      self.fault = fault
      return nil
    }
    switch scanner.literal {
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .null: return .null
    }
  }

  /// The next byte that is no white space; it is not consumed.
  private mutating func nextByte(_ text: Span<UInt8>) -> UInt8? {
    while index < text.count {
      let byte = text[index]
      guard JSONBytes.isWhitespace(byte) else { return byte }
      index += 1
    }
    return nil
  }

  private mutating func fail(_ kind: JSONFault.Kind) {
    fault = JSONFault(kind: kind, offset: index)
  }

  private mutating func fail<Value>(_ kind: JSONFault.Kind) -> Value? {
    fault = JSONFault(kind: kind, offset: index)
    return nil
  }

  private mutating func failAtEnd<Value>(_ expected: JSONFault.Expectation) -> Value? {
    fail(.unexpectedEnd(expected: expected))
  }
}
