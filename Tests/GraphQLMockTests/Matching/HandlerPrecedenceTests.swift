import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which of many handlers answers: the latest registration comes first, within it the first
/// matching handler; handlers that are used up or decline are skipped.
///
/// The reference is the rule as documented, applied to rows that are independent of the library.
struct HandlerPrecedenceTests {
  /// The conditions of a handler.
  struct Row {
    enum Name: CaseIterable { case a, b, startsWithA, any }
    let status: Int
    var name = Name.a
    var isMutation: Bool?
    var x: Int?
    var tenant: String?
    var isHTTP = false
    var declines = false
    var left = Int.max

    func wants(_ request: Sent) -> Bool {
      guard tenant == nil || tenant == request.tenant else { return false }
      if isHTTP { return true }
      guard isMutation == nil || isMutation == request.isMutation else { return false }
      switch name {
      case .a: if request.name != "A" { return false }
      case .b: if request.name != "B" { return false }
      case .startsWithA: if !request.name.hasPrefix("A") { return false }
      case .any: break
      }
      return x == nil || x == request.x
    }

    var handler: RequestHandler {
      let variables: VariablesCondition? = x.map { ["x": .number($0)] }
      let name: NameCondition =
        switch name {
        case .a: "A"
        case .b: "B"
        case .startsWithA: .prefix("A")
        case .any: .any
        }
      let status = MockResponse.status(status)
      var handler: RequestHandler
      switch (isHTTP, declines, isMutation) {
      case (true, _, _): handler = .http("/graphql", status)
      case (_, true, true?): handler = .mutation(name, variables: variables) { _ in nil }
      case (_, true, false?): handler = .query(name, variables: variables) { _ in nil }
      case (_, true, nil): handler = .operation(name, variables: variables) { _ in nil }
      case (_, false, true?): handler = .mutation(name, variables: variables, status)
      case (_, false, false?): handler = .query(name, variables: variables, status)
      case (_, false, nil): handler = .operation(name, variables: variables, status)
      }
      if let tenant { handler = handler.where(header: "X-Tenant", equals: tenant) }
      return left == .max ? handler : handler.times(left)
    }
  }

  struct Sent {
    let name: String
    let isMutation: Bool
    let x: Int
    let tenant: String

    func request() throws -> URLRequest {
      let type = isMutation ? "mutation" : "query"
      var request = try URLRequest.graphQL([
        "query": .string("\(type) \(name)($x: Int) { a(x: $x) }"), "variables": ["x": .number(x)],
      ])
      request.setValue(tenant, forHTTPHeaderField: "X-Tenant")
      return request
    }
  }

  static func row(_ status: Int, _ random: inout SeededGenerator) -> Row {
    func isDue(_ sides: Int) -> Bool { Int.random(in: 0..<sides, using: &random) == 0 }
    var row = Row(status: status)
    row.name = isDue(4) ? .startsWithA : isDue(6) ? .any : isDue(2) ? .b : .a
    row.isMutation = isDue(2) ? nil : isDue(3)
    row.x = isDue(2) ? Int.random(in: 0..<3, using: &random) : nil
    row.tenant = isDue(5) ? (isDue(2) ? "red" : "blue") : nil
    row.isHTTP = isDue(25)
    row.declines = !row.isHTTP && isDue(6)
    row.left = isDue(3) ? Int.random(in: 0...2, using: &random) : .max
    return row
  }

  static func expected(_ sent: Sent, _ rows: inout [Row]) -> Int? {
    for index in rows.indices where rows[index].wants(sent) && rows[index].left > 0 {
      if rows[index].declines { continue }
      if rows[index].left != .max { rows[index].left -= 1 }
      return rows[index].status
    }
    return nil
  }

  @Test(.onOwnThreads) func precedenceEqualsTryingEachHandlerInTurn() async throws {
    var random = SeededGenerator(seed: 5)
    var found = 0
    let rounds = Effort.rounds(20, long: 1_000)
    for _ in 0..<rounds {
      let service = MockGraphQLService()
      var rows: [Row] = []
      var wrong: [String] = []
      for list in 1...3 {
        let added = (0..<Int.random(in: 0...25, using: &random)).map {
          Self.row(100 * list + $0 + 100, &random)
        }
        service.register(added.map(\.handler))
        rows = added + rows
        for _ in 0..<10 {
          let sent = Sent(
            name: ["A", "AB", "B"].randomElement(using: &random) ?? "A",
            isMutation: Bool.random(using: &random), x: Int.random(in: 0..<3, using: &random),
            tenant: Bool.random(using: &random) ? "red" : "green")
          let expected = Self.expected(sent, &rows)
          let actual = try? await service.respond(to: sent.request()).status
          if actual != expected { wrong.append("\(sent): \(actual ?? 0), not \(expected ?? 0)") }
          found += expected == nil ? 0 : 1
        }
      }
      #expect(wrong == [])
    }
    #expect(found > 15 * rounds)
  }
}
