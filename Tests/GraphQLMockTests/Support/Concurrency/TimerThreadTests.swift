import Foundation
import Testing

@testable import GraphQLMock

struct TimerThreadTests {
  @Test func actionsAreCalledInTheOrderOfTheirDueTimesUnlessCanceled() async {
    let (actions, action) = AsyncStream<Int>.makeStream()
    let timers = TimerThread()
    let cancelLongest = timers.call(after: .seconds(Int64.max)) { action.yield(5) }
    // The thread calls nothing else until all timers have been added.
    let isReady = DispatchSemaphore(value: 0)
    _ = timers.call(after: .zero) {
      action.yield(0)
      isReady.wait()
    }
    var found = actions.makeAsyncIterator()
    #expect(await found.next() == 0)
    _ = timers.call(after: .milliseconds(500)) {
      action.yield(3)
      action.finish()
    }
    let cancel = timers.call(after: .zero) { action.yield(4) }
    for number in 1...2 { _ = timers.call(after: .seconds(-1)) { action.yield(number) } }
    cancel()
    isReady.signal()
    for number in 1...3 { #expect(await found.next() == number) }
    #expect(await found.next() == nil)
    cancelLongest()
  }
}
