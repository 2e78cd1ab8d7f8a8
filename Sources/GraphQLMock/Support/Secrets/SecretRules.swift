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
  var variables: [String: SecretNames.Judgement] = [:]
  /// Response keys of fields that hold a secret.
  var aliases: [String: SecretNames.Judgement] = [:]
  /// Secrets that were found elsewhere.
  var known = KnownSecrets()
  /// Whether texts may have been cut off, so that the beginning of a known secret is one.
  var mayBeCut = false

  /// The rules for messages: the defaults, and a short word.
  static let messages = SecretRules(style: .short, mayBeCut: true)

  /// What stands in the place of a text.
  func replacement(of text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    switch style {
    case .kinds(let replacement): replacement.of(text)
    case .short: ContiguousArray(SecretNames.replacement.utf8)
    }
  }

  /// What stands in the place of a number; nil where a number can't be told from others.
  func replacement(ofNumber spelling: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    switch style {
    case .kinds(let replacement): replacement.of(number: spelling)
    case .short: nil
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
  enum Level: Sendable { case open, strings, stringsAndNumbers, kept }

  var level = Level.open
  var reason = RedactionReason.name
  /// Whether everything below is a secret as well.
  fileprivate var coversContents = false
  /// Whether that was stated by the user, so that nothing is exempt.
  fileprivate var isStated = false
  /// Whether members that are named like a part of a secret are one.
  fileprivate var hasParts = false
  /// The stated paths that begin like the path to here.
  fileprivate var paths: [Int] = []
  fileprivate var depth = 0

  /// Where a walk begins.
  init(_ rules: SecretRules) { paths = Array(rules.paths.indices) }

  /// Where a walk begins that no stated path counts for.
  init() {}

  /// The scope of the elements of a list.
  ///
  /// Objects in a list under a name such as `tokens` are things of their own.
  var element: SecretScope {
    var scope = self
    scope.hasParts = false
    return scope
  }

  /// The scope as a judgement of whatever stands here by another name.
  var judgement: SecretNames.Judgement {
    SecretNames.Judgement(
      isSecret: isSecret, takesNumbers: level == .stringsAndNumbers, coversContents: coversContents)
  }

  var isSecret: Bool { level == .strings || level == .stringsAndNumbers }
}

extension SecretRules {
  /// The scope of a field's arguments: in `setPassword(to: …)` its name counts.
  func scope(ofArgumentsOf field: String) -> SecretScope {
    var scope = SecretScope(self)
    scope.hasParts = SecretNames.contains(field)
    return scope
  }

  /// The scope of a member, an argument or a query item.
  func scope(of name: String, in parent: SecretScope) -> SecretScope {
    var scope = SecretScope()
    scope.depth = parent.depth + 1
    if parent.level == .kept {
      scope.level = .kept
      return scope
    }
    let lowercased = keep.isEmpty && members.isEmpty ? "" : name.lowercased()
    if !keep.isEmpty, keep.contains(lowercased) {
      scope.level = .kept
      return scope
    }
    var isStated = members.contains(lowercased)
    for index in parent.paths
    where paths[index].count > parent.depth && paths[index][parent.depth] == name {
      scope.paths.append(index)
      if paths[index].count == scope.depth { isStated = true }
    }
    if isStated || parent.coversContents && parent.isStated {
      scope.level = .stringsAndNumbers
      scope.reason = isStated ? .stated : .inside
      scope.coversContents = true
      scope.isStated = true
      return scope
    }
    if parent.coversContents {
      scope.level = SecretNames.isTime(name.utf8) ? .open : .stringsAndNumbers
      scope.reason = .inside
      scope.coversContents = true
      return scope
    }
    let judgement =
      (parent.depth == 0 ? variables[name] : nil) ?? aliases[name] ?? SecretNames.judge(name)
    if judgement.isSecret {
      scope.level = judgement.takesNumbers ? .stringsAndNumbers : .strings
      scope.coversContents = judgement.coversContents
      scope.hasParts = !judgement.coversContents
    } else if parent.hasParts, SecretNames.isPart(name.utf8) {
      scope.level = .strings
    }
    return scope
  }
}
