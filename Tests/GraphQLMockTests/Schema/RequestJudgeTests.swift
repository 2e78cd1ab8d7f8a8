import Testing

@testable import GraphQLMock

/// What is found out about a document is found out once.
struct RequestJudgeTests {
  private func selected(_ text: String, _ name: String? = nil) throws -> SelectedOperation {
    try DocumentCache().outcome(for: ContiguousArray(text.utf8), operationName: name).get()
  }

  @Test func anOperationHasOneVerdictWhoeverHasParsedIt() throws {
    let judge = RequestJudge(nil)
    let text = "query A($id: ID) { a(id: $id) } query B { b }"
    let first = judge.verdict(on: try selected(text, "A"), by: .deployed)
    #expect(judge.verdict(on: try selected(text, "A"), by: .deployed) === first)
    #expect(first.errors.isEmpty)
    #expect(first.hasVariables)
    let other = judge.verdict(on: try selected(text, "B"), by: .deployed)
    #expect(other !== first)
    #expect(!other.hasVariables)
    #expect(judge.verdict(on: try selected(text, "A"), by: .september2026) !== first)
  }

  @Test func judgesWithDifferentSchemasTakeTurnsOnOneDocument() throws {
    let operation = try selected("{ a }")
    let judges = try ["type Query { a: Int }", "type Query { b: Int }"].map {
      RequestJudge(try ServiceSchema(definitions: $0).system)
    }
    let verdicts = judges.map { $0.verdict(on: operation, by: .deployed) }
    // The words of graphql-js 16; graphql-core 3.2 has single quotes.
    #expect(
      verdicts.map { $0.errors.map(\.message) } == [
        [], [#"Cannot query field "a" on type "Query". Did you mean "b"?"#],
      ])
    for (judge, verdict) in zip(judges + judges, verdicts + verdicts) {
      #expect(judge.verdict(on: operation, by: .deployed) === verdict)
    }
  }

  @Test func aRememberedDocumentDoesNotKeepASchemaAlive() throws {
    let operation = try selected("{ a }")
    weak var types: TypeSystem?
    do {
      let system = try ServiceSchema(definitions: "type Query { a: Int }").system
      types = system
      _ = RequestJudge(system).verdict(on: operation, by: .deployed)
    }
    #expect(types == nil)
    #expect(operation.note != nil)
  }
}
