import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which secrets of the request and of handlers a miss shows.
struct MatchFailureSecretTests {
  private typealias Example = MatchFailureTests.Example

  private let misses = MatchFailureTests()

  @Test func missShowsASecretOnlyIfItDiffersFromTheHandler() async throws {
    try await misses.expectMisses(Self.secrets)
  }

  private static let secrets: [Example] = [
    Example(
      [
        .mutation("SignIn", variables: ["input": ["password": "right"]], .data([:]), line: 7),
        .mutation("SignIn", .data([:]), line: 8)
          .where(header: "Authorization", equals: "Bearer abc"),
      ], "mutation SignIn { signIn }",
      variables: ["input": ["password": "wrong", "refreshToken": ["t"]], "apiKey": "k"],
      headers: ["Authorization": "Bearer xyz"],
      """
      Unhandled mutation "SignIn"; nearest is mutation "SignIn" (MatchFailureSecretTests.swift:7): \
      variables.input.password: expected "right", got "wrong"
        received:  POST https://example.invalid/graphql
        variables: {"apiKey":"<redacted>",\
      "input":{"password":"<redacted>","refreshToken":["<redacted>"]}}
        nearest:   mutation "SignIn" (MatchFailureSecretTests.swift:7): the variables differ
                     variables.input.password: expected "right", got "wrong"
                   mutation "SignIn" (MatchFailureSecretTests.swift:8): the header field Authorization \
      is "Bearer xyz", expected "Bearer abc"
        add:       .mutation("SignIn", variables: ["input": ["password": .present, \
      "refreshToken": [.present]]], .data(["signIn": ""]))
      """),
    Example(
      [.mutation("Pay", variables: ["pin": 1234], .data([:]), line: 7)], "mutation Pay { pay }",
      variables: ["pin": 98_765],
      """
      Unhandled mutation "Pay"; nearest is mutation "Pay" (MatchFailureSecretTests.swift:7): \
      variables.pin: expected 1234, got 98765
        received:  POST https://example.invalid/graphql
        variables: {"pin":"<redacted>"}
        add:       .mutation("Pay", variables: ["pin": .present], .data(["pay": ""]))
      """),
  ]

  @Test(
    arguments: [
      .query("A", .data([:])).where(header: "X-Auth", equals: "x"),
      .query("A", .data([:])).where(path: "/other"), .query("A", .data([:])).where(host: "other"),
      .query("A", .data([:])).where(endpoint: .of("https://tk.invalid/other")),
      .query("A", document: #"query A { a(token: "x") }"#, .data([:])),
      .query("A", variables: ["note": "x"], .data([:])),
      .query("A", variables: .exactly([:]), .data([:])),
      .query("A", variables: ["note": .absent], .data([:])),
    ] as [RequestHandler])
  func differenceShowsNoSecretThatMayBeReal(handler: RequestHandler) async throws {
    let secret = "tk-5f1e9c2d"
    for isReal in [false, true] {
      let service = MockGraphQLService(handler)
      if isReal { service.register(.query("Other", .passThrough)) }
      var request = try URLRequest.graphQL(
        [
          "query": .string("query A { a(token: \"\(secret)\") }"),
          "variables": ["note": .string(secret)],
        ], to: "https://\(secret).invalid/\(secret)")
      request.setValue(secret, forHTTPHeaderField: "X-Auth")
      let message = try await misses.miss(service, request)
      #expect(message.contains(secret) != isReal, "\(message)")
    }
  }

  @Test(arguments: [false, true]) func nameOfAFileIsShownUnlessItMayBeReal(isReal: Bool)
    async throws
  {
    let service = MockGraphQLService(
      .mutation("Up", variables: ["file": "a.png"], .data([:])))
    if isReal { service.register(.query("Other", .passThrough)) }
    let query = "mutation Up($file: Upload) { up(f: $file) }"
    let request = UploadFormTests.request([
      .init("operations", #"{"query":"\#(query)","variables":{"file":null}}"#),
      .init("map", #"{"0":["variables.file"]}"#), .init("0", "-", file: "me.png"),
    ])
    let name = isReal ? "" : ", \"me.png\""
    #expect(
      try await misses.miss(service, request).contains(
        "variables.file: this is an uploaded file\(name), whose variable is null"))
  }

  @Test func missShowsFieldNamesThatResembleSecrets() async throws {
    let line = #line + 2
    let service = MockGraphQLService(
      .operation(document: "query A($token: String) { token(password: $token) }", .data([:])))
    let text = try await misses.miss(
      service, query: #"query A($token: ID = "a") { token(password: $token) password secret }"#)
    let lines = """
      Unhandled query "A"; nearest is operation "A" (MatchFailureSecretTests.swift:\(line)): \
      the variable $token is ID = "a", expected String
        received:  POST https://example.invalid/graphql
        nearest:   operation "A" (MatchFailureSecretTests.swift:\(line)): the document differs
                     the variable $token is ID = "a", expected String
                     the client also selects "password"
                     the client also selects "secret"

      """
    #expect(text.hasPrefix(lines))
  }
}
