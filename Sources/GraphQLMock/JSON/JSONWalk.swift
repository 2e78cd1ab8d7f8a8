/// Reads the tokens of a whole JSON text together with their paths, such as `a[0]` for the 1 in `{"a": [1, true]}`.
struct JSONWalk: Sendable {
  private(set) var tokenizer = JSONTokenizer()
  /// The path of the last token. The end of an array or object has the same path as its beginning.
  private(set) var path: [JSONPath.Component] = []
  private var last: JSONToken?  // Nil after `skip(_:)`, which has left the value already.

  mutating func next(_ text: Span<UInt8>) -> JSONToken {
    switch last {
    case .beginObject: path.append(.member(""))
    case .beginArray: path.append(.element(-1))  // Each element adds 1.
    default: break
    }
    let token = tokenizer.next(text)
    last = token
    switch (token, path.last) {
    case (.endObject, _), (.endArray, _): path.removeLast()
    case (.name, _):
      let name = String(decoding: tokenizer.takeText(text), as: UTF8.self)
      path[path.count - 1] = .member(name)
    case (_, .element(let index)?): path[path.count - 1] = .element(index + 1)
    default: break
    }
    return token
  }

  /// Skips the rest of a value after its first token, not after a name. Returns its byte range, or nil if incomplete.
  mutating func skip(_ text: Span<UInt8>) -> Range<Int>? {
    let start = tokenizer.start
    if last == .beginObject || last == .beginArray {
      guard tokenizer.skip(text, to: tokenizer.depth - 1) else { return nil }
      last = nil
    }
    return start..<tokenizer.offset
  }
}
