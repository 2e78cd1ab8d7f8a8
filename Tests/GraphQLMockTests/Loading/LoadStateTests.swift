import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The state machine of a request, as a table of events and actions.
struct LoadStateTests {
  let reply = Reply.response(ExchangeResponse(status: 200, headers: [:], body: Data()))

  /// `#expect` can't call mutating methods itself.
  func expect(_ holds: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(holds, sourceLocation: sourceLocation)
  }

  @Test func answerDuringTheFirstStartIsDeliveredImmediately() {
    var state = LoadState()
    expect(state.started() == .begin)
    expect(!state.answered(reply))
    expect(state.begun() == .deliver)
    expect(state.takeReply() != nil)
    expect(state.takeReply() == nil)
  }

  @Test func lateAnswerRequestsAnotherStart() {
    var state = LoadState()
    expect(state.started() == .begin)
    expect(state.begun() == .nothing)
    expect(state.answered(reply))
    expect(state.started() == .deliver)
    expect(state.takeReply() != nil)
  }

  @Test func secondAnswerIsIgnored() {
    var state = LoadState()
    _ = state.started()
    _ = state.begun()
    expect(state.answered(reply))
    expect(!state.answered(.failure(URLError(.timedOut))))
    guard case .response = state.takeReply() else {
      Issue.record("the second answer was taken")
      return
    }
  }

  @Test func aSuspendedRequestKeepsItsAnswerForTheNextStart() {
    var state = LoadState()
    _ = state.started()
    _ = state.begun()
    expect(!state.stopped(isOver: false))
    expect(!state.answered(reply))
    expect(state.takeReply() == nil)
    expect(state.started() == .deliver)
    expect(state.takeReply() != nil)
  }

  @Test(arguments: [false, true]) func aCancelledRequestIsNeverAnswered(isAnswered: Bool) {
    var state = LoadState()
    _ = state.started()
    _ = state.begun()
    if isAnswered { _ = state.answered(reply) }
    expect(state.stopped(isOver: true))
    expect(!state.answered(reply))
    expect(state.started() == .nothing)
    expect(state.takeReply() == nil)
    expect(!state.stopped(isOver: true))
  }

  @Test func endOfAStreamWaitsForThePendingStart() {
    var state = LoadState()
    _ = state.started()
    _ = state.begun()
    let chunks = ReplyStream(bodyLimit: 0)
    let streamed = Reply.stream(Reply.Streamed(status: 200, headers: [:], chunks: chunks))
    expect(state.answered(streamed))
    expect(state.isStartDue)
    expect(state.started() == .deliver)
    expect(!state.isStartDue)
    expect(state.takeReply() != nil)
    // Two chunks arrive while the first start is pending: one more start is enough.
    expect(state.arrived())
    expect(!state.arrived())
    expect(state.isStartDue)
    expect(state.started() == .deliver)
    expect(!state.isStartDue)
    state.endedStream()
    expect(!state.arrived())
    expect(!state.isStartDue)
  }
}
