/// The names and values that the user states or an exchange reveals, in addition to ``SecretNames``.
struct SecretRules: Sendable {
  var style = SecretReplacement()
  /// In lowercase, like `headers` and `keep`.
  var members: Set<String> = []
  var headers: Set<String> = []
  var keep: Set<String> = []
  /// Without the indices of lists.
  var paths: [[String]] = []
  var variables: [String: SecretScope] = [:]
  /// Response keys of secret fields.
  var aliases: [String: SecretScope] = [:]
  var values = StatedSecrets([], SecretReplacement())
  /// Whether it is an answer, in which words under a secret name aren't secrets.
  var isAnswer = false
  var enumValues: Set<String> = []
  var known = KnownSecrets()
  var carried: Locked<KnownSecrets>?
  /// Replacements in recordings of the request; a text with such a replacement is a secret.
  var recorded: Set<ByteText> = []
  /// Whether nothing else is replaced, because recordings may have been made with other rules.
  var isAsRecorded = false

  func isEnumValue(_ text: ByteText) -> Bool {
    !enumValues.isEmpty && enumValues.contains(String(decoding: text, as: UTF8.self))
  }

  func match(_ text: ByteText, run: Range<Int>, from start: Int) -> KnownSecrets.Match? {
    let own = known.match(text, run: run, from: start)
    let other = carried?.withLock { $0.match(text, run: run, from: start) }
    let found = (own?.range.count ?? 0) < (other?.range.count ?? 0) ? other : own
    return recorded.isEmpty ? found : found ?? recordedMatch(text, run)
  }

  func knownReplacement(of text: ByteText) -> ByteText? {
    known[text] ?? carried?.withLock { $0[text] } ?? recordedReplacement(of: text)
  }

  func recordedReplacement(of secret: ByteText) -> ByteText? {
    guard !recorded.isEmpty, KnownSecrets.isLookedFor(secret) else { return nil }
    let replacement = style.of(secret)
    return recorded.contains(replacement) ? replacement : nil
  }

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
