import Testing

@testable import GraphQLMock

struct SecretNamesTests {
  @Test func secretNamesAreRecognizedByTheirWordsOrTheirEnd() {
    let names: [String] = Self.secret + Self.ends + Self.ends.map { $0.uppercased() }
    #expect(names.filter { !SecretNames.contains($0) } == [])
    #expect(Self.harmless.filter { SecretNames.contains($0) } == [])
  }

  static let secret = [
    "accessToken", "access_token", "access-token", "accesstoken", "ACCESS_TOKEN", "refreshToken2",
    "password", "Password", "newPassword", "passwordConfirmation", "password_hash", "pwd",
    "userPwd",
    "pin", "newPin", "otp", "otpCode", "totp", "auth", "sid", "session", "sessionId",
    "session_id", "JSESSIONID", "signature", "apiKey", "api_key", "apikey", "APIKey", "x-api-key",
    "secret", "clientSecret", "client_secret", "jwt", "userJWT", "bearer", "credentials",
    "awsCredentials", "authorization", "Proxy-Authorization", "cookie", "Set-Cookie", "X-Auth",
    "X-Auth-Token", "X-Session", "X-CSRF-Token", "X-Hub-Signature-256", "privateKey", "authCode",
    "jwt2", "otp12", "code_verifier", "verificationCode", "tokenValue", "tokens", "passphrase",
    "totpCode", "twoFactorCode", "2faCode", "mfaCode", "tfaCode", "pinCode", "deviceCode",
    "device_code",
    "loginCode", "oneTimeCode", "confirmationCode", "resetCode", "unlockCode", "activationCode",
    "accessCode", "oauthCode", "pass", "userPass", "dbpass", "SMTP_PASS", "privateKeyPem",
    "privKey",
    "recoveryPhrase", "seedPhrase", "mnemonic", "hmacKey", "hmac", "decryptionKey", "recoveryKey",
    "sshKey", "rootKey", "clientAssertion", "samlAssertion", "githubPat", "aws_creds",
    "connectionString", "securityAnswer", "pkceVerifier", "magicLink",
    "accessTokenV2", "apiKeyV1", "privateKeyBase64", "secret_key_base", "tokenB64",
  ]

  /// Names that are recognized by their end in any spelling.
  static let ends = [
    "dbpassword", "confirmpassword", "DBPassword", "apitoken", "mysecret", "fcmtoken",
    "X-Rapidapi-Key", "Dd-Application-Key", "userapikey", "appsecret", "webhookSecret",
    "secretAccessKey", "totpSecret", "clientsecretkey", "securitytoken", "backendToken",
    "x_vault_token", "smtppassword", "rootpasswd", "sessiontoken2", "Ocp-Apim-Subscription-Key",
    "twofactorsecret", "deploytokens",
  ]

  /// Names that resemble those of secrets.
  static let harmless = [
    "tokenCount", "tokenType", "tokensUsed", "cookiesAccepted", "cookieName", "secretSanta",
    "pageToken", "nextPageToken", "nextToken", "continuationToken", "syncToken", "cursor",
    "endCursor", "after", "spin", "opinion", "pinned", "mapPin", "author", "authorId", "oauth",
    "authenticated", "sidebar", "inside", "sessionCount", "sessions", "key", "publicKey",
    "keyboard",
    "passwordLength", "passwordChangedAt", "passwordPolicy", "emailSignature", "designToken",
    "designation", "xkjwtq", "v7jwt3x", "Content-Type", "Accept", "id", "",
    "_", "42", "timeCode", "compass", "boardingPass", "isPasswordSet", "passwordLoginMode",
    "secretQuestion", "signatureUrl", "licenseKey", "nextpagetoken", "keyword", "passwordHint",
  ]

  @Test func numbersAreSecretsOnlyUnderNumericNames() {
    let names = ["pin", "otp", "otpCode", "cvv", "passcode", "token", "signature", "sessionId"]
    #expect(
      names.filter { SecretNames.secrecy(of: $0).takesNumbers }
        == ["pin", "otp", "otpCode", "cvv", "passcode"])
  }

  @Test func valuesInsideCredentialsAreSecretsAndInsideATokenAreNot() {
    let names = [
      "credentials", "password", "secrets", "apiKeys", "token", "session", "auth", "cookie",
    ]
    #expect(
      names.filter { SecretNames.secrecy(of: $0).contents.contains(.nested) }
        == ["credentials", "password", "secrets", "apiKeys"])
  }

  @Test func nameIsSplitIntoWordsAtSignsDigitsAndCapitals() {
    // Splits camel case like Swift's key strategies, except for digits.
    let words: [[String]] = ["X-APIKey2", "someHTMLText_inside", "sha256Sum"]
      .map { SecretNames.words(of: $0) }
    #expect(
      words == [
        ["x", "api", "key", "2"], ["some", "html", "text", "inside"], ["sha", "256", "sum"],
      ]
    )
  }
}
