/// Rules for replacing secrets in requests and responses before they're recorded or shown in messages.
///
/// A value is a secret if it has the format of a well-known token, or a name such as `password`, `accessToken`,
/// `apiKey` or `Cookie`. Names such as `dbpassword` are also secret, but `tokenCount` isn't. In responses, words,
/// enum values and small numbers aren't secrets, even with such a name. You can change these rules:
///
/// ```swift
/// Redaction(
///   members: ["iban"], headers: ["X-Device"], keep: ["signature"],
///   values: [ProcessInfo.processInfo.environment["SHOP_KEY"] ?? ""])
/// ```
/// A secret is replaced by a value of the same kind, such as another email address. Equal secrets have equal
/// replacements. By default, a number is replaced only if it has a name such as `pin`. Requests are redacted before
/// they're compared with a recording.
public struct Redaction: Sendable, Changeable {
  // A new rule also belongs to `adding(_:)`, to `rules(_:)` and to the names in `LaunchPlan+Fields.swift`, without which
  // an app writes the secret.
  var members: [String]
  var paths: [[String]]
  var headers: [String]
  var keep: [String]
  var values: [String]
  private(set) var change: (@Sendable (MockJSON) -> MockJSON)?
  var replacement = SecretReplacement()
  /// Returns the enum values in the service's schema, which aren't secrets in responses.
  var enumValues: (@Sendable () -> Set<String>)?
  /// The secrets of earlier requests and responses, or nil if each request is redacted separately.
  var remembered: RememberedSecrets?

  /// Creates rules for additional secrets.
  ///
  /// The names in `members` and `keep` also apply to arguments and input fields in documents.
  /// - Parameters:
  ///   - members: Names of JSON members, at any depth, in any case. Numbers and all values in objects are replaced too.
  ///   - paths: Paths in variables and responses, such as `user.email`. A path has no list indices. In a GraphQL
  ///     response, a path starts below `data`.
  ///   - headers: Names of header fields, in any case.
  ///   - keep: Names of members and header fields that are never redacted, including their contents.
  ///   - values: Secrets of at least four characters. They're replaced everywhere, even inside of longer texts, and
  ///     also if they're escaped, percent-encoded or in Base64, but not in names of operations. Equal numbers are
  ///     replaced too. The replacement depends only on the position in the array and the kind of value, such as a
  ///     UUID, a URL or a number, so you can replay a recording with another key of the same kind.
  ///   - change: A closure that changes redacted variables and JSON responses, and equal values in the same way.
  public init(
    members: [String] = [], paths: [String] = [], headers: [String] = [], keep: [String] = [],
    values: [String] = [], change: (@Sendable (MockJSON) -> MockJSON)? = nil
  ) {
    (self.members, self.headers, self.keep) = (members, headers, keep)
    self.paths = paths.map { $0.split(separator: ".").map(String.init) }
    (self.values, self.change) = (values, change)
  }

  func replacing(by replacement: SecretReplacement) -> Redaction {
    changing { $0.replacement = replacement }
  }

  func rememberingSecrets() -> Redaction { changing { $0.remembered = RememberedSecrets() } }

  /// Hides secrets in later messages, if this redaction remembers secrets.
  func remember(_ secrets: Set<ByteText>) {
    if !secrets.isEmpty { remembered?.known.withLock { $0.add(secrets, .short) } }
  }

  /// Returns a redaction with the rules of both, but its own replacement, enum values and remembered secrets.
  func adding(_ other: Redaction?) -> Redaction {
    guard let other else { return self }
    return changing { result in
      result.members += other.members.filter { !members.contains($0) }
      result.paths += other.paths.filter { !paths.contains($0) }
      result.headers += other.headers.filter { !headers.contains($0) }
      result.keep += other.keep.filter { !keep.contains($0) }
      result.values += other.values.filter { !values.contains($0) }
      result.change = change ?? other.change
      if let first = change, let second = other.change { result.change = { second(first($0)) } }
    }
  }

  /// Replaces the secrets that the user listed in `values`, and the characters that a message can't contain.
  func text(_ text: String) -> String {
    let text = text.escapingControls()
    if values.isEmpty { return text }
    let hidden = StatedSecrets(values, .short).hidden(in: ContiguousArray(text.utf8))
    return String(decoding: hidden, as: UTF8.self)
  }

  func rules(_ style: SecretReplacement? = nil) -> SecretRules {
    var rules = SecretRules(style: style ?? replacement)
    rules.members = Set(members.map { $0.lowercased() })
    rules.headers = Set(headers.map { $0.lowercased() })
    rules.keep = Set(keep.map { $0.lowercased() })
    rules.paths = paths
    rules.values = StatedSecrets(values, rules.style)
    rules.remembered = remembered
    return rules
  }
}
