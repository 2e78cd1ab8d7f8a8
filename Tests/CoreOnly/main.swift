// An executable that uses the core alone. What it is linked with shows that the core brings no test
// framework along: `scripts/check-linkage` asks `ldd`. With two numbers it makes so many services, and
// sends so many requests to each: `scripts/check-allocations` counts what that allocates.

import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

var request = URLRequest(url: URL(fileURLWithPath: "/graphql"))
request.httpMethod = "POST"
request.httpBody = Data(#"{"query":"query Viewer { viewer { name } }"}"#.utf8)

let counts = CommandLine.arguments.dropFirst().compactMap(Int.init)
for _ in 0..<(counts.first ?? 1) {
  let service = MockGraphQLService(.query("Viewer", .data(["viewer": ["name": "Ada"]])))
  if counts.isEmpty {
    let (data, _) = try await service.makeSession().data(for: request)
    print(String(decoding: data, as: UTF8.self))
  }
  for _ in 0..<(counts.last ?? 0) {
    for try await _ in try await service.respond(to: request).body {}
  }
}
