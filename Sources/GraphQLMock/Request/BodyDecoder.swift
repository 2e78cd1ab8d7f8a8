import Foundation

/// Decodes the JSON body of a GraphQL request while it arrives (GraphQL over HTTP, "JSON Encoding").
///
/// A state machine without I/O. The top level is an object, whose members it knows by name, or an
/// array, a batch. Strings are unescaped on the way. `variables`, `extensions` and a batch are checked,
/// and kept as ranges of the body, whose bytes are for the reader to keep; all else is checked and
/// skipped.
///
/// ```
/// {"query":"{ a }","variables":{"n":1},"more":[2]}
///  |name   |text   |name       |object |name  |skipped
/// ```
/// The result, an error and its offset included, does not depend on where the chunks are cut. The
/// first error ends it.
struct BodyDecoder: Sendable {
  /// What is done with a value, by its first byte.
  private enum Step: UInt8, Sendable { case structure, text, object, batch, null, skipped }

  /// A member whose value is not unescaped.
  private enum Part: Sendable {
    case absent, null
    case range(Range<Int>)
  }

  private var tokenizer = JSONTokenizer()
  private var step = Step.structure
  /// The member whose name was read last, if it is a known one.
  private var member: BodyMember?
  private var seen: UInt8 = 0
  /// Where the value begins that is read.
  private var valueStart = 0
  private var error: BodyError?

  private var request = DecodedRequest()
  private var variables = Part.absent
  private var extensions = Part.absent
  private var batch: Range<Int>?

  /// Decodes a body that is at hand as a whole.
  /// - Returns: the request, whose variables and extensions share the memory of `body`.
  static func decode(_ body: Data) -> Result<DecodedBody, BodyError> {
    var decoder = BodyDecoder()
    decoder.push(body.span)
    return decoder.finish(body: body)
  }

  /// Reads the next bytes of the body.
  mutating func push(_ chunk: Span<UInt8>) {
    while error == nil {
      switch step {
      case .structure:
        if tokenizer.expectsValue {
          guard let byte = tokenizer.peekValue(chunk) else { return takeError() }
          beginValue(byte)
          // The brace of the body itself.
          if step == .structure, error == nil { _ = tokenizer.next(chunk) }
          continue
        }
        let token = tokenizer.next(chunk)
        if token == .name { endName(chunk) }
        if token == .needsMore || token == .failed { return takeError() }
      case .text:
        guard tokenizer.next(chunk) == .string else { return takeError() }
        store(.text(tokenizer.takeText(chunk)))
        step = .structure
      case .object, .batch, .null, .skipped:
        guard tokenizer.skip(chunk, to: step == .batch ? 0 : 1) else { return takeError() }
        endValue()
        step = .structure
      }
    }
  }

  /// Ends the body.
  /// - Parameter body: All bytes that were pushed, which the parts of the request share.
  mutating func finish(body: Data) -> Result<DecodedBody, BodyError> {
    if error == nil, let found = tokenizer.finish() {
      let isEmpty = found.kind == .unexpectedEnd(expected: .value) && tokenizer.depth == 0
      error = BodyError(problem: isEmpty ? .empty : .json(found.kind), offset: found.offset)
    }
    if let error { return .failure(error) }
    if let batch { return .success(.batch(RawText(batch, of: body))) }
    // Moved out: a copy would retain every part.
    var decoded = DecodedRequest()
    swap(&decoded, &request)
    decoded.variables = Self.object(variables, of: body)
    decoded.extensions = Self.object(extensions, of: body)
    return .success(.request(decoded))
  }

  private static func object(_ part: Part, of body: Data) -> DecodedRequest.RawObject {
    switch part {
    case .absent: .absent
    case .null: .null
    case .range(let range): .object(RawText(range, of: body))
    }
  }

  /// Takes over what the tokenizer found, if it stopped for that.
  private mutating func takeError() {
    if let found = tokenizer.error {
      error = BodyError(problem: .json(found.kind), offset: found.offset)
    }
  }
}

extension BodyDecoder {
  /// The first byte of the body or of a member's value, which is not consumed.
  private mutating func beginValue(_ byte: UInt8) {
    valueStart = tokenizer.offset
    guard let kind = JSONKind(firstByte: byte) else {
      return fail(.json(.unexpectedByte(byte, expected: .value)), at: valueStart)
    }
    guard tokenizer.depth > 0 else {
      switch kind {
      case .object: break
      case .array: step = .batch
      default: fail(.notAnObject(found: kind), at: valueStart)
      }
      return
    }
    guard let member, kind == member.kind || kind == .null || member.isStandard else {
      step = .skipped
      return
    }
    switch kind {
    case .null: step = .null
    case member.kind: step = kind == .string ? .text : .object
    default: fail(.wrongType(member, found: kind), at: valueStart)
    }
  }

  private mutating func endName(_ chunk: Span<UInt8>) {
    member = BodyMember(rawValue: String(decoding: tokenizer.takeText(chunk), as: UTF8.self))
    guard let member, member.isStandard else { return }
    guard seen & member.bit == 0 else { return fail(.duplicate(member), at: tokenizer.start) }
    seen |= member.bit
  }

  private mutating func endValue() {
    switch step {
    case .batch: batch = valueStart..<tokenizer.offset
    case .object: store(.range(valueStart..<tokenizer.offset))
    case .null:
      store(.null as Part)
      store(.null as DecodedRequest.Text)
    case .structure, .text, .skipped: break
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

  private mutating func store(_ part: Part) {
    if member == .variables { variables = part }
    if member == .extensions { extensions = part }
  }

  private mutating func fail(_ problem: BodyError.Problem, at offset: Int) {
    error = BodyError(problem: problem, offset: offset)
  }
}
