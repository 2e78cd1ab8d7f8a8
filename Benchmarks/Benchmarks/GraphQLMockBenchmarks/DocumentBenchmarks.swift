@_spi(Benchmarks) import GraphQLMock

#if canImport(GraphQLParserPeer)
  import GraphQLParserPeer
#endif

/// Lexing, normalizing and comparing of documents; each time is that of the whole corpus.
func registerDocumentBenchmarks() {
  for (name, styles) in [
    ("documents", RequestDocument.Style.allCases), ("compact documents", [.compact]),
    ("indented documents", [.indented]),
  ] {
    var contenders = [
      step("\(name): lex", styles, BenchmarkedSteps.countTokens),
      step("\(name): normalize", styles, BenchmarkedSteps.normalize),
      step("\(name): normalize with digest", styles, BenchmarkedSteps.digest),
      step("\(name): parse", styles, BenchmarkedSteps.parse),
    ]
    #if canImport(GraphQLParserPeer)
      contenders += [
        peer("\(name): libgraphqlparser lexer", styles, graphqlparser_count_tokens),
        peer("\(name): libgraphqlparser parser", styles) { graphqlparser_parse($0) == 0 ? -1 : 1 },
      ]
    #endif
    compare(name, contenders)
  }
  compare(
    "keys",
    [
      step("keys: first time", RequestDocument.Style.allCases, BenchmarkedSteps.makeKey),
      Contender("keys: again") {
        let matching = BenchmarkedMatching()
        let documents = RequestDocument.corpus().map(\.bytes)
        return try pass(over: documents, matching.makeKey)
      },
    ])
}

private func step(
  _ name: String, _ styles: [RequestDocument.Style],
  _ body: @escaping (ContiguousArray<UInt8>) -> Int
) -> Contender {
  Contender(name) {
    try pass(over: RequestDocument.corpus(styles: styles).map(\.bytes), body)
  }
}

private func pass(
  over documents: [ContiguousArray<UInt8>], _ body: @escaping (ContiguousArray<UInt8>) -> Int
) throws -> (Int) -> Int {
  for document in documents {
    try check(body(document), "A document: \(String(decoding: document, as: UTF8.self))")
  }
  return repeating { documents.reduce(0) { $0 &+ body($1) } }
}

#if canImport(GraphQLParserPeer)
  private func peer(
    _ name: String, _ styles: [RequestDocument.Style],
    _ body: @escaping (UnsafePointer<CChar>) -> Int
  ) -> Contender {
    Contender(name) {
      let documents = RequestDocument.corpus(styles: styles).map { Array($0.bytes) + [0] }
      return repeating {
        documents.reduce(0) { sum, document in
          document.withUnsafeBytes { bytes in
            bytes.bindMemory(to: CChar.self).baseAddress.map { sum &+ body($0) } ?? sum
          }
        }
      }
    }
  }
#endif
