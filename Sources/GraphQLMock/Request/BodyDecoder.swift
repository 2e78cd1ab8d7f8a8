import Foundation

/// Decodes the JSON body of a GraphQL request while it arrives (GraphQL over HTTP, "JSON Encoding").
///
/// A state machine without I/O. The top level is an object, whose members it knows by name, or an
/// array, a batch. Strings are unescaped on the way, `variables` and `extensions` are checked and
/// kept as text, all else is checked and skipped.
///
/// ```
/// {"query":"{ a }","variables":{"n":1},"more":[2]}
///  |name   |text   |name       |object |name  |ignored
/// ```
/// The result, an error and its offset included, does not depend on where the chunks are cut. The
/// first fault ends it. A byte order mark at the start is ignored.
struct BodyDecoder: Sendable {
  struct Options: Sendable {
    /// Whether the text of `variables` is kept, or only checked.
    var keepsVariables = true
    /// The length of the whole body, if it is stated: a hint, which saves growing step by step.
    var expectedLength: Int?
  }

  private enum State: UInt8 {
    case start, nameOrEnd, name, insideName, colon, value
    case insideText, insideObject, insideNull, insideIgnored
    case separator, insideBatch, end
  }

  private let options: Options
  private var state = State.start
  private var request = DecodedRequest()
  private var error: BodyError?
  /// Bytes in the chunks before the current one.
  private var base = 0
  /// Bytes of a byte order mark so far.
  private var markLength = 0

  private var member: BodyMember?
  private var seen: UInt8 = 0
  private var nameStart = 0
  private var name = BodyNameSink()
  private var strings = JSONStringScanner()
  private var values = JSONValueScanner()
  private var literals = JSONLiteralScanner(.null)
  private var text = BytesSink()
  private var raw = ContiguousArray<UInt8>()
  /// The text of an array.
  private var batch: RawText?
  /// The body, where it is at hand as a whole: its parts are shared, not copied.
  private let body: Data?

  init(options: Options = Options()) { self.init(options: options, body: nil) }

  private init(options: Options, body: Data?) {
    self.options = options
    self.body = body
  }

  /// Whether a fault has been found, so that more bytes change nothing.
  var hasFailed: Bool { error != nil }

  /// Decodes a body that is at hand as a whole.
  /// - Returns: the request, whose variables and extensions share the memory of `body`.
  static func decode(
    _ body: Data, options: Options = Options()
  ) -> Result<DecodedBody, BodyError> {
    var decoder = BodyDecoder(options: options, body: body)
    decoder.push(body.span)
    return decoder.finish()
  }

  /// Reads the next bytes of the body.
  mutating func push(_ chunk: Span<UInt8>) {
    guard error == nil else { return }
    var index = 0
    while index < chunk.count {
      let fault: BodyError?
      switch state {
      case .insideName, .insideText: fault = readString(chunk, &index)
      case .insideObject, .insideIgnored, .insideBatch: fault = readValue(chunk, &index)
      case .insideNull: fault = readNull(chunk, &index)
      default: fault = readStructure(chunk, &index)
      }
      if let fault {
        error = fault
        return
      }
    }
    base += chunk.count
  }

  /// Ends the body.
  mutating func finish() -> Result<DecodedBody, BodyError> {
    if let error { return .failure(error) }
    let missing: JSONFault.Expectation
    switch state {
    case .end:
      if let batch { return .success(.batch(batch)) }
      // Moved out: a copy would retain every part.
      var decoded = DecodedRequest()
      swap(&decoded, &request)
      return .success(.request(decoded))
    case .start:
      return .failure(
        markLength % 3 == 0
          ? BodyError(problem: .empty, offset: base) : unexpected(0xEF, .value, at: 0))
    case .nameOrEnd: missing = .memberNameOrEndOfObject
    case .name: missing = .memberName
    case .colon: missing = .colon
    case .value: missing = .value
    case .insideName, .insideText: missing = .endOfString
    case .insideNull: missing = .literal(.null)
    case .separator: missing = .commaOrEndOfObject
    case .insideObject, .insideIgnored, .insideBatch:
      missing = values.missing ?? .commaOrEndOfObject
    }
    return .failure(BodyError(problem: .json(.unexpectedEnd(expected: missing)), offset: base))
  }
}

