import Foundation
import Testing

@testable import GraphQLMock

struct WaitLimitTests {
  private let clock = SteppedClock()
  /// Tasks in the queue of the thread pool.
  private let queue = Locked<[@Sendable () -> Void]>([])
  private let endings = Locked<[WaitLimit.Ending]>([])

  private func limit(_ duration: Duration) -> WaitLimit {
    WaitLimit(
      duration, by: clock,
      takeTurn: { [queue] action in queue.withLock { $0.append(action) } }
    ) { [endings] ending in endings.withLock { $0.append(ending) } }
  }

  private var queued: Int { queue.withLock { $0.count } }
  private var ended: [WaitLimit.Ending] { endings.withLock { $0 } }

  private func runQueue() {
    let actions = queue.withLock { exchange(&$0, with: []) }
    for action in actions { action() }
  }

  @Test func aSliceEndsOnlyAfterATaskSentThroughThePoolHasRun() {
    let limit = limit(.seconds(10))
    for slice in 1...10 {
      clock.advance(by: .milliseconds(999))
      #expect(queued == 0)
      clock.advance(by: .milliseconds(1))
      #expect(queued == 1)
      // Other tests compute meanwhile.
      clock.advance(by: .seconds(299))
      #expect(limit.ending == nil, "slice \(slice)")
      runQueue()
    }
    #expect(limit.ending == .timeIsUp)
    #expect(ended == [.timeIsUp])
    #expect(clock.waitingCount == 0)
  }

  @Test func poolBlockedForFiveMinutesEndsTheLimit() {
    let limit = limit(.seconds(10))
    clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(300))
    #expect(limit.ending == .poolIsBlocked)
    runQueue()
    clock.advance(by: .seconds(1_000))
    #expect(ended == [.poolIsBlocked])
    #expect(clock.waitingCount == 0)
  }

  @Test func aCanceledLimitDoesNothingMore() {
    let limit = limit(.seconds(10))
    clock.advance(by: .seconds(1))
    limit.cancel()
    runQueue()
    clock.advance(by: .seconds(1_000))
    #expect(limit.ending == nil)
    #expect(ended == [])
    #expect(clock.waitingCount == 0)
  }

  /// A nil means that a response is being prepared.
  @Test func aLimitStartsAgainWhileItsNumberChangesOrIsNil() {
    let number = Locked<Int?>(1)
    let limit = WaitLimit(
      .seconds(10), by: clock, sinceChangeOf: { number.withLock { $0 } },
      { [endings] ending in endings.withLock { $0.append(ending) } })
    for next in [2, nil, nil, 3] {
      number.withLock { $0 = next }
      clock.advance(by: .seconds(10))
      #expect(limit.ending == nil, "\(String(describing: next))")
    }
    clock.advance(by: .seconds(10))
    #expect(ended == [.timeIsUp])
  }

  @Test func aLimitByASteppedClockEndsWithTheStepThatReachesIt() {
    let limit = WaitLimit(.seconds(10), by: clock) { _ in }
    clock.advance(by: .milliseconds(9_999))
    #expect(limit.ending == nil)
    clock.advance(by: .milliseconds(1))
    #expect(limit.ending == .timeIsUp)
  }
}
