/// Turns a whole JSON text into a ``MockJSON`` (RFC 8259).
///
/// A byte order mark at the start is ignored, as section 8.1 allows. Nesting is a stack of its own,
/// so a deep text can't exhaust the thread's.
struct JSONParser: Sendable {
  /// How deep arrays and objects may be nested.
  static let depthLimit = 512

  /// Whether the second member of a name replaces the first or is an error.
  enum RepeatedMembers: Sendable { case lastWins, areErrors }

  private enum Frame: Sendable {
    case array([MockJSON])
    case object(JSONMembers.Builder, name: String)
  }

  /// What comes next in an object or an array.
  private enum Step { case value, finished(MockJSON), failed }

  private let bytes: ContiguousArray<UInt8>
  private let repeatedMembers: RepeatedMembers
  private var index = 0
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
        guard let top = stack.popLast() else {
          guard let byte = nextByte(text) else { return value }
          return fail(.trailingByte(byte))
        }
        switch attach(value, to: top, text) {
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
    case UInt8(ascii: "{"):
      guard stack.count < Self.depthLimit else { return fail(.nestingTooDeep(limit: 512)) }
      index += 1
      if nextByte(text) == UInt8(ascii: "}") {
        index += 1
        return .object([:])
      }
      guard let name = memberName(text, [], expected: .memberNameOrEndOfObject) else { return nil }
      stack.append(.object(JSONMembers.Builder(), name: name))
      expected = .value
      return nil
    case UInt8(ascii: "["):
      guard stack.count < Self.depthLimit else { return fail(.nestingTooDeep(limit: 512)) }
      index += 1
      if nextByte(text) == UInt8(ascii: "]") {
        index += 1
        return .array([])
      }
      stack.append(.array([]))
      expected = .valueOrEndOfArray
      return nil
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number(text)
    default: return literal(text, byte, expected: expected)
    }
  }

  /// Puts a finished value into its container, and reads on to the next value or the end of it.
  private mutating func attach(_ value: MockJSON, to top: Frame, _ text: Span<UInt8>) -> Step {
    let byte = nextByte(text)
    switch top {
    case .array(var elements):
      elements.append(value)
      switch byte {
      case UInt8(ascii: ","):
        index += 1
        stack.append(.array(elements))
        return .value
      case UInt8(ascii: "]"):
        index += 1
        return .finished(MockJSON(.array(elements)))
      default: return failStep(byte, expected: .commaOrEndOfArray)
      }
    case .object(var members, let name):
      members.append(name, value)
      switch byte {
      case UInt8(ascii: ","):
        index += 1
        guard let next = memberName(text, members, expected: .memberName) else { return .failed }
        stack.append(.object(members, name: next))
        return .value
      case UInt8(ascii: "}"):
        index += 1
        return .finished(MockJSON(.object(members.finish())))
      default: return failStep(byte, expected: .commaOrEndOfObject)
      }
    }
  }

  /// A member's name and its colon.
  private mutating func memberName(
    _ text: Span<UInt8>, _ members: JSONMembers.Builder, expected: JSONFault.Expectation
  ) -> String? {
    guard let byte = nextByte(text) else { return failAtEnd(expected) }
    guard byte == UInt8(ascii: "\"") else { return fail(.unexpectedByte(byte, expected: expected)) }
    let start = index
    guard let name = string(text) else { return nil }
    if repeatedMembers == .areErrors, members.contains(name) {
      repeatedName = name
      index = start
      return fail(.duplicateMember)
    }
    guard let colon = nextByte(text) else { return failAtEnd(.colon) }
    guard colon == UInt8(ascii: ":") else { return fail(.unexpectedByte(colon, expected: .colon)) }
    index += 1
    return name
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

  private mutating func fail<Value>(_ kind: JSONFault.Kind) -> Value? {
    fault = JSONFault(kind: kind, offset: index)
    return nil
  }

  private mutating func failAtEnd<Value>(_ expected: JSONFault.Expectation) -> Value? {
    fail(.unexpectedEnd(expected: expected))
  }

  private mutating func failStep(_ byte: UInt8?, expected: JSONFault.Expectation) -> Step {
    let kind: JSONFault.Kind =
      byte.map { .unexpectedByte($0, expected: expected) } ?? .unexpectedEnd(expected: expected)
    fault = JSONFault(kind: kind, offset: index)
    return .failed
  }
}
