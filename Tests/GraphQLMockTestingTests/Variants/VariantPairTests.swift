import GraphQLMockTesting
import GraphQLMock
import TestSupport
import Testing

/// Pairs of changes of which one depends on the type of an object, and values that depend on the request.
@Suite(.onWaitingThreads) struct VariantPairTests {
  private struct Broken: Error {}

  private static let animals = ServiceOptions.schema(
    """
    type Query { animal: Animal! animals: [Animal!]! being: Being! }
    interface Animal { id: ID! height: Height! }
    type Dog implements Animal { id: ID! height: Height! adopted: String }
    type Cat implements Animal { id: ID! height: Height! lives: Int! }
    type Fish implements Animal { id: ID! height: Height! fins: Int! }
    union Being = Dog | Cat | Fish
    type Height { meters: Int! }
    """)

  private func search(
    _ query: String, _ options: ServiceOptions = animals,
    breaks: @escaping @Sendable (MockJSON) -> Bool
  ) async throws -> SearchedVariants {
    try await .collect {
      try await withResponseVariants(options: options) { service in
        if breaks(try await service.ask(query)) { throw Broken() }
      }
    }
  }

  /// The query, the issue, and what breaks the client.
  private static let rows:
    [(query: String, issue: String, breaks: @Sendable (_ data: MockJSON) -> Bool)] = [
      (
        "{ animal { __typename height { meters } } }",
        """
        With Query.animal of the type Cat at animal (Animal!) and Height.meters 0 at animal.height.meters \
        (Int!): Broken: Broken()
          repeat: unhandled: .generated(["Query.animal": ["__typename": "Cat"], "Height.meters": 0])
          received: {"data":{"animal":{"__typename":"Cat","height":{"meters":0}}}}
        """,
        { $0["animal"]["__typename"] == "Cat" && $0["animal"]["height"]["meters"] == 0 }
      ),
      (
        "{ animals { __typename ... on Cat { lives } ... on Dog { adopted } } }",
        """
        With Query.animals of Dog and Cat at animals ([Animal!]!) and Cat.lives 0 at animals.lives (Int!): \
        Broken: Broken()
          repeat: unhandled: .generated(["Query.animals": [["__typename": "Dog"], ["__typename": "Cat"]], \
        "Cat.lives": 0])
          received: {"data":{"animals":[{"__typename":"Dog","adopted":"adopted"},{"__typename":"Cat","lives":0}]}}
        """,
        { data in
          let animals = data["animals"].array ?? []
          return animals.contains { $0["__typename"] == "Dog" }
            && animals.contains { $0["lives"] == 0 }
        }
      ),
    ]

  @Test(arguments: rows.indices)
  func valuesBelowAnotherTypeAndInAListOfTwoTypesAreTriedWithTheirTypes(row: Int) async throws {
    let (query, issue, breaks) = Self.rows[row]
    #expect(try await search(query, breaks: breaks).issues == [issue])
  }

  @Test func aValueOfSeveralTypesIsTriedWithTheValuesOfEach() async throws {
    let query =
      "{ being { ... on Cat { height { meters } } ... on Fish { fins height { meters } } } }"
    let found = try await search(query) {
      $0["being"]["fins"] == 0 && $0["being"]["height"]["meters"] == -1
    }
    let line = """
        repeat: unhandled: .generated(["Height.meters": -1, "Fish.fins": 0, "Query.being": ["__typename": "Fish"]])
      """
    #expect(found.issues.map { $0.contains(line) } == [true], "\(found.issues)")
  }

