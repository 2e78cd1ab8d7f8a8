import Foundation
import GraphQLMockTesting
import TestSupport
import Testing

/// A test that hangs: its service reports open requests on standard error, by a clock that the test
/// moves.
struct Hang: Sendable {
  private let clock = SteppedClock()
  private let told = AsyncStream<Void>.makeStream()

  init() {
    MockGraphQLService.current.reportStillness(by: clock) { [told] text in
      FileHandle.standardError.write(Data("\(text)\n".utf8))
      told.continuation.finish()
    }
  }

  /// Waits until a handler's closure has started.
  static func untilAClosureRuns(in service: MockGraphQLService) async throws {
    try await waitUntil {
      service.requests.first?.waitsFor?.hasPrefix("for the handler's closure (") == true
    }
  }

  /// Waits for the report.
  ///
  /// - Parameter steps: How often ten seconds pass: one more than the number of steps with
  ///   progress.
  func untilTold(steps: Int = 1) async throws {
    for _ in 0..<steps {
      try await clock.waitForDelays()
      clock.advance(by: .seconds(10))
    }
    for await _ in told.stream {}
  }
}

extension Trait where Self == TimeLimitTrait {
  /// A time limit that expires immediately for code that reads it; the testing library itself waits
  /// for a minute.
  static var alreadyUp: Self {
    var trait = TimeLimitTrait.timeLimit(.minutes(10))
    trait.timeLimit = .milliseconds(1)
    return trait
  }
}

/// A request body that never ends.
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

  /// Ends the stream, so that no task waits forever.
  func finish() { end.signal() }
}