/// The parts that look at one byte at a time.
extension BodyDecoder {
  private mutating func readStructure(_ chunk: Span<UInt8>, _ index: inout Int) -> BodyError? {
    let byte = chunk[index]
    if JSONBytes.isWhitespace(byte), markLength % 3 == 0 {
      index += 1
      return nil
    }
    let offset = base + index
    switch state {
    case .start: return begin(byte, &index)
    case .nameOrEnd, .name:
      if byte == UInt8(ascii: "}"), state == .nameOrEnd {
        state = .end
      } else if byte == UInt8(ascii: "\"") {
        return beginName(chunk, &index)
      } else {
        return unexpected(
          byte, state == .name ? .memberName : .memberNameOrEndOfObject, at: offset)
      }
    case .colon:
      guard byte == UInt8(ascii: ":") else { return unexpected(byte, .colon, at: offset) }
      state = .value
    case .value: return beginValue(chunk, byte, &index)
    case .separator:
      switch byte {
      case UInt8(ascii: ","): state = .name
      case UInt8(ascii: "}"): state = .end
      default: return unexpected(byte, .commaOrEndOfObject, at: offset)
      }
    default: return BodyError(problem: .json(.trailingByte(byte)), offset: offset)
    }
    index += 1
    return nil
  }

  /// The first byte of the body, or one of its byte order mark.
  private mutating func begin(_ byte: UInt8, _ index: inout Int) -> BodyError? {
    let offset = base + index
    if markLength != 3, offset == markLength {
      let mark: UInt8 = markLength == 0 ? 0xEF : markLength == 1 ? 0xBB : 0xBF
      if byte == mark {
        markLength += 1
        index += 1
        return nil
      }
      if markLength > 0 { return unexpected(0xEF, .value, at: 0) }
    }
    switch byte {
    case UInt8(ascii: "{"):
      state = .nameOrEnd
      index += 1
    case UInt8(ascii: "["):
      values = JSONValueScanner()
      state = .insideBatch
    default:
      guard let kind = JSONKind(firstByte: byte) else {
        return unexpected(byte, .value, at: offset)
      }
      return BodyError(problem: .notAnObject(found: kind), offset: offset)
    }
    return nil
  }

  /// The first byte of a member's value; it is consumed where it is the quote of a text.
  private mutating func beginValue(
    _ chunk: Span<UInt8>, _ byte: UInt8, _ index: inout Int
  ) -> BodyError? {
    guard let kind = JSONKind(firstByte: byte) else {
      return unexpected(byte, .value, at: base + index)
    }
    guard let member, kind == member.kind || kind == .null || member.isStandard else {
      values = JSONValueScanner()
      state = .insideIgnored
      return nil
    }
    switch kind {
    case .null:
      literals = JSONLiteralScanner(.null)
      state = .insideNull
    case member.kind where kind == .string:
      beginText(chunk, &index)
    case member.kind:
      raw = []
      values = JSONValueScanner(depthLimit: JSONParser.depthLimit)
      state = .insideObject
    default:
      return BodyError(problem: .wrongType(member, found: kind), offset: base + index)
    }
    return nil
  }

  /// A capacity for a text that begins at `index`: what is left of the chunk or of the body.
  private func room(_ remaining: Int, from index: Int) -> Int {
    min(max(remaining, rest(behind: index)), 65_536)
  }

  /// How much of the body, as its length is stated, follows a place in the chunk; 0 if none is.
  private func rest(behind index: Int) -> Int {
    let rest = (options.expectedLength ?? 0).subtractingReportingOverflow(base + index)
    return rest.overflow ? 0 : max(rest.partialValue, 0)
  }

  private func unexpected(
    _ byte: UInt8, _ expected: JSONFault.Expectation, at offset: Int
  ) -> BodyError {
    BodyError(problem: .json(.unexpectedByte(byte, expected: expected)), offset: offset)
  }
}

/// The parts that take a run of bytes.
extension BodyDecoder {
  /// The quote of a name, and what follows it: most names are plain and at hand as a whole.
  private mutating func beginName(_ chunk: Span<UInt8>, _ index: inout Int) -> BodyError? {
    nameStart = base + index
    name = BodyNameSink()
    let end = JSONBytes.endOfPlainRun(chunk, from: index + 1)
    name.append(chunk, from: index + 1, to: end)
    index = end
    guard end < chunk.count, chunk[end] == UInt8(ascii: "\"") else {
      strings = JSONStringScanner()
      state = .insideName
      return nil
    }
    index += 1
    state = .colon
    return endName()
  }

