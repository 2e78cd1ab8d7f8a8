// Where the values of members stand that have one of some names, wherever they are.

/// The values of a text that stand under certain names, by path.
struct JSONMemberRanges: Sendable {
  struct Value: Sendable {
    let path: JSONPath
    let range: Range<Int>
    let kind: JSONKind
  }

  /// In order; values inside of others that were found are left out.
  private(set) var values: [Value] = []

  /// - Parameter text: A well-formed JSON text.
  init(named names: Set<String>, in text: ContiguousArray<UInt8>) {
    guard !names.isEmpty else { return }
    var tokenizer = JSONTokenizer()
    let bytes = text.span
    var path: [JSONPath.Component] = []
    while true {
      let token = tokenizer.next(bytes)
      switch token {
      case .needsMore, .failed: return
      case .name:
        let name =
          tokenizer.isPlain
          ? String(decoding: text[tokenizer.plainRange], as: UTF8.self)
          : String(decoding: tokenizer.content, as: UTF8.self)
        path[path.count - 1] = .member(name)
        guard names.contains(name) else { continue }
        let depth = tokenizer.depth
        let first = tokenizer.next(bytes)
        let start = tokenizer.start
        guard let kind = Self.kind(first, tokenizer.literal), tokenizer.skip(bytes, to: depth)
        else { return }
        values.append(
          Value(path: JSONPath(path), range: start..<tokenizer.offset, kind: kind))
      default: Self.follow(token, isObject: tokenizer.containers.innermostIsObject, &path)
      }
    }
  }

  /// The path behind a token.
  private static func follow(
    _ token: JSONToken, isObject: Bool, _ path: inout [JSONPath.Component]
  ) {
    switch token {
    case .beginObject: path.append(.member(""))
    case .beginArray: path.append(.element(0))
    case .endObject, .endArray:
      path.removeLast()
      advance(&path)
    default: advance(&path)
    }
  }

  /// Goes on to the next element of a list.
  private static func advance(_ path: inout [JSONPath.Component]) {
    guard case .element(let index)? = path.last else { return }
    path[path.count - 1] = .element(index + 1)
  }

  private static func kind(_ token: JSONToken, _ literal: JSONLiteral) -> JSONKind? {
    switch token {
    case .beginObject: .object
    case .beginArray: .array
    case .string: .string
    case .number: .number
    case .literal: literal == .null ? .null : .boolean
    case .endObject, .endArray, .name, .needsMore, .failed: nil
    }
  }
}
