// What counts as a secret, where it may stand, and what takes its place.

/// What the user states and what this exchange tells, above the defaults of ``SecretNames``.
struct SecretRules: Sendable {
  var style = SecretReplacement()
  /// Names of members that hold secrets whatever they are, in lower case.
  var members: Set<String> = []
  /// Names of header fields, in lower case.
  var headers: Set<String> = []
  /// Names under which nothing is a secret, in lower case.
  var keep: Set<String> = []
  /// Paths of names; lists on the way do not count.
  var paths: [[String]] = []
  /// Variables that the document uses as a secret.
  var variables: [String: SecretScope] = [:]
  /// Response keys of fields that hold a secret.
  var aliases: [String: SecretScope] = [:]
  var values = StatedSecrets([], SecretReplacement())
  /// Whether it is an answer: there a word under the name of a secret isn't one.
  var isAnswer = false
  /// The values of the enums of the schema, which no answer is changed in.
  var enumValues: Set<String> = []
  /// Secrets that were found elsewhere in the exchange.
  var known = KnownSecrets()
  var carried: Locked<KnownSecrets>?
  /// What stands for secrets in recordings of the request: what would be replaced by one of these is one.
  var recorded: Set<ByteText> = []
  /// Whether nothing else is replaced: recordings may have been made by other rules.
  var isAsRecorded = false

  func isEnumValue(_ text: ByteText) -> Bool {
    !enumValues.isEmpty && enumValues.contains(String(decoding: text, as: UTF8.self))
  }

  /// The known secret that is found at a run of letters and digits.
  /// - Parameter start: What stands before it was replaced already.
  func match(_ text: ByteText, run: Range<Int>, from start: Int) -> KnownSecrets.Match? {
    let own = known.match(text, run: run, from: start)
    let other = carried?.withLock { $0.match(text, run: run, from: start) }
    let found = (own?.range.count ?? 0) < (other?.range.count ?? 0) ? other : own
    return recorded.isEmpty ? found : found ?? recordedMatch(text, run)
  }

  /// What stands for a text, or the spelling of a number, that is a known secret as a whole; nil if it is
  /// none.
  func knownReplacement(of text: ByteText) -> ByteText? {
    known[text] ?? carried?.withLock { $0[text] } ?? recordedReplacement(of: text)
  }

  /// What a recording has in the place of a text; nil if it has nothing.
  func recordedReplacement(of secret: ByteText) -> ByteText? {
    guard !recorded.isEmpty, KnownSecrets.isLookedFor(secret) else { return nil }
    let replacement = style.of(secret)
    return recorded.contains(replacement) ? replacement : nil
  }

  /// The longest word at a run that a recording has a replacement for.
  private func recordedMatch(_ text: ByteText, _ run: Range<Int>) -> KnownSecrets.Match? {
    let rest = text[run.lowerBound...].prefix(512)
    let words = [
      rest.prefix { !SecretScanner.endsWord($0) }, rest.prefix(while: SecretShape.isTokenByte),
      text[run],
    ]
    for word in words {
      if let replacement = recordedReplacement(of: ContiguousArray(word)) {
        return (word.indices, replacement)
      }
    }
    return nil
  }
}

/// Where a walk over values stands: whether what is here is a secret, and what that means for what is
/// below.
struct SecretScope: Sendable, Changeable {
  enum Level: Sendable {
    case open, kept
    /// Strings are secrets, and numbers.
    case strings, stringsAndNumbers
    /// Strings are, if they look like one: it stands in a container under a secret name.
    case lookalikes
  }

  fileprivate(set) var level = Level.open
  fileprivate(set) var reason = RedactionReason.name
  /// What is a secret in a container that stands here.
  fileprivate var contents = SecretNames.Contents(rawValue: 0)
  /// Whether all below is one, as the user stated.
  fileprivate var isStated = false
  fileprivate var isInList = false
  /// The stated paths that begin like the path to here.
  fileprivate var paths: [Int] = []
  fileprivate var depth = 0

  /// Where a walk begins.
  init(_ rules: SecretRules) { paths = rules.paths.isEmpty ? [] : Array(rules.paths.indices) }

