/// Where in a text a value stands that was found wanting after parsing.
///
/// Only messages need this, so the parser keeps no positions, and the text is read again.
enum JSONLocator {
  /// The position of a value, or of the name of the member that holds it.
  /// - Parameters:
  ///   - path: Where the value stands in the parsed text.
  ///   - ofName: Whether the position of the member's name is wanted.
  ///   - bytes: The text, which must be well-formed JSON.
  /// - Returns: the position; that of the innermost value that is there, if the path leads nowhere.
  static func position(
    of path: JSONPath, ofName: Bool = false, in bytes: ContiguousArray<UInt8>
  ) -> TextPosition {
    var tokenizer = JSONTokenizer()
    var token = tokenizer.next(bytes.span)
    var found = tokenizer.start
    for (depth, component) in path.components.enumerated() {
      guard let name = enter(component, of: &token, bytes, &tokenizer) else { break }
      let isLast = depth == path.components.count - 1
      found = ofName && isLast ? name ?? tokenizer.start : tokenizer.start
    }
    return TextPosition(of: found, in: bytes.span)
  }

  /// The positions of all elements of a list, in one pass.
  /// - Parameters:
  ///   - path: Where the list stands in the parsed text.
  ///   - bytes: The text, which must be well-formed JSON.
  static func positionsOfElements(
    of path: JSONPath, in bytes: ContiguousArray<UInt8>
  ) -> [TextPosition] {
    var offsets: [Int] = []
    forEachElement(of: path, in: bytes) { offsets.append($0.lowerBound) }
    return TextPosition.positions(of: offsets, in: bytes.span)
  }

  /// Goes through the elements of a list.
  /// - Parameters:
  ///   - path: Where the list stands in the parsed text.
  ///   - body: Takes where an element stands.
  static func forEachElement(
    of path: JSONPath, in bytes: ContiguousArray<UInt8>, _ body: (Range<Int>) -> Void
  ) {
    var tokenizer = JSONTokenizer()
    var token = tokenizer.next(bytes.span)
    for component in path.components {
      guard enter(component, of: &token, bytes, &tokenizer) != nil else { return }
    }
    guard token == .beginArray else { return }
    let depth = tokenizer.depth
    while isValue(tokenizer.next(bytes.span)) {
      let start = tokenizer.start
      guard tokenizer.skip(bytes.span, to: depth) else { return }
      body(start..<tokenizer.offset)
    }
  }

  /// Where a value stands.
  /// - Returns: its bytes; nil if the path leads nowhere.
  static func range(of path: JSONPath, in bytes: ContiguousArray<UInt8>) -> Range<Int>? {
    var tokenizer = JSONTokenizer()
    var token = tokenizer.next(bytes.span)
    for component in path.components {
      guard enter(component, of: &token, bytes, &tokenizer) != nil else { return nil }
    }
    let start = tokenizer.start
    let isContainer = token == .beginObject || token == .beginArray
    guard tokenizer.skip(bytes.span, to: tokenizer.depth - (isContainer ? 1 : 0)) else {
      return nil
    }
    return start..<tokenizer.offset
  }

  /// Goes from the first token of a container to that of one of its values.
  /// - Returns: the offset of the member's name, if it has one; nil if there is no such value.
  private static func enter(
    _ component: JSONPath.Component, of token: inout JSONToken, _ bytes: ContiguousArray<UInt8>,
    _ tokenizer: inout JSONTokenizer
  ) -> Int?? {
    let depth = tokenizer.depth
    switch component {
    case .element(let position):
      guard token == .beginArray else { return nil }
      for _ in 0..<position {
        guard isValue(tokenizer.next(bytes.span)), tokenizer.skip(bytes.span, to: depth) else {
          return nil
        }
      }
      token = tokenizer.next(bytes.span)
      return isValue(token) ? .some(nil) : nil
    case .member(let name):
      guard token == .beginObject else { return nil }
      // Of members with the same name the last one stays.
      var found: (name: Int, token: JSONToken, tokenizer: JSONTokenizer)?
      while tokenizer.next(bytes.span) == .name {
        let isFound =
          tokenizer.isPlain
          ? bytes[tokenizer.plainRange].elementsEqual(name.utf8)
          : tokenizer.content.elementsEqual(name.utf8)
        let start = tokenizer.start
        let value = tokenizer.next(bytes.span)
        if isFound { found = (start, value, tokenizer) }
        guard tokenizer.skip(bytes.span, to: depth) else { break }
      }
      guard let found else { return nil }
      (token, tokenizer) = (found.token, found.tokenizer)
      return found.name
    }
  }

  private static func isValue(_ token: JSONToken) -> Bool {
    switch token {
    case .beginObject, .beginArray, .string, .number, .literal: true
    case .endObject, .endArray, .name, .needsMore, .failed: false
    }
  }
}
