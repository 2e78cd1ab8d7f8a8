// Finds the values in JSON or a GraphQL document in one pass, and has `SecretRewriter` replace those that are secrets.
// It's a class, because debug builds copy a structure on each access.
final class SecretScanner {
  struct Frame {
    let bracket: UInt8
    let scope: SecretScope
    let isList: Bool
    let isRoot: Bool
    var name: String?
    var index = 0
  }

  let rewriter: SecretRewriter
  let isDocument: Bool
  let text: ByteText
  let base: SecretScope
  let roots: [String: SecretScope]
  var frames: [Frame] = []
  /// The rules for the value that follows the current name.
  var next: SecretScope?
  var name = ""
  // The last field name in a document, not including aliases.
  var field = ""
  private var alias: String?
  private(set) var found = DocumentSecrets()
  private var argumentLists = 0
  private var result = ByteText()
  private var copied = 0

  init(
    _ rewriter: SecretRewriter, _ text: ByteText, _ base: SecretScope,
    roots: [String: SecretScope] = [:], isDocument: Bool = false
  ) {
    self.rewriter = rewriter
    self.isDocument = isDocument
    self.text = text
    self.base = base
    self.roots = roots
  }

  func scan() -> ByteText {
    var index = 0
    while index < text.count { index = max(step(at: index), index + 1) }
    if copied == 0 { return text }
    return result + text[copied...]
  }

  private var takesValues: Bool { !isDocument || next != nil || argumentLists > 0 }

  private func step(at index: Int) -> Int {
    switch text[index] {
    case UInt8(ascii: "\""): return string(at: index)
    case UInt8(ascii: "{"), UInt8(ascii: "["): open(at: index)
    case UInt8(ascii: "(") where isDocument: open(at: index)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): close(at: index)
    case UInt8(ascii: ")") where isDocument: close(at: index)
    case UInt8(ascii: ","):
      next = isDocument ? next : nil
      if let last = frames.indices.last { frames[last].index += 1 }
    case UInt8(ascii: "#") where isDocument: return comment(at: index)
    case UInt8(ascii: "$") where isDocument: return variable(at: index)
    case let byte where byte.startsName: return word(at: index)
    case let byte where byte.isDigit || byte == UInt8(ascii: "-"): return number(at: index)
    default: break
    }
    return index + 1
  }

  private func open(at index: Int) {
    let bracket = text[index]
    let isSelection = isDocument && next == nil && frames.last.map { !$0.isList } == true
    var scope = isSelection ? SecretScope(rewriter.rules) : valueScope
    if bracket == UInt8(ascii: "(") {
      scope = rewriter.rules.scope(ofArgumentsOf: field)
      argumentLists += 1
    }
    let isRoot =
      !isDocument && bracket == UInt8(ascii: "{")
      && (frames.isEmpty
        || frames.count == 1
          && (frames[0].bracket == UInt8(ascii: "[") || frames[0].isRoot && name == "payload"))
    let isList = bracket == UInt8(ascii: "[")
    frames.append(
      Frame(bracket: bracket, scope: isList ? scope.element : scope, isList: isList, isRoot: isRoot)
    )
    next = nil
  }

  private func close(at index: Int) {
    // In ASCII, `)` is one greater than `(`, and `]` and `}` are two greater than `[` and `{`.
    if let opening = frames.last?.bracket, (1...2).contains(text[index] &- opening) {
      frames.removeLast()
      if opening == UInt8(ascii: "(") { argumentLists -= 1 }
    }
    next = nil
  }

  var valueScope: SecretScope {
    if let next { return next }
    guard let last = frames.last else { return base }
    return last.isList ? last.scope : SecretScope()
  }

  /// - Parameter shown: The name for messages. It differs from `name` if the name contains a secret.
  func enter(_ name: String, shown: String? = nil) {
    self.name = name
    let last = frames.indices.last
    if let last { frames[last].name = shown ?? name }
    if frames.isEmpty || frames[frames.count - 1].isRoot, let root = roots[name] {
      next = root
    } else {
      next = rewriter.rules.scope(of: name, in: last.map { frames[$0].scope } ?? base)
    }
  }

  private func word(at start: Int) -> Int {
    let end = text.end(from: start, while: { $0.continuesName })
    next = nil
    guard isDocument else { return end }
    let word = String(decoding: text[start..<end], as: UTF8.self)
    guard let value = separator(behind: end) else {
      took(word)
      return end
    }
    guard takesValues else {
      alias = word
      return value
    }
    enter(word)
    return value
  }

  private func took(_ word: String) {
    if frames.last?.bracket == UInt8(ascii: "{") {
      let scope = rewriter.rules.scope(ofField: word)
      if word == "__typename", let alias {
        found.aliases[alias] = .kept
      } else if !scope.isSecret {
        found.openKeys.insert(alias ?? word)
      } else if let alias {
        found.aliases[alias] = scope
      }
    }
    alias = nil
    field = word
  }

  private func variable(at start: Int) -> Int {
    let end = text.end(from: start + 1, while: { $0.continuesName })
    let variable = String(decoding: text[(start + 1)..<end], as: UTF8.self)
    let scope = valueScope
    next = nil
    guard let colon = separator(behind: end), colon > end else {
      if scope.isSecret { found.variables[variable] = scope }
      return end
    }
    enter(variable)
    let value = endOfType(colon)
    guard text.has(oneOf: "=", at: value) else {
      next = nil
      return value
    }
    next = rewriter.rules.scope(of: variable, in: SecretScope(rewriter.rules))
    return value + 1
  }

  func replace(_ range: Range<Int>, _ replacement: ByteText?) {
    guard let replacement else { return }
    result += text[copied..<range.lowerBound]
    result += replacement
    copied = range.upperBound
  }

  func located<Value>(_ body: () -> Value) -> Value {
    guard let log = rewriter.log else { return body() }
    let path = log.path
    var depth = 0
    while depth < frames.count, depth <= RedactionLog.depthLimit {
      if frames[depth].bracket == UInt8(ascii: "[") {
        log.path.append(.element(frames[depth].index))
      } else if let name = frames[depth].name {
        log.path.append(.member(name))
      }
      depth += 1
    }
    if depth == 0, !name.isEmpty { log.path.append(.member(name)) }
    defer { log.path = path }
    return body()
  }

  struct DocumentSecrets: Sendable {
    /// The variables that are used as secrets, such as `$x` in `signIn(password: $x)`.
    var variables: [String: SecretScope] = [:]
    /// The aliases of secret fields, such as `t` in `{ t: accessToken }`.
    var aliases: [String: SecretScope] = [:]
    var openKeys: Set<String> = []

    // If another field has the same alias as a secret field, only strings that look like secrets are replaced.
    var secretAliases: [String: SecretScope] {
      aliases.reduce(into: aliases) {
        if openKeys.contains($1.key) { $0[$1.key]?.weakenForSharedAlias() }
      }
    }
  }
}
