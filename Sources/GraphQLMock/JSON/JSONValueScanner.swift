/// Checks one JSON value of any kind, in chunks of any size, and builds nothing (RFC 8259).
///
/// Which containers are open is a bit for each: 100 MB of opening brackets cost 12 MB.
struct JSONValueScanner: Sendable {
  enum State: UInt8 {
    case value, valueOrEndOfArray, name, nameOrEndOfObject, colon, separator
    case string, nameString, number, literal
  }

  /// How deep arrays and objects may be nested.
  let depthLimit: Int

  var state = State.value
  var containers = ContainerStack()
  private var strings = JSONStringScanner()
  private var numbers = JSONNumberScanner()
  private var literals = JSONLiteralScanner(.null)

  init(depthLimit: Int = .max) { self.depthLimit = depthLimit }

  /// Reads on from `index`, which ends behind the value.
  mutating func scan(_ chunk: Span<UInt8>, from index: inout Int, base: Int) -> ScanOutcome {
    while index < chunk.count {
      let outcome: ScanOutcome
      switch state {
      case .string, .nameString:
        var sink = DiscardingSink()
        outcome = strings.scan(chunk, from: &index, base: base, into: &sink)
      case .number: outcome = numbers.scan(chunk, from: &index, base: base)
      case .literal: outcome = literals.scan(chunk, from: &index, base: base)
      default:
        let start = index
        scanTokens(chunk, from: &index)
        if index == start, let fault = scanStructure(chunk, from: &index, base: base) {
          return .failed(fault)
        }
        if state == .separator, containers.isEmpty { return .complete }
        continue
      }
      guard case .complete = outcome else { return outcome }
      if state == .nameString {
        state = .colon
      } else {
        state = .separator
        if containers.isEmpty { return .complete }
      }
    }
    return .needsMore
  }

  /// What is missing when the text ends here; nil when the value may end here.
  var missing: JSONFault.Expectation? {
    switch state {
    case .value: .value
    case .valueOrEndOfArray: .valueOrEndOfArray
    case .name: .memberName
    case .nameOrEndOfObject: .memberNameOrEndOfObject
    case .colon: .colon
    case .string, .nameString: .endOfString
    case .literal: .literal(literals.literal)
    case .number where !numbers.isWhole: .digit
    case .number, .separator: containers.isEmpty ? nil : containers.separatorOrEnd
    }
  }

  /// Reads one bracket, comma or colon, or begins something longer, behind white space.
  private mutating func scanStructure(
    _ chunk: Span<UInt8>, from index: inout Int, base: Int
  ) -> JSONFault? {
    while JSONBytes.isWhitespace(chunk[index]) {
      index += 1
      guard index < chunk.count else { return nil }
    }
    let byte = chunk[index]
    switch state {
    case .separator:
      if byte == UInt8(ascii: ",") {
        state = containers.innermostIsObject ? .name : .value
      } else if byte == (containers.innermostIsObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        containers.pop()
      } else {
        return unexpected(byte, expected: containers.separatorOrEnd, at: base + index)
      }
    case .name, .nameOrEndOfObject:
      if byte == UInt8(ascii: "\"") {
        beginString()
        state = .nameString
      } else if byte == UInt8(ascii: "}"), state == .nameOrEndOfObject {
        containers.pop()
        state = .separator
      } else {
        return unexpected(
          byte, expected: state == .name ? .memberName : .memberNameOrEndOfObject,
          at: base + index)
      }
    case .colon:
      guard byte == UInt8(ascii: ":") else {
        return unexpected(byte, expected: .colon, at: base + index)
      }
      state = .value
    default:
      return beginValue(byte, index: &index, base: base)
    }
    index += 1
    return nil
  }

  /// The first byte of a value; it is left where a number or a literal begins.
  private mutating func beginValue(
    _ byte: UInt8, index: inout Int, base: Int
  ) -> JSONFault? {
    switch byte {
    case UInt8(ascii: "\""):
      beginString()
      state = .string
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard containers.depth < depthLimit else {
        return JSONFault(kind: .nestingTooDeep(limit: depthLimit), offset: base + index)
      }
      let isObject = byte == UInt8(ascii: "{")
      containers.push(isObject: isObject)
      state = isObject ? .nameOrEndOfObject : .valueOrEndOfArray
    case UInt8(ascii: "]") where state == .valueOrEndOfArray:
      containers.pop()
      state = .separator
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      numbers = JSONNumberScanner()
      state = .number
      return nil
    default:
      guard let scanner = JSONLiteralScanner(startingWith: byte) else {
        return unexpected(
          byte, expected: state == .value ? .value : .valueOrEndOfArray, at: base + index)
      }
      literals = scanner
      state = .literal
      return nil
    }
    index += 1
    return nil
  }

  /// Leaves a string, from behind its quote or from between two of its characters, to its scanner.
  mutating func beginString() { strings = JSONStringScanner() }

  private func unexpected(
    _ byte: UInt8, expected: JSONFault.Expectation, at offset: Int
  ) -> JSONFault {
    JSONFault(kind: .unexpectedByte(byte, expected: expected), offset: offset)
  }
}

/// The open arrays and objects, a bit for each.
struct ContainerStack: Sendable {
  private(set) var depth = 0
  /// The innermost 64, the last of them in the lowest bit; set for an object.
  private var inner: UInt64 = 0
  private var outer: ContiguousArray<UInt64> = []

  var isEmpty: Bool { depth == 0 }
  var innermostIsObject: Bool { inner & 1 == 1 }
  var separatorOrEnd: JSONFault.Expectation {
    innermostIsObject ? .commaOrEndOfObject : .commaOrEndOfArray
  }

  mutating func push(isObject: Bool) {
    if depth > 0, depth & 63 == 0 { outer.append(inner) }
    inner = inner << 1 | (isObject ? 1 : 0)
    depth += 1
  }

  mutating func pop() {
    depth -= 1
    inner >>= 1
    if depth > 0, depth & 63 == 0 { inner = outer.popLast() ?? 0 }
  }
}
