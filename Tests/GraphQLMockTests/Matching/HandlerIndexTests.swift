import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Many handlers of one operation are looked up, and answer as if each had been asked in turn.
@Suite struct HandlerIndexTests {
  static let values: [MockJSON] = [
    1, 2, 1.0, "1", "a", true, nil, [1, 2], ["a": 1, "b": nil], ["a": 1], [:], "\u{e9}", "e\u{301}",
  ]
  static let names = ["x", "y", "\u{e9}", "e\u{301}"]
  static let documents = ["query A { a }", "query A { b }", "query A($x: Int = 1) { a(x: $x) }"]

  static func variables(_ generator: inout SeededGenerator) -> MockJSON {
    var members: [(String, MockJSON)] = []
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      guard let name = names.randomElement(using: &generator),
        let value = values.randomElement(using: &generator)
      else { continue }
      members.append((name, value))
    }
    return MockJSON(.object(JSONMembers(members)))
  }

  static func handler(_ number: Int, _ generator: inout SeededGenerator) -> RequestHandler {
    func coin(_ sides: Int) -> Bool { Int.random(in: 0..<sides, using: &generator) == 0 }
    var match: VariableMatch?
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1: match = .exactly(variables(&generator))
    case 2: match = .subset(variables(&generator))
    case 3:
      match = VariableMatch(
        .subset(
          .object(
            (variables(&generator).members.map(Array.init) ?? []).map {
              ($0.name, coin(5) ? .present : coin(5) ? .absent : .value($0.value))
            })))
    case 4: match = coin(4) ? .where { $0["x"].int == 1 } : nil
    default: break
    }
    let document = coin(3) ? documents.randomElement(using: &generator) : nil
    let answer = MockResponse.status(number)
    var handler: RequestHandler =
      coin(20)
      ? .query(.any, variables: match, answer)
      : .query("A", document: document, variables: match, answer)
    if coin(4) {
      handler = handler.where(
        header: coin(2) ? "X-Tenant" : "x-tenant", equals: coin(4) ? nil : coin(2) ? "a" : "b")
    }
    if coin(8) {
      handler = handler.where(
        endpoint: .of(coin(2) ? endpoint : "https://example.invalid/other"))
    }
    return coin(2) ? handler.times(Int.random(in: 0...2, using: &generator)) : handler
  }

  static func subject(_ generator: inout SeededGenerator) throws -> MatchSubject {
    let document = documents.randomElement(using: &generator) ?? ""
    var request = try URLRequest.graphQL([
      "query": .string(document), "variables": variables(&generator),
    ])
    if Bool.random(using: &generator) {
      request.setValue(
        Bool.random(using: &generator) ? "a" : "b", forHTTPHeaderField: "X-Tenant")
    }
    return MatchSubject(
      ReceivedRequest(
        request, body: .success(ReceivedBody(request.httpBody ?? Data())), endpoints: [],
        documents: DocumentCache()))
  }

  /// The rule: the latest registration first, inside one the first, and what is used up is stepped over.
  struct LinearRegistry {
    var handlers: [(handler: RequestHandler, taken: Int)] = []

    mutating func register(_ list: [RequestHandler]) {
      handlers = list.map { ($0, 0) } + handlers
    }

    mutating func status(_ subject: MatchSubject) -> Int? {
      for index in handlers.indices where handlers[index].handler.matches(subject) {
        let handler = handlers[index].handler
        guard handlers[index].taken < handler.limit ?? .max else { continue }
        handlers[index].taken += 1
        guard case .responses(let responses) = handler.answer else { return nil }
        return responses.first?.statusCode
      }
      return nil
    }
  }

  @Test func theOrderOfPrecedenceIsThatOfAskingEachInTurn() throws {
    var generator = SeededGenerator(seed: 5)
    var found = 0
    for _ in 0..<60 {
      let registry = HandlerRegistry()
      var linear = LinearRegistry()
      var number = 0
      for _ in 0..<4 {
        let list = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
          number += 1
          return Self.handler(number, &generator)
        }
        registry.register(list)
        linear.register(list)
        for _ in 0..<12 {
          let subject = try Self.subject(&generator)
          let expected = linear.status(subject)
          let actual = FirstHandlerTests.first(registry, subject).0
          if expected != actual { Issue.record("\(expected ?? 0), not \(actual ?? 0)") }
          found += expected == nil ? 0 : 1
        }
      }
    }
    #expect(found > 1_500, "found: \(found)")
  }

  @Test(arguments: [1_000, 2_000, 4_000])
  func onlyHandlersThatStateTheSameAreAsked(of count: Int) throws {
    let registry = HandlerRegistry()
    registry.register((0..<count).map { .query("A", variables: ["id": .number($0)], .data([:])) })
    registry.register(
      (0..<count).map { .query("A", variables: .exactly(["id": .number($0), "n": 1]), .data([:])) })
    registry.register(
      (0..<count).map { .query("A", .data([:])).where(header: "X-Tenant", equals: "\($0)") })
    var request = try URLRequest.graphQL([
      "query": "query A { a }", "variables": ["id": .number(count - 1), "n": 1],
    ])
    request.setValue("7", forHTTPHeaderField: "x-tenant")
    let header = request
    let subject = MatchSubject(
      url: request.url, method: "POST", operation: try OperationRequest(request),
      header: { header.value(forHTTPHeaderField: $0) })
    #expect(
      registry.candidates(for: subject).map(\.rank) == [3 * count - 7, count + 1, 1])
  }
}
