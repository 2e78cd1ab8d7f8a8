import TestSupport
import Testing

@testable import GraphQLMock

struct StillnessWatchTests {
  @Test func aRequestThatBeginsToWaitDuringAReportStartsNoSecondWatch() async throws {
    let clock = SteppedClock()
    let watch = Locked<StillnessWatch?>(nil)
    let told = AsyncStream<Void>.makeStream()
    watch.withLock {
      $0 = StillnessWatch(clock, within: .seconds(10), progress: { 0 }) {
        watch.withLock { $0 }?.begin()
        told.continuation.yield()
        return true
      }
    }
    watch.withLock { $0 }?.begin()
    try await clock.waitForDelays()
    clock.advance(by: .seconds(10))
    for await _ in told.stream { break }
    #expect(clock.waitingCount == 0)
    watch.withLock { $0 = nil }
  }
}
