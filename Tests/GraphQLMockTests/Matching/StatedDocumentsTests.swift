import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Documents that handlers state are recognised in requests.
@Suite struct StatedDocumentsTests {
  static let text = "query A($x: Int = 1) { a(x: $x) }"

  static func selected(
    _ cache: DocumentCache, _ text: String, _ name: String?
  ) throws -> SelectedOperation {
    try cache.outcome(for: ContiguousArray(text.utf8), operationName: name).get()
  }

  @Test func theSameTokensAreTheSameOperation() throws {
    let match = DocumentMatch(Self.text, operationName: nil)
    let stated = HandlerDocuments()
    stated.add(try match.selected.get())
    let cache = DocumentCache(stated: stated)
    let expected = try match.selected.get()
    for (text, name) in [
      (Self.text, nil), (Self.text, "A"), (Self.text, ""),
      ("query A ( $x : Int = 1 , ) {\n  # a comment\n  a(x: $x)\n}\n", "A"),
    ] {
      #expect(try Self.selected(cache, text, name) === expected)
      #expect(try Self.selected(cache, text, name).key == expected.key)
    }
    for text in ["query A($x: Int = 2) { a(x: $x) }", "query A($x: Int = 1) { b: a(x: $x) }"] {
      #expect(try Self.selected(cache, text, nil) !== expected)
      #expect(try Self.selected(cache, text, nil).key != expected.key)
    }
    #expect(throws: DocumentError.selection(OperationSelectionError(.unknownOperation(name: "B"))))
    {
      try Self.selected(cache, Self.text, "B")
    }
  }

  @Test func ofSeveralOperationsEachIsItself() throws {
    let text = "query A { a } query B { b }"
    let stated = HandlerDocuments()
    stated.add(try DocumentMatch(text, operationName: "A").selected.get())
    let cache = DocumentCache(stated: stated)
    #expect(try Self.selected(cache, text, "A").operation.name == "A")
    #expect(try Self.selected(cache, text, "B").operation.name == "B")
    #expect(throws: DocumentError.selection(OperationSelectionError(.operationNameMissing))) {
      try Self.selected(cache, text, nil)
    }
  }

  @Test func aRequestWithAnotherLayoutIsAnsweredAndSeenAsItWasSent() async throws {
    let service = MockGraphQLService(
      .query("A", document: Self.text, .data(["a": 1])), .query("A", .status(404)))
    let sent = "query A (\n $x: Int = 1\n) { a(x: $x), }"
    let received = try await service.makeSession().receive(.graphQL(["query": .string(sent)]))
    #expect(received.status == 200)
    #expect(service.exchanges.map(\.request.document) == [sent])
    #expect(service.exchanges.map(\.request.coercedVariables) == [["x": 1]])
  }
}
