import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The calls to a session's delegate, as a sequence.
final class DelegateLog: NSObject, URLSessionDataDelegate, Sendable {
  enum Event: Equatable, Sendable {
    case head(Int)
    case chunk(String)
    case end(URLError.Code?)
  }

  let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  override init() {
    (events, continuation) = AsyncStream.makeStream()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    continuation.yield(.head((response as? HTTPURLResponse)?.statusCode ?? 0))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    continuation.yield(.chunk(String(decoding: data, as: UTF8.self)))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    continuation.yield(.end(error.map { ($0 as? URLError)?.code ?? .unknown }))
    continuation.finish()
  }

  /// The next events; fewer if the task ends before.
  func next(_ count: Int) async -> [Event] {
    var iterator = events.makeAsyncIterator()
    var next: [Event] = []
    while next.count < count, let event = await iterator.next() { next.append(event) }
    return next
  }
}

/// Bodies sent in chunks through a session: a delegate gets each chunk, other clients the whole
/// body.
struct StreamedDeliveryTests {
  @Test func aDelegateGetsEachChunkAsItComes() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let log = DelegateLog()
    let session = service.makeSession(delegate: log)
    // Other tasks of the session would get their whole bodies.
    let others = try (0..<15).map { _ in
      session.dataTask(with: try SubscriptionTests.request("text/event-stream")) { _, _, _ in }
    }
    defer { for task in others { task.cancel() } }
    session.dataTask(with: try SubscriptionTests.request("text/event-stream")).resume()
    #expect(await log.next(2) == [.head(200), .chunk(":\n\n")])
    for n in 1...3 {
      service.subscriptions.send(.data(["n": .number(n)]), to: "Ticks")
      #expect(await log.next(1) == [.chunk("event: next\ndata: {\"data\":{\"n\":\(n)}}\n\n")])
    }
    service.subscriptions.complete("Ticks")
    #expect(await log.next(2) == [.chunk("event: complete\ndata:\n\n"), .end(nil)])
    #expect(service.requests.map(\.ending) == [.answered])
    #expect(EventStreamReader(service.requests[0].response?.body ?? Data()).events.count == 4)
  }

  @Test func asyncCallsAndCompletionHandlersGetTheWholeBody() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1]).chunked(3)))
    // A session delegate doesn't change the result for them.
    let session = service.makeSession(delegate: DelegateLog())
    let request = try URLRequest.asking("query A { a }", accept: nil)
    let awaited = try await session.receive(request).body
    let completed = await withCheckedContinuation { continuation in
      session.dataTask(with: request) { data, _, _ in
        continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
      }.resume()
    }
    #expect([awaited, completed] == [#"{"data":{"a":1}}"#, #"{"data":{"a":1}}"#])
  }

  @Test func aBodyThatBreaksOffFailsTheTask() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1]).chunked(3).breakingOff(after: 7)))
    let request = try URLRequest.asking("query A { a }", accept: nil)
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession().data(for: request)
    }
    #expect(error?.code == .networkConnectionLost)
    let log = DelegateLog()
    service.makeSession(delegate: log).dataTask(with: request).resume()
    var text = ""
    for await event in log.events {
      switch event {
      case .head: break
      case .chunk(let chunk): text += chunk
      case .end(let code): text += " and then \(code?.rawValue ?? 0)"
      }
    }
    #expect(text == "{\"data\" and then \(URLError.networkConnectionLost.rawValue)")
    #expect(
      service.requests.map(\.ending?.error?.code)
        == [.networkConnectionLost, .networkConnectionLost])
  }

  @Test func cancelingATaskEndsItsSubscription() async throws {
    let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let log = DelegateLog()
    let task = service.makeSession(delegate: log).dataTask(
      with: try SubscriptionTests.request("text/event-stream"))
    task.resume()
    #expect(await log.next(2) == [.head(200), .chunk(":\n\n")])
    task.cancel()
    #expect(await log.next(1) == [.end(.cancelled)])
    try await service.waitForRequests(named: "Ticks")
    try await waitUntil { service.requests.allSatisfy { $0.ending != nil } }
    #expect(service.requests.map(\.ending) == [.cancelled])
    #expect(service.subscriptions.count(of: "Ticks") == 0)
  }

  @Test func concurrentSubscriptionsGetTheirOwnEvents() async throws {
    let service = MockGraphQLService(
      .subscription(
        "Ticks", .events((0..<5).map { .data(["n": .number($0)]) }, every: .microseconds(50))))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<64 {
        group.addTask {
          let log = DelegateLog()
          let task = service.makeSession(delegate: log).dataTask(
            with: try SubscriptionTests.request("text/event-stream"))
          task.resume()
          var text = ""
          for await event in log.events {
            if case .chunk(let chunk) = event { text += chunk }
            if index % 4 == 3, text.contains("2") { task.cancel() }
          }
          return EventStreamReader(Data(text.utf8)).events.count
        }
      }
      for try await count in group { #expect(count <= 6) }
    }
    #expect(service.subscriptions.count(of: "Ticks") == 0)
    #expect(service.requests.filter { $0.ending == .answered }.count >= 48)
  }

  @Test func deallocatingTheServiceEndsOpenStreams() async throws {
    var service: MockGraphQLService? = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
    let log = DelegateLog()
    let session = service?.makeSession(delegate: log)
    session?.dataTask(with: try SubscriptionTests.request("text/event-stream")).resume()
    try await service?.subscriptions.wait(for: "Ticks")
    service = nil
    var last: DelegateLog.Event?
    for await event in log.events { last = event }
    #expect(last == .end(.resourceUnavailable))
  }
}
