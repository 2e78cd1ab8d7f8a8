import Foundation
import GraphQLMockTesting
import TestSupport
import Testing

/// A test that hangs: its service says on standard error what is open, by a clock that the test moves.
struct Hang: Sendable {
  private let clock = SteppedClock()
  private let told = AsyncStream<Void>.makeStream()

  init() {
    MockGraphQLService.current.tellStillness(by: clock) { [told] text in
      FileHandle.standardError.write(Data("\(text)\n".utf8))
      told.continuation.finish()
    }
  }

  /// Waits until the closure of a handler has begun.
  static func untilAClosureRuns(in service: MockGraphQLService) async throws {
    try await waitUntil {
      service.exchanges.first?.waitsFor?.hasPrefix("for the closure of the handler (") == true
    }
  }

  /// Waits until it is said.
  /// - Parameter steps: How often ten seconds pass: once more than something has moved.
  func untilTold(steps: Int = 1) async throws {
    for _ in 0..<steps {
      try await clock.waitForDelays()
      clock.advance(by: .seconds(10))
    }
    for await _ in told.stream {}
  }
}

extension Trait where Self == TimeLimitTrait {
  /// A time limit that is up at once for those who ask; the testing library itself waits for a minute.
  static var alreadyUp: Self {
    var trait = TimeLimitTrait.timeLimit(.minutes(10))
    trait.timeLimit = .milliseconds(1)
    return trait
  }
}

/// The body of a request that never comes to its end.
final class EndlessStream: InputStream {
  private let end = DispatchSemaphore(value: 0)

  init() { super.init(data: Data()) }

  override var streamStatus: Stream.Status { .open }
  override var hasBytesAvailable: Bool { true }
  override func open() {}
  override func close() {}
  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
    end.wait()
    return 0
  }

  /// Ends it, so that nobody waits for ever.
  func finish() { end.signal() }
}