  @Test func allPairsOfUpToSixtyChangesAreTried() async throws {
    let values = (0..<13).map { "V\($0)" }.joined(separator: " ")
    let options = ServiceOptions.schema(
      "type Query { one: One! two: Two! } enum One { \(values) } enum Two { \(values) }")
    let seen = Locked(Set<String>())
    let report = try await withResponseVariants(options: options) { service in
      let data = try await service.ask("{ one two }")
      seen.withLock { _ = $0.insert("\(data)") }
    }
    #expect(
      report.description == "24 of 24 single changes and 144 of 144 pairs were tried in 169 runs.")
    #expect(seen.withLock { $0.count } == 169)
  }

  /// Both values are possible with two types, and share one of them.
  @Test func theSearchEndsIfValuesChooseOneTypeInEitherOrder() async throws {
    let options = ServiceOptions.schema(
      """
      type Query { animal: Animal! }
      interface Animal { id: ID! }
      type Dog implements Animal { id: ID! adopted: Boolean! }
      type Cat implements Animal { id: ID! height: Height! }
      type Fish implements Animal { id: ID! height: Height! weight: Weight! }
      type Bird implements Animal { id: ID! weight: Weight! }
      type Height { meters: Int! }
      type Weight { kg: Int! }
      """)
    let report = try await withResponseVariants(options: options) { service in
      _ = try await service.ask(
        """
        { animal { ... on Dog { adopted } ... on Cat { height { meters } }
          ... on Fish { height { meters } weight { kg } } ... on Bird { weight { kg } } } }
        """)
    }
    #expect(
      report.description == "12 of 12 single changes and 24 of 24 pairs were tried in 37 runs.")
  }

  @Test func theDefaultValuesOfFieldsThatAMutationSetsAreTried() async throws {
    let options = ServiceOptions.schema(
      """
      enum Mood { CALM ANGRY SAD }
      type Query { post: Post }
      type Mutation { addPost(mood: Mood!, moods: [Mood!], pinned: Boolean!): Post! }
      type Post { id: ID! mood: Mood! moods: [Mood!] pinned: Boolean! }
      """)
    let seen = Locked(Set<String>())
    let report = try await withResponseVariants(combinations: 0, options: options) { service in
      let mutation =
        "mutation { addPost(mood: ANGRY, moods: [SAD], pinned: true) { mood moods pinned } }"
      let post = try await service.ask(mutation)["addPost"]
      seen.withLock {
        $0.formUnion(["mood", "moods", "pinned"].map { name in "\(name) \(post[name])" })
      }
    }
    let values = [
      "mood \"ANGRY\"", "mood \"CALM\"", "mood \"SAD\"", "pinned false", "pinned true",
      "moods [\"ANGRY\",\"ANGRY\"]", "moods [\"CALM\",\"CALM\"]", "moods [\"CALM\",\"ANGRY\"]",
    ]
    #expect(Set(values).subtracting(seen.withLock { $0 }) == [])
    #expect(report.skippedRuns == [:])
  }

  @Test func elementsOfAListDifferInTheirFields() async throws {
    let options = ServiceOptions.schema(
      """
      enum Mood { CALM ANGRY }
      type Query { items: [Item!]! page: Page! }
      type Page { nodes: [Item] edges: [Edge!]! }
      type Edge { node: Item! }
      type Item { id: ID! mood: Mood! score: Int owner: Item tag: String! }
      """)
    let fields = "{ id mood score owner { tag } tag }"
    let items = try await search("{ items \(fields) }", options) {
      let scores = ($0["items"].array ?? []).map { $0["score"].isNull }
      return scores.first == false && scores.contains(true)
    }
    let nodes = try await search("{ page { edges { node \(fields) } } }", options) {
      let edges = $0["page"]["edges"].array ?? []
      return Set(edges.map { $0["node"]["mood"] }).count > 1
    }
    let rows: [(found: SearchedVariants, start: String, line: String)] = [
      (
        items, "With Query.items of elements that differ in score at items ([Item!]!): ",
        #"["Query.items": [[:], ["score": nil], [:]]]"#
      ),
      (
        nodes, "With Page.edges of elements that differ in mood at page.edges ([Edge!]!): ",
        #"["Page.edges": [["node": [:]], ["node": ["mood": "ANGRY"]], ["node": ["mood": "ANGRY"]]]]"#
      ),
    ]
    for (found, start, line) in rows {
      let issue = try #require(found.issues.first)
      #expect(found.issues.count == 1 && issue.hasPrefix(start), "\(found.issues)")
      #expect(issue.contains("  repeat: unhandled: .generated(\(line))"), "\(found.issues)")
    }
  }

  @Test func listsOfIDsHaveNumbersAndGlobalIDs() async throws {
    let options = ServiceOptions.schema("type Query { ids: [ID!]! }")
    let number = try await search("{ ids }", options) {
      $0["ids"].array?.count == 2 && Int($0["ids"][1].string ?? "") != nil
    }
    let global = try await search("{ ids }", options) { data in
      let form = /gid:\/\/shop\/Item\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}==/
      return (data["ids"][0].string ?? "").wholeMatch(of: form) != nil
    }
    let starts: [[Substring]] = [number, global].map { $0.issues.map { $0.prefix { $0 != ":" } } }
    #expect(
      starts == [
        ["With Query.ids the text of a number at ids ([ID!]!)"],
        ["With Query.ids a global ID with a colon, slashes, and = at ids ([ID!]!)"],
      ])
  }
}
