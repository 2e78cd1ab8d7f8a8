// Which members, arguments, query items and header fields hold secrets, by their names.

enum SecretNames {
  /// What stands for a secret in messages, where no kind matters.
  static let replacement = "<redacted>"

  /// What a name says of what stands under it.
  struct Judgement: Sendable, Hashable {
    /// Whether strings under the name are secrets.
    var isSecret = false
    /// Whether numbers are secrets as well.
    var takesNumbers = false
    /// Whether everything inside an object under the name is a secret.
    var coversContents = false

    static let open = Judgement()
  }

  /// Whether strings under a name of that spelling are secrets.
  static func contains(_ name: String) -> Bool { judge(name).isSecret }

  /// What names were found to say; of more than a few thousand, no more is kept.
  private static let known = Locked<[Digest128: Judgement]>([:])
  private static let knownLimit = 4_096

  /// Judges a name by its words; the same few names come again and again.
  static func judge(_ name: String) -> Judgement {
    let digest = Digest128(of: name)
    if let judgement = known.withLock({ $0[digest] }) { return judgement }
    let judgement = judge(name.utf8)
    known.withLock { known in
      if known.count < knownLimit { known[digest] = judgement }
    }
    return judgement
  }

  /// Judges a name by its words.
  ///
  /// The last word says what a thing is: an `accessToken` is a token, a `tokenCount` is a count.
  static func judge(_ name: some Sequence<UInt8>) -> Judgement {
    let all = SecretWords.split(name)
    let words = all.filter { $0.utf8.first.map { $0 < 0x30 || $0 > 0x39 } ?? false }
    guard var last = words.last else { return .open }
    if let strong = words.last(where: SecretWords.strong.contains),
      strong == last || !SecretWords.neutral.contains(last)
    {
      return judgement(strong, isNumber: SecretWords.numeric.contains(last))
    }
    var rest = words
    while rest.count > 1, SecretWords.transparent.contains(last),
      !isPair(rest[rest.count - 2], last)
    {
      rest.removeLast()
      last = rest[rest.count - 1]
    }
    let before = rest.count > 1 ? rest[rest.count - 2] : ""
    if isPair(before, last) {
      return judgement(last, isNumber: SecretWords.numeric.contains(last))
    }
    guard SecretWords.heads.contains(last) else { return .open }
    if SecretWords.short.contains(last), looksMadeUp(all) { return .open }
    let singular = last.hasSuffix("s") ? String(last.dropLast()) : last
    if SecretWords.harmless[singular]?.contains(before) == true { return .open }
    return judgement(last, isNumber: SecretWords.numeric.contains(singular))
  }

  /// Whether a member of this name, in an object under a secret name, is the secret: `token: {value: …}`.
  static func isPart(_ name: some Sequence<UInt8>) -> Bool {
    let words = SecretWords.split(name)
    return !words.isEmpty && words.allSatisfy(SecretWords.parts.contains)
  }

  /// Whether a member of this name is a time, by its last word.
  static func isTime(_ name: some Sequence<UInt8>) -> Bool {
    SecretWords.split(name).last.map(SecretWords.times.contains) ?? false
  }

  private static func judgement(_ word: String, isNumber: Bool) -> Judgement {
    Judgement(
      isSecret: true, takesNumbers: isNumber,
      coversContents: SecretWords.covering.contains(word))
  }

  private static func isPair(_ first: String, _ second: String) -> Bool {
    SecretWords.pairs.contains("\(first) \(second)")
  }

  /// Whether a name is of the kind that machines make up: digits inside of it, or single letters.
  private static func looksMadeUp(_ words: [String]) -> Bool {
    for (index, word) in words.enumerated() {
      let isLast = index == words.count - 1
      if let first = word.utf8.first, first >= 0x30, first <= 0x39 {
        if !isLast || word.utf8.count > 3 { return true }
      } else if word.utf8.count == 1, word != "x" || index > 0 {
        return true
      }
    }
    return false
  }
}
