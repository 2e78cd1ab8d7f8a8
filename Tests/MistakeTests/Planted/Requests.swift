import Foundation
import GraphQLMockTesting
import Testing

private let endpoint = [URL(string: "https://shop.example/graphql")].compactMap { $0 }

/// Mistakes in a request: invalid content or a wrong destination.
@Suite(.enabled(if: Mistakes.areEnabled)) struct PlantedRequests {
  @Test(.graphQL(.viewer)) func twoOperationsWithoutAName() async throws {
    try await send("\(Documents.viewer) \(Documents.feed)")
  }

  @Test(.graphQL(.viewer)) func operationThatIsNotInTheDocument() async throws {
    let data = try await ShopApp().send(Documents.viewer, operationName: "Viewr")
    #expect(data["viewer"]["name"] == "Ada")
  }

  @Test(.graphQL(.viewer, endpoints: endpoint)) func syntaxErrorInTheDocument() async throws {
    try await send("query Viewer { viewer { name }")
  }

  @Test(.graphQL(.viewer)) func variableThatIsNotDefined() async throws {
    try await send("query Viewer { viewer(id: $id) { name } }")
  }

  @Test(.graphQL(.mutation("Like", .data(["like": ["count": 8]]))))
  func requiredVariableIsMissing() async throws { try await send(Documents.like) }

  @Test(.graphQL(.viewer)) func fragmentThatIsNotThere() async throws {
    try await send("query Viewer { viewer { ...Names } }")
  }

  @Test(.graphQL(.query("Viewer", .data(["viewer": ["name": "Ada"]])), schema: "Shop.graphqls"))
  func fieldThatIsNotInTheSchema() async throws {
    try await send("query Viewer { viewer { nam } }")
  }

  @Test(.graphQL(.viewer, endpoints: endpoint)) func misspelledPath() async throws {
    try await ShopApp(url: "https://shop.example/graphq1").send(Documents.viewer)
  }

  @Test(.graphQL(.viewer, endpoints: endpoint)) func slashBehindThePath() async throws {
    try await ShopApp(url: "https://shop.example/graphql/").send(Documents.viewer)
  }

  @Test(.graphQL(.viewer, endpoints: endpoint)) func anotherScheme() async throws {
    try await ShopApp(url: "http://shop.example/graphql").send(Documents.viewer)
  }

  @Test(.graphQL(.viewer, endpoints: endpoint)) func anotherHost() async throws {
    try await ShopApp(url: "https://api.shop.example/graphql").send(Documents.viewer)
  }

  @Test(.graphQL(.viewer, endpoints: endpoint)) func contentTypeThatIsNotRead() async throws {
    let body = try await ShopApp().post(
      Data(#"{"query":"query Viewer { viewer { name } }"}"#.utf8), "text/plain")
    #expect(String(decoding: body, as: UTF8.self).contains("Ada"))
  }

  @Test(.graphQL(.viewer, endpoints: endpoint)) func brokenMultipartBody() async throws {
    let body = try await ShopApp().post(Data("--b\r\n".utf8), "multipart/form-data; boundary=b")
    #expect(String(decoding: body, as: UTF8.self).contains("Ada"))
  }

  @Test(.graphQL(.viewer)) func listThatIsNoBatch() async throws {
    try await ShopApp(url: "https://shop.example/events").post(
      Data(#"[{"event":"tap"}]"#.utf8), "application/json")
  }

  @Test(.graphQL(.viewer)) func searchInAURL() async throws {
    try await ShopApp(url: "https://shop.example/search?query=shoes").get()
  }

  @Test(.graphQL(.viewer)) func searchInABody() async throws {
    try await ShopApp(url: "https://shop.example/search").post(
      Data(#"{"query":"red shoes"}"#.utf8), "application/json")
  }

  @Test(.graphQL(.viewer)) func bodyThatIsNoJSON() async throws {
    let body = try await ShopApp().post(Data(#"{"query": "#.utf8), "application/json")
    #expect(String(decoding: body, as: UTF8.self).contains("Ada"))
  }

  @Test(.graphQL(.http("/logo.png", .status(200)))) func misspelledPathOfPlainHTTP() async throws {
    try await ShopApp(url: "https://shop.example/logo.jpg").get()
  }

  @Test(.graphQL(.http("/cart", method: "GET", .status(200))))
  func anotherMethodOfPlainHTTP() async throws {
    try await ShopApp(url: "https://shop.example/cart").post(Data(), "text/plain")
  }

  @Test(.graphQL(.viewer, endpoints: endpoint)) func gzipWithoutItsHeaderField() async throws {
    let body = try await ShopApp().post(Data([0x1F, 0x8B, 8, 0, 0]), "application/json")
    #expect(String(decoding: body, as: UTF8.self).contains("Ada"))
  }

  @Test(.graphQL(.mutation("SetAvatar", .data(["set": true]))))
  func fileLookedForInVariables() async throws {
    let form = """
      --b\r
      Content-Disposition: form-data; name="operations"\r
      \r
      {"query":"mutation SetAvatar($file: Upload) { set(file: $file) }","variables":{"file":null}}\r
      --b\r
      Content-Disposition: form-data; name="map"\r
      \r
      {"0":["variables.file"]}\r
      --b\r
      Content-Disposition: form-data; name="0"; filename="me.png"\r
      \r
      PNG\r
      --b--\r

      """
    try await ShopApp().post(Data(form.utf8), "multipart/form-data; boundary=b")
    let request = try #require(MockGraphQLService.current.requests.first?.operation)
    #expect(request.variables["file"].string == "PNG")
  }

  private func send(_ document: String) async throws {
    try await ShopApp().send(document)
  }
}
