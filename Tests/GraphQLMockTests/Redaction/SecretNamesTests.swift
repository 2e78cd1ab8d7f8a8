import Testing

@testable import GraphQLMock

struct SecretNamesTests {
  @Test(arguments: [
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
  ])
  func secretNameIsRecognizedByItsWords(name: String) { #expect(SecretNames.contains(name)) }

  @Test(arguments: [
    "tokenCount", "tokenType", "tokensUsed", "cookiesAccepted", "cookieName", "secretSanta",
    "pageToken", "nextPageToken", "nextToken", "continuationToken", "syncToken", "cursor",
    "endCursor", "after", "spin", "opinion", "pinned", "mapPin", "author", "authorId", "oauth",
    "authenticated", "sidebar", "inside", "sessionCount", "sessions", "key", "publicKey",
    "keyboard",
    "passwordLength", "passwordChangedAt", "passwordPolicy", "emailSignature", "designToken",
    "designation", "xkjwtq", "v7jwt3x", "Content-Type", "Accept", "id", "",
    "_", "42",
  ])
  func similarNameIsNotASecretName(name: String) { #expect(!SecretNames.contains(name)) }

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
    #expect(SecretNames.words(of: "X-APIKey2") == ["x", "api", "key", "2"])
    #expect(SecretNames.words(of: "someHTMLText_inside") == ["some", "html", "text", "inside"])
    #expect(SecretNames.words(of: "sha256Sum") == ["sha", "256", "sum"])
  }
}
