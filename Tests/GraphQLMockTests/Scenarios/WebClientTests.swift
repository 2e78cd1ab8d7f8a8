import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client as apps write it, without any knowledge of mocks.
struct WebClient {
  enum Failure: Error, Equatable {
    case status(Int)
    case invalidJSON
    case connection(URLError.Code)
  }

  let session: URLSession

  func load<Value: Decodable>(_ type: Value.Type, from request: URLRequest) async throws -> Value {
    let data: Data
    let response: URLResponse
    do {
      (data, response) = try await session.data(for: request)
    } catch let error as URLError {
      throw Failure.connection(error.code)
    }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200..<300).contains(status) else { throw Failure.status(status) }
    guard let value = try? JSONDecoder().decode(type, from: data) else {
      throw Failure.invalidJSON
    }
    return value
  }
}

/// Tests that people write today with their own URLProtocol, written with this package.
struct WebClientTests {
  /// The members `data` and `viewer`, and the fields of the viewer.
  typealias Envelope = [String: [String: [String: String]]]

  @Test func clientDecodesDataAndReportsEachFailure() async throws {
    let request = try URLRequest.graphQL(["query": "query Viewer { viewer { name } }"])
    let cases: [(MockResponse, Result<Envelope, WebClient.Failure>)] = [
      (.data(["viewer": ["name": "Ada"]]), .success(["data": ["viewer": ["name": "Ada"]]])),
      (.status(500), .failure(.status(500))),
      (.rawJSON("{not json"), .failure(.invalidJSON)),
      (
        .networkError(.notConnectedToInternet), .failure(.connection(.notConnectedToInternet))
      ),
    ]
    for (response, expected) in cases {
      let service = MockGraphQLService(.query("Viewer", response))
      let client = WebClient(session: service.makeSession())
      let result: Result<Envelope, WebClient.Failure>
      do {
        result = .success(try await client.load(Envelope.self, from: request))
      } catch let failure as WebClient.Failure { result = .failure(failure) }
      #expect(result == expected, "\(expected)")
    }
  }

  @Test func emptyNameConditionInABodyStreamCountsAsMissing() async throws {
    let service = MockGraphQLService(.query("Viewer", .data(["viewer": ["name": "Ada"]])))
    var request = URLRequest(url: .of(endpoint))
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(
      data: Data(
        #"{"operationName": "", "query": "query Viewer { viewer { name } }", "variables": {}}"#
          .utf8))
    let (data, _) = try await service.makeSession().data(for: request)
    #expect(String(decoding: data, as: UTF8.self) == #"{"data":{"viewer":{"name":"Ada"}}}"#)
    let names = service.requests.map { [$0.operation.operationName, $0.operation.name] }
    #expect(names == [[nil, "Viewer"]])
  }

  @Test func handlersMatchHostAndPath() async throws {
    let service = MockGraphQLService(
      .http("/sign-in", host: "auth.example.com", .json(["token": "t"])),
      .http(host: "images.example.com") { request in .text(request.url?.path ?? "") })
    let session = service.makeSession()
    let signIn = URLRequest(url: .of("https://AUTH.example.com/sign-in?next=%2F"))
    #expect(try await session.receive(signIn).body == #"{"token":"t"}"#)
    let image = URLRequest(url: .of("https://images.example.com/a/b.png"))
    #expect(try await session.receive(image).body == "/a/b.png")
    let other = URLRequest(url: .of("https://auth.example.com/sign-out"))
    await #expect(throws: URLError.self) { try await session.data(for: other) }
  }

  @Test func clientReportsACanceledRequest() async throws {
    let service = MockGraphQLService(.query("Viewer", .never))
    let client = WebClient(session: service.makeSession())
    let request = try URLRequest.graphQL(["query": "query Viewer { viewer { name } }"])
    let screen = Task { try await client.load(Envelope.self, from: request) }
    try await waitUntil { !service.requests.isEmpty }
    screen.cancel()
    let result = await screen.result
    #expect(throws: WebClient.Failure.connection(.cancelled)) { try result.get() }
    try await waitUntil { service.requests.first?.ending != nil }
    #expect(service.requests.map(\.ending) == [.cancelled])
  }
}
