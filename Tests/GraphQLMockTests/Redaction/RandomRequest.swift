import Foundation
import GraphQLMock
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request and its response with known secrets at every possible position.
///
/// Each secret is under a secret name once, and elsewhere under names that don't reveal it.
struct RandomRequest: Sendable {
  enum RequestForm: CaseIterable, Sendable { case post, get, upload, form, graphql }
  enum ResponseForm: CaseIterable, Sendable {
    case json, multipart, eventStream, text, form, bytes
  }

  let request: URLRequest
  let operations: [OperationRequest]
  let response: SentResponse
  let secrets: [String]
  let requestForm: RequestForm
  let responseForm: ResponseForm

  /// The names that the user lists in addition.
  static let redaction = Redaction(members: ["iban"], paths: ["user.email"], headers: ["X-Device"])

  /// - Parameter number: Selects the forms in turn; 30 numbers combine all request and response
  ///   forms.
  init(_ number: Int, using random: inout SeededGenerator) throws {
    var maker = SecretMaker(random: random)
    requestForm = RequestForm.allCases[number % RequestForm.allCases.count]
    responseForm = ResponseForm.allCases[number % ResponseForm.allCases.count]
    // In the fields of a form, these are texts inside strings, whose inner strings are only
    // searched.
    let isInside = requestForm == .form
    let document = Self.document(&maker, isInside: isInside)
    let variables = Self.variables(&maker, isInside: isInside)
    var query: [(String, String)] = [("apiKey", maker.next()), ("page", "2")]
    // Numbers aren't searched for elsewhere.
    let echoed = maker.secrets.filter { Int($0) == nil }.shuffled(using: &maker.random)
    query.append(("next", "https://a.example/cb?sid=\(Self.encode(echoed[0]))&x=1"))
    var headers = [
      "X-Auth": echoed[0], "X-Rapidapi-Key": maker.token(), "Dd-Application-Key": maker.token(),
      "Authorization": "Bearer \(maker.token())", "X-Device": maker.token(),
      "Cookie": "theme=\(maker.token()); session=\(maker.token())", "X-Trace": "for \(echoed[1])",
      "Referer": "https://a.example/?access_token=\(Self.encode(maker.next()))",
    ]
    let path = "/graphql/\(Self.encode(echoed[2]))"
    var body: Data?
    switch requestForm {
    case .get:
      query.append(("query", document.replacingOccurrences(of: "mutation", with: "query")))
      query.append(("variables", variables.description))
    case .post:
      headers["Content-Type"] = "application/json"
      body = try MockJSON.object(["query": .string(document), "variables": variables]).encoded()
    case .graphql:
      headers["Content-Type"] = "application/graphql"
      query.append(("variables", variables.description))
      body = Data(document.utf8)
    case .upload:
      headers["Content-Type"] = "multipart/form-data; boundary=x1"
      let operations = try MockJSON.object(["query": .string(document), "variables": variables])
        .encoded()
      body = Data(
        Self.multipart([
          (
            #"Content-Disposition: form-data; name="operations""#,
            String(decoding: operations, as: UTF8.self)
          ),
          (#"Content-Disposition: form-data; name="map""#, #"{"0":["variables.file"]}"#),
          (
            "Content-Disposition: form-data; name=\"0\"; filename=\"\(maker.secrets.first { $0.hasPrefix("wd ") } ?? "").txt\"\r\nContent-Type: text/plain",
            "a file that tells \(echoed[3])"
          ),
          (#"Content-Disposition: form-data; name="password""#, maker.next()),
        ]).utf8)
    case .form:
      headers["Content-Type"] = "application/x-www-form-urlencoded"
      let items = [
        ("client_secret", maker.next()), ("user[password]", maker.next()), ("hint", echoed[0]),
        ("json", variables.description), ("query", document),
        ("pwd", variables["p"].string ?? ""),
      ]
      body = Data(items.map { "\($0)=\(Self.encode($1))" }.joined(separator: "&").utf8)
    }
    let items = query.map { "\($0)=\(Self.encode($1))" }.joined(separator: "&")
    var request = URLRequest(
      url: URL(string: "https://ada:\(maker.token())@example.invalid\(path)?\(items)")
        ?? URL(fileURLWithPath: "/invalid"))
    request.httpMethod = requestForm == .get ? "GET" : "POST"
    request.httpBody = body
    for (name, value) in headers where value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      request.setValue(value, forHTTPHeaderField: name)
    }
    self.request = request
    operations = requestForm == .form ? [] : [try OperationRequest(request)]
    response = Self.response(responseForm, isOperation: requestForm != .form, echoed, &maker)
    secrets = maker.secrets
    random = maker.random
  }

  // MARK: Parts

  private static func document(_ maker: inout SecretMaker, isInside: Bool) -> String {
    var text = "mutation Op($p: String = \(literal(maker.next())), $password: [String!] = "
    text += "[\(literal(maker.next())), \(literal(maker.next()))], $q: Int) {\n"
    text += "  a(password: $p, i: {pwd: \(literal(maker.next())), o: 1}, o: A) { id }\n"
    text +=
      "  b(x: [{token: \(literal(maker.next()))}],\n    secret\n # c\n : ,\(literal(maker.next()))) { t: accessToken }\n"
    text += "  c(credentials: {key: \(literal(maker.next())), n: [{m: \(literal(maker.next()))}]}, "
    text +=
      "pin: \(maker.digits()), iban: \(literal(maker.next())), user: {email: \(literal(maker.mail()))})\n"
    text += "  d(session: \"\"\"\n    \(maker.words())\n    \"\"\", j: "
    text += (isInside ? "1" : literal(#"{"otp": "\#(maker.token())"}"#)) + ")"
    text +=
      " @e(signature: \(literal(maker.next())))\n  # a comment on \(maker.secrets.filter { !$0.contains("\n") }[0])\n"
    text +=
      "  f(free: \(literal("about " + maker.secrets[1])), jwt: $q, jot: \(literal(maker.jwt())))\n}\n"
    return text
  }

  private static func variables(_ maker: inout SecretMaker, isInside: Bool) -> MockJSON {
    let other = maker.secrets[2]
    var json: MockJSON = 1
    var url: MockJSON = 1
    if !isInside {
      json = .string(MockJSON.object(["api_key": .string(maker.next()), "n": 1]).description)
      url = .string(
        "https://a.example/x?signature=\(encode(maker.next()))#access_token=\(maker.token())")
    }
    return [
      "password": .array([.string(maker.next())]), "p": .string(maker.next()),
      "dbpassword": .string(maker.next()), "accessTokens": [["value": .string(maker.token())]],
      "deviceTokens": ["ios": .string(maker.token())], "short": "ab", "pwd": "ab",
      "note": .string("log in by Authorization: Bearer \(maker.token())"),
      "prose": .string("the key is \(maker.prefixed()), keep it"),
      "licenseKey": "L-17", "secretSanta": ["name": "Bob-7"],
      "input": [
        "accessToken": .string(maker.jwt()), "deviceAuth": ["value": .string(maker.uuid())],
        "credentials": [
          "key": .string(maker.next()), "list": [.string(maker.next()), 7], "id": "c-7",
          "kind": "ROLE_2", "since": "2026-01-01", "enabled": true, "name": "Deploy key 3",
        ],
        "list": [["list": [["pwd": .string(maker.next())]]]],
      ],
      "pin": .number(Int(maker.digits()) ?? 0), "otp": .string(maker.digits()),
      "user": ["email": .string(maker.mail())], "iban": .string(maker.next()), "file": nil,
      "json": json, "url": url, "resetPasswordUrl": .string(maker.url()),
      "echo": .string(other), "page": 2, "pageToken": "kept-page", "tokenCount": 7,
    ]
  }

  private static func response(
    _ form: ResponseForm, isOperation: Bool, _ echoed: [String], _ maker: inout SecretMaker
  ) -> SentResponse {
    func json() -> MockJSON { response(isOperation: isOperation, echoed, &maker) }
    let type: String
    let body: Data
    switch form {
    case .json:
      type = "application/json"
      body = (try? json().encoded(pretty: true)) ?? Data()
    case .multipart:
      type = #"multipart/mixed; boundary="-""#
      body = Data(
        multipart(
          [json(), part(&maker)].map { ("Content-Type: application/json", $0.description) },
          boundary: "-"
        ).utf8)
    case .eventStream:
      type = "text/event-stream"
      let pretty =
        (try? json().encoded(pretty: true)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let lines = pretty.split(separator: "\n").map { "data: \($0)\n" }.joined()
      body = Data(
        "event: next\nid: 5\n\(lines)\n: ping\n\ndata:\(part(&maker).description)\n\n".utf8)
    case .text:
      type = "text/plain"
      body = Data("hello \(echoed[0]), \(echoed[1]); see \(maker.prefixed()), tokenCount=7\n".utf8)
    case .form:
      type = "application/x-www-form-urlencoded"
      body = Data("oauth_token=\(encode(maker.next()))&x=\(encode(echoed[1]))".utf8)
    case .bytes:
      type = "application/octet-stream"
      body = Data([0xFF, 0x00] + [0x0E] + Array(echoed[0].utf8) + [0x00])
    }
    return RandomRequestTests.response(
      headers: [
        "Content-Type": type, "X-Session": maker.token(),
        "Set-Cookie":
          "id=\(maker.token()); Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT, a=\(maker.token())",
        "Location": "/cb?access_token=\(encode(maker.next()))&n=1",
        "Content-Disposition":
          "attachment; filename=\"\(maker.secrets[0].filter { $0.isLetter }).txt\"",
      ], body: body)
  }

  private static func response(
    isOperation: Bool, _ echoed: [String], _ maker: inout SecretMaker
  ) -> MockJSON {
    let login: MockJSON = [
      "accessToken": .string(maker.jwt()), "t": .string(isOperation ? maker.next() : "no alias"),
      "tokenCount": 7,
      "createCredential": ["id": 7, "kind": "ROLE", "__typename": "Credential", "limit": 12],
      "tokens": [["id": "1", "symbol": "ETH"]], "cookiesAccepted": true, "pageToken": "kept-page",
      "user": ["email": .string(maker.mail()), "name": "Ada"], "first": .string(echoed[0]),
      "hint": .string("you sent \(echoed[1]) and \(echoed[2]),"),
      "list": .array(echoed.map { .string($0) }),
      "session": .string(maker.uuid()), "embedded": .string(#"{"sid":"\#(maker.token())"}"#),
      "echo": .string(maker.secrets[2]),
    ]
    return MockJSON.object(["data": login, "errors": [["message": .string("no \(echoed[3])")]]])
  }

  private static func part(_ maker: inout SecretMaker) -> MockJSON {
    [
      "incremental": [
        [
          "path": ["user"],
          "data": ["email": .string(maker.mail()), "otp": .string(maker.digits())],
        ]
      ],
      "hasNext": false,
    ]
  }

  private static func multipart(
    _ parts: [(head: String, content: String)], boundary: String = "x1"
  ) -> String {
    parts.map { "--\(boundary)\r\n\($0.head)\r\n\r\n\($0.content)\r\n" }.joined()
      + "--\(boundary)--\r\n"
  }

  /// The spelling of a secret: plain, in a URL, or in JSON.
  static func spellings(of secret: String) -> Set<String> {
    [secret, encode(secret), String(MockJSON.string(secret).description.dropFirst().dropLast())]
  }

  /// A string literal of GraphQL, with the same escapes as in JSON.
  private static func literal(_ text: String) -> String { MockJSON.string(text).description }

  static func encode(_ text: String) -> String {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }
}

/// Generates different secrets of all kinds.
private struct SecretMaker {
  var random: SeededGenerator
  private(set) var secrets: [String] = []

  init(random: SeededGenerator) { self.random = random }

  mutating func next() -> String {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: jwt()
    case 1: uuid()
    case 2: mail()
    case 3: words()
    case 4: odd()
    default: token()
    }
  }

  mutating func token() -> String { add("tk-" + letters(14)) }
  mutating func prefixed() -> String { add("ghp_7" + letters(35)) }
  mutating func words() -> String { add("wd \(letters(8)) \(letters(6))") }
  /// Characters that every spelling escapes differently.
  mutating func odd() -> String { add("od\"\(letters(6))\\ü%\(letters(6))&=/") }
  mutating func url() -> String { add("https://a.example/\(letters(14))") }
  mutating func mail() -> String { add("\(letters(9))@mail.example") }

  mutating func digits() -> String {
    add(String(Int.random(in: 200_000_000...999_999_999, using: &random)))
  }

  mutating func uuid() -> String {
    let hex = (0..<32).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }
      .joined()
    let groups = [8, 4, 4, 4, 12]
    var rest = hex[...]
    return add(
      groups.map { count in
        defer { rest = rest.dropFirst(count) }
        return String(rest.prefix(count))
      }.joined(separator: "-"))
  }

  mutating func jwt() -> String {
    add("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI\(letters(12)).\(letters(16))")
  }

  private mutating func add(_ secret: String) -> String {
    secrets.append(secret)
    return secret
  }

  private mutating func letters(_ count: Int) -> String {
    let alphabet = Array("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    return String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" })
  }
}
