import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The chunks of a body: each order of what may happen, up to a length.
@Suite struct ReplyStreamStateTests {
  enum Step: CaseIterable {
    case send, sendNothing, finish, fail, takeOne, takeAll, cancel
  }

  /// What must hold after any sequence of steps; a text says what does not.
  private func problem(_ steps: [Step]) -> String? {
    var state = ReplyStreamState(bodyLimit: 100)
    var sent: [Data] = []
    var taken: [Data] = []
    var expectedEnding: ReplyStreamState.Ending?
    var endings: [ReplyStreamState.Ending] = []
    var isCancelled = false
    for (number, step) in steps.enumerated() {
      switch step {
      case .send:
        let chunk = Data([UInt8(number)])
        let mayTell = expectedEnding == nil && !isCancelled
        if state.sent(chunk) != mayTell { return "send told wrongly" }
        if mayTell { sent.append(chunk) }
      case .sendNothing:
        if state.sent(Data()) { return "nothing was sent" }
      case .finish, .fail:
        let ending: ReplyStreamState.Ending =
          step == .finish ? .finished : .failed(URLError(.timedOut))
        if state.ended(ending) != (expectedEnding == nil && !isCancelled) { return "ended twice" }
        if !isCancelled { expectedEnding = expectedEnding ?? ending }
      case .takeOne, .takeAll:
        let portion = state.take(step == .takeOne ? 1 : .max)
        if isCancelled, !portion.isEmpty { return "something after a cancel" }
        if !endings.isEmpty, !portion.isEmpty { return "something after the end" }
        taken += portion.chunks
        if let ending = portion.ending {
          endings.append(ending)
          if taken != sent { return "the end came before the last chunk" }
        }
      case .cancel:
        if state.cancelled() != (endings.isEmpty && !isCancelled) { return "cancelled wrongly" }
        if endings.isEmpty { isCancelled = true }
      }
      if state.isOver != (expectedEnding != nil || isCancelled) { return "over or not" }
    }
    if endings.count > 1 || !endings.allSatisfy({ $0 == expectedEnding }) { return "wrong ending" }
    if !sent.starts(with: taken) { return "another order" }
    return state.takenBytes == Data(taken.joined()) ? nil : "the journal has something else"
  }

  @Test func eachOrderOfStepsKeepsChunksInOrderAndEndsOnce() {
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

  @Test func aBodyBreaksOffInsideOfAChunk() {
    let error = URLError(.networkConnectionLost)
    for (chunks, expected) in [
      (["abc", "def"], ["abc", "d"]), (["abcd", "e"], ["abcd"]), (["abcde"], ["abcd"]),
      (["ab"], ["ab"]),
    ] {
      var state = ReplyStreamState(bodyLimit: 100, breakOff: (4, error))
      for chunk in chunks { _ = state.sent(Data(chunk.utf8)) }
      _ = state.ended(.finished)
      let portion = state.take()
      #expect(portion.chunks == expected.map { Data($0.utf8) })
      #expect(portion.ending == .failed(error))
    }
  }

  @Test func theJournalLeavesOutWhatIsTooLong() {
    var state = ReplyStreamState(bodyLimit: 3)
    for chunk in ["ab", "cd"] { _ = state.sent(Data(chunk.utf8)) }
    _ = state.take(1)
    #expect(state.takenBytes == Data("ab".utf8))
    _ = state.take()
    #expect(state.takenBytes == Data())
    #expect(state.takenCount == 4)
  }
}
