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
    var (tokenizer, token) = start(bytes)
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
    var (tokenizer, token) = start(bytes)
    guard enter(path, of: &token, bytes, &tokenizer), token == .beginArray else { return [] }
    let depth = tokenizer.depth
    var offsets: [Int] = []
    while isValue(tokenizer.next(bytes.span)) {
      offsets.append(tokenizer.start)
      guard tokenizer.skip(bytes.span, to: depth) else { break }
    }
    return TextPosition.positions(of: offsets, in: bytes.span)
  }

  /// Where the values of a member of all elements of a list stand, in one pass.
  /// - Parameters:
  ///   - name: The member's name; of members with the same name the last one counts.
  ///   - path: Where the list stands in the parsed text.
  ///   - bytes: The text, which must be well-formed JSON.
  /// - Returns: for each element the bytes of the value; nil if it has no such member.
  static func ranges(
    of name: String, inElementsOf path: JSONPath, in bytes: ContiguousArray<UInt8>
  ) -> [Range<Int>?] {
    var (tokenizer, token) = start(bytes)
    guard enter(path, of: &token, bytes, &tokenizer), token == .beginArray else { return [] }
    let depth = tokenizer.depth
    var ranges: [Range<Int>?] = []
    while true {
      let element = tokenizer.next(bytes.span)
      guard isValue(element) else { return ranges }
      var found: Range<Int>?
      if element == .beginObject {
        while tokenizer.next(bytes.span) == .name {
          let isFound = tokenizer.isName(name, bytes.span)
          guard isValue(tokenizer.next(bytes.span)) else { return ranges }
          let start = tokenizer.start
          guard tokenizer.skip(bytes.span, to: depth + 1) else { return ranges }
          if isFound { found = start..<tokenizer.offset }
        }
      } else if !tokenizer.skip(bytes.span, to: depth) {
        return ranges
      }
      ranges.append(found)
    }
  }

  /// Where a value stands.
  /// - Returns: its bytes; nil if the path leads nowhere.
  static func range(of path: JSONPath, in bytes: ContiguousArray<UInt8>) -> Range<Int>? {
    var (tokenizer, token) = start(bytes)
    guard enter(path, of: &token, bytes, &tokenizer) else { return nil }
    let start = tokenizer.start
    let isContainer = token == .beginObject || token == .beginArray
    guard tokenizer.skip(bytes.span, to: tokenizer.depth - (isContainer ? 1 : 0)) else {
      return nil
    }
    return start..<tokenizer.offset
  }

  private static func start(_ bytes: ContiguousArray<UInt8>) -> (JSONTokenizer, JSONToken) {
    var tokenizer = JSONTokenizer()
    let token = tokenizer.next(bytes.span)
    return (tokenizer, token)
  }

  /// Goes from the first token of a text to that of a value.
  /// - Returns: whether there is such a value.
  private static func enter(
    _ path: JSONPath, of token: inout JSONToken, _ bytes: ContiguousArray<UInt8>,
    _ tokenizer: inout JSONTokenizer
  ) -> Bool {
    path.components.allSatisfy { enter($0, of: &token, bytes, &tokenizer) != nil }
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
        let isFound = tokenizer.isName(name, bytes.span)
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