  /// Where a walk begins that no stated path counts for.
  init() {}

  static let kept = SecretScope(level: .kept)

  private init(level: Level) { self.level = level }

  /// What a name says of all that stands under it.
  init(_ secrecy: SecretNames.Secrecy) {
    guard secrecy.isSecret else { return }
    level = secrecy.takesNumbers ? .stringsAndNumbers : .strings
    contents = secrecy.contents
  }

  var element: SecretScope { changing { $0.isInList = true } }

  /// Says that something else may stand here as well; what may be a word or a number stays a secret.
  mutating func isShared() { if level == .strings, !isStated { level = .lookalikes } }

  /// Whether what stands here may be a secret for its name.
  var isSecret: Bool { level != .open && level != .kept }

  func isSecret(_ text: ByteText, _ rules: SecretRules) -> Bool {
    if isSecret, rules.isAnswer, !isStated, HarmlessText.isHarmless(text, under: contents) {
      return false
    }
    return switch level {
    case .open, .kept: false
    case .strings, .stringsAndNumbers: true
    case .lookalikes: !SecretShape.isPlain(text) && !SecretShape.isCamelCase(text)
    }
  }

  func isSecret(number spelling: ByteText, _ rules: SecretRules) -> Bool {
    level == .stringsAndNumbers
      && (!rules.isAnswer || isStated || !HarmlessText.isHarmless(number: spelling))
  }
}

extension SecretRules {
  /// The scope of a field's arguments: in `setPassword(to: …)` its name counts.
  func scope(ofArgumentsOf field: String) -> SecretScope {
    let own = scope(ofField: field)
    if own.level == .kept { return .kept }
    var scope = SecretScope(self)
    if own.isSecret { scope.contents = own.contents.intersection([.parts, .changes, .codes]) }
    return scope
  }

  /// The scope of what a field of a document gives.
  func scope(ofField name: String) -> SecretScope {
    scope(of: name, in: SecretScope(self), mayBeVariable: false)
  }

  /// The scope of a member, an argument or a query item.
  /// - Parameter mayBeVariable: Whether a member of the root may be a variable.
  func scope(of name: String, in parent: SecretScope, mayBeVariable: Bool = true) -> SecretScope {
    // No closure is made where none is needed: it would have a copy of the rules, in debug builds.
    if parent.level == .kept || name == "__typename" { return .kept }
    if isAsRecorded { return SecretScope() }
    let lowercased = keep.count + members.count == 0 ? "" : name.lowercased()
    if keep.contains(lowercased) { return .kept }
    let depth = parent.depth
    let begun =
      parent.paths.isEmpty
      ? [] : parent.paths.filter { paths[$0].count > depth && paths[$0][depth] == name }
    let isEnd = begun.isEmpty ? false : begun.contains { paths[$0].count == depth + 1 }
    let isStated = isEnd ? true : members.contains(lowercased)
    var known = aliases[name]
    if depth == 0, mayBeVariable, let variable = variables[name] { known = variable }
    var scope = SecretScope()
    if isStated || parent.isStated {
      scope.level = .stringsAndNumbers
      scope.reason = isStated ? .stated : .inside
      scope.isStated = true
    } else if let known {
      scope = known
      scope.isInList = false
    } else {
      let secrecy = SecretNames.secrecy(of: name)
      secrecy.isSecret ? scope = SecretScope(secrecy) : scope.enter(name, parent)
    }
    scope.depth = depth + 1
    scope.paths = begun
    return scope
  }
}

extension SecretScope {
  /// What a name that is none of a secret means in a container.
  fileprivate mutating func enter(_ name: String, _ parent: SecretScope) {
    guard parent.contents.rawValue != 0 else { return }
    reason = .inside
    contents = parent.contents.subtracting(parent.contents.contains(.nested) ? [] : .members)
    if SecretNames.isPart(name, of: parent.contents) {
      level = parent.isInList ? .lookalikes : .strings
      reason = .name
    } else if parent.contents.contains(.members) {
      if !SecretNames.isAboutOne(name) { level = .lookalikes }
    } else if SecretNames.mayBePart(name) {
      level = .lookalikes
    } else {
      contents = []
    }
  }
}
