/// Recognizes secrets by their look, such as `ghp_…` or `Bearer …`.
enum SecretShape {
  /// The prefixes and minimum lengths of well-known tokens, from the rules of gitleaks and trufflehog. Prefixes of
  /// public keys, such as `pk_live_`, are omitted.
  private static let prefixes: [(text: StaticString, shortest: Int)] = [
    // GitHub and GitLab issue these tokens.
    ("ghp_", 20), ("gho_", 20), ("ghu_", 20), ("ghs_", 20), ("ghr_", 20), ("github_pat_", 24),
    ("glpat-", 20), ("gldt-", 20), ("glptt-", 24), ("glrt-", 20),
    // Amazon, Google and DigitalOcean issue these tokens.
    ("AKIA", 20), ("ASIA", 20), ("ABIA", 20), ("ACCA", 20), ("amzn.mws.", 40), ("AIza", 30),
    ("ya29.", 30), ("GOCSPX-", 28), ("dop_v1_", 40), ("doo_v1_", 40), ("dor_v1_", 40),
    // Stripe, Shopify and Square issue these tokens.
    ("sk_live_", 20), ("sk_test_", 20), ("rk_live_", 20), ("rk_test_", 20), ("whsec_", 24),
    ("shpat_", 24), ("shpss_", 24), ("shpca_", 24), ("shppa_", 24), ("sq0atp-", 24),
    ("sq0csp-", 24),
    // Slack, mail services and Facebook issue these tokens.
    ("xoxa-", 16), ("xoxb-", 16), ("xoxe-", 16), ("xoxe.", 24), ("xoxp-", 16), ("xoxr-", 16),
    ("xoxs-", 16), ("xapp-", 20), ("SG.", 30), ("key-", 36), ("xkeysib-", 40), ("EAA", 80),
    // OpenAI, Anthropic and other AI services issue these tokens.
    ("sk-", 32), ("hf_", 30), ("gsk_", 40), ("pplx-", 40), ("r8_", 36), ("xai-", 40),
    // Package registries such as npm issue these tokens.
    ("npm_", 30), ("pypi-", 30), ("rubygems_", 30), ("dckr_pat_", 24), ("dckr_oat_", 24),
    ("oy2", 46),
    // Developer tools such as Linear and Figma issue these tokens.
    ("lin_api_", 30), ("lin_oauth_", 30), ("figd_", 30), ("ATATT3", 40), ("PMAK-", 40),
    ("ntn_", 40), ("NRAK-", 28), ("glc_", 40), ("glsa_", 36), ("sntrys_", 40), ("sntryu_", 40),
    ("hvs.", 40), ("hvb.", 40), ("dp.pt.", 40), ("pul-", 40), ("tskey-", 28), ("sbp_", 40),
    ("sb_secret_", 30), ("nfp_", 40), ("CFPAT-", 40), ("phx_", 40), ("pat-na1-", 40),
    ("pat-eu1-", 40), ("AGE-SECRET-KEY-1", 60),
  ]

  /// For a fast check, the second bytes that can follow each first byte of a secret. Each set of bytes is a set of
  /// bits, numbered by the lower five bits of a byte. `others` are the beginnings of what `range` finds besides tokens
  /// with prefixes, in each case in which they may be written.
  private static let mayBegin: ContiguousArray<UInt64> = {
    let others: [StaticString] = ["--", "Pu", "ba", "be", "Ba", "Be", "BA", "BE", "ey", "ew"]
    return (prefixes.map(\.text) + others).reduce(into: .init(repeating: 0, count: 256)) {
      $0[Int($1.utf8Start[0])] |= 1 << UInt64($1.utf8Start[1] & 0x1F)
    }
  }()

  /// Returns the range of a secret at `start`. The text before `tried` isn't searched again.
  static func range(_ text: ByteText, at start: Int, _ tried: inout Int) -> Range<Int>? {
    guard start + 1 < text.count,
      mayBegin[Int(text[start])] & 1 << UInt64(text[start + 1] & 0x1F) != 0
    else { return nil }
    if text[start] == 0x2D { return privateKey(text, start) }
    if text.has("PuTTY-User-Key-File-", at: start) {
      let checksum = end(of: "Private-MAC:", in: text, from: start)
      return start..<text.end(from: checksum) { $0 >= 0x20 }
    }
    if let scheme = scheme(text, start) { return scheme }
    guard start >= tried else { return nil }
    if text[start] == 0x65, JSONWebToken.begins(text, at: start) {
      let length = JSONWebToken.length(text, at: start)
      if length > 0 { return start..<(start + length) }
      tried = text.end(from: start, while: isTokenByte)
    }
    guard let prefix = prefixes.first(where: { text.has($0.text, at: start) }) else { return nil }
    let rest = start + prefix.text.utf8CodeUnitCount
    // A token contains dots only if its prefix contains a dot.
    let hasDots = prefix.text.withUTF8Buffer { $0.contains(UInt8(ascii: ".")) }
    let end = text.end(from: rest) { isTokenByte($0) || hasDots && $0 == UInt8(ascii: ".") }
    if end - start >= prefix.shortest, !isPlaceholder(text[rest..<end]) { return start..<end }
    tried = end
    return nil
  }

