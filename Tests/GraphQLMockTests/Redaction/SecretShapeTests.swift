import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets that have a form or a name in a text, as the article on recordings lists them.
struct SecretShapeTests {
  /// Each secret is between `«` and `»`, in a string of the request's variables and of the response.
  static let texts = [
    "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n«lQWGBGV0q3kBDADf9w»\n-----END PGP PRIVATE KEY BLOCK-----",
    "-----BEGIN OPENSSH PRIVATE KEY-----\n«b3BlbnNzaC1rZXk5»\n-----END OPENSSH PRIVATE KEY-----",
    "-----BEGIN EC PRIVATE KEY-----\n«MHcCAQEEIOq7zX4b»",
    """
    PuTTY-User-Key-File-3: ssh-ed25519
    Encryption: none
    Comment: ada
    Private-Lines: 1
    «AAAAIGq7zX4bT9w2»
    Private-MAC: «9f8e7d6c5b4a3f2e»
    """,
    "post to https://hooks.slack.com/services/«T03A7Q/B04Z9X/k9X2m4Qp7Rt1Vw8Z» when done",
    "https://hooks.slack.com/workflows/«T03A7Q/A04Z9X/51Qp7Rt1Vw8Z»",
    "https://discord.com/api/webhooks/«1093847561/k9X2m4Qp7Rt1Vw8Zq»",
    "https://discordapp.com/api/webhooks/«1093847562/m4Qp7Rt1Vw8Zqk9X2»?wait=true",
    "https://acme.webhook.office.com/webhookb2/«8f1e9c2d@7a3b/IncomingWebhook/5c6e7f»",
    "https://hooks.zapier.com/hooks/catch/«583912/b4x7k2q»/",
    "https://acme.blob.core.windows.net/a/b.png?sv=2024-11-04&sig=«k9X2m4Qp7Rt1Vw8Z»&se=2026",
    "https://api.telegram.org/bot«110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw9»/getMe",
    "the bot is «110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8», not yours",
    "Server=db.example;User=sa;Password=«Tr0ub4dor&3x»;Encrypt=true",
    "Server=db.example;Uid=sa;Pwd=«k9X2m4Qp7R»",
    "AccountName=acme;AccountKey=«k9X2m4Qp7Rt1Vw8Zq==»;EndpointSuffix=core.windows.net",
    "Endpoint=sb://acme.example/;SharedAccessKey=«m4Qp7Rt1Vw8Zqk9X2=»",
    "Cookie: sid=«k9X2m4Qp7R»; theme=«b4x7k2q9»",
    "curl -H 'Cookie: id=«q7Rk9X2m4P»' https://shop.example/",
    "Set-Cookie: id=«p7Rk9X2m4Q»; Path=/; HttpOnly",
    "X-Api-Key: «9f8e7d6c5b4a»", "X-Api-Key: «9f8e7d6c»",
    "GET / HTTP/1.1\r\nHost: a.example\r\nX-Auth-Token: «8f1e9c2d7a3b»\r\n\r\n",
    "curl -H \"Authorization: Bearer «k9X2m4Qp7Rt1»\" https://a.example",
    "Authorization: ApiKey «m4Qp7Rt1k9X2»",
    "access_token=«k9X2m4Qp7Rt2»&token_type=bearer",
    "login failed: token=«7f3a9c1e5b2d»",
    "<login><user>ada</user><password>«k9X2m4Qp7Rt3»</password></login>",
    "client_secret: «GxK9-X2m4Qp7Rt4»",
    #"{"user":"ada","password":"«k9X2m4Qp7Rt5»","#,
    #"{"data":{"signIn":{"accessToken":"«k9X2m4Qp7Rt6"#,
    #"{\"refreshToken\":\"«k9X2m4Qp7Rt7»\""#,
    #"signIn(password: "«k9X2m4Qp7Rt8»") { id }"#,
    #"{"pin":«4821371»,"x":"a"#, #"{"data":{"verificationCode": «4821372»}"#,
    #"{\"password\":«4821373»"#, #"{"user":"ada","pin":«4821374»"#, "<a><pin>«4821375»</pin></a>",
    "<s:Body><s:passcode>«4821376»</s:passcode></s:Body>", "user=ada&otp=«7392041»",
    "password=«7392042»&a=1", "otp=«7392043»",
  ]

  /// Objects whose secret is the member `value`.
  static let members: [MockJSON] = [
    ["key": "password", "value": "«k9X2m4Qp7A»"],
    ["value": "«k9X2m4Qp7B»", "name": "X-Api-Key"],
    ["name": "Cookie", "value": "«k9X2m4Qp7C»"],
    ["key": "clientSecret", "values": ["«k9X2m4Qp7D»"]],
    ["key": "credentials", "value": ["login": "«k9X2m4Qp7E»"]],
    ["headers": [["name": "Authorization", "value": "Token «k9X2m4Qp7F»"]]],
    ["sig": "«k9X2m4Qp7G»"],
  ]

  /// The secrets between `«` and `»`.
  static func secrets(in text: String) -> [String] {
    text.split(separator: "«").dropFirst().compactMap { $0.split(separator: "»").first }
      .map(String.init)
  }

