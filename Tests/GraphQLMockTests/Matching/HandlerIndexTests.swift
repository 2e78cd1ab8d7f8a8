import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Many handlers of one operation are looked up, and answer as if each had been asked in turn.
@Suite(.onOwnThreads) struct HandlerIndexTests {
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

  static func pattern(depth: Int, _ generator: inout SeededGenerator) -> VariablePattern {
    switch Int.random(in: depth == 3 ? 2...2 : depth == 0 ? 0...0 : 0...2, using: &generator) {
    case 1: return VariablePattern(rule: .array([pattern(depth: depth - 1, &generator), 2]))
    case 2:
      return .object(
        (0..<Int.random(in: 1...2, using: &generator)).map { _ in
          (names.randomElement(using: &generator) ?? "x", pattern(depth: depth - 1, &generator))
        })
    default: return .value(values.randomElement(using: &generator) ?? nil)
    }
  }

  static func url(_ generator: inout SeededGenerator) -> String {
    let urls = [
      endpoint, "https://example.invalid:443/graphql", "HTTPS://EXAMPLE.invalid/a%62/1?q=1",
      "https://example.invalid/ab/1?q=2&q=1", "http://example.invalid/", "http://other.invalid",
    ]
    return urls.randomElement(using: &generator) ?? endpoint
  }

  static func path(_ generator: inout SeededGenerator) -> String {
    ["/graphql", "/graphql/", "/ab/1", "ab/%31", "/ab/*", "/**", "/"]
      .randomElement(using: &generator) ?? "/"
  }

