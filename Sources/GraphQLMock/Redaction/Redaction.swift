import Foundation

/// The secrets that are removed from requests and responses before they're written.
///
/// Values under names such as `password`, `accessToken`, `apiKey` or `Cookie` are secrets, and so are well-known token
/// formats anywhere. The end of a name counts: `dbpassword` is a secret, `tokenCount` isn't. In responses, words, enum
/// values and small numbers under such names aren't replaced. You can add names and values, and exclude names:
///
/// ```swift
/// Redaction(
///   members: ["iban"], headers: ["X-Device"], keep: ["signature"],
///   values: [ProcessInfo.processInfo.environment["SHOP_KEY"] ?? ""])
/// ```
/// Strings, and numbers under names such as `pin`, are replaced by a value of the same kind. Equal secrets have equal
/// replacements. A request is redacted in the same way before it's compared with a recording.
public struct Redaction: Sendable, Changeable {
  var members: [String]
  var paths: [[String]]
  var headers: [String]
  var keep: [String]
  var values: [String]
  private(set) var change: (@Sendable (MockJSON) -> MockJSON)?
  var replacement = SecretReplacement()
  /// A closure that returns the enum values of the service's schema, which are never secrets in answers.
  var enumValues: (@Sendable () -> Set<String>)?
  /// The secrets that all exchanges with this redaction share, or nil if each exchange is redacted on its own.
  var carried: Locked<KnownSecrets>?

  /// Creates a redaction of additional secrets.
  ///
  /// The names also apply to arguments and input object members in documents.
  /// - Parameters:
  ///   - members: Names of members at any depth, in any case. Numbers and everything inside objects are redacted too.
  ///   - paths: Paths in the variables and in responses, such as `user.email`, without list indices. In a GraphQL
  ///     response, a path starts below `data`.
  ///   - headers: Names of header fields, in any case.
  ///   - keep: Names of members and header fields that are never redacted, including their contents.
  ///   - values: Known secrets, which are replaced everywhere, also inside longer texts: unchanged, as a JSON string,
  ///     percent-encoded, or in either form of Base64. Equal numbers are replaced too. The replacement depends on the
  ///     position in the array, so a replay may use another key. Values of fewer than four characters are ignored.
  ///   - change: A closure that changes the redacted variables and JSON responses. It must return the same result for
  ///     the same value.
  public init(
    members: [String] = [], paths: [String] = [], headers: [String] = [], keep: [String] = [],
    values: [String] = [], change: (@Sendable (MockJSON) -> MockJSON)? = nil
  ) {
    self.members = members
    self.paths = paths.map { $0.split(separator: ".").map(String.init) }
    self.headers = headers
    self.keep = keep
    self.values = values
    self.change = change
  }

  func replacing(by replacement: SecretReplacement) -> Redaction {
    changing { $0.replacement = replacement }
  }

  func carrying() -> Redaction { changing { $0.carried = Locked(KnownSecrets()) } }

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

  /// Replaces the user's `values` in a message, which contains no other secrets.
  func text(_ text: String) -> String {
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
    rules.carried = carried
    return rules
  }
}
