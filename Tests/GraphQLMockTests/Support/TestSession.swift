import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The endpoint of all tests; nothing listens there.
let endpoint = "https://example.invalid/graphql"

extension URL {
  /// The URL of a text that a test wrote down.
  static func of(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/invalid") }
}

extension URLRequest {
  /// A POST with a body of JSON, as GraphQL clients send it.
  static func graphQL(
    _ json: MockJSON, to url: String = endpoint, accept: String? = "application/json"
  ) throws -> URLRequest {
    var request = URLRequest(url: .of(url))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let accept { request.setValue(accept, forHTTPHeaderField: "Accept") }
    request.httpBody = try json.encoded()
    return request
  }
}

/// What a client got.
struct Received: Equatable, Sendable {
  var status: Int
  var contentType: String?
  var body: String
}

extension URLSession {
  /// Sends a request and gives what a client sees of the answer.
  func receive(_ request: URLRequest) async throws -> Received {
    let (data, response) = try await data(for: request)
    return Received(data, response)
  }
}

extension Received {
  init(_ data: Data?, _ response: URLResponse?) {
    let http = response as? HTTPURLResponse
    self.init(
      status: http?.statusCode ?? 0, contentType: http?.value(forHTTPHeaderField: "Content-Type"),
      body: String(decoding: data ?? Data(), as: UTF8.self))
  }
}
