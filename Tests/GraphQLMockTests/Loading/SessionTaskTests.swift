import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every way of sending a request gets the same response.
struct SessionTaskTests {
  let service = MockGraphQLService(
    .query("Viewer", variables: ["id": 7], .data(["viewer": ["name": "Ada"]])))
  let expected = Received(
    status: 200, contentType: "application/json; charset=utf-8",
    body: #"{"data":{"viewer":{"name":"Ada"}}}"#)

  func request() throws -> URLRequest {
    try .graphQL([
      "query": "query Viewer($id: Int) { viewer(id: $id) { name } }", "variables": ["id": 7],
    ])
  }

  enum Way: CaseIterable {
    case bodyStream, completionHandler, uploadOfData, uploadOfAFile, queryOverGET
    case installedConfiguration
  }

  @Test(arguments: Way.allCases) func everyWayGetsTheResponse(way: Way) async throws {
    let session = service.makeSession()
    let request = try request()
    var bodiless = request
    bodiless.httpBody = nil
    let body = try #require(request.httpBody)
    let incoming: Received
    switch way {
    case .bodyStream:
      bodiless.httpBodyStream = InputStream(data: body)
      incoming = try await session.receive(bodiless)
      // The journal has the bytes of the stream.
      #expect(service.requests.map(\.urlRequest.httpBody) == [body])
    case .completionHandler:
      incoming = await withCheckedContinuation { continuation in
        session.dataTask(with: request) { data, response, _ in
          continuation.resume(returning: Received(data, response))
        }.resume()
      }
    case .uploadOfData:
      let (data, response) = try await session.upload(for: bodiless, from: body)
      incoming = Received(data, response)
    case .uploadOfAFile:
      let folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("upload.json")
      try body.write(to: file)
      let (data, response) = try await session.upload(for: bodiless, fromFile: file)
      incoming = Received(data, response)
    case .queryOverGET:
      var components = try #require(URLComponents(string: endpoint))
      components.queryItems = [
        URLQueryItem(name: "query", value: "query Viewer($id: Int) { viewer(id: $id) { name } }"),
        URLQueryItem(name: "variables", value: #"{"id":7}"#),
      ]
      incoming = try await session.receive(URLRequest(url: try #require(components.url)))
    case .installedConfiguration:
      let configuration = URLSessionConfiguration.default
      service.install(in: configuration)
      incoming = try await URLSession(configuration: configuration).receive(request)
    }
    #expect(incoming == expected)
  }

  @Test func aDelegateIsCalled() async throws {
    let log = DelegateLog()
    let session = service.makeSession(delegate: log)
    session.dataTask(with: try request()).resume()
    let events = await log.next(4)
    session.invalidateAndCancel()
    #expect(events == [.head(200), .chunk(expected.body), .end(nil)])
  }
}
