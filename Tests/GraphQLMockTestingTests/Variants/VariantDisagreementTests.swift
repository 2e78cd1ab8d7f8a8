import Foundation
import GraphQLMock
import GraphQLMockTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses that contradict each other or the client's expectations, each with a client that it breaks and one that
/// takes it.
@Suite(.onWaitingThreads) struct VariantDisagreementTests {
  private struct Broken: Error {}

  private static let options = ServiceOptions.schema(
    """
    scalar DateTime scalar URL
    enum Tier { FREE PAID GOLD }
    interface Node { id: ID! }
    type Query {
      items(offset: Int): ItemPage! feed(after: String): Feed! orders: [Order!]! order(id: ID!): Order!
      hits: [Hit!]! nodes: [Node!]! node(id: ID!): Node viewer: Customer! shop: Shop! pages: [[Order!]!] }
    union Hit = Order | Customer
    type ItemPage { items: [Order!]! total: Int! }
    type Feed { orders: [Order!]! hasMore: Boolean! cursor: String }
    type Order {
      id: ID! note: String! sent: Boolean! placed: DateTime! count: Int! customer: Customer! lines: [Line!]!
      link: URL! }
    type Line { count: Int! }
    type Customer { id: ID! name: String! tier: Tier! isNew: Boolean! since: DateTime! }
    type Shop { id: ID! name: String! }
    type Photo implements Node { id: ID! }
    type Video implements Node { id: ID! }
    """)

  /// A client, and the beginning of the issue about its defect.
  struct Row: Sendable, CustomTestStringConvertible {
    let found: String
    var withFaults = false
    /// Uses the service, with the defect or without it.
    let use: @Sendable (_ service: MockGraphQLService, _ isFaulty: Bool) async throws -> Void

    var testDescription: String { found }

    init(
      _ found: String, withFaults: Bool = false,
      _ use: @escaping @Sendable (MockGraphQLService, Bool) async throws -> Void
    ) {
      (self.found, self.withFaults, self.use) = (found, withFaults, use)
    }

    /// A client of one query that doesn't expect some data.
    init(_ found: String, _ query: String, breaks: @escaping @Sendable (MockJSON) -> Bool) {
      self.init(found) { service, isFaulty in
        let data = try await service.ask(query)
        if isFaulty, breaks(data) { throw Broken() }
      }
    }
  }

  private static func values(_ json: MockJSON, _ path: String...) -> [MockJSON] {
    (json.array ?? []).map { path.reduce($0) { $0[$1] } }
  }

