/// Finds the values in JSON or in a document, and has `SecretRewriter` replace those that are secrets. The files
/// `SecretScanner+JSON.swift` and `SecretScanner+Document.swift` call its methods in the order of the text.
/// It's a class, because debug builds copy a structure on each access.
final class SecretScanner {
  struct Frame {
    let scope: SecretScope
    var isList = false
    var isRoot = false
    /// The values of `key` and `name` in an object such as `{"key": "password", "value": "…"}`. Both scanners read them.
    var pairedNames: [String] = []
    /// The index of the syntax node after the last one inside of this one.
    var end = Int.max
    var name: String?
    var index = -1
  }

  let rewriter: SecretRewriter
  let text: ByteText
  /// The scope of the outermost value, and those of members of the outermost object.
  let base: SecretScope
  let roots: [String: SecretScope]
  var frames: [Frame] = []
  /// The rules for the value that follows the current name.
  var next: SecretScope?
  var name = ""
  var found = DocumentSecrets()
  /// The replacements, which don't overlap. A document's comments are found last, so they aren't in order.
  private var edits: [(range: Range<Int>, replacement: ByteText)] = []

  init(
    _ rewriter: SecretRewriter, _ text: ByteText, _ base: SecretScope,
    roots: [String: SecretScope] = [:]
  ) {
    (self.rewriter, self.text, self.base, self.roots) = (rewriter, text, base, roots)
  }

  var result: ByteText {
    if edits.isEmpty { return text }
    var result = ByteText()
    var copied = 0
    for (range, replacement) in edits.ordered(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += text[copied..<range.lowerBound]
      result += replacement
      copied = range.upperBound
    }
    return result + text[copied...]
  }

  func replace(_ range: Range<Int>, _ replacement: ByteText?) {
    if let replacement { edits.append((range, replacement)) }
  }

  /// Counts the elements of a list. It's called before each value.
  func beginValue() {
    if let last = frames.indices.last, frames[last].isList { frames[last].index += 1 }
  }

  /// Returns the rules for a value. Each value takes them or sets `next` to nil, so that they don't apply to another.
  func takeScope() -> SecretScope {
    defer { next = nil }
    if let next { return next }
    guard let last = frames.last else { return base }
    return last.isList ? last.scope : SecretScope()
  }

  /// - Parameter shown: The name for messages. It differs from `name` if the name contains a secret.
  func enter(_ name: String, shown: String? = nil) {
    self.name = name
    let last = frames.indices.last
    if let last { frames[last].name = shown ?? name }
    if last.map({ frames[$0].isRoot }) ?? true, let root = roots[name] {
      next = root
      return
    }
    let parent = last.map { frames[$0].scope } ?? base
    let scope = rewriter.rules.scope(of: name, in: parent)
    next = scope
    guard scope.level == .open, name == "value" || name == "values", let last else { return }
    let paired = frames[last].pairedNames.first {
      rewriter.rules.scope(of: $0, in: parent).isSecret
    }
    // Without the names that weren't found, an object with many of them and many values takes linear time.
    frames[last].pairedNames = paired.map { [$0] } ?? []
    next = paired.map { rewriter.rules.scope(of: $0, in: parent) } ?? scope
  }

  func string(_ value: ByteText, at literal: Range<Int>, isBlock: Bool = false) {
    let scope = takeScope()
    guard let replaced = located({ rewriter.string(value, scope, name: name) }) else { return }
    var block = ByteText()
    if isBlock { BlockString.append(value: replaced.span, to: &block) }
    replace(literal, isBlock ? block : JSONWriter.quoted(String(decoding: replaced, as: UTF8.self)))
  }

  func number(at range: Range<Int>) {
    let scope = takeScope()
    replace(range, located { rewriter.number(ContiguousArray(text[range]), scope) })
  }

  func located<Value>(_ body: () -> Value) -> Value {
    guard let log = rewriter.log else { return body() }
    let path = log.path
    for frame in frames.prefix(RedactionLog.depthLimit + 1) {
      if frame.isList {
        log.path.append(.element(frame.index))
      } else if let name = frame.name {
        log.path.append(.member(name))
      }
    }
    if frames.isEmpty, !name.isEmpty { log.path.append(.member(name)) }
    defer { log.path = path }
    return body()
  }
}