  static func plain(_ value: MockJSON) -> MockJSON {
    let text = value.description.replacing("«", with: "").replacing("»", with: "")
    return (try? MockJSON(parsing: text)) ?? .null
  }

  @Test(.onOwnThreads) func noSecretIsInAFileOrAMessage() async throws {
    let marked = Self.texts.map { MockJSON.string($0) } + Self.members
    let secrets = marked.flatMap { value in
      value.string.map(Self.secrets) ?? Self.secrets(in: value.description)
    }
    #expect(secrets.count == 51)
    let folder = try TemporaryFolder()
    let values = Self.plain(.array(marked))
    let server = try LoopbackServer { _ in
      .response(
        "200 OK", ["Content-Type: application/json"], body: #"{"data":{"a":\#(values)}}"#)
    }
    let request = try RecordingTests.request(
      "query A($v: [V]) { a(v: $v) }", ["v": values], to: server)
    let live = MockGraphQLService.recording(.missing, folder.url)
    _ = try await live.makeSession().receive(request)
    var shown = try folder.files().map(\.value)
    shown.append(String(decoding: live.httpArchive(), as: UTF8.self))
    shown += live.requests.map(\.description)
    // The same texts as whole bodies, which can't be recorded.
    for text in Self.texts {
      let plain = Self.plain([.string(text)])[0].string ?? ""
      let server = try LoopbackServer { _ in
        .response("200 OK", ["Content-Type: text/plain"], body: plain)
      }
      let service = MockGraphQLService.recording(.missing, folder.url)
      _ = try await service.makeSession().receive(
        RecordingTests.request("query B { b }", to: server))
      #expect(service.failures.count == 1, "\(text)")
      shown += service.failures.map(\.message)
      shown.append(String(decoding: service.httpArchive(), as: UTF8.self))
      shown += service.requests.map(\.description)
    }
    let all = shown.joined(separator: "\n")
    for secret in secrets {
      for part in secret.split(whereSeparator: { "/@&\r\n".contains($0) }) where part.count > 6 {
        #expect(!all.contains(part), "\(secret)")
      }
    }
  }

  static let harmless = [
    "The password: required", "password=required", "Forgot password? Reset: by mail",
    "Password: at least 8 characters", "Session: Keynote 2026", "session=morning",
    "Signature: Dr. Ada Lovelace", "token: identifier", "Unexpected token: '}'",
    "Unexpected token: 'function'", "Cookies: 3", "Cookie policy: accept", "pin: 4",
    "PIN: required",
    "pinCode: 12345678", "tokenCount=12345678", "see nextPageToken=abc-123456",
    "Authorization: Bearer <your token>", "const password = process.env.PASSWORD",
    "X-Api-Key: 9f8e7d6", "X-Request-ID: 5f1e9c2d7a3b", "ETag: \"5f1e9c2d7a3b\"",
    "Content-Type: application/json",
    "Server=db.example;Database=shop;Encrypt=true", "color=red;size=12", "a=1&b=2&page=next",
    "at 10:30:15, 2026-11-27", "ratio 16:9", "https://hooks.slack.com",
    "https://discord.com/channels/1/2",
    "https://api.telegram.org/bots/intro", "https://shop.example/webhooks/orders",
    "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQGNBGV0q3kBDADf9w\n-----END PGP PUBLIC KEY BLOCK-----",
    "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIB\n-----END CERTIFICATE-----",
    "PuTTY and OpenSSH", "1102015:AA", "score 12345678:90", "<password>required</password>",
    "<h1>Sign in</h1><label>Password:</label>", #"{"password":"REQUIRED","#, "key: value",
    "WWW-Authenticate: Bearer realm=\"shop\"", "secretSanta: Ada", "auth: none", "passport: yes",
    "SIG: special interest group", "sign=plus", "your pin: 482137", "otp : 482137", "PIN: 482137.",
    #"{"pin":4821,"x":"a"#, #"{"tokenCount":482137,"x":"a"#,
    "<a><postalCode>94016</postalCode></a>",
    "user=ada&statusCode=100200",
  ]

  static let harmlessMembers: [MockJSON] = [
    ["key": "color", "value": "k9X2m4Qp7A"], ["name": "password", "value": "REQUIRED"],
    ["name": "session", "value": "Keynote"], ["key": "tokenCount", "value": "12345678"],
    ["name": "Ada", "password": true], ["key": "pin", "value": 4], ["sig": "Swift"],
    ["session": ["id": "wwdc-2026-101", "list": ["a-1"]], "cookie": ["id": "oat-42"]],
  ]

  @Test func harmlessTextsAreKeptInResponses() async throws {
    let values = Self.harmless.map { MockJSON.string($0) } + Self.harmlessMembers
    let (data, _) = try await HarmlessTextTests.recorded(
      MockJSON.object(["a": .array(values)]).description)
    let changed = values.indices.filter { data["a"][$0] != values[$0] }
    #expect(changed.map { "\(values[$0]) is \(data["a"][$0])" } == [])
  }
}
