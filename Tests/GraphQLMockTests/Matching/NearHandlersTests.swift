import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A miss looks at a few handlers, however many there are.
@Suite(.timeLimit(.minutes(1))) struct NearHandlersTests {
  static func subject(_ name: String) throws -> MatchSubject {
    let request = try URLRequest.graphQL(["query": .string("query \(name) { a }")])
    return MatchSubject(
      url: request.url, method: "POST", operation: try OperationRequest(request),
      header: { _ in nil })
  }

  static func names(_ near: NearHandlers) -> [String] {
    near.handlers.compactMap(\.handler?.title)
  }

  @Test func ofThousandsOfNamesTheNearestAreFound() throws {
    let registry = HandlerRegistry()
    registry.register((0..<3_000).map { .query(.named("Operation\($0)"), .data([:])) })
    for (asked, nearest) in [
      ("Operation1234x", "Operation1234"), ("peration77", "Operation77"),
      ("Operaiton2999", "Operation2999"), ("operation512", "Operation512"),
    ] {
      let near = registry.near(try Self.subject(asked))
      #expect(near.handlers.count <= NearHandlers.nameLimit)
      #expect(near.handlerCount == 3_000)
      let failure = MatchFailure(
        subject: try Self.subject(asked), near: near, usedUp: registry.useCount(ofUsedUp:))
      guard case .handler(let handler)? = failure.nearest.first?.candidate else {
        Issue.record("nothing is near \(asked)")
        continue
      }
      #expect(handler.title == "query \"\(nearest)\"")
      #expect(failure.hiddenHandlers == 2_997)
    }
  }

  @Test func ofThousandsOfOneNameThoseThatAreAskedFirstAreLookedAt() throws {
    let registry = HandlerRegistry()
    registry.register((0..<3_000).map { .query("A", variables: ["n": .number($0)], .data([:])) })
    let near = registry.near(try Self.subject("A"))
    #expect(near.handlers.count == NearHandlers.limit)
    #expect(near.handlers.map(\.rank) == Array(2_937...3_000).reversed())
  }

  @Test func from40LettersOnAllNamesAndPathsAreEquallyFar() throws {
    func text(_ different: Int) -> String {
      String(repeating: "a", count: different) + String(repeating: "b", count: 60 - different)
    }
    let operation = try Self.subject(text(0))
    let path = MatchSubject(
      url: URL(string: "https://example.invalid/\(text(0))"), method: "GET", operation: nil,
      header: { _ in nil })
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

  @Test(arguments: [
    ("Viewer", "Viewer", 12), ("Viewer", "viewer", 12), ("Viewer", "Vewer", 9),
    ("Viewer", "Viewerr", 11), ("abc", "xyz", 0), ("", "", 0),
    (String(repeating: "a", count: 500), String(repeating: "a", count: 500), 64),
  ])
  func namesLookAlike(left: String, right: String, likeness: Int) {
    #expect(NameSketch(left).likeness(to: NameSketch(right)) == likeness)
    #expect(NameSketch(right).likeness(to: NameSketch(left)) == likeness)
  }
}
