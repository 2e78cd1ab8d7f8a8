import Foundation

/// Rules for replacing secrets in requests and responses before they're recorded or shown in messages.
///
/// A value is a secret if its name is, for example, `password`, `accessToken`, `apiKey` or `Cookie`, or if it has
/// the format of a well-known token. The end of a name decides: `dbpassword` names a secret, but `tokenCount`
/// doesn't. In responses, words, enum values and small numbers aren't secrets, even with such a name. You can add
/// names and values, and exclude names:
///
/// ```swift
/// Redaction(
///   members: ["iban"], headers: ["X-Device"], keep: ["signature"],
///   values: [ProcessInfo.processInfo.environment["SHOP_KEY"] ?? ""])
/// ```
/// The replacement of a secret is of the same kind, such as an email address. By default, numbers are replaced only
/// if they have a name such as `pin`. Equal secrets have equal replacements. A request is redacted in the same way
/// before it's compared with a recording.
public struct Redaction: Sendable, Changeable {
  var members: [String]
  var paths: [[String]]
  var headers: [String]
  var keep: [String]
  var values: [String]
  private(set) var change: (@Sendable (MockJSON) -> MockJSON)?
  var replacement = SecretReplacement()
  // A closure that returns the enum values of the service's schema. Enum values in responses are never secrets.
  var enumValues: (@Sendable () -> Set<String>)?
  /// The secrets that several requests and responses share, or nil if each request is redacted on its own.
  var carried: Locked<KnownSecrets>?

  /// Creates rules for additional secrets.
  ///
  /// The names also apply to arguments and to fields of input objects in documents.
  /// - Parameters:
  ///   - members: Names of JSON members, at any depth and in any case. Numbers, and all values inside of objects,
  ///     are replaced too.
  ///   - paths: Paths in variables and responses, such as `user.email`. A path has no list indices. In a GraphQL
  ///     response, a path starts below `data`.
  ///   - headers: Names of header fields, in any case.
  ///   - keep: Names of members and header fields that are never redacted, including their contents.
  ///   - values: Known secrets, which are replaced everywhere, even inside of longer texts. They're also found as
  ///     JSON strings, percent-encoded, and in both forms of Base64. Equal numbers are replaced too. The
  ///     replacement depends on the position in the array, so you can replay a recording with another key. Values
  ///     of fewer than four characters are ignored.
  ///   - change: A closure that changes the redacted variables and JSON responses. It must return the same result
  ///     for the same value.
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

  // Replaces the user's `values` in a message. Messages contain no other secrets.
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
