// What counts as a secret, where it may stand, and what takes its place.

/// What the user states and what this exchange tells, above the defaults of ``SecretNames``.
struct SecretRules: Sendable {
  enum Style: Sendable {
    /// Something of the same kind, for what is read again.
    case kinds(SecretReplacement)
    /// A word that says so, for people.
    case short
  }

  var style: Style = .kinds(SecretReplacement())
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
  /// Secrets that were found elsewhere in the exchange.
  var known = KnownSecrets()
  /// Secrets that other exchanges told.
  var carried: CarriedSecrets?
  /// What stands for secrets in recordings of the request: what would be replaced by one of these is one.
  var recorded: Set<ContiguousArray<UInt8>> = []

  /// What stands in the place of a text.
  func replacement(of text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    switch style {
    case .kinds(let replacement): replacement.of(text)
    case .short: ContiguousArray(SecretReplacement.word.utf8)
    }
  }

  /// What stands in the place of a number, as text.
  func replacement(ofNumber spelling: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    switch style {
    case .kinds(let replacement): replacement.of(number: spelling)
    case .short: ContiguousArray("\"\(SecretReplacement.word)\"".utf8)
    }
  }

  /// The known secret that is found at a run of letters and digits.
  /// - Parameter start: What stands before it was replaced already.
  func match(
    _ text: ContiguousArray<UInt8>, run: Range<Int>, from start: Int
  ) -> (range: Range<Int>, replacement: ContiguousArray<UInt8>)? {
    let own = known.match(text, run: run, from: start)
    let other = carried?.match(text, run: run, from: start)
    if let own, let other { return own.range.count >= other.range.count ? own : other }
    return own ?? other ?? (recorded.isEmpty ? nil : recordedMatch(text, run))
  }

  /// What stands for a text, or the spelling of a number, that is a known secret as a whole; nil if it is
  /// none.
  func knownReplacement(of text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    known[text] ?? carried?[text] ?? recordedReplacement(of: text)
  }

  /// What a recording has in the place of a text; nil if it has nothing.
  func recordedReplacement(of secret: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    guard !recorded.isEmpty, KnownSecrets.isLookedFor(secret) else { return nil }
    let replacement = replacement(of: secret)
    return recorded.contains(replacement) ? replacement : nil
  }

  /// The longest word at a run that a recording has a replacement for.
  private func recordedMatch(
    _ text: ContiguousArray<UInt8>, _ run: Range<Int>
  ) -> (range: Range<Int>, replacement: ContiguousArray<UInt8>)? {
    let rest = text[run.lowerBound...].prefix(Self.longestWord)
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

  /// How many bytes of a word are compared with a recording.
  private static let longestWord = 512
}

/// Where a walk over values stands: whether what is here is a secret, and what that means for what is
/// below.
struct SecretScope: Sendable {
  enum Level: Sendable {
    case open, kept
    /// Strings are secrets, and numbers.
    case strings, stringsAndNumbers
    /// Strings are, if they look like one: it stands in a container under a secret name.
    case lookalikes
  }

  private(set) var level = Level.open
  private(set) var reason = RedactionReason.name
  /// What is a secret in a container that stands here.
  private var contents: SecretNames.Contents = []
  /// Whether all below is one, as the user stated.
  private var isStated = false
  private var isInList = false
  /// The stated paths that begin like the path to here.
  private var paths: [Int] = []
  private var depth = 0

  /// Where a walk begins.
  init(_ rules: SecretRules) { paths = Array(rules.paths.indices) }

  /// Where a walk begins that no stated path counts for.
  init() {}

  /// Where nothing is a secret.
  static var kept: SecretScope {
    var scope = SecretScope()
    scope.level = .kept
    return scope
  }

  /// What a name says of all that stands under it.
  init(_ secrecy: SecretNames.Secrecy) {
    guard secrecy.isSecret else { return }
    level = secrecy.takesNumbers ? .stringsAndNumbers : .strings
    contents = secrecy.contents
  }

  /// The scope of the elements of a list.
  var element: SecretScope {
    var scope = self
    scope.isInList = true
    return scope
  }

  /// Says that something else may stand here as well; what may be a word or a number stays a secret.
  mutating func isShared() {
    if level == .strings, !isStated { level = .lookalikes }
  }

  /// Whether what stands here may be a secret for its name.
  var isSecret: Bool { level != .open && level != .kept }

  /// Whether a text that stands here is a secret for its name.
  func isSecret(_ text: ContiguousArray<UInt8>) -> Bool {
    switch level {
    case .open, .kept: false
    case .strings, .stringsAndNumbers: true
    case .lookalikes: !SecretShape.isPlain(text) && !SecretShape.isCamelCase(text)
    }
  }
}

extension SecretRules {
  /// The scope of a field's arguments: in `setPassword(to: …)` its name counts.
  func scope(ofArgumentsOf field: String) -> SecretScope {
    let own = scope(ofField: field)
    if own.level == .kept { return .kept }
    var scope = SecretScope(self)
    if own.isSecret { scope.holdsParts(of: own) }
    return scope
  }

  /// The scope of what a field of a document gives.
  func scope(ofField name: String) -> SecretScope {
    if variables.isEmpty { return scope(of: name, in: SecretScope(self)) }
    var rules = self
    rules.variables = [:]
    return rules.scope(of: name, in: SecretScope(self))
  }

  /// The scope of a member, an argument or a query item.
  func scope(of name: String, in parent: SecretScope) -> SecretScope {
    if parent.level == .kept { return .kept }
    let lowercased = keep.isEmpty && members.isEmpty ? "" : name.lowercased()
    if keep.contains(lowercased) { return .kept }
    var scope = parent.stepping(to: name, paths)
    if members.contains(lowercased) || scope.endsPath(paths) { return scope.stated(.stated) }
    if parent.isStatedAbove { return scope.stated(.inside) }
    if let known = (parent.isRoot ? variables[name] : nil) ?? aliases[name] {
      scope.take(known)
    } else {
      let secrecy = SecretNames.secrecy(of: name)
      secrecy.isSecret ? scope.take(SecretScope(secrecy)) : scope.enter(name, parent)
    }
    return scope
  }
}

extension SecretScope {
  fileprivate var isRoot: Bool { depth == 0 }
  fileprivate var isStatedAbove: Bool { isStated }

  fileprivate mutating func holdsParts(of other: SecretScope) {
    contents = other.contents.intersection([.parts, .changes, .codes])
  }

  /// The scope of a member as far as paths tell.
  fileprivate func stepping(to name: String, _ all: [[String]]) -> SecretScope {
    var scope = SecretScope()
    scope.depth = depth + 1
    scope.paths = paths.filter { all[$0].count > depth && all[$0][depth] == name }
    return scope
  }

  fileprivate func endsPath(_ all: [[String]]) -> Bool { paths.contains { all[$0].count == depth } }

  fileprivate func stated(_ reason: RedactionReason) -> SecretScope {
    var scope = self
    scope.level = .stringsAndNumbers
    scope.reason = reason
    scope.isStated = true
    return scope
  }

  fileprivate mutating func take(_ other: SecretScope) {
    level = other.level
    contents = other.contents
    reason = other.reason
    isStated = other.isStated
  }

  /// What a name that is none of a secret means in a container.
  fileprivate mutating func enter(_ name: String, _ parent: SecretScope) {
    guard !parent.contents.isEmpty else { return }
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