  /// Returns true for placeholders such as `ghp_your_token_goes_here` or `ghp_xxxxxxxx`.
  private static func isPlaceholder(_ rest: ArraySlice<UInt8>) -> Bool {
    if rest.contains(where: { $0.isDigit }) { return false }
    let hasCapitals = rest.contains { $0 &- 0x41 < 26 }
    if hasCapitals, rest.contains(where: { $0 &- 0x61 < 26 }) { return false }
    return !hasCapitals || rest.contains { !$0.isLetter } || Set(rest).count < 4
  }

  /// Returns the range of the credentials after `Basic ` or `Bearer `, or nil for words (RFC 9110, section 11.2).
  private static func scheme(_ text: ByteText, _ start: Int) -> Range<Int>? {
    let length = SecretReplacement.schemeLength(ContiguousArray(text[start...].prefix(8)))
    if length == 0 { return nil }
    let range =
      start + length..<text.end(from: start + length) { isTokenByte($0) || $0.isOne(of: "+./=") }
    let token = ContiguousArray(text[range])
    if length == "basic ".utf8.count, Base64.decode(token)?.contains(0x3A) != true { return nil }
    // In `Bearer realm="a"`, the text before the quote is a parameter's name. A token can't start with an equals sign.
    let isToken = token.count >= 8 && token.first != UInt8(ascii: "=") && !isPlain(token)
    return isToken && !text.has("\"", at: range.upperBound) ? range : nil
  }

  /// Returns the offset after the next occurrence of a text, or the end of the text.
  private static func end(of wanted: String, in text: ByteText, from start: Int) -> Int {
    text.span.firstIndex(of: ContiguousArray(wanted.utf8).span, from: start)
      .map { $0 + wanted.utf8.count } ?? text.count
  }

  /// Returns the range of a private key, maybe cut off, in PEM (RFC 7468) or OpenPGP's armor (RFC 9580, section 6.2).
  private static func privateKey(_ text: ByteText, _ start: Int) -> Range<Int>? {
    guard text.has("-----BEGIN ", at: start) else { return nil }
    let isOfLabel: (UInt8) -> Bool = { $0 == 0x20 || $0.isLetter }
    let index = text.end(from: start + 11, while: isOfLabel)
    let label = String(decoding: text[start + 11..<index], as: UTF8.self)
    guard label.hasSuffix("PRIVATE KEY") || label.hasSuffix("PRIVATE KEY BLOCK") else { return nil }
    let last = text.end(from: end(of: "-----END ", in: text, from: index), while: isOfLabel)
    return start..<text.end(from: last) { $0 == 0x2D }
  }

  /// Returns the range of a Telegram bot token around a colon, such as `110201543:AAH…`.
  static func botToken(_ text: ByteText, at colon: Int) -> Range<Int>? {
    guard text.has(":AA", at: colon),
      case let end = text.end(from: colon + 1, while: isTokenByte), end - colon == 36
    else { return nil }
    let digits = text[max(colon - 11, 0)..<colon].reversed().prefix { $0.isDigit }.count
    return (8...10).contains(digits) ? colon - digits..<end : nil
  }

  /// The start of a URL of a webhook. The rest of the URL's path is a secret.
  private static let webhooks = [
    "hooks.slack.com/", "discord.com/api/webhooks/", "discordapp.com/api/webhooks/",
    "webhook.office.com/webhookb2/", "outlook.office.com/webhook/", "hooks.zapier.com/hooks/",
  ]

  static func webhook(_ url: ByteText, authority: Int) -> Range<Int>? {
    let path = url.end(from: authority) { $0 != UInt8(ascii: "/") }
    let host = String(decoding: url[authority..<path], as: UTF8.self).lowercased()
    for webhook in webhooks {
      let (start, prefix) = (webhook.prefix { $0 != "/" }, webhook.drop { $0 != "/" })
      guard host == start || host.hasSuffix("." + start), url[path...].starts(with: prefix.utf8)
      else { continue }
      let end = url.end(from: path) { !$0.isOne(of: "?#") }
      let secret = path + prefix.utf8.count
      return secret < end ? secret..<end : nil
    }
    return nil
  }

  static func isTokenByte(_ byte: UInt8) -> Bool { byte.continuesName || byte == 0x2D }

  /// Returns true for words, numbers and dates, which aren't secrets.
  static func isPlain(_ text: ByteText) -> Bool {
    if case .date = SecretKind(text) { return true }
    return text.split { $0.isOne(of: " _-.,") }.allSatisfy { word in
      if word.allSatisfy({ $0.isDigit }) { return true }
      guard word.count <= 24, word.allSatisfy({ $0.isLetter || $0 >= 0x80 }) else { return false }
      let hasCapital = word.dropFirst().contains { $0 &- 0x41 < 26 }
      return !hasCapital || !word.contains { $0 &- 0x61 < 26 }
    }
  }

  /// Returns true for camel-case words such as `adminUser` or `OpenID`. Some services have such enum values.
  static func isCamelCase(_ text: some Collection<UInt8>) -> Bool {
    guard text.allSatisfy({ $0.isLetter }) else { return false }
    let humps = SecretNames.words(of: String(decoding: text, as: UTF8.self))
    return humps.count <= 4 && text.count >= 3 * humps.count
      && humps.dropFirst().allSatisfy { $0.utf8.count >= 2 }
  }
}
