// An executable that uses the core alone. `scripts/check-linkage` runs `ldd` on it to show that the
// core links no test framework. Given two numbers, it makes that many services and sends that many
// requests to each: `scripts/check-allocations` counts the allocations.

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
