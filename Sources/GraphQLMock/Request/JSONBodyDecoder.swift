import Foundation

/// A decoder for the JSON body of a request (GraphQL over HTTP, "JSON Encoding").
///
/// The decoder stores `variables` and `extensions` as slices of the body. It only checks the syntax of unknown members.
struct JSONBodyDecoder: Sendable {
  private var tokenizer = JSONTokenizer()
  private var seen: UInt8 = 0
  private var parameters = RequestParameters()

  /// Returns the parameters of the request, or nil if the body is a batch of requests.
  static func decode(_ body: Data) -> Result<RequestParameters?, BodyError> {
    var decoder = JSONBodyDecoder()
    do throws(BodyError) {
      return .success(try decoder.read(body))
    } catch {
      return .failure(error)
    }
  }

  private mutating func read(_ body: Data) throws(BodyError) -> RequestParameters? {
    let text = body.span
    var kind = JSONKind.null
    if let byte = tokenizer.peekValue(text) { kind = try self.kind(of: byte) }
    switch kind {
    case .object:
      _ = tokenizer.next(text)
      while tokenizer.next(text) == .name, try readMember(text, of: body) {}
    case .array: _ = tokenizer.skip(text, to: 0)
    // Without a first byte, the text is empty.
    case _ where tokenizer.offset == text.count: break
    default: throw BodyError(problem: .notAnObject(found: kind), offset: tokenizer.offset)
    }
    if tokenizer.error == nil { _ = tokenizer.next(text) }
    if let error = tokenizer.finish() {
      let isEmpty = error.kind == .unexpectedEnd(expected: .value) && tokenizer.depth == 0
      throw BodyError(problem: isEmpty ? .empty : .json(error.kind), offset: error.offset)
    }
    if kind == .array { return nil }
    // Swapping is faster than copying, which would retain each parameter.
    var decoded = RequestParameters()
    swap(&decoded, &parameters)
    return decoded
  }

  /// Reads a member after its name. Returns false at the end of the text or after a syntax error.
  private mutating func readMember(_ text: Span<UInt8>, of body: Data) throws(BodyError) -> Bool {
    let name = String(decoding: tokenizer.takeText(text), as: UTF8.self)
    let known = BodyError.Member.named[name]
    if let (member, bit) = known, member.isStandard {
      guard seen & bit == 0 else {
        throw BodyError(problem: .duplicate(member), offset: tokenizer.start)
      }
      seen |= bit
    }
    guard let byte = tokenizer.peekValue(text) else { return false }
    let (start, kind) = (tokenizer.offset, try kind(of: byte))
    guard let member = known?.member, kind == member.kind || kind == .null || member.isStandard
    else { return tokenizer.skip(text, to: 1) }
    guard kind == member.kind || kind == .null else {
      throw BodyError(problem: .wrongType(member, found: kind), offset: start)
    }
    if kind == .string {
      guard tokenizer.next(text) == .string else { return false }
      parameters.set(member, to: tokenizer.takeText(text))
      return true
    }
    guard tokenizer.skip(text, to: 1) else { return false }
    switch member {
    case .variables: parameters.variables = body.slice(start..<tokenizer.offset)
    case .extensions: parameters.extensions = body.slice(start..<tokenizer.offset)
    default: parameters.set(member, to: nil)
    }
    return true
  }

  private func kind(of byte: UInt8) throws(BodyError) -> JSONKind {
    if let kind = JSONKind(firstByte: byte) { return kind }
    throw BodyError(
      problem: .json(.unexpectedByte(byte, expected: .value)), offset: tokenizer.offset)
  }
}
