import Foundation
import GraphQLMockTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app's client, as its tests have it.
struct ShopApp: Sendable {
  var session: URLSession = MockGraphQLService.current.makeSession()
  var url = "https://shop.example/graphql"

  /// Sends an operation and returns the data of the response.
  @discardableResult func send(
    _ document: String, _ variables: MockJSON = nil, operationName: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> MockJSON {
    var members: MockJSON = ["query": .string(document), "variables": variables]
    if let operationName {
      members = [
        "query": .string(document), "variables": variables,
        "operationName": .string(operationName),
      ]
    }
    let body = try await post(members.encoded(), "application/json", headers)
    return try MockJSON(parsing: body)["data"]
  }

  /// Sends an operation and returns a header field of the response.
  func field(_ name: String, ofAnswerTo document: String) async throws -> String? {
    var request = try request()
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try MockJSON.object(["query": .string(document)]).encoded()
    let response = try await session.data(for: request).1 as? HTTPURLResponse
    return response?.value(forHTTPHeaderField: name)
  }

  /// Sends a subscription, and returns the data of its events as they arrive over HTTP.
  func events(of document: String) async throws -> [MockJSON] {
    let body: MockJSON = ["query": .string(document)]
    let events = try await post(
      body.encoded(), "application/json", ["Accept": "text/event-stream"])
    return String(decoding: events, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard line.hasPrefix("data:") else { return nil }
      return try? MockJSON(parsing: String(line.dropFirst("data:".count)))["data"]
    }
  }

  /// Posts a body.
  @discardableResult func post(
    _ body: Data, _ type: String, _ headers: [String: String] = [:]
  ) async throws -> Data {
    var request = try request()
    request.httpMethod = "POST"
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    request.httpBody = body
    return try await session.data(for: request).0
  }

  /// Posts the content of a stream.
  func post(_ body: InputStream) async throws {
    var request = try request()
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBodyStream = body
    _ = try await session.data(for: request)
  }

  /// Connects by a WebSocket, and waits for the acknowledgment.
  static func connect(to service: MockGraphQLService) async throws {
    guard let url = URL(string: "wss://shop.example/graphql") else { throw URLError(.badURL) }
    let socket = service.sockets.webSocketTask(with: url, protocols: ["graphql-transport-ws"])
    socket.resume()
    try await socket.send(.string(#"{"type":"connection_init"}"#))
    _ = try await socket.receive()
  }

  /// Gets the URL.
  @discardableResult func get() async throws -> Data {
    try await session.data(for: request()).0
  }

  private func request() throws -> URLRequest {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    return URLRequest(url: url)
  }
}

/// The app's error for a network error.
struct ShopError: Error, Equatable {
  var text = "The shop can't be reached"
}

extension RequestHandler {
  static let viewer = query("Viewer", .data(["viewer": ["name": "Ada"]]))
}

/// The documents of the app.
enum Documents {
  static let viewer = "query Viewer { viewer { name } }"
  static let feed = "query Feed { feed { title } }"
  static let like = "mutation Like($id: ID!) { like(id: $id) { count } }"
  static let product = "query Product($id: ID!) { product(id: $id) { name } }"
  static let search =
    "query Search($filter: Filter) { search(filter: $filter) { title } }"
}

/// Data of the app other than the service's.
final class OfflineProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func startLoading() {
    client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet))
  }
  override func stopLoading() {}
}
