import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The chunks of a body: every order of events, up to a length.
struct ResponseStreamTests {
  enum Step: CaseIterable {
    case send, sendNothing, finish, fail, takeOne, takeAll, cancel
  }

  /// The rules that hold after any sequence of steps; returns the broken one.
  private func problem(_ steps: [Step]) -> String? {
    let stream = ResponseStream(bodyLimit: 100)
    let told = Locked(0)
    stream.listen { told.withLock { $0 += 1 } }
    var sent: [Data] = []
    var taken: [Data] = []
    var expectedEnding: ResponseStream.Ending?
    var endings: [ResponseStream.Ending] = []
    var isCancelled = false
    for (number, step) in steps.enumerated() {
      let before = told.withLock { $0 }
      var tells = false
      switch step {
      case .send:
        let chunk = Data([UInt8(number)])
        tells = expectedEnding == nil && !isCancelled
        stream.send(chunk)
        if tells { sent.append(chunk) }
      case .sendNothing:
        stream.send(Data())
      case .finish, .fail:
        let ending: ResponseStream.Ending =
          step == .finish ? .finished : .failed(URLError(.timedOut))
        tells = expectedEnding == nil && !isCancelled
        stream.end(ending)
        if !isCancelled { expectedEnding = expectedEnding ?? ending }
      case .takeOne, .takeAll:
        let portion = stream.take(step == .takeOne ? 1 : .max)
        if isCancelled, portion != ResponseStream.Portion() { return "something after a cancel" }
        if !endings.isEmpty, portion != ResponseStream.Portion() {
          return "something after the end"
        }
        taken += portion.chunks
        if let ending = portion.ending {
          endings.append(ending)
          if taken != sent { return "the end came before the last chunk" }
        }
      case .cancel:
        stream.cancel()
        if endings.isEmpty { isCancelled = true }
      }
      if told.withLock({ $0 }) != before + (tells ? 1 : 0) { return "told wrongly" }
      if stream.isOver != (expectedEnding != nil || isCancelled) { return "over or not" }
    }
    if endings.count > 1 || !endings.allSatisfy({ $0 == expectedEnding }) { return "wrong ending" }
    if !sent.starts(with: taken) { return "another order" }
    let known = isCancelled ? taken : sent
    if stream.sent.bytes != Data(known.joined()) { return "something else was sent" }
    return stream.taken.bytes == Data(taken.joined()) ? nil : "the journal has something else"
  }

  @Test func truncatedBodyIsDividedUpToItsEnd() {
    let faults = MockResponse.BodyFaults(end: (5, URLError(.timedOut)), chunkSizes: [1, 3])
    for (body, chunks) in [("abcdefghi", ["a", "bcd", "e"]), ("abc", ["a", "bc"])] {
      #expect(faults.chunks(of: Data(body.utf8)) == chunks.map { Data($0.utf8) }, "\(body)")
    }
  }

  @Test func everyOrderOfStepsKeepsChunkOrderAndEndsOnce() {
    var problems: [String] = []
    var sequences: [[Step]] = [[]]
    for _ in 0..<5 {
      sequences = sequences.flatMap { sequence in Step.allCases.map { sequence + [$0] } }
      for sequence in sequences {
        if let problem = problem(sequence) { problems.append("\(sequence): \(problem)") }
      }
    }
    #expect(problems.isEmpty, "\(problems.prefix(5))")
  }

  @Test func bodyMayEndInsideAChunk() {
    let error = URLError(.networkConnectionLost)
    for (chunks, expected) in [
      (["abc", "def"], ["abc", "d"]), (["abcd", "e"], ["abcd"]), (["abcde"], ["abcd"]),
      (["ab"], ["ab"]),
    ] {
      let stream = ResponseStream(bodyLimit: 100, breakOff: (4, error))
      for chunk in chunks { stream.send(Data(chunk.utf8)) }
      stream.end(.finished)
      let portion = ResponseStream.Portion(
        chunks: expected.map { Data($0.utf8) }, ending: .failed(error))
      #expect(stream.take() == portion, "\(chunks)")
    }
  }

  @Test func journalOmitsABodyOverTheLimit() {
    let stream = ResponseStream(bodyLimit: 3)
    for chunk in ["ab", "cd"] { stream.send(Data(chunk.utf8)) }
    _ = stream.take(1)
    let sent = stream.sent
    #expect([stream.taken.bytes, sent.bytes] == [Data("ab".utf8), Data()])
    _ = stream.take()
    let taken = stream.taken
    #expect(sent.count == 4 && taken.count == 4)
    #expect(taken.bytes == Data())
  }

  /// Reports take the number for progress, so it mustn't stop at the limit.
  @Test func chunksOverTheLimitAreCountedAlthoughTheirSizesAreNotKept() {
    let stream = ResponseStream(bodyLimit: 1)
    for _ in 0..<10_001 { stream.send(Data([0])) }
    stream.end(.finished)
    let counts = [stream.sentChunks.count, stream.sentChunkCount]
    #expect(counts == [10_000, 10_001])
  }
}
