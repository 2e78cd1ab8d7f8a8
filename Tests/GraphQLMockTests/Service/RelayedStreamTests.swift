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
  private let arrivals = Locked<[(response: SentResponse, ending: ResponseStream.Ending?)]>([])
  private let chunks = Locked<ResponseStream?>(nil)

  private func begun() throws -> RealResponse {
    let answer = RealResponse(streamLimit: 1_000) { [arrivals, chunks] arrival in
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

  @Test func streamIsRecordedOnceHoweverItEnds() throws {
    let canceled = try begun()
    // A canceled request may end before `cancel()` returns.
    chunks.withLock { $0 }?.cancel()
    canceled.complete(URLError(.cancelled))
    let finished = try begun()
    finished.complete(nil)
    chunks.withLock { $0 }?.cancel()
    try begun().complete(URLError(.networkConnectionLost))
    let kept = arrivals.withLock { $0 }
    let endings: [ResponseStream.Ending?] = kept.map(\.ending)
    #expect(endings == [nil, .finished, .failed(URLError(.networkConnectionLost))])
    #expect(kept.first?.response.body == Self.event)
    #expect(kept.last?.response.failure == .networkConnectionLost)
  }

  @Test func eachOfManyChunksHasItsDelay() throws {
    let answer = try begun()
    for _ in 0..<20_000 { answer.receive(Data("a".utf8)) }
    answer.complete(nil)
    let chunks = try #require(arrivals.withLock { $0.first }).response.chunks
    let sizes: [Int] = chunks.map(\.size)
    #expect(sizes.count == 20_001 && sizes.reduce(0, +) == Self.event.count + 20_000)
    #expect(chunks.allSatisfy { $0.delay > .zero })
  }
}
