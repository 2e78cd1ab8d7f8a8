import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every way of sending a request gets the same response.
struct WaysToSendTests {
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

  @Test func aBodyStreamIsAnsweredAndItsBytesAreInTheJournal() async throws {
    var request = try request()
    let body = try #require(request.httpBody)
    request.httpBody = nil
    request.httpBodyStream = InputStream(data: body)
    #expect(try await service.makeSession().receive(request) == expected)
    #expect(service.exchanges.map(\.urlRequest.httpBody) == [body])
  }

  @Test func aCompletionHandlerIsCalled() async throws {
    let session = service.makeSession()
    let request = try request()
    let received = await withCheckedContinuation { continuation in
      session.dataTask(with: request) { data, response, _ in
        continuation.resume(returning: Received(data, response))
      }.resume()
    }
    #expect(received == expected)
  }

  @Test func aDelegateIsCalled() async throws {
    let recorder = DelegateRecorder()
    let session = service.makeSession(delegate: recorder)
    session.dataTask(with: try request()).resume()
    let events = await recorder.finished()
    session.invalidateAndCancel()
    #expect(
      events == [
        "response 200", #"data {"data":{"viewer":{"name":"Ada"}}}"#, "completed without error",
      ])
  }

  @Test func anUploadOfDataIsAnswered() async throws {
    var request = try request()
    let body = try #require(request.httpBody)
    request.httpBody = nil
    let (data, response) = try await service.makeSession().upload(for: request, from: body)
    #expect(Received(data, response) == expected)
  }

  @Test func anUploadOfAFileIsAnswered() async throws {
    var request = try request()
    let body = try #require(request.httpBody)
    request.httpBody = nil
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("upload-\(UUID().uuidString).json")
    try body.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (data, response) = try await service.makeSession().upload(for: request, fromFile: file)
    #expect(Received(data, response) == expected)
  }

  @Test func aQueryOverGETIsAnswered() async throws {
    var components = try #require(URLComponents(string: endpoint))
    components.queryItems = [
      URLQueryItem(name: "query", value: "query Viewer($id: Int) { viewer(id: $id) { name } }"),
      URLQueryItem(name: "variables", value: #"{"id":7}"#),
    ]
    let request = URLRequest(url: try #require(components.url))
    #expect(try await service.makeSession().receive(request) == expected)
  }

  @Test func installedConfigurationIsAnswered() async throws {
    let configuration = URLSessionConfiguration.default
    service.install(in: configuration)
    #expect(try await URLSession(configuration: configuration).receive(request()) == expected)
  }
}

/// Records the calls to a delegate, in order.
final class DelegateRecorder: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let lock = NSLock()
  private var events: [String] = []
  private let completed = AsyncStream<Void>.makeStream()

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    add("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    add("data \(String(decoding: data, as: UTF8.self))")
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    add(
      "completed \(error.map { "with \(($0 as? URLError)?.code.rawValue ?? 0)" } ?? "without error")"
    )
    completed.continuation.finish()
  }

  func finished() async -> [String] {
    for await _ in completed.stream {}
    return lock.withLock { events }
  }

  private func add(_ event: String) { lock.withLock { events.append(event) } }
}
