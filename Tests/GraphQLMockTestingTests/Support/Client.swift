import Foundation
import GraphQLMockTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client as apps write it.
struct Client: Sendable {
  let session: URLSession

  init(_ service: MockGraphQLService = .current) { session = service.makeSession() }

  /// Sends an operation and returns the body of the response.
  @discardableResult func send(
    _ query: String, variables: MockJSON = nil, to endpoint: String? = nil
  ) async throws -> String {
    var request = URLRequest(url: try endpoint.flatMap(URL.init(string:)) ?? Self.endpoint())
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let body: MockJSON = ["query": .string(query), "variables": variables]
    request.httpBody = try body.encoded()
    let (data, _) = try await session.data(for: request)
    return String(decoding: data, as: UTF8.self)
  }

  private static func endpoint() throws -> URL {
    guard let url = URL(string: "https://example.invalid/graphql") else {
      throw URLError(.badURL)
    }
    return url
  }
}
