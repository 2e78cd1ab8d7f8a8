import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A miss compares only a few handlers, however many are registered.
struct NearHandlersTests {
  static func received(_ name: String) throws -> ReceivedRequest {
    let request = try URLRequest.graphQL(["query": .string("query \(name) { a }")])
    return ReceivedRequest(request, try OperationRequest(request))
  }

  @Test(arguments: [
    ("Operation1234x", "Operation1234"), ("peration77", "Operation77"),
    ("Operaiton2999", "Operation2999"), ("operation512", "Operation512"),
  ])
  func nearestOfThousandsOfNamesIsFound(asked: String, nearest: String) async throws {
    let service = MockGraphQLService(
      (0..<3_000).map { .query(.named("Operation\($0)"), .data([:])) })
    _ = try? await service.respond(to: .graphQL(["query": .string("query \(asked) { a }")]))
    let message = try #require(service.failures.first?.message)
    #expect(message.hasPrefix("Unhandled query \"\(asked)\"; nearest is query \"\(nearest)\" "))
    #expect(message.contains("and 2997 more handlers"))
  }

  @Test func missOfThousandsOfHandlersExaminesThoseWithPrecedence() throws {
    let registry = HandlerRegistry()
    registry.register((0..<3_000).map { .query("A", variables: ["n": .number($0)], .data([:])) })
    let near = registry.near(try Self.received("A"))
    #expect(near.handlers.count == HandlerRegistry.NearHandlers.limit)
    #expect(near.handlers.map(\.rank) == Array(2_937...3_000).reversed())
  }

  @Test func distanceOfNamesAndPathsIsCappedAt40Letters() throws {
    func text(_ different: Int) -> String {
      String(repeating: "a", count: different) + String(repeating: "b", count: 60 - different)
    }
    let operation = try Self.received(text(0))
    let path = ReceivedRequest(URLRequest(url: .of("https://example.invalid/\(text(0))")), nil)
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
    let names = (0..<20).map { "Other\($0)" } + ["Viewr2s", "Vewers", "viewer", "Vewer"]
    #expect(
      EditDistance.alike("Viewer", among: names, atMost: 4)
        == ["viewer", "Vewer", "Vewers", "Viewr2s"])
    let others = (0..<20).map { String(repeating: "x", count: 20 + $0) }
    #expect(EditDistance.alike("Viewer", among: others, atMost: 2) == Array(others.prefix(2)))
    #expect(EditDistance.alike("", among: ["a", "b"], atMost: 5) == ["a", "b"])
    let long = String(repeating: "Long", count: 50)
    #expect(EditDistance.alike(long, among: names + [long + "s"], atMost: 1) == [long + "s"])
  }
}
