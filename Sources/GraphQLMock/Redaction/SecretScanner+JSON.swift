extension SecretScanner {
  /// Returns the names in objects such as `{"key": "password", "value": "…"}` by their offsets, or nil without JSON.
  static func pairedNames(in text: ByteText) -> [Int: [String]]? {
    var tokenizer = JSONTokenizer()
    var (starts, names, isName) = ([Int](), [Int: [String]](), false)
    while true {
      let token = tokenizer.next(text.span)
      switch token {
      case .needsMore, .failed: return tokenizer.finish() == nil ? names : nil
      case .beginObject, .beginArray: starts.append(tokenizer.start)
      case .endObject, .endArray: starts.removeLast()
      case .string where isName:
        names[starts.last ?? 0, default: []].append(tokenizer.string(in: text))
      case .name, .string, .number, .literal: break
      }
      let start = tokenizer.start
      isName = token == .name && (text.has("\"key\"", at: start) || text.has("\"name\"", at: start))
    }
  }

  func json(_ pairedNames: [Int: [String]]) -> ByteText {
    let text = text
    var tokenizer = JSONTokenizer()
    while true {
      let token = tokenizer.next(text.span)
      let range = tokenizer.start..<tokenizer.offset
      switch token {
      case .needsMore, .failed:
        if tokenizer.state == .number { number(at: tokenizer.start..<text.count) }
        return result
      case .name: member(tokenizer.takeText(text.span), at: range)
      case .beginObject, .beginArray:
        beginValue()
        let isList = token == .beginArray
        let isRoot =
          !isList
          && (frames.isEmpty
            || frames.count == 1 && (frames[0].isList || frames[0].isRoot && name == "payload"))
        let scope = takeScope()
        frames.append(
          Frame(
            scope: isList ? scope.element : scope, isList: isList, isRoot: isRoot,
            pairedNames: pairedNames.isEmpty ? [] : pairedNames[range.lowerBound] ?? []))
      case .endObject, .endArray: frames.removeLast()
      case .string:
        beginValue()
        string(tokenizer.takeText(text.span), at: range)
      case .number:
        beginValue()
        number(at: range)
      case .literal:
        beginValue()
        next = nil
      }
    }
  }

  /// Redacts the name of a member, which may be a secret in an object that is used as a dictionary.
  private func member(_ name: ByteText, at range: Range<Int>) {
    let isName = name.end(from: 0, while: { $0.continuesName }) == name.count
    let shown =
      isName && rewriter.rules.values.isEmpty && rewriter.rules.knownReplacement(of: name) == nil
      ? name : SecretRewriter(rewriter.rules).search(name)
    enter(String(decoding: name, as: UTF8.self), shown: String(decoding: shown, as: UTF8.self))
    if shown == name { return }
    located { rewriter.log?.add([], .value) }
    replace(range, JSONWriter.quoted(String(decoding: shown, as: UTF8.self)))
  }
}
