// An executable that uses the core alone. What it is linked with shows that the core brings no test
// framework along: `scripts/check-linkage` asks `ldd`.

import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let service = MockGraphQLService(.query("Viewer", .data(["viewer": ["name": "Ada"]])))
var request = URLRequest(url: URL(fileURLWithPath: "/graphql"))
request.httpMethod = "POST"
request.httpBody = Data(#"{"query":"query Viewer { viewer { name } }"}"#.utf8)
let (data, _) = try await service.makeSession().data(for: request)
print(String(decoding: data, as: UTF8.self))