  static func handler(_ number: Int, _ generator: inout SeededGenerator) -> RequestHandler {
    func coin(_ sides: Int) -> Bool { Int.random(in: 0..<sides, using: &generator) == 0 }
    var match: VariableMatch?
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1: match = .exactly(variables(&generator))
    case 2: match = .subset(variables(&generator))
    case 3:
      match = VariableMatch(
        .subset(
          .object(
            (variables(&generator).members.map(Array.init) ?? []).map {
              ($0.name, coin(5) ? .present : coin(5) ? .absent : .value($0.value))
            })))
    case 6: match = VariableMatch(.subset(pattern(depth: 3, &generator)))
    case 4: match = coin(4) ? .where { $0["x"].int == 1 } : nil
    default: break
    }
    let document = coin(3) ? documents.randomElement(using: &generator) : nil
    let answer = MockResponse.status(number)
    var handler: RequestHandler =
      coin(10)
      ? .http(path(&generator), method: coin(2) ? nil : coin(2) ? "post" : "GET", answer)
      : coin(3)
        ? .query(.any, variables: match, answer)
        : .query("A", document: document, variables: match, answer)
    if coin(4) {
      handler = handler.where(
        header: coin(2) ? "X-Tenant" : "x-tenant", equals: coin(4) ? nil : coin(2) ? "a" : "b")
    }
    if coin(8) { handler = handler.where(endpoint: .of(url(&generator))) }
    if coin(8) { handler = handler.where(path: path(&generator)) }
    if coin(8) {
      handler = handler.where(
        host: coin(2) ? "example.invalid" : "EXAMPLE.invalid",
        path: coin(2) ? nil : path(&generator))
    }
    return coin(2) ? handler.times(Int.random(in: 0...2, using: &generator)) : handler
  }

  static func subject(_ generator: inout SeededGenerator) throws -> MatchSubject {
    let document = documents.randomElement(using: &generator) ?? ""
    var request = try URLRequest.graphQL([
      "query": .string(document), "variables": variables(&generator),
    ])
    request.url = .of(url(&generator))
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
    for _ in 0..<30 {
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
    #expect(found > 750, "found: \(found)")
  }

  /// Handlers that differ in one thing, the request that the last of them takes, and what it is asked.
  enum Difference: String, CaseIterable {
    case variables, member, nested, element, second, endpoint, host, path, header, document, any,
      http

    func handler(_ number: Int) -> RequestHandler {
      let answer = MockResponse.data([:])
      return switch self {
      case .variables: .query("A", variables: .exactly(["id": .number(number), "n": 1]), answer)
      case .member: .query("A", variables: ["id": .number(number)], answer)
      case .nested: .query("A", variables: ["in": ["id": .number(number)]], answer)
      case .element: .query("A", variables: ["ids": [1, .number(number)]], answer)
      case .second: .query("A", variables: ["n": 1, "id": .number(number)], answer)
      case .endpoint: .query("A", answer).where(endpoint: .of("https://example.invalid/\(number)"))
      case .host: .query("A", answer).where(host: "h\(number).invalid")
      case .path: .query("A", answer).where(path: "/\(number)")
      case .header: .query("A", answer).where(header: "X-Tenant", equals: "\(number)")
      case .document: .query("A", document: "query A { a(n: \(number)) }", answer)
      case .any: .operation(.any, variables: ["id": .number(number)], answer)
      case .http: .http("/\(number)", method: "GET", answer)
      }
    }

    func subject(_ number: Int) throws -> MatchSubject {
      var request = try URLRequest.graphQL([
        "query": .string(self == .document ? "query A { a(n: \(number)) }" : "query A { a }"),
        "variables": self == .variables
          ? ["id": .number(number), "n": 1]
          : [
            "id": .number(number), "n": 1, "in": ["id": .number(number)],
            "ids": [1, .number(number)],
          ],
      ])
      request.url = .of(
        self == .host ? "https://h\(number).invalid" : "https://example.invalid/\(number)")
      request.setValue("\(number)", forHTTPHeaderField: "x-tenant")
      let sent = request
      return MatchSubject(
        url: request.url, method: self == .http ? "GET" : "POST",
        operation: self == .http ? nil : try OperationRequest(request),
        header: { sent.value(forHTTPHeaderField: $0) })
    }
  }

  @Test(arguments: Difference.allCases, [50, 100, 200])
  func onlyHandlersThatAskForWhatIsThereAreAsked(difference: Difference, count: Int) throws {
    let registry = HandlerRegistry()
    registry.register((0..<count).map(difference.handler))
    let subject = try difference.subject(count - 1)
    #expect(registry.takeFirst(for: subject) == nil)
    #expect(registry.candidates(for: subject).map(\.rank) == [1])
  }

  @Test func anIndexOutlivesAReset() throws {
    let registry = HandlerRegistry()
    registry.register((0..<100).map(Difference.member.handler))
    registry.keepAsInitial()
    let subject = try Difference.member.subject(7)
    #expect(registry.candidates(for: subject).map(\.rank) == [93])
    registry.register([Difference.member.handler(7), Difference.member.handler(8)])
    #expect(registry.candidates(for: subject).map(\.rank) == [102, 101, 93])
    registry.reset()
    #expect(registry.candidates(for: subject).map(\.rank) == [93])
    registry.register([Difference.member.handler(7)])
    #expect(registry.candidates(for: subject).map(\.rank) == [101, 93])
  }

  @Test func aQueryItemThatComesOftenIsHeldAgainstAllOfItsHandlers() throws {
    let registry = HandlerRegistry()
    registry.register(
      (0..<40).map { .http(query: ["id": "\($0)", "n": "\($0)"], .data([:])) })
    let items = (0..<20).map { "id=\($0)&n=\($0)" }.joined(separator: "&")
    let subject = MatchSubject(
      url: .of("https://example.invalid/?\(items)"), method: "GET", operation: nil,
      header: { _ in nil })
    #expect(registry.candidates(for: subject).map(\.rank).count == 40)
    let one = MatchSubject(
      url: .of("https://example.invalid/?id=7&n=7&id=8"), method: "GET", operation: nil,
      header: { _ in nil })
    #expect(registry.candidates(for: one).map(\.rank) == [33])
  }
}
