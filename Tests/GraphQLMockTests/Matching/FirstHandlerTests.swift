import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The short way to the first handler finds what asking all candidates in turn would find.
@Suite struct FirstHandlerTests {
  static let documents = [
    "query A { a }", "query A { a b }", "mutation A { a }", "query B($x: Int) { a }",
    "query \u{20}A\u{20}{\u{20}a,\u{20}}", "{ a }",
  ]

  static func subject(_ document: String, _ documents: DocumentCache) throws -> MatchSubject {
    let request = try URLRequest.graphQL(["query": .string(document), "variables": ["x": 1]])
    return MatchSubject(
      ReceivedRequest(
        request, body: .success(ReceivedBody(request.httpBody ?? Data())), endpoints: [],
        documents: documents))
  }

  static func handler(_ number: Int, _ generator: inout SeededGenerator) -> RequestHandler {
    func coin(_ sides: Int) -> Bool { Int.random(in: 0..<sides, using: &generator) == 0 }
    let name: OperationName = coin(30) ? .any : coin(30) ? .prefix("A") : coin(2) ? "A" : "B"
    let document = coin(3) ? documents.randomElement(using: &generator) : nil
    let variables: VariableMatch? = coin(10) ? ["x": coin(2) ? 1 : 2] : nil
    let answer = MockResponse.status(200 + number)
    var handler: RequestHandler =
      coin(4)
      ? .mutation(name, document: document, variables: variables, answer)
      : coin(2)
        ? .query(name, document: document, variables: variables, answer)
        : .operation(name, document: document, variables: variables, answer)
    if coin(30) { handler = .http("/graphql", answer) }
    if coin(10) { handler = handler.where(header: coin(2) ? "Accept" : "X-Missing") }
    return coin(3) ? handler.times(Int.random(in: 0...2, using: &generator)) : handler
  }

  static func status(_ entry: RegisteredHandler?) -> Int? {
    guard case .responses(let responses)? = entry?.handler?.answer else { return nil }
    return responses.first?.statusCode
  }

  /// Asks all candidates in turn.
  static func reference(_ registry: HandlerRegistry, _ subject: MatchSubject) -> Int? {
    for entry in registry.candidates(for: subject) where entry.handler?.matches(subject) == true {
      if registry.takeStep(of: entry) != nil { return status(entry) }
    }
    return nil
  }

  /// Takes the short way first, and goes on from where it ends.
  static func first(_ registry: HandlerRegistry, _ subject: MatchSubject) -> (Int?, wasShort: Bool)
  {
    if let (entry, _) = registry.takeFirst(for: subject) { return (status(entry), true) }
    return (reference(registry, subject), false)
  }

  @Test func theShortWayFindsWhatTheLongWayFinds() throws {
    var generator = SeededGenerator(seed: 21)
    var short = 0
    var found = 0
    let rounds = Effort.rounds(500, long: 2_000)
    for _ in 0..<rounds {
      let (one, other) = (HandlerRegistry(), HandlerRegistry())
      for list in 0..<Int.random(in: 1...3, using: &generator) {
        let handlers = (0..<Int.random(in: 0...6, using: &generator)).map {
          Self.handler(list * 10 + $0, &generator)
        }
        one.register(handlers)
        other.register(handlers)
      }
      let known = DocumentCache()
      for _ in 0..<6 {
        let document = Self.documents.randomElement(using: &generator) ?? ""
        let expected = Self.reference(one, try Self.subject(document, DocumentCache()))
        let (actual, wasShort) = Self.first(other, try Self.subject(document, known))
        if expected != actual { Issue.record("\(document): \(expected ?? 0), not \(actual ?? 0)") }
        short += wasShort ? 1 : 0
        found += expected == nil ? 0 : 1
      }
    }
    #expect(short > rounds && found > 2 * rounds, "short, found: \(short) \(found)")
  }

  @Test func afterAHandlerThatDeclinesOnlyThoseBelowItAreAsked() throws {
    let registry = HandlerRegistry()
    registry.register([.query("A", .status(201)), .query(.any, .status(202))])
    registry.register([.http("/graphql", .status(203)), .query("A", .status(204))])
    let subject = try Self.subject("query A { a }", DocumentCache())
    let all = Array(registry.candidates(for: subject))
    #expect(all.map(Self.status) == [203, 204, 201, 202])
    for (index, entry) in all.enumerated() {
      #expect(
        registry.candidates(for: subject, below: entry.rank).map(Self.status)
          == Array(all.dropFirst(index + 1)).map(Self.status))
    }
  }

  @Test func namesThatShareASlotAreToldApart() {
    var table = NameTable()
    // The low bits decide; these are all the same.
    let names = (0..<100).map { Digest128(high: UInt64($0), low: UInt64($0) << 40) }
    for (rank, name) in (names + names).enumerated() {
      table.append(
        RegisteredHandler(rank: rank + 1, handler: .query("A", .status(200))), to: name,
        spelled: [0x41])
    }
    for (index, name) in names.enumerated() {
      #expect(table[name].map(\.rank) == [index + 1, index + 101])
    }
    #expect(table[Digest128(high: 7, low: 7)].isEmpty)
    #expect(table.handlers.count == 200)
  }
}

/// Documents that handlers state are recognised in requests.
@Suite struct StatedDocumentsTests {
  static let text = "query A($x: Int = 1) { a(x: $x) }"

  static func selected(
    _ cache: DocumentCache, _ text: String, _ name: String?
  ) throws -> SelectedOperation {
    try cache.outcome(for: ContiguousArray(text.utf8), operationName: name).get()
  }

  @Test func ofSeveralOperationsEachIsItself() throws {
    let text = "query A { a } query B { b }"
    let cache = DocumentCache()
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
