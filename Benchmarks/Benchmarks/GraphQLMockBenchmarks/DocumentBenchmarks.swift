import GraphQLMock

/// Normalizing and comparing of documents; each time is that of the whole corpus.
func registerDocumentBenchmarks() {
  compare(
    "documents",
    [
      pass("documents: normalize") { try StrippedDocument.text(of: $0).utf8.count },
      pass("documents: key") { try MatchKey(document: $0).hashValue },
    ])
}

private func pass(_ name: String, _ body: @escaping (String) throws -> Int) -> Contender {
  Contender(name) {
    let documents = RequestDocument.corpus().map(\.text)
    for document in documents { _ = try body(document) }
    return repeating { documents.reduce(0) { $0 &+ ((try? body($1)) ?? 0) } }
  }
}
