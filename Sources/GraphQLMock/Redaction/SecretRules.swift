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
  var aliases: [String: SecretNames.Judgement] = [:]
  /// Secrets that were found elsewhere.
  var known = KnownSecrets()

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

  func isSecret(header name: String) -> Bool {
    let lowercased = name.lowercased()
    if keep.contains(lowercased) { return false }
    return headers.contains(lowercased) || SecretNames.contains(name)
  }
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
  /// What is a secret in a container that stands here; nil where nothing is for that.
  private var contents: SecretNames.Contents?
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
  init(_ judgement: SecretNames.Judgement) {
    guard judgement.isSecret else { return }
    level = judgement.takesNumbers ? .stringsAndNumbers : .strings
    contents = judgement.contents
  }

  /// The scope of the elements of a list.
  var element: SecretScope {
    var scope = self
    scope.isInList = true
    return scope
  }

  /// Whether what stands here may be a secret for its name.
  var isSecret: Bool { level != .open && level != .kept }

  /// Whether a text that stands here is a secret for its name.
  func isSecret(_ text: ContiguousArray<UInt8>) -> Bool {
    switch level {
    case .open, .kept: false
    case .strings, .stringsAndNumbers: true
    case .lookalikes: !SecretShape.isPlain(text)
    }
  }
}

extension SecretRules {
  /// The scope of a field's arguments: in `setPassword(to: …)` its name counts.
  func scope(ofArgumentsOf field: String) -> SecretScope {
    var scope = SecretScope(self)
    if SecretNames.contains(field) { scope.holdsParts() }
    return scope
  }

  /// The scope of a member, an argument or a query item.
  func scope(of name: String, in parent: SecretScope) -> SecretScope {
    if parent.level == .kept { return .kept }
    let lowercased = keep.isEmpty && members.isEmpty ? "" : name.lowercased()
    if keep.contains(lowercased) { return .kept }
    var scope = parent.stepping(to: name, paths)
    if members.contains(lowercased) || scope.endsPath(paths) { return scope.stated(.stated) }
    if parent.isStatedAbove { return scope.stated(.inside) }
    let variable = parent.isRoot ? variables[name] : nil
    if let variable {
      scope.take(variable)
    } else {
      let judgement = aliases[name] ?? SecretNames.judge(name)
      judgement.isSecret ? scope.take(SecretScope(judgement)) : scope.enter(name, parent)
    }
    return scope
  }
}

extension SecretScope {
  fileprivate var isRoot: Bool { depth == 0 }
  fileprivate var isStatedAbove: Bool { isStated }

  fileprivate mutating func holdsParts() { contents = .parts }

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
    guard let kind = parent.contents else { return }
    reason = .inside
    if SecretNames.isPart(name) {
      level = parent.isInList ? .lookalikes : .strings
      reason = .name
      contents = kind == .everything ? kind : .parts
    } else if kind != .parts {
      if !SecretNames.isAboutOne(name) { level = .lookalikes }
      contents = kind == .everything ? kind : nil
    }
  }
}
