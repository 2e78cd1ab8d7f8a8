/// Decides whether a name such as `accessToken` belongs to a secret. The end of the name is decisive.
enum SecretNames {
  /// Determines which values are secrets in an object or list with a secret name.
  struct Contents: OptionSet, Sendable, Equatable {
    let rawValue: UInt8
    /// A member such as `value` in `session: {value: "…"}`.
    static let parts = Contents(rawValue: 1)
    /// The old or new value of a secret, such as `to` in `setPassword(to: "…")`.
    static let changes = Contents(rawValue: 2)
    /// A member named `code`, as in `otp: {code: "…"}`.
    static let codes = Contents(rawValue: 4)
    /// Strings directly inside of an object that look like secrets, as in `tokens: {ios: "…"}`.
    static let members = Contents(rawValue: 8)
    /// Strings at any depth inside of an object that look like secrets, as in `credentials: {…}`.
    static let nested = Contents(rawValue: 16)
    /// A secret that may consist of several words, as in `recoveryPhrase: "…"`.
    static let phrase = Contents(rawValue: 32)
  }

  struct Secrecy: Sendable, Equatable {
    var isSecret = false
    var takesNumbers = false
    var contents = Contents(rawValue: 0)
  }

  static func contains(_ name: String) -> Bool { secrecy(of: name).isSecret }

  private static let known = Locked<[String: Secrecy]>([:])

  static func secrecy(of name: String) -> Secrecy {
    if let secrecy = known.withLock({ $0[name] }) { return secrecy }
    let secrecy = secrecy(ofWords: words(of: name))
    known.withLock { if $0.count < 4_096, name.utf8.count < 100 { $0[name] = secrecy } }
    return secrecy
  }

  /// Judges a name by its last words. For example, `accessToken` is a secret, but `tokenCount` isn't.
  private static func secrecy(ofWords all: [String]) -> Secrecy {
    var words = all.filter { $0.utf8.first?.isDigit == false }
    var found = ending(of: words)
    while found == nil, words.count > 1, let last = words.last, transparent.contains(last) {
      words.removeLast()
      found = ending(of: words)
    }
    if let found { return secrecy(found) }
    guard let last = words.last, !neutral.contains(last),
      let strong = words.lazy.compactMap({ word in strong.first { word.hasSuffix($0) } }).first
    else { return Secrecy() }
    return secrecy(strong)
  }

  private static func secrecy(_ ending: String) -> Secrecy {
    var found = Secrecy(isSecret: true, contents: .parts)
    if ending.hasSuffix("code") || numeric.contains(ending) {
      found.takesNumbers = true
      found.contents.insert(.codes)
    }
    if numeric.contains(ending) || ending == "passphrase" { found.contents.insert(.changes) }
    if ending.hasSuffix("phrase") || ending == "mnemonic" { found.contents.insert(.phrase) }
    if ending.hasSuffix("key") || covering.contains(ending) {
      found.contents.formUnion([.members, .nested])
    } else if ending == "token" || ending == "jwt" {
      found.contents.insert(.members)
    }
    return found
  }

