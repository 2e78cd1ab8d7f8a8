import Testing

@testable import GraphQLMock

struct PauseTests {
  private let clock = SteppedClock()
  private let called = Locked<[Int]>([])

  private func wait(_ pause: Pause, _ duration: Duration, _ number: Int) {
    pause.wait(duration) { [called] in called.withLock { $0.append(number) } }
  }

  private var numbers: [Int] { called.withLock { $0 } }

  @Test func onlyTheLastActionIsCalled() {
    let pause = Pause(clock)
    wait(pause, .seconds(1), 1)
    wait(pause, .seconds(2), 2)
    #expect(clock.waitingCount == 1)
    clock.advance(by: .seconds(2))
    wait(pause, .seconds(1), 3)
    clock.advance(by: .seconds(1))
    #expect(numbers == [2, 3])
  }

  @Test func nothingIsCalledAfterACancellation() {
    let pause = Pause(clock)
    wait(pause, .seconds(1), 1)
    let areFirst: [Bool] = [pause.cancel(), pause.cancel()]
    #expect(areFirst == [true, false])
    wait(pause, .seconds(1), 2)
    clock.advance(by: .seconds(2))
    #expect(numbers == [] && clock.waitingCount == 0)
  }

  /// The lock of a pause is held while the wait starts, and the action may cancel the pause.
  @Test func anActionIsNotCalledWhileItsWaitStarts() {
    let pause = Pause(clock)
    for duration: Duration in [.zero, .seconds(-1)] {
      pause.wait(duration) { [called] in called.withLock { $0.append(1) } }
      #expect(numbers == [])
    }
    clock.advance(by: .zero)
    #expect(numbers == [1])
  }
}
