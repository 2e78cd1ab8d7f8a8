/// What the names around a value say about whether it's a secret.
struct SecretScope: Sendable, Equatable, Changeable {
  /// In the order of strictness.
  enum Level: Comparable, Sendable {
    /// Neither the value nor anything inside of it is a secret, because `keep` lists the name.
    case kept
    /// The name doesn't indicate a secret, but names inside of the value may.
    case open
    /// A string is a secret, unless it consists of words.
    case lookalikes
    case strings
    /// All strings and numbers are secrets, because `members` or `paths` lists the name, or because codes are numbers.
    case stringsAndNumbers
  }

  fileprivate(set) var level = Level.open
  fileprivate(set) var reason = RedactionLog.Reason.name
  fileprivate var contents = SecretNames.Contents(rawValue: 0)
  /// A Boolean value that is true if the user listed the name or path of this value as secret.
  fileprivate var isStated = false
  fileprivate var isInList = false
  /// The user's secret paths that contain this value, as indices in `SecretRules.paths`.
  fileprivate var paths: [Int] = []
  /// The number of names around the value, which is an index in each of the paths.
  fileprivate var depth = 0

  /// Creates the scope of a root, at which the user's paths begin.
  init(_ rules: SecretRules) { paths = rules.paths.isEmpty ? [] : Array(rules.paths.indices) }

  /// Creates the scope of a value that isn't on a path.
  init() {}

  static let kept = SecretScope().changing { $0.level = .kept }

  init(_ secrecy: SecretNames.Secrecy) {
    guard secrecy.isSecret else { return }
    level = secrecy.takesNumbers ? .stringsAndNumbers : .strings
    contents = secrecy.contents
  }

  var element: SecretScope { changing { $0.isInList = true } }

  /// Limits the secrets to strings that look like secrets, because fields that aren't secret have the same alias.
  mutating func weakenForSharedAlias() { if level == .strings, !isStated { level = .lookalikes } }

  var isSecret: Bool { level > .open }

  /// Returns the rules for a value with two names, of which the stricter one decides.
  func merging(_ other: SecretScope) -> SecretScope {
    var result = level < other.level ? other : self
    result.contents = contents.union(other.contents)
    result.isStated = isStated || other.isStated
    return result
  }

  func isSecret(_ text: ByteText, _ rules: SecretRules) -> Bool {
    if isSecret, rules.isResponse, !isStated, HarmlessText.isHarmless(text, under: contents) {
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
      && (!rules.isResponse || isStated || !HarmlessText.isHarmless(number: spelling))
  }

  /// Applies the rules of an object to a member, such as `value` in `token: {value: "…"}`.
  fileprivate mutating func inherit(from parent: SecretScope, for name: String) {
    guard parent.contents.rawValue != 0 else { return }
    reason = .inside
    contents = parent.contents.subtracting(parent.contents.contains(.nested) ? [] : .members)
    if SecretNames.isPartOfSecret(name, of: parent.contents) {
      level = parent.isInList ? .lookalikes : .strings
    } else if parent.contents.contains(.members) {
      if !SecretNames.describesSecret(name) { level = .lookalikes }
    } else if SecretNames.mayBePartOfSecret(name) {
      level = .lookalikes
    } else {
      contents = []
    }
  }
}

extension SecretRules {
  /// In `setPassword(to: "…")`, the argument is a secret because of the field's name.
  func scope(ofArgumentsOf field: String) -> SecretScope {
    let own = scope(ofField: field)
    if own.level == .kept { return .kept }
    var scope = SecretScope(self)
    if own.isSecret { scope.contents = own.contents.intersection([.parts, .changes, .codes]) }
    return scope
  }

  func scope(ofField name: String) -> SecretScope {
    scope(of: name, in: SecretScope(self), mayBeVariable: false)
  }

  /// The first of these that applies decides: `keep`, `members` and `paths` of the user, the name itself, the name of
  /// the object around it. If the document uses a variable or alias for a secret, the stricter of use and name decides.
  func scope(of name: String, in parent: SecretScope, mayBeVariable: Bool = true) -> SecretScope {
    // This function avoids closures, because each closure copies the rules in debug builds.
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
    } else {
      let secrecy = SecretNames.secrecy(of: name)
      secrecy.isSecret ? scope = SecretScope(secrecy) : scope.inherit(from: parent, for: name)
      if let known { scope = known.level == .kept ? known : known.merging(scope) }
      scope.isInList = false
    }
    scope.depth = depth + 1
    scope.paths = begun
    return scope
  }
}
