// Fixture tables beyond plain responses: templates, variants, sequences, rows, and their check.

import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let shop: FixtureTable = "Shop"
let feed: FixtureTable = "Feed"
print("faults:", shop.check() + feed.check())

let service = MockGraphQLService(
  .mutation("PlaceOrder", .fixture("PlaceOrder.declined"), .fixture("PlaceOrder")), fixtures: shop)
service.register(fixtures: feed)
let session = service.makeSession()

func send(_ query: String, _ variables: MockJSON = [:]) async throws {
  guard let endpoint = URL(string: "https://shop.example/graphql") else { return }
  var request = URLRequest(url: endpoint)
  request.httpMethod = "POST"
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  request.httpBody = try (["query": .string(query), "variables": variables] as MockJSON).encoded()
  let (data, _) = try await session.data(for: request)
  print(String(decoding: data, as: UTF8.self))
}

let product = "query Product($id: ID!) { product(id: $id) { id name price { amount currency } } }"
try await send(product, ["id": "teapot"])
let order = """
  mutation PlaceOrder($input: OrderInput!) {
    placeOrder(input: $input) { order { id lines { product { id } } } problem { message } }
  }
  """
try await send(order, ["input": ["products": ["teapot"]]])
try await send(order, ["input": ["products": ["teapot", "cup"]]])
let page = "query Feed { feed { items { id title } pageInfo { endCursor hasNextPage } } }"
try await send(page)
try await send(page)
