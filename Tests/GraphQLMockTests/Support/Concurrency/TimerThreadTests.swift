import Testing

@testable import GraphQLMock

struct TimerThreadTests {
  @Test func actionsAreCalledInTheOrderOfTheirDueTimesUnlessCanceled() async {
    let (actions, action) = AsyncStream<Int>.makeStream()
    let timers = TimerThread.shared
    let cancelLongest = timers.call(after: .seconds(Int64.max)) { action.yield(0) }
    _ = timers.call(after: .milliseconds(20)) { action.finish() }
    _ = timers.call(after: .milliseconds(10)) { action.yield(3) }
    let cancel = timers.call(after: .milliseconds(10)) { action.yield(4) }
    for number in 1...2 { _ = timers.call(after: .seconds(-1)) { action.yield(number) } }
    cancel()
    var found: [Int] = []
    for await number in actions { found.append(number) }
    cancelLongest()
    #expect(found == [1, 2, 3])
  }
}
