import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The recorded part of a stream from the real service.
struct RelayedStreamTests {
  static let event = Data("event: next\ndata: {\"data\":{\"n\":1}}\n\n".utf8)

  /// The received responses, without their heads.
  private let arrivals = Locked<[(response: ExchangeResponse, ending: ReplyStream.Ending?)]>([])
  private let chunks = Locked<ReplyStream?>(nil)

  private func begun() throws -> RealAnswer {
    let answer = RealAnswer(streamLimit: 1_000) { [arrivals, chunks] arrival in
      switch arrival {
      case .head(_, let stream): chunks.withLock { $0 = stream }
      case .end(let response, _, let ending):
        arrivals.withLock { $0.append((response, ending)) }
      case .whole, .failure: Issue.record("Only a stream was to arrive: \(arrival)")
      }
    }
    let url = try #require(URL(string: "https://example.com"))
    answer.receive(
      try #require(
        HTTPURLResponse(
          url: url, statusCode: 200, httpVersion: nil,
          headerFields: ["Content-Type": "text/event-stream"])))
    answer.receive(Self.event)
    return answer
  }

  /// A canceled request may end before `cancel()` returns.
  @Test func receivedEventsAreKeptWhenTheClientCancels() throws {
    let answer = try begun()
    chunks.withLock { $0 }?.cancel()
    answer.complete(URLError(.cancelled))
    let kept = arrivals.withLock { $0 }
    #expect(kept.map(\.response.body) == [Self.event])
    #expect(kept.map(\.ending) == [nil])
  }

  @Test func finishedStreamIsRecordedOnce() throws {
    let answer = try begun()
    answer.complete(nil)
    chunks.withLock { $0 }?.cancel()
    #expect(arrivals.withLock { $0 }.map(\.ending) == [.finished])
  }

  @Test func eachOfManyChunksHasItsDelay() throws {
    let answer = try begun()
    for _ in 0..<20_000 { answer.receive(Data("a".utf8)) }
    answer.complete(nil)
    let chunks = try #require(arrivals.withLock { $0.first }).response.chunks
    #expect(chunks.count == 20_001)
    #expect(chunks.reduce(0) { $0 + $1.size } == Self.event.count + 20_000)
    #expect(chunks.allSatisfy { $0.delay > .zero })
  }

  @Test func interruptedStreamEndsWithItsError() throws {
    let answer = try begun()
    answer.complete(URLError(.networkConnectionLost))
    let kept = arrivals.withLock { $0 }
    #expect(kept.map(\.ending) == [.failed(URLError(.networkConnectionLost))])
    #expect(kept.map(\.response.failure) == [.networkConnectionLost])
  }
}
