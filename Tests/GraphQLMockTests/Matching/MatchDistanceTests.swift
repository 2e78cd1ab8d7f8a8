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

  // Names that differ only in case come first, then those with the fewest changed letters, then
  // those of the most similar length. Expected values were worked out by hand.
  @Test func mostSimilarNamesComeFirst() {
    func alike(_ name: String, _ names: [String], atMost count: Int) -> [String] {
      EditDistance.alike(name, among: names, atMost: count)
    }
    let names: [String] = (0..<20).map { "Other\($0)" } + ["Viewr2s", "Vewers", "viewer", "Vewer"]
    #expect(alike("Viewer", names, atMost: 4) == ["viewer", "Vewer", "Vewers", "Viewr2s"])
    let others: [String] = (20..<40).map { String(repeating: "x", count: $0) }
    #expect(alike("Viewer", others, atMost: 2) == Array(others.prefix(2)))
    #expect(alike("", ["a", "b"], atMost: 5) == ["a", "b"])
    let long = String(repeating: "Long", count: 50)
    #expect(alike(long, names + [long + "s"], atMost: 1) == [long + "s"])
  }
}
