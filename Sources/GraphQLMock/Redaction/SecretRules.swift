/// The user's rules for finding secrets, and the secrets that were already found.
struct SecretRules: Sendable {
  var style = SecretReplacement()
  /// All names in `members`, `headers` and `keep` are lowercase.
  var members: Set<String> = []
  var headers: Set<String> = []
  var keep: Set<String> = []
  /// The paths of secret values. Each path is an array of names without list indices.
  var paths: [[String]] = []
  /// The variables and the aliases of fields that a document uses for secrets.
  var variables: [String: SecretScope] = [:]
  var aliases: [String: SecretScope] = [:]
  var values = StatedSecrets([], SecretReplacement())
  /// A Boolean value that is true for responses, where `password: "REQUIRED"` isn't a secret.
  var isResponse = false
  var enumValues: Set<String> = []
  var known = KnownSecrets()
  var remembered: RememberedSecrets?
  /// The redacted texts in a recording. If a text of the request would be redacted to one of them, it's a secret.
  var recorded: Set<ByteText> = []
  /// Whether `SecretScope` and `SecretRewriter` ignore all rules but `values`, `known`, `remembered` and `recorded`.
  var isAsRecorded = false

  func isEnumValue(_ text: ByteText) -> Bool {
    !enumValues.isEmpty && enumValues.contains(String(decoding: text, as: UTF8.self))
  }

  /// Returns the longest known secret, whose first word is `run`.
  func match(_ text: ByteText, run: Range<Int>, from start: Int) -> KnownSecrets.Match? {
    let own = known.match(text, run: run, from: start)
    let other = remembered?.known.withLock { $0.match(text, run: run, from: start) }
    let found = (own?.range.count ?? 0) < (other?.range.count ?? 0) ? other : own
    return recorded.isEmpty ? found : found ?? recordedMatch(text, run)
  }

  func knownReplacement(of text: ByteText) -> ByteText? {
    known[text] ?? remembered?.known.withLock { $0[text] } ?? recordedReplacement(of: text)
  }

  func recordedReplacement(of secret: ByteText) -> ByteText? {
    guard !recorded.isEmpty, KnownSecrets.isLookedFor(secret) else { return nil }
    let replacement = style.of(secret)
    return recorded.contains(replacement) ? replacement : nil
  }

  static func endsWord(_ byte: UInt8) -> Bool { byte <= 0x20 || byte.isOne(of: "\"&'),;<>]}\\") }

  private func recordedMatch(_ text: ByteText, _ run: Range<Int>) -> KnownSecrets.Match? {
    // The limit of bytes keeps the cost linear.
    let rest = text[run.lowerBound...].prefix(512)
    let words = [
      rest.prefix { !Self.endsWord($0) }, rest.prefix(while: SecretShape.isTokenByte), text[run],
    ]
    for word in words {
      if let replacement = recordedReplacement(of: ContiguousArray(word)) {
        return (word.indices, replacement)
      }
    }
    return nil
  }
}
