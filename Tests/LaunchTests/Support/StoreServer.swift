import Foundation
import GraphQLMock
import TestSupport

/// The real service of the sample app.
struct StoreServer {
  private let server: LoopbackServer

  var url: String { server.url + "/graphql" }

  /// The operations that it was asked for.
  var operations: [String] { server.requests.compactMap { Self.name(in: $0) } }

  /// The requests, head and body.
  var requests: [String] { server.requests }

  init() throws {
    server = try LoopbackServer { request in
      let data: MockJSON =
        switch Self.name(in: request) {
        case "SignIn": ["signIn": ["token": "real-token-1", "name": "Real Ada"]]
        case "Products": ["products": [["name": "Real lamp"]]]
        case "News": ["news": "Real news"]
        default: nil
        }
      let body: MockJSON = ["data": data]
      return .response("200 OK", ["Content-Type: application/json"], body: body.description)
    }
  }

  private static func name(in request: String) -> String? {
    let parts = request.components(separatedBy: "\r\n\r\n")
    return (try? MockJSON(parsing: parts.last ?? ""))?["operationName"].string
  }
}