  private static let data: [Row] = [
    Row("With ItemPage.total one more than there are at items.total (Int!): the client keeps") {
      service, isFaulty in
      var (count, total) = (0, 1)
      while count < total {
        let query = "query I($offset: Int) { items(offset: $offset) { items { id } total } }"
        let page = try await service.ask(query, ["offset": .number(count)])["items"]
        if page["items"].array?.isEmpty != false, !isFaulty { return }
        (count, total) = (count + (page["items"].array?.count ?? 0), page["total"].int ?? 0)
      }
    },
    Row(
      "With Query.orders of elements that differ in customer.tier at orders ([Order!]!): ",
      "{ orders { note placed customer { tier isNew since } } }"
    ) { Set(values($0["orders"], "customer", "tier")).count > 1 },
    Row(
      "With Query.orders of elements that differ in customer.isNew at orders ([Order!]!): ",
      "{ orders { note placed customer { tier isNew since } } }"
    ) { Set(values($0["orders"], "customer", "isNew")).count > 1 },
    Row(
      "With Query.orders of elements that differ in placed at orders ([Order!]!): ",
      "{ orders { note placed customer { tier isNew since } } }"
    ) { data in
      let days = values(data["orders"], "placed").compactMap(\.string)
      return days != days.sorted()
    },
    Row(
      "With Query.orders of elements that differ in lines at orders ([Order!]!): ",
      "{ orders { sent lines { count } } }"
    ) { data in
      let counts = values(data["orders"], "lines").compactMap { $0.array?.count }
      return counts.contains { $0 > counts[0] }
    },
    Row("With Query.orders of elements that differ in customer.tier at orders ([Order!]!): ") {
      service, isFaulty in
      // Another operation asks for the same list, with other fields.
      _ = try await service.ask("query A { orders { sent placed } }")
      let data = try await service.ask("query B { orders { note customer { tier isNew } } }")
      if isFaulty, Set(values(data["orders"], "customer", "tier")).count > 1 { throw Broken() }
    },
    Row(
      "With Query.hits of Order and Customer with the same id at hits ([Hit!]!): ",
      "{ hits { __typename ... on Order { id } ... on Customer { id } } }"
    ) { data in
      let hits = values(data["hits"])
      return Set(values(data["hits"], "__typename")).count > 1 && hits.count > 1
        && hits[0]["id"] == hits[1]["id"]
    },
    Row(
      "With shop.id with the ID of the first Customer (ID!): ",
      "{ viewer { id name } shop { id name } }"
    ) { $0["viewer"]["id"] == $0["shop"]["id"] },
    Row(
      "With Query.orders with the same id twice at orders ([Order!]!): ", "{ orders { id sent } }"
    ) { data in
      let ids = values(data["orders"], "id")
      return Set(ids).count < ids.count
    },
    Row(
      "With Order.id the text of a number at orders.id (ID!): ", "{ orders { id sent } }"
    ) { data in values(data["orders"], "id").contains { Int($0.string ?? "") != nil } },
    Row(
      "With Order.id a global ID with a colon, slashes, and = at orders.id (ID!): ",
      "{ orders { id sent } }"
    ) { data in
      values(data["orders"], "id").contains {
        URL(string: "https://a.example/\($0.string ?? "")")?.pathComponents.count != 2
      }
    },
    Row("With order differing from orders in count (Order!): ") { service, isFaulty in
      let counts = values(try await service.ask("{ orders { id count note } }")["orders"], "count")
      let query = "query O { order(id: 7) { id count note lines { count } } }"
      let order = try await service.ask(query)["order"]
      if isFaulty, !counts.isEmpty, !counts.contains(order["count"]) { throw Broken() }
    },
    Row("With Order.note with % at orders.note (String!): ", "{ orders { note } }") { data in
      values(data["orders"], "note").contains { $0.string?.removingPercentEncoding == nil }
    },
    Row("With Order.note with < and & at orders.note (String!): ", "{ orders { note } }") { data in
      values(data["orders"], "note").contains { note in
        (note.string ?? "").split(separator: "&", omittingEmptySubsequences: false).count > 1
      }
    },
    Row(#"With Order.link "/a/b.png" at orders.link (URL!): "#, "{ orders { link } }") { data in
      values(data["orders"], "link").contains { URL(string: $0.string ?? "")?.host == nil }
    },
    Row(
      #"With Order.link "https://example.com/a%20b?c=d#e" at orders.link (URL!): "#,
      "{ orders { link } }"
    ) { data in
      values(data["orders"], "link").contains { URL(string: $0.string ?? "")?.query != nil }
    },
  ]

  /// Asks for a query, and throws unless the response has data.
  private static func ask(
    _ service: MockGraphQLService, _ query: String, _ variables: MockJSON = [:],
    ignoresStatus: Bool = false, ignoresEmptyBody: Bool = false
  ) async throws -> MockJSON {
    let request = try MockGraphQLService.request(query, variables)
    let (body, response) = try await service.makeSession().data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode
    if ignoresEmptyBody && body.isEmpty || ignoresStatus && status == 503 { return nil }
    guard status == 200 else { throw URLError(.badServerResponse) }
    let data = try MockJSON(parsing: body)["data"]
    if data.isNull { throw URLError(.cannotParseResponse) }
    return data
  }

