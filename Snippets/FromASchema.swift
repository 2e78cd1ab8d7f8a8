// Responses generated from a schema, without any handler: `Fixtures/shop.graphqls` defines the
// fields and their types.

import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let schema: ServiceSchema = "shop.graphqls"
let service = MockGraphQLService(schema: schema, unhandled: .generated(["User.avatar": .null]))
let session = service.makeSession()

func send(_ query: String, _ variables: MockJSON = [:]) async throws {
  guard let endpoint = URL(string: "https://shop.example/graphql") else { return }
  var request = URLRequest(url: endpoint)
  request.httpMethod = "POST"
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  request.httpBody = try (["query": .string(query), "variables": variables] as MockJSON).encoded()
  let (data, _) = try await session.data(for: request)
  print("> \(query)\n< \(String(decoding: data, as: UTF8.self))\n")
}

print("# Nothing is registered, and everything is answered\n")
try await send("query Viewer { viewer { id name avatar memberSince } }")
try await send(
  "query Product($id: ID!) { product(id: $id) { id name availability } }", ["id": "teapot"])

print("# A test states only what it is about\n")
service.register(.query("Viewer", .data(["viewer": ["name": "Ada"]]).completed))
try await send("query Viewer { viewer { id name memberSince } }")

print("# What the service would refuse is refused\n")
try await send("query Viewer { viewer { nam } }")
for failure in service.failures { print(failure.message) }

print("\n# Fixtures are held against it\n")
print("faults:", FixtureTable("Shop").check(schema: schema))
