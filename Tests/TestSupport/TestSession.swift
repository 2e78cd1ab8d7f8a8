package import Foundation
package import GraphQLMock

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// The endpoint of all tests, at which no server listens.
package let endpoint = "https://example.invalid/graphql"

extension URL {
  /// The URL of a literal in a test.
  package static func of(_ text: String) -> URL {
    URL(string: text) ?? URL(fileURLWithPath: "/invalid")
  }
}

extension URLRequest {
  /// A POST with a body of JSON, as GraphQL clients send it.
  package static func graphQL(
    _ json: MockJSON, to url: String = endpoint, accept: String? = "application/json"
  ) throws -> URLRequest {
    var request = URLRequest(url: .of(url))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let accept { request.setValue(accept, forHTTPHeaderField: "Accept") }
    request.httpBody = try json.encoded()
    return request
  }

  /// A request for a document from a client that accepts these types.
  package static func asking(_ query: String, accept: String?) throws -> URLRequest {
    try .graphQL(["query": .string(query)], accept: accept)
  }
}

extension StreamedResponse {
  /// Reads the body to its end, and returns what arrived and the error that ended it, or nil if it's complete.
  package func bodyUntilError() async throws -> (body: Data, error: URLError?) {
    var incoming = Data()
    do {
      for try await chunk in body { incoming += chunk }
    } catch let error as URLError {
      return (incoming, error)
    }
    return (incoming, nil)
  }
}

/// A response as the client gets it.
package struct Received: Equatable, Sendable {
  package var status: Int
  package var contentType: String?
  package var body: String

  package init(status: Int, contentType: String?, body: String) {
    (self.status, self.contentType, self.body) = (status, contentType, body)
  }

  package init(_ data: Data?, _ response: URLResponse?) {
    let http = response as? HTTPURLResponse
    self.init(
      status: http?.statusCode ?? 0, contentType: http?.value(forHTTPHeaderField: "Content-Type"),
      body: String(decoding: data ?? Data(), as: UTF8.self))
  }
}

extension URLSession {
  /// Sends a request and returns the response as the client gets it.
  package func receive(_ request: URLRequest) async throws -> Received {
    let (data, response) = try await data(for: request)
    return Received(data, response)
  }
}