  /// The quote of a text, and what is plain behind it.
  private mutating func beginText(_ chunk: Span<UInt8>, _ index: inout Int) {
    let start = index + 1
    let end = JSONBytes.endOfPlainRun(chunk, from: start)
    let isWhole = end < chunk.count && chunk[end] == UInt8(ascii: "\"")
    if isWhole {
      text.bytes.reserveCapacity(end - start)
    } else if member == .query {
      text.bytes.reserveCapacity(room(chunk.count - start, from: start))
    }
    text.append(chunk, from: start, to: end)
    index = end
    if isWhole {
      index += 1
      endText()
    } else {
      strings = JSONStringScanner()
      state = .insideText
    }
  }

  private mutating func endText() {
    let bytes = text.bytes
    text.bytes = []
    store(.text(bytes))
    state = .separator
  }

  private mutating func readString(_ chunk: Span<UInt8>, _ index: inout Int) -> BodyError? {
    let isName = state == .insideName
    let outcome =
      isName
      ? strings.scan(chunk, from: &index, base: base, into: &name)
      : strings.scan(chunk, from: &index, base: base, into: &text)
    if case .failed(let fault) = outcome { return BodyError(fault) }
    guard case .complete = outcome else { return nil }
    if isName {
      state = .colon
      return endName()
    }
    endText()
    return nil
  }

  private mutating func endName() -> BodyError? {
    member = name.member
    guard let member, member.isStandard else { return nil }
    guard seen & member.bit == 0 else {
      return BodyError(problem: .duplicate(member), offset: nameStart)
    }
    seen |= member.bit
    return nil
  }

  private mutating func readValue(_ chunk: Span<UInt8>, _ index: inout Int) -> BodyError? {
    let start = index
    let outcome = values.scan(chunk, from: &index, base: base)
    if case .failed(let fault) = outcome { return BodyError(fault) }
    let isKept =
      state == .insideBatch
      || state == .insideObject && (member == .extensions || options.keepsVariables)
    guard case .complete = outcome else {
      if isKept, body == nil { appendRaw(chunk, from: start, to: index) }
      return nil
    }
    var text: RawText?
    if isKept {
      if let body {
        text = RawText(start..<index, of: body)
      } else {
        appendRaw(chunk, from: start, to: index)
        text = RawText(raw)
        raw = []
      }
    }
    switch state {
    case .insideBatch:
      batch = text
      state = .end
    case .insideObject:
      store(text.map { .object($0) } ?? .dropped)
      state = .separator
    default: state = .separator
    }
    return nil
  }

  /// Keeps a part of a value whose other parts are in other chunks.
  private mutating func appendRaw(_ chunk: Span<UInt8>, from start: Int, to end: Int) {
    let needed = raw.count + end - start
    if raw.capacity < needed {
      // A stated length may be a lie: what is reserved is in proportion to what has arrived.
      let stated = rest(behind: end)
      if stated > 0 { raw.reserveCapacity(needed + min(stated, 16 * max(needed, 65_536))) }
    }
    raw.append(chunk, from: start, to: end)
  }

  private mutating func readNull(_ chunk: Span<UInt8>, _ index: inout Int) -> BodyError? {
    switch literals.scan(chunk, from: &index, base: base) {
    case .failed(let fault): return BodyError(fault)
    case .needsMore: return nil
    case .complete:
      if member?.kind == .object {
        store(DecodedRequest.RawObject.null)
      } else {
        store(DecodedRequest.Text.null)
      }
      state = .separator
      return nil
    }
  }

  private mutating func store(_ text: DecodedRequest.Text) {
    switch member {
    case .query: request.query = text
    case .operationName: request.operationName = text
    case .documentID: request.documentID = text
    case .id: request.id = text
    case .docID: request.docID = text
    case .variables, .extensions, nil: break
    }
  }

  private mutating func store(_ object: DecodedRequest.RawObject) {
    if member == .variables { request.variables = object } else { request.extensions = object }
  }
}

extension BodyError {
  fileprivate init(_ fault: JSONFault) {
    self.init(problem: .json(fault.kind), offset: fault.offset)
  }
}