  private static func ending(of words: [String]) -> String? {
    let joined = words.joined()
    // The number of bytes between the start of each word and the end of the name.
    let starts = words.reversed().reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) }
    for (list, isShort) in [(endings, false), (wholeEndings, true)] {
      for ending in list where joined.hasSuffix(ending) || joined.hasSuffix(ending + "s") {
        let isPlural = !joined.hasSuffix(ending)
        if isPlural, ending == "session" { continue }
        let count = ending.utf8.count + (isPlural ? 1 : 0)
        if isShort, !starts.contains(count) { continue }
        let before = before(count, of: words)
        if let others = harmless[ending],
          others.contains(before) || ending == "token" && before.hasSuffix("page")
        {
          return nil
        }
        return ending
      }
    }
    return nil
  }

  /// Returns the word that precedes the last `count` bytes of a name. In `pageToken`, `page` precedes the last 5 bytes.
  private static func before(_ count: Int, of words: [String]) -> String {
    var count = count
    for word in words.reversed() {
      if count == 0 { return word }
      if count < word.utf8.count { return String(word.dropLast(count)) }
      count -= word.utf8.count
    }
    return ""
  }

  static func isPartOfSecret(_ name: String, of contents: Contents) -> Bool {
    let words = words(of: name)
    return !words.isEmpty
      && words.allSatisfy {
        parts.contains($0) || contents.contains(.changes) && changes.contains($0)
          || contents.contains(.codes) && $0 == "code"
      }
  }

  static func mayBePartOfSecret(_ name: String) -> Bool {
    ["access", "refresh", "code", "text"].contains(name.lowercased())
  }

  /// Returns true for a name such as `expiresAt`, whose value describes a secret in the same object.
  static func describesSecret(_ name: String) -> Bool {
    words(of: name).last { $0.utf8.first?.isDigit == false }.map(neutral.contains) ?? false
  }

  /// Returns the lowercase words of a name, such as `x`, `api`, `key` and `2` for `X-APIKey2`.
  static func words(of name: String) -> [String] {
    let bytes = ContiguousArray(name.utf8)
    var words: [String] = []
    var start = 0
    for index in bytes.indices {
      let (kind, next) = (Self.kind(of: bytes[index]), index + 1)
      let following = next < bytes.count ? Self.kind(of: bytes[next]) : .sign
      // A capital letter before a lowercase letter starts a new word, such as `T` in `XMLText`.
      let isOfNext =
        kind == .capital && next + 1 < bytes.count && following == .capital
        && Self.kind(of: bytes[next + 1]) == .small
      if kind == following && !isOfNext || kind == .capital && following == .small { continue }
      if kind != .sign {
        words.append(String(decoding: bytes[start...index], as: UTF8.self).lowercased())
      }
      start = next
    }
    return words
  }

  private enum Kind { case small, capital, digit, sign }

  private static func kind(of byte: UInt8) -> Kind {
    switch byte {
    case 0x61...0x7A, 0x80...: .small
    case 0x41...0x5A: .capital
    case 0x30...0x39: .digit
    default: .sign
    }
  }

  /// A name with one of these endings, the first of which counts, is secret. It may start inside a word (`dbpassword`).
  private static let endings = ordered(
    """
    password passwd passphrase passcode pwd pass token secret credential creds apikey appkey applicationkey accesskey
    privatekey privkey secretkey encryptionkey decryptionkey signingkey hmackey sessionkey authkey masterkey rootkey
    adminkey recoverykey sshkey pgpkey gpgkey rsakey subscriptionkey consumerkey accountkey recoveryphrase seedphrase
    secretphrase backupphrase mnemonic clientassertion samlassertion connectionstring secretanswer securityanswer
    """)

  /// A name that ends with one of these words is secret. For example, `spin` doesn't end with the word `pin`. The names
  /// of secrets that may be numbers also belong in `numeric`, and of those that may be objects in `covering`.
  private static let wholeEndings = ordered(
    """
    pin otp totp auth sid signature hmac cookie session jwt bearer authorization csrf xsrf cvv cvc sessionid sessid
    jsessionid phpsessid authcode oauthcode authorizationcode verificationcode verifycode confirmationcode
    recoverycode backupcode resetcode unlockcode activationcode securitycode otpcode totpcode smscode mfacode facode
    tfacode factorcode onetimecode pincode devicecode logincode signincode accesscode codeverifier pkceverifier authid
    xauth pat magiclink resetlink loginlink sig
    """)

  /// A name that contains one of these words is secret, unless its last word is in ``neutral``.
  private static let strong = ordered("password passwd passphrase passcode pwd credential")

  /// For each ending, the words before it that make a name harmless, such as `page` in `pageToken`.
  private static let harmless = [
    "token": list(
      """
      page next previous prev continuation cursor pagination sync delta resume change skip start end first last design
      """), "signature": list("email mail method function time key"),
    "pin": list("map drop location"), "cookie": ["fortune"],
    "pass": list(
      """
      com encom by sur tres over under boarding season ski day bus rail travel mountain hall render forward multi
      single first second
      """),
  ]

  /// These words are ignored at the end of a name. For example, `tokenValue` is treated like `token`.
  private static let transparent = list(
    """
    value values raw text string str plain hash hashed header data encoded encrypted old new current confirm
    confirmation repeat input param payload var arg hex pem der jwk base b v
    """)

  /// Last words of names whose values only describe a secret, such as `length` in `passwordLength`.
  private static let neutral = list(
    """
    at on date time count length min max policy policies strength hint required enabled changed expires expiry expired
    expiration exp iat nbf ttl in type typename kind label title description status state attempts rule rules
    requirement requirements message error errors field placeholder visible valid score level age days set manager
    form screen page size limit version format scope scopes provider algorithm id ids name since until mode modes
    method methods option options setting settings config configuration support supported allowed available active
    complexity history prompt help tooltip caption heading subtitle icon regex pattern validation validity rotation
    interval period timeout lifetime duration reason change reset identifier uid
    """)

  private static let parts = list("value values raw string plain hash key encoded encrypted")

  private static let changes = list("old new current confirm confirmation repeat to from")

  private static let numeric = list("pin otp totp passcode password passwd pwd cvv cvc")

  /// If an object has one of these names, all strings inside of it that look like secrets are secrets.
  private static let covering = list("credential password passwd passphrase secret")

  static func list(_ words: String) -> Set<String> { Set(ordered(words)) }

  private static func ordered(_ words: String) -> [String] {
    words.split { $0.isWhitespace }.map(String.init)
  }
}
