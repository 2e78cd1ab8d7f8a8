import GraphQLMockTesting
import Testing

/// Mistakes in the conditions of a handler.
@Suite(.enabled(if: Mistakes.areEnabled)) struct PlantedConditions {
  @Test(.graphQL(.query("Viewr", .data(["viewer": ["name": "Ada"]]))))
  func typoInAName() async throws { try await ShopApp().send(Documents.viewer) }

  @Test(.graphQL(.query("viewer", .data(["viewer": ["name": "Ada"]]))))
  func nameInLowerCase() async throws { try await ShopApp().send(Documents.viewer) }

  @Test(.graphQL(.query("Like", .data(["like": ["count": 8]]))))
  func queryForMutation() async throws { try await ShopApp().send(Documents.like, ["id": 7]) }

  @Test(.graphQL(.mutation("Viewer", .data(["viewer": ["name": "Ada"]]))))
  func mutationForQuery() async throws { try await ShopApp().send(Documents.viewer) }

  @Test(.graphQL(.viewer, .query("Feed", .data(["feed": []]))))
  func forgottenHandler() async throws { try await ShopApp().send(Documents.like, ["id": 7]) }

  @Test(.graphQL()) func noHandlers() async throws { try await ShopApp().send(Documents.viewer) }

  @Test(.graphQL(.query("Product", variables: ["id": "7"], .data(["product": ["name": "Tea"]]))))
  func wrongVariable() async throws { try await ShopApp().send(Documents.product, ["id": "8"]) }

  @Test(
    .graphQL(
      .query(
        "Search", variables: ["filter": ["price": ["range": ["from": 10]]]],
        .data(["search": []]))))
  func wrongVariableThreeLevelsDeep() async throws {
    try await ShopApp().send(
      Documents.search, ["filter": ["text": "tea", "price": ["range": ["from": 1, "to": 20]]]])
  }

  @Test(.graphQL(.query("Product", variables: ["id": 7], .data(["product": ["name": "Tea"]]))))
  func numberSentAsString() async throws {
    try await ShopApp().send(Documents.product, ["id": "7"])
  }

  @Test(
    .graphQL(
      .query("Search", variables: ["filter": ["text": "tea"]], .data(["search": []]))))
  func missingVariables() async throws { try await ShopApp().send(Documents.search) }

  @Test(
    .graphQL(
      .query("Product", variables: ["input": ["id": "7"]], .data(["product": nil]))))
  func variableOneLevelHigher() async throws {
    try await ShopApp().send(Documents.product, ["id": "7"])
  }

  @Test(
    .graphQL(
      .query("Search", variables: ["text": "tea"], .data(["search": []]))))
  func variableOneLevelLower() async throws {
    try await ShopApp().send(Documents.search, ["filter": ["text": "tea"]])
  }

  @Test(
    .graphQL(
      .query(
        "Search", variables: .exactly(["filter": ["text": "tea"]]), .data(["search": []]))))
  func additionalVariable() async throws {
    try await ShopApp().send(Documents.search, ["filter": ["text": "tea", "first": 5]])
  }

  @Test(
    .graphQL(
      .query("Search", variables: ["filter": ["tags": ["a", "b"]]], .data(["search": []]))))
  func listOfAnotherLength() async throws {
    try await ShopApp().send(Documents.search, ["filter": ["tags": ["a"]]])
  }

  @Test(.graphQL(.query("Search", variables: ["filter": .present], .data(["search": []]))))
  func variableThatMustBeThere() async throws { try await ShopApp().send(Documents.search) }

  @Test(.graphQL(.query("Search", variables: ["filter": .absent], .data(["search": []]))))
  func variableThatMustNotBeThere() async throws {
    try await ShopApp().send(Documents.search, ["filter": ["text": "tea"]])
  }

  @Test(
    .graphQL(
      .query(
        "Product", variables: .where { $0["id"].int ?? 0 > 100 },
        .data(["product": ["name": "Tea"]]))))
  func closureThatRefusesTheVariables() async throws {
    try await ShopApp().send(Documents.product, ["id": "7"])
  }

  @Test(
    .graphQL(
      .query("Product") { request in
        request.variables["id"].string == "8" ? .data(["product": nil]) : nil
      }))
  func closureThatDeclines() async throws {
    try await ShopApp().send(Documents.product, ["id": "7"])
  }

  @Test(
    .graphQL(
      .operation(document: "query Viewer { viewer { name likes } }", .data(["viewer": nil]))))
  func documentWithAFieldLess() async throws { try await ShopApp().send(Documents.viewer) }

  @Test(
    .graphQL(
      .operation(
        document: "{ feed(first: 10) { title } }", .data(["feed": []]))))
  func documentWithAnotherArgument() async throws {
    try await ShopApp().send("{ feed(first: 20) { title } }")
  }

  @Test(.graphQL(.query("Feed", .data(["feed": []])).where(rootField: "news")))
  func anotherRootField() async throws { try await ShopApp().send(Documents.feed) }

  @Test(.graphQL(.query("Viewer", .data(["viewer": nil]))))
  func operationWithoutAName() async throws { try await ShopApp().send("{ viewer { name } }") }

  @Test(.graphQL(.query("Feed", .data(["feed": []])).once))
  func usedUpByOneRequest() async throws {
    try await ShopApp().send(Documents.feed)
    try await ShopApp().send(Documents.feed)
  }

  @Test(
    .graphQL(
      .query("Feed", .data(["feed": []]), .data(["feed": [["title": "A"]]])).withoutRepeating))
  func usedUpByItsResponses() async throws {
    for _ in 0..<3 { try await ShopApp().send(Documents.feed) }
  }

  @Test(
    .graphQL(
      .query("Feed", .data(["feed": []])),
      .query("Feed", variables: ["first": 1], .data(["feed": nil])),
      options: ServiceOptions(reportsUnusedHandlers: true)))
  func shadowedHandler() async throws {
    try await ShopApp().send(
      "query Feed($first: Int) { feed(first: $first) { title } }", ["first": 1])
  }

  @Test(
    .graphQL(
      .viewer, .query("Feed", .data(["feed": []])),
      options: ServiceOptions(reportsUnusedHandlers: true)))
  func handlerThatNothingAsksFor() async throws { try await ShopApp().send(Documents.viewer) }

  @Test(
    .graphQL(
      .query("Product", variables: ["id": "1"], .data(["product": ["name": "Tea"]])),
      .query("Product", variables: ["id": "2"], .data(["product": ["name": "Milk"]])),
      .query("Product", variables: ["id": "3"], .data(["product": ["name": "Salt"]])),
      options: ServiceOptions(reportsUnusedHandlers: true)))
  func handlersOfOneLine() async throws {
    try await ShopApp().send(Documents.product, ["id": "1"])
    try await ShopApp().send(Documents.product, ["id": "3"])
  }

  @Test(.graphQL(.viewer.where(header: "X-Shop", equals: "tea")))
  func headerFieldOfAnotherValue() async throws {
    try await ShopApp().send(Documents.viewer, headers: ["X-Shop": "coffee"])
  }

  @Test(.graphQL(.viewer.where(header: "Authorization", equals: "Bearer old-secret")))
  func secretHeaderFieldOfAnotherValue() async throws {
    try await ShopApp().send(Documents.viewer, headers: ["Authorization": "Bearer new-secret"])
  }

  @Test(.graphQL(.viewer.where(header: "Authorization")))
  func missingHeaderField() async throws { try await ShopApp().send(Documents.viewer) }

  @Test(
    .graphQL(
      .mutation("SignIn", variables: ["password": "swordfish"], .data(["signIn": true]))))
  func secretOfAnotherValue() async throws {
    try await ShopApp().send(
      "mutation SignIn($password: String!) { signIn(password: $password) }",
      ["password": "swordfich"])
  }
}
