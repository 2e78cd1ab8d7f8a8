import Foundation

/// What is taken out of requests and responses before anything is written down.
///
/// Values under names such as `password`, `accessToken`, `apiKey` or `Cookie` are secrets, and so is
/// everything that looks like a well-known token. The end of a name counts: `dbpassword` is a secret,
/// `tokenCount` isn't. In answers, words, enum values and small numbers under such names stay as they are. You
/// can add names and values of your own, and exclude names:
///
/// ```swift
/// Redaction(
///   members: ["iban"], headers: ["X-Device"], keep: ["signature"],
///   values: [ProcessInfo.processInfo.environment["SHOP_KEY"] ?? ""])
/// ```
/// Strings are replaced, and numbers under names such as `pin`, by something of the same kind that
/// is the same for the same secret. A request is redacted in the same way before it is compared with a
/// recording.
public struct Redaction: Sendable, Changeable {
  var members: [String]
  var paths: [[String]]
  var headers: [String]
  var keep: [String]
  var values: [String]
  private(set) var change: (@Sendable (MockJSON) -> MockJSON)?
  var replacement = SecretReplacement()
  /// The enum values of the service's schema, which answers keep.
  var enumValues: (@Sendable () -> Set<String>)?
  /// Secrets shared by all exchanges with this redaction; nil if each is redacted alone.
  var carried: Locked<KnownSecrets>?

  /// Names what is redacted besides the usual secrets.
  ///
  /// What is stated here counts in documents, too: for arguments and for members of input objects.
  /// - Parameters:
  ///   - members: Names of members, wherever they stand, whatever their case. Numbers, and
  ///     everything inside of objects, are redacted as well.
  ///   - paths: Paths in the variables and in the response, such as `user.email`; a list is passed
  ///     through to its elements. In a response a path starts below `data`.
  ///   - headers: Names of header fields, whatever their case.
  ///   - keep: Names of members and header fields that are never redacted, nor anything inside.
  ///   - values: Secrets that you know. They are hidden everywhere, also inside of longer texts: as they are,
  ///     as a JSON string, percent-encoded, in Base64 and in its form for URLs. A number is hidden if it equals
  ///     one. The position in the list decides what takes the place of a value, so a replay may send another
  ///     key. Values of fewer than four characters are ignored.
  ///   - change: What changes the variables, and the whole response, at last; it must give the same
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

  /// Hides stated values in a message, which has no other secrets.
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