  private static let faults: [Row] = [
    Row("With the response to Q being JSON with status 503: ", withFaults: true) {
      service, isFaulty in
      let data = try await ask(service, "query Q { viewer { name } }", ignoresStatus: isFaulty)
      if data.isNull { throw Broken() }
    },
    Row("With the response to Q being empty: ", withFaults: true) { service, isFaulty in
      let data = try await ask(service, "query Q { viewer { name } }", ignoresEmptyBody: isFaulty)
      if data.isNull { throw Broken() }
    },
    Row("With the response to F failing only the second time: ", withFaults: true) {
      service, isFaulty in
      var (count, cursor): (Int, MockJSON) = (0, nil)
      while true {
        let query = "query F($c: String) { feed(after: $c) { orders { id } hasMore cursor } }"
        do {
          let feed = try await ask(service, query, ["c": cursor])["feed"]
          count += feed["orders"].array?.count ?? 0
          guard feed["hasMore"].bool == true, feed["cursor"] != cursor else { return }
          cursor = feed["cursor"]
        } catch {
          // A client that throws away what it has.
          if isFaulty, count > 0 { throw Broken() }
          throw error
        }
      }
    },
    Row("With the response to V failing only the second time: ", withFaults: true) {
      service, isFaulty in
      let name = try await ask(service, "query V { viewer { name } }")["viewer"]["name"]
      do { _ = try await ask(service, "query V { viewer { name } }") } catch {
        if isFaulty, !name.isNull { throw Broken() }
      }
    },
    Row("With the response to F failing from the second time on: ", withFaults: true) {
      service, isFaulty in
      var (cursor, failures): (MockJSON, Int) = (nil, 0)
      while !Task.isCancelled {
        let query = "query F($c: String) { feed(after: $c) { orders { id } hasMore cursor } }"
        let page = try? await ask(service, query, ["c": cursor])["feed"]
        if page == nil, cursor.isNull || !isFaulty && failures > 1 { return }
        failures += page == nil ? 1 : 0
        guard let page else { continue }
        guard page["hasMore"].bool == true, page["cursor"] != cursor else { return }
        cursor = page["cursor"]
      }
    },
  ]

  @Test(arguments: data + faults) func aDefectIsNamedByTheChangeThatMatters(_ row: Row) async throws
  {
    let found = try await search(row, isFaulty: true)
    #expect(found.issues.count == 1)
    #expect(found.issues.first?.hasPrefix(row.found) == true, "\(found.issues)")
  }

  @Test(arguments: data + faults) func aClientWithoutTheDefectIsNotBlamed(_ row: Row) async throws {
    #expect(try await search(row, isFaulty: false).issues == [])
  }

  private func search(_ row: Row, isFaulty: Bool) async throws -> SearchedVariants {
    let accepting: @Sendable (any Error) -> Bool = { !($0 is Broken) }
    return try await .collect {
      try await withResponseVariants(
        combinations: isFaulty ? 0 : 40, accepting: row.withFaults ? accepting : nil,
        options: Self.options
      ) { service in
        try await withOwnThreads(waits: true) { try await row.use(service, isFaulty) }
      }
    }
  }

  @Test func objectsThatOneFieldFindsByIDHaveDifferentIDs() async throws {
    let report = try await withResponseVariants(combinations: 0, options: Self.options) { service in
      let nodes = try await service.ask("{ nodes { __typename id } }")["nodes"].array ?? []
      #expect(Set(nodes.map { $0["__typename"] }).count < 2 || nodes[0]["id"] != nodes[1]["id"])
    }
    #expect(report.findings == [])
  }

  @Test func aResponseThatPromisesAnotherPageHasItsCursor() async throws {
    let report = try await withResponseVariants(options: Self.options) { service in
      let feed = try await service.ask("{ feed { orders { id } hasMore cursor } }")["feed"]
      if feed["hasMore"] == true, feed["cursor"].isNull { throw Broken() }
    }
    #expect(report.findings == [])
  }
}
