import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A miss compares only a few handlers, however many are registered.
struct MatchDistanceTests {
  @Test(.onOwnThreads) func nearestOfThousandsOfNamesIsFound() async throws {
    let service = MockGraphQLService(
      (0..<3_000).map { .query(.named("Operation\($0)"), .data([:])) })
    let names: [(asked: String, nearest: String)] = [
      ("Operation1234x", "Operation1234"), ("peration77", "Operation77"),
      ("Operaiton2999", "Operation2999"), ("operation512", "Operation512"),
    ]
    for (asked, nearest) in names {
      _ = try? await service.respond(to: .graphQL(["query": .string("query \(asked) { a }")]))
      let miss = try #require(service.misses.last)
      #expect(miss.title == "query \"\(asked)\"", "\(asked)")
      #expect(miss.cause.hasPrefix("nearest is query \"\(nearest)\" "), "\(asked): \(miss.cause)")
      #expect(miss["nearest"].last == "and 2997 more handlers", "\(asked)")
    }
  }

  @Test func missOfThousandsOfHandlersExaminesThoseWithPrecedence() throws {
    let registry = HandlerRegistry()
    registry.register((0..<3_000).map { .query("A", variables: ["n": .number($0)], .data([:])) })
    let near = registry.nearHandlers(to: try HandlerRegistryTests.received("A"))
    #expect(near.handlers.map(\.rank) == Array(2_937...3_000).reversed())
  }

  @Test func distanceOfNamesAndPathsIsCappedAt40Letters() throws {
    func text(_ different: Int) -> String {
      String(repeating: "a", count: different) + String(repeating: "b", count: 60 - different)
    }
    let operation = try HandlerRegistryTests.received(text(0))
    let path = IncomingRequest(URLRequest(url: .of("https://example.invalid/\(text(0))")), nil)
    func distances(_ different: Int) -> [Int] {
      [
        RequestHandler.query(.named(text(different)), .data([:])).roughDistance(to: operation),
        RequestHandler.query(.prefix(text(different)), .data([:])).roughDistance(to: operation),
        RequestHandler.http("/\(text(different))", .status(204)).roughDistance(to: path),
      ]
    }
    #expect(zip(distances(39), distances(40)).allSatisfy { $0 < $1 })
    #expect(distances(40) == distances(41))
  }

  private static let far = String(repeating: "x", count: 50)

  // Each handler is nearer than the next. The order is that of the scale's comments.
  @Test func distancesOfAnOperationGrowInThisOrder() throws {
    let request = try URLRequest.graphQL(["query": "query Viewer { a }", "variables": ["n": 1]])
    let incoming = IncomingRequest(request, try OperationRequest(request))
    let handlers: [RequestHandler] = [
      .query("Viewer", .data([:])), .query("Viewer", variables: ["n": 2], .data([:])),
      .query("Viewer", document: "query Viewer { b }", .data([:])), .mutation("Viewer", .data([:])),
      .query("viewer", .data([:])), .query("Viewers", .data([:])), .mutation("Viewers", .data([:])),
      .query(.named(Self.far), .data([:])), .http("/graphql", .status(204)).where(header: "X"),
      // A name in which two of six letters differ isn't similar.
      .mutation("Viexxr", .data([:])),
      .mutation(.named(Self.far), .data([:])), .http("/other", .status(204)),
    ]
    let distances = handlers.map { $0.roughDistance(to: incoming) }
    #expect(distances.first == 0 && zip(distances, distances.dropFirst()).allSatisfy { $0 < $1 })
    let viewer = RequestHandler.query("Viewer", .data([:]))
    #expect(viewer.where { _ in false }.roughDistance(to: incoming) == distances[1])
    let conditions = [
      viewer.where(rootField: "b"), viewer.where(header: "X"), viewer.where(host: "b.invalid"),
      viewer.where(endpoint: .of("https://b.invalid/")),
    ]
    #expect(
      conditions.map { $0.roughDistance(to: incoming) } == .init(repeating: distances[2], count: 4))
  }

  @Test func fixtureThatAnswersOnlyByNameIsBetweenAVariableAndADocument() async throws {
    let folder = try TemporaryFolder(["A.empty.json": #"{"data":{}}"#])
    let service = MockGraphQLService(
      .query("A", document: "query A { b }", .data([:])),
      .query("A", variables: ["n": 2], .data([:])), fixtures: FixtureTable(folder: folder.url))
    _ = try? await service.respond(
      to: .graphQL(["query": "query A { a }", "variables": ["n": 1]]))
    let miss = try #require(service.misses.first)
    let expected = ["the variables differ", "a fixture variant", "the document differs"]
    let found = miss["nearest"].compactMap { line in expected.first { line.contains($0) } }
    #expect(found == expected)
  }

  @Test func distancesOfPlainHTTPGrowInThisOrder() {
    func distances(_ path: String, _ handlers: [RequestHandler]) -> [Int] {
      let request = IncomingRequest(URLRequest(url: .of("https://example.invalid\(path)")), nil)
      return handlers.map { $0.roughDistance(to: request) }
    }
    let query = RequestHandler.query(.any, .data([:]))
    let found = distances(
      "/rest",
      [
        .http("/rest", .status(204)), .http("/rest", method: "PUT", .status(204)),
        .http("/rast", .status(204)), .http("/\(Self.far)", .status(204)), query,
      ])
    #expect(found.first == 0 && zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
    // A pattern that matches, or no path, has no distance of its own.
    let matching = distances(
      "/users/1234567890/avatar",
      [
        .http("/users/*/avatar", method: "POST", .status(204)), .http(method: "POST", .status(204)),
        .http("/users/1234567891/avatar", .status(204)),
      ])
    #expect(matching[0] == matching[1] && matching[1] < matching[2])
    // A request to a path of GraphQL was probably meant as an operation.
    let graphQL = distances("/graphql", [query, .http("/graphq", .status(204))])
    #expect(graphQL[0] < graphQL[1])
  }

  @Test func plainHTTPIsFartherThanAnOperationWithAnotherName() async throws {
    let service = MockGraphQLService(
      .http("/graphql", .status(204)).where(header: "X"),
      .query("GetProductRecommendationsForHomepage", .data([:])))
    _ = try? await service.respond(to: .graphQL(["query": "query Me { a }"]))
    let miss = try #require(service.misses.first)
    #expect(
      miss.cause.hasPrefix("nearest is query \"GetProductRecommendationsForHomepage\" "),
      "\(miss.cause)")
  }
}
