import Foundation
import Testing

@testable import GraphQLMock

struct ChunkPlaybackTests {
  private static func chunk(
    _ text: String, after delay: Duration, _ ending: ResponseStream.Ending? = nil
  ) -> ResponseStream.Chunk {
    ResponseStream.Chunk(delay: delay, bytes: Data(text.utf8), ending: ending)
  }

  /// A client may advance the clock as soon as it gets the head, or the previous chunk.
  @Test func aDelayStartsBeforeTheHeadAndThePreviousChunkAreSent() {
    let (clock, stream) = (SteppedClock(), ResponseStream(bodyLimit: 100))
    let notes = Locked<[String]>([])
    let playback = ChunkPlayback(to: stream, by: clock, count: 3) { cause in
      var note = "nothing"
      if case .delay(let delay, before: let part?, steps: .some)? = cause {
        note = "\(delay) before \(part.noun) \(part.number) of \(part.count)"
      }
      notes.withLock { $0.append(note) }
    }
    playback.start(
      [
        Self.chunk("a", after: .seconds(1)), Self.chunk("b", after: .zero),
        Self.chunk("c", after: .seconds(2), .finished),
      ], begin: { clock.advance(by: .seconds(1)) })
    #expect(stream.take() == ResponseStream.Portion(chunks: [Data("a".utf8), Data("b".utf8)]))
    clock.advance(by: .seconds(2))
    #expect(stream.take() == ResponseStream.Portion(chunks: [Data("c".utf8)], ending: .finished))
    let expected = ["1.0 seconds before part 1 of 3", "2.0 seconds before part 3 of 3", "nothing"]
    #expect(notes.withLock { $0 } == expected)
  }

  @Test func theEndOfTheStreamEndsTheDelay() {
    let (clock, stream) = (SteppedClock(), ResponseStream(bodyLimit: 100))
    ChunkPlayback(to: stream, by: clock, count: 1) { _ in }
      .start([Self.chunk("a", after: .seconds(1))], begin: {})
    #expect(clock.waitingCount == 1)
    stream.cancel()
    #expect(clock.waitingCount == 0)
  }
}
