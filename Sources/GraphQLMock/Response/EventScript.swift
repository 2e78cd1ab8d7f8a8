/// The source of a subscription's events.
struct EventScript: Sendable {
  /// Passes events to a closure until it returns false.
  typealias Producer =
    @Sendable (_ take: @Sendable (MockResponse) async -> Bool) async throws -> Void

  indirect enum Events: Sendable {
    /// Each event comes after its own delay, or after the interval.
    case list([MockResponse], interval: Duration)
    case producer(Producer)
    /// Events that the test sends.
    case test
  }

  var source: Events
  /// The interval of heartbeats.
  var heartbeat: Duration?
}
