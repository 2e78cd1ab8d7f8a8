// The words of names, and which of them mean a secret.

enum SecretWords {
  private enum Class { case lower, upper, digit, other }

  /// The words of a name in lower case: parted by signs, by digits, and where a capital begins one.
  ///
  /// `X-APIKey2` is `x`, `api`, `key`, `2`.
  static func split(_ name: some Sequence<UInt8>) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var last = Class.other
    func end() {
      guard !word.isEmpty else { return }
      let text = String(decoding: word, as: UTF8.self)
      words += glued[text] ?? [text]
      word.removeAll(keepingCapacity: true)
    }
    for byte in name {
      let current: Class =
        switch byte {
        case 0x61...0x7A, 0x80...: .lower
        case 0x41...0x5A: .upper
        case 0x30...0x39: .digit
        default: .other
        }
      switch (last, current) {
      case (.lower, .lower), (.upper, .upper), (.digit, .digit): break
      case (.upper, .lower) where word.count > 1:
        // The last capital begins this word: `XMLText`.
        let capital = word.removeLast()
        end()
        word.append(capital)
      case (.upper, .lower): break
      default: end()
      }
      if current != .other { word.append(byte.asciiLowercased) }
      last = current
    }
    end()
    return words
  }

  /// A secret wherever it stands in a name, unless the name goes on with a ``neutral`` word.
  static let strong: Set<String> = [
    "password", "passwords", "passwd", "passwds", "pwd", "passphrase", "passphrases", "passcode",
    "passcodes", "credential", "credentials",
  ]

  /// A secret where it is the last word that counts.
  static let heads: Set<String> = [
    "token", "tokens", "secret", "secrets", "pin", "pins", "otp", "otps", "totp", "auth", "sid",
    "signature", "signatures", "cookie", "cookies", "session", "jwt", "jwts", "bearer",
    "authorization", "csrf", "xsrf", "cvv", "cvc",
  ]

  /// Heads that are so short that they turn up in names made up by machines.
  static let short: Set<String> = [
    "jwt", "jwts", "pin", "pins", "otp", "otps", "totp", "sid", "auth", "csrf", "xsrf", "cvv",
    "cvc",
  ]

  /// Two last words that are a secret together.
  static let pairs: Set<String> = [
    "api key", "api keys", "access key", "access keys", "private key", "private keys", "secret key",
    "secret keys", "encryption key", "signing key", "session key", "auth key", "master key",
    "subscription key", "consumer key", "account key", "license key", "app key", "session id",
    "sess id", "auth code", "authorization code", "verification code", "recovery code",
    "recovery codes", "backup code", "backup codes", "security code", "otp code", "pin code",
    "time code", "sms code", "code verifier", "auth id",
  ]

  /// Words at the end that change nothing: `tokenValue` is a token.
  static let transparent: Set<String> = [
    "value", "values", "raw", "text", "string", "str", "plain", "hash", "hashed", "header", "data",
    "encoded", "encrypted", "old", "new", "current", "confirm", "confirmation", "repeat", "input",
    "param", "payload", "var", "arg", "hex",
  ]

  /// Members of an object under a secret name that are the secret itself: `token: {value: …}`.
  static let parts: Set<String> = [
    "value", "values", "raw", "text", "string", "plain", "hash", "key", "access", "refresh", "old",
    "new", "current", "encoded", "encrypted", "confirm", "confirmation", "repeat", "code",
    "id_token",
    "to", "from",
  ]

  /// Words before a token, a signature or a pin that make it none of ours.
  static let harmless: [String: Set<String>] = [
    "token": [
      "page", "next", "previous", "prev", "continuation", "cursor", "pagination", "sync", "delta",
      "resume", "change", "skip", "start", "end", "first", "last", "design",
    ],
    "signature": ["email", "mail", "method", "function", "time"],
    "pin": ["map", "drop", "location"],
    "cookie": ["fortune"],
  ]

  /// Last words that say something about a secret and do not tell it.
  static let neutral: Set<String> = [
    "at", "on", "date", "time", "count", "length", "min", "max", "policy", "policies", "strength",
    "hint", "required", "enabled", "changed", "expires", "expiry", "expired", "expiration", "ttl",
    "in", "type", "kind", "label", "title", "description", "status", "state", "attempts", "rule",
    "rules", "requirement", "requirements", "message", "error", "errors", "field", "placeholder",
    "visible", "valid", "score", "level", "age", "days", "set", "manager", "form", "screen", "page",
    "size", "limit", "version", "format", "scope", "provider", "algorithm", "id", "ids", "name",
  ]

  /// Last words of times, which stay readable inside of credentials.
  static let times: Set<String> = [
    "at", "date", "time", "in", "expires", "expiry", "expired", "expiration", "exp", "iat", "nbf",
    "ttl",
  ]

  /// Secrets that are numbers, too.
  static let numeric: Set<String> = [
    "pin", "otp", "totp", "passcode", "password", "passwd", "pwd", "cvv", "cvc", "code",
  ]

  /// Secrets under which everything is one, however deep.
  static let covering: Set<String> = [
    "credential", "credentials", "password", "passwords", "passwd", "passwds", "passphrase",
    "passphrases", "secret", "secrets", "key", "keys",
  ]

  /// Words that are often written without a sign or a capital between them.
  private static let glued: [String: [String]] = [
    "apikey": ["api", "key"], "apikeys": ["api", "keys"], "accesskey": ["access", "key"],
    "privatekey": ["private", "key"], "secretkey": ["secret", "key"],
    "sessionid": ["session", "id"],
    "sessid": ["session", "id"], "phpsessid": ["session", "id"], "jsessionid": ["session", "id"],
    "sessiontoken": ["session", "token"], "accesstoken": ["access", "token"],
    "refreshtoken": ["refresh", "token"], "idtoken": ["id", "token"],
    "authtoken": ["auth", "token"],
    "csrftoken": ["csrf", "token"], "xsrftoken": ["xsrf", "token"],
    "bearertoken": ["bearer", "token"], "oauthtoken": ["oauth", "token"],
    "usertoken": ["user", "token"], "devicetoken": ["device", "token"],
    "pushtoken": ["push", "token"], "resettoken": ["reset", "token"],
    "pagetoken": ["page", "token"], "nexttoken": ["next", "token"],
    "nextpagetoken": ["next", "page", "token"], "clientsecret": ["client", "secret"],
    "sharedsecret": ["shared", "secret"], "userpassword": ["user", "password"],
    "oldpassword": ["old", "password"], "newpassword": ["new", "password"],
    "passwordhash": ["password", "hash"], "userpwd": ["user", "pwd"], "authkey": ["auth", "key"],
    "authcode": ["auth", "code"], "pincode": ["pin", "code"], "setcookie": ["set", "cookie"],
    "xauth": ["x", "auth"], "basicauth": ["basic", "auth"], "xapikey": ["x", "api", "key"],
  ]
}
