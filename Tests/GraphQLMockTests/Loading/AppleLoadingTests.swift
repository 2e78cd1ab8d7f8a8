// What the library assumes of Apple's URL loading system. `scripts/check-mac` lists these tests in its table.

#if canImport(ObjectiveC)
  import Foundation
  import TestSupport
  import Testing

  @testable import GraphQLMock

  @Suite(.timeLimit(.minutes(1))) struct AppleLoadingTests {
    static func post() throws -> URLRequest { try .graphQL(["query": "query A { a }"]) }

    /// If one of them fails, Apple's Foundation hides the body of this kind of upload.
    @Test(arguments: ["data", "file", "stream"])
    func bodyOfAnUploadTaskIsRead(kind: String) async throws {
      let service = MockGraphQLService(.query("A", .data(["a": 1])))
      var request = try Self.post()
      let body = try #require(request.httpBody)
      request.httpBody = nil
      let delegate = UploadDelegate(body)
      let session = service.makeSession(delegate: delegate)
      let folder = try TemporaryFolder(["body": String(decoding: body, as: UTF8.self)])
      switch kind {
      case "data": session.uploadTask(with: request, from: body).resume()
      case "file":
        let file = folder.url.appendingPathComponent("body")
        session.uploadTask(with: request, fromFile: file).resume()
      default: session.uploadTask(withStreamedRequest: request).resume()
      }
      var statuses = delegate.statuses.makeAsyncIterator()
      #expect(await statuses.next() == 200)
      #expect(service.failures == [])
    }

    @Test(arguments: [true, false])
    func timeoutOfSessionOrRequestKeepsTheCause(isOfSession: Bool) async throws {
      let service = MockGraphQLService(.query("A", .never))
      let configuration = URLSessionConfiguration.ephemeral
      var request = try Self.post()
      if isOfSession {
        configuration.timeoutIntervalForRequest = 1
      } else {
        request.timeoutInterval = 1
      }
      let session = service.makeSession(configuration: configuration)
      let error = await #expect(throws: URLError.self) { try await session.data(for: request) }
      #expect(error?.code == .timedOut)
      try await waitUntil { service.requests.first?.ending != nil }
      let recorded = service.requests.first?.ending?.error
      #expect(recorded?.code == .timedOut)
      #expect(recorded?.localizedDescription.contains("while the request waited") == true)
    }

    /// Of some types, Foundation is known to hold back the first 512 bytes.
    @Test(arguments: ["text/event-stream", "text/plain"])
    func firstLineArrivesBeforeTheSecondIsSent(type: String) async throws {
      let clock = SteppedClock()
      let service = MockGraphQLService(
        .http(
          "/s",
          .text("0123\n456\n").header("Content-Type", type).chunked(5, every: .seconds(2))),
        clock: clock)
      let (bytes, _) = try await service.makeSession().bytes(from: .of("https://a.example/s"))
      var lines = bytes.lines.makeAsyncIterator()
      #expect(try await lines.next() == "0123")
      clock.advance(by: .seconds(2))
      #expect(try await lines.next() == "456")
    }

    /// The task to this computer isn't claimed, so it finds no server.
    @Test(arguments: [("wss://shop.example/s", 1), ("ws://127.0.0.1:9/s", 0)])
    func webSocketTaskFailsWithoutACrash(url: String, failureCount: Int) async throws {
      let service = MockGraphQLService()
      let task = service.makeSession().webSocketTask(with: .of(url))
      task.resume()
      await #expect(throws: (any Error).self) { try await task.receive() }
      #expect(
        service.failures.map(\.kind) == Array(repeating: .unhandledRequest, count: failureCount))
      #expect(service.requests.isEmpty)
    }

    @Test func eachServiceHasItsOwnClass() {
      let classes = [MockGraphQLService(), MockGraphQLService()].map(\.protocolClass)
      #expect(classes[0] != classes[1])
      #expect(NSStringFromClass(classes[0]) != NSStringFromClass(classes[1]))
    }

    @Test func downloadHasTheBodyAndTheHeaderFieldsOfTheSession() async throws {
      let service = MockGraphQLService(.http("/f", .text("x")))
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpAdditionalHeaders = ["X-A": "1"]
      let session = service.makeSession(configuration: configuration)
      let (file, _) = try await session.download(from: .of("https://a.example/f"))
      #expect(try String(contentsOf: file, encoding: .utf8) == "x")
      #expect(service.requests.first?.urlRequest.value(forHTTPHeaderField: "X-A") == "1")
    }
  }

  private final class UploadDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Unchecked: nothing changes.
    let statuses: AsyncStream<Int>
    private let ended: AsyncStream<Int>.Continuation
    private let body: Data

    init(_ body: Data) {
      (statuses, ended) = AsyncStream.makeStream()
      self.body = body
    }

    func urlSession(
      _: URLSession, task _: URLSessionTask,
      needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) { completionHandler(InputStream(data: body)) }

    func urlSession(
      _: URLSession, task: URLSessionTask, didCompleteWithError _: (any Error)?
    ) { ended.yield((task.response as? HTTPURLResponse)?.statusCode ?? -1) }
  }
#endif
