import Foundation

/// A decoder for the JSON body of a request, which can arrive in chunks (GraphQL over HTTP, "JSON Encoding").
///
/// The decoder stores `variables` and `extensions` as ranges of the body. It only checks the syntax of unknown members.
struct JSONBodyDecoder: Sendable {
  private enum Step: UInt8, Sendable { case structure, text, object, batch, null, skipped }

  private var tokenizer = JSONTokenizer()
  private var step = Step.structure
  /// The parameter whose value is decoded next, or nil for an unknown member.
  private var member: BodyError.Member?
  /// The bits of the members that have occurred (`BodyError.Member.named`).
  private var seen: UInt8 = 0
  /// The offset of the value in the body, in bytes, like all positions of the tokenizer.
  private var valueStart = 0
  private var error: BodyError?

  private var parameters = RequestParameters()
  private var variables: Range<Int>?
  private var extensions: Range<Int>?
  private var isBatch = false

  /// Returns the parameters of the request, or nil if the body is a batch of requests.
  static func decode(_ body: Data) -> Result<RequestParameters?, BodyError> {
    var decoder = JSONBodyDecoder()
    decoder.push(body.span)
    return decoder.finish(body: body)
  }

  /// Decodes the bytes that follow those of the last call.
  mutating func push(_ chunk: Span<UInt8>) {
    while error == nil {
      switch step {
      case .structure:
        let state = tokenizer.state
        if state == .value || state == .colon || state == .start {
          guard let byte = tokenizer.peekValue(chunk) else { return noteTokenizerError() }
          beginValue(byte)
          // Only the body's own brace is read as a token.
          if step == .structure, error == nil { _ = tokenizer.next(chunk) }
          continue
        }
        let token = tokenizer.next(chunk)
        if token == .name { endName(chunk) }
        if token == .needsMore || token == .failed { return noteTokenizerError() }
      case .text:
        guard tokenizer.next(chunk) == .string else { return noteTokenizerError() }
        parameters.set(member, to: tokenizer.takeText(chunk))
        step = .structure
      case .object, .batch, .null, .skipped:
        // The depth around the value is 0 for the body itself, and 1 for a member.
        guard tokenizer.skip(chunk, to: step == .batch ? 0 : 1) else { return noteTokenizerError() }
        endValue()
        step = .structure
      }
    }
  }

  /// - Parameter body: All bytes that were passed to `push`, because variables and extensions are slices of it.
  mutating func finish(body: Data) -> Result<RequestParameters?, BodyError> {
    if error == nil, let found = tokenizer.finish() {
      let isEmpty = found.reason == .unexpectedEnd(expected: .value) && tokenizer.depth == 0
      error = BodyError(problem: isEmpty ? .empty : .json(found.reason), offset: found.offset)
    }
    if let error { return .failure(error) }
    if isBatch { return .success(nil) }
    // Swapping is faster than copying, which would retain each parameter.
    var decoded = RequestParameters()
    swap(&decoded, &parameters)
    // Passing the method `body.slice` instead of a closure would allocate memory.
    decoded.variables = variables.map { body.slice($0) }
    decoded.extensions = extensions.map { body.slice($0) }
    return .success(decoded)
  }

  /// Does nothing at the end of a chunk.
  private mutating func noteTokenizerError() {
    if let found = tokenizer.error {
      error = BodyError(problem: .json(found.reason), offset: found.offset)
    }
  }

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
    let known = BodyError.Member.named[String(decoding: tokenizer.takeText(chunk), as: UTF8.self)]
    member = known?.member
    guard let (member, bit) = known, member.isStandard else { return }
    guard seen & bit == 0 else { return fail(.duplicate(member), at: tokenizer.start) }
    seen |= bit
  }

  private mutating func endValue() {
    switch step {
    case .batch: isBatch = true
    case .object, .null:
      let range = valueStart..<tokenizer.offset
      if member == .variables { variables = range }
      if member == .extensions { extensions = range }
      if step == .null { parameters.set(member, to: nil) }
    case .structure, .text, .skipped: break
    }
  }

  private mutating func fail(_ problem: BodyError.Problem, at offset: Int) {
    error = BodyError(problem: problem, offset: offset)
  }
}
