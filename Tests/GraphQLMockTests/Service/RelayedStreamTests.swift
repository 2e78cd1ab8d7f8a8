import Foundation
import Testing

@testable import GraphQLMock

/// What is kept of a stream of the real service.
struct RelayedStreamTests {
  static let event = Data("event: next\ndata: {\"data\":{\"n\":1}}\n\n".utf8)

  static func begun() -> RelayedStream {
    let relay = RelayedStream()
    _ = relay.begin(
      ExchangeResponse(
        status: 200, headers: ["Content-Type": "text/event-stream"], body: Data()),
      bodyLimit: 1_000)
    relay.take(event)
    return relay
  }

  /// A request that is cancelled may end before the call that cancels it returns.
  @Test func whatHasComeIsKeptHoweverSoonTheRealRequestEnds() {
    let relay = Self.begun()
    let left = relay.leave { #expect(relay.finish(isOpen: true) == nil) }
    #expect(left?.0.body == Self.event)
    #expect(left?.1.isOpen == true)
    #expect(left?.1.pieces.map(\.bytes) == [Self.event])
  }

  @Test func whatHasEndedIsGivenOutOnce() {
    let relay = Self.begun()
    #expect(relay.finish(isOpen: false)?.1.isOpen == false)
    var isCancelled = false
    #expect(relay.leave { isCancelled = true } == nil)
    #expect(isCancelled)
  }
}
