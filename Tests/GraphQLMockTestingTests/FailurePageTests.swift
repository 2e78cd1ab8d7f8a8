import Foundation
import GraphQLMock
import Testing

@testable import GraphQLMockTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct FailurePageTests {
  private func ask(
    _ service: MockGraphQLService, _ query: String, _ variables: MockJSON
  ) async throws {
    var request = URLRequest(url: try #require(URL(string: "https://shop.example/graphql")))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("Bearer sEcReT-token-1", forHTTPHeaderField: "Authorization")
    let parameters: MockJSON = ["query": .string(query), "variables": variables]
    request.httpBody = try parameters.encoded()
    _ = try? await service.makeSession().data(for: request)
  }

  private func page() async throws -> String {
    let service = MockGraphQLService(
      .query("Viewer", .data(["viewer": ["name": "<Ada> & \"Co\"", "token": "sEcReT-token-2"]])))
    try await ask(
      service, "query Viewer($password: String) { viewer(password: $password) { name token } }",
      ["password": "sEcReT-password-3"])
    try await ask(service, "query Vewer { viewer { name } }", [:])
    return FailurePage.html(of: service, test: "ShopTests/shows<b>")
  }

  @Test func hasEachRequestWithItsDocumentItsVariablesAndItsAnswer() async throws {
    let page = try await page()
    for text in [
      "<title>ShopTests/shows&lt;b&gt;</title>", "<p>2 requests in ",
      ##"<li><a href="#r1">1. query &quot;Viewer&quot; "##,
      ##"<li class="suspect"><a href="#r2">2. query &quot;Vewer&quot;</a>"##,
      #"<section id="r1">"#, "&quot;&lt;redacted&gt;&quot;} → 200 (",
      #"<section id="r2" class="suspect">"#,
      "answered by query &quot;Viewer&quot; (FailurePageTests.swift:",
      "<summary>Document</summary><pre>query Viewer($password: String)",
      "<summary>Variables</summary><pre>{\n  &quot;password&quot;: &quot;&lt;redacted&gt;",
      "&quot;name&quot;: &quot;&lt;Ada&gt; &amp; \\&quot;Co\\&quot;&quot;",
      "Unhandled query &quot;Vewer&quot;", "nearest is query &quot;Viewer&quot;",
    ] {
      #expect(page.contains(text), "\(text) is not in \(page)")
    }
  }

  @Test func saysHowManyRequestsThereWereBeforeThoseThatItShows() async throws {
    let service = MockGraphQLService(.query("Viewer", .data(["viewer": nil])))
    for _ in 0..<31 { try await ask(service, "query Viewer { viewer { name } }", [:]) }
    let page = FailurePage.html(of: service, test: "ShopTests/asksOften")
    #expect(page.contains("<p>The last 30 of 31 requests in "))
    #expect(page.contains(##"<a href="#r2">2. "##) && !page.contains(##"<a href="#r1">"##))
  }

  @Test func hasTheRequestsOfTheAppWhereTheServiceGotNone() async throws {
    let app = MockGraphQLService(.query("Viewer", .data(["viewer": nil])))
    try await ask(app, "query Viewer { viewer { name } }", [:])
    let page = FailurePage.html(
      of: MockGraphQLService(), orOf: app.exchanges, test: "ShopUITests/testShows")
    #expect(page.contains(##"<a href="#r1">1. query &quot;Viewer&quot;"##))
  }

  @Test func hasNoSecretAndNoScript() async throws {
    let page = try await page()
    #expect(!page.contains("sEcReT"))
    #expect(!page.lowercased().contains("<script"))
  }
}
