import Foundation
import GraphQLMockTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct AnswerVariantsTests {
  @Test func aSoundClientTakesEveryAnswer() async throws {
    let report = try await withAnswerVariants(options: Shop.options) { service in
      let shop = Shop(service)
      for item in try await shop.feed() { _ = try await shop.item(item.id) }
    }
    #expect(report.findings == [])
    #expect(report.triedSingleChangeCount == report.singleChangeCount)
    #expect(report.singleChangeCount > 30)
    print(report.singleChangeCount, report.runCount)
  }
}

/// A client, and what it stumbles over if it is told to.
struct Shop: Sendable {
  static let schema = """
    type Query { feed(after: ID): Feed! item(id: ID!): Item }
    type Feed { items: [Item!]! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Item { id: ID! title: String! price: Float stock: Int! state: State! seller: User related: [Item!] }
    type User { id: ID! name: String avatar: String }
    enum State { NEW USED BROKEN }
    """

  static let options = ServiceOptions(schema: try? ServiceSchema(definitions: schema))

  struct Item: Decodable {
    let id: String
    let title: String
    let price: Double?
    let stock: Int
    let state: String
    let seller: User?
    let related: [Related]?
  }
  struct Related: Decodable { let id: String }
  struct User: Decodable { let name: String? }
  struct Page: Decodable {
    struct Feed: Decodable {
      struct Info: Decodable {
        let hasNextPage: Bool
        let endCursor: String?
      }
      let items: [Item]
      let pageInfo: Info
    }
    let feed: Feed
  }
  struct One: Decodable { let item: Item? }
  struct Response<Data: Decodable>: Decodable { let data: Data }

  let session: URLSession

  init(_ service: MockGraphQLService) { session = service.makeSession() }

  static let fields = "id title price stock state seller { name } related { id }"

  func feed() async throws -> [Item] {
    var items: [Item] = []
    var cursor: String?
    while true {
      let page = try await send(
        "query Feed($after: ID) { feed(after: $after) { items { \(Self.fields) } pageInfo { hasNextPage endCursor } } }",
        ["after": cursor], as: Page.self
      ).feed
      items += page.items
      guard page.pageInfo.hasNextPage, let next = page.pageInfo.endCursor, next != cursor else { break }
      cursor = next
    }
    return items
  }

  func item(_ id: String) async throws -> Item? {
    try await send(
      "query Item($id: ID!) { item(id: $id) { \(Self.fields) } }", ["id": id], as: One.self
    ).item
  }

  private struct Body: Encodable {
    let query: String
    let variables: [String: String?]
  }

  private func send<Data: Decodable>(
    _ query: String, _ variables: [String: String?], as type: Data.Type
  ) async throws -> Data {
    var request = URLRequest(url: URL(string: "https://shop.example/graphql")!)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(Body(query: query, variables: variables))
    let (data, _) = try await session.data(for: request)
    return try JSONDecoder().decode(Response<Data>.self, from: data).data
  }
}
