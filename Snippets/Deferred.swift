// A whole response, sent in the parts that `@defer` in the document requests.

import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let service = MockGraphQLService(
  .query("Hero", .data(["hero": ["name": "R2-D2", "friends": [["name": "Luke"]]]]).deferred))
guard let url = URL(string: "https://example.invalid/graphql") else { exit(1) }

for accept in [
  "multipart/mixed;deferSpec=20220824,application/json", "application/json",
] {
  var request = URLRequest(url: url)
  request.httpMethod = "POST"
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  request.setValue(accept, forHTTPHeaderField: "Accept")
  request.httpBody = Data(
    #"{"query":"query Hero { hero { name ... @defer(label: \"f\") { friends { name } } } }"}"#.utf8)
  let response = try await service.respond(to: request)
  print("\n# \(accept)\n< \(response.headers["Content-Type"] ?? "")")
  for try await chunk in response.body { print(String(decoding: chunk, as: UTF8.self)) }
}
