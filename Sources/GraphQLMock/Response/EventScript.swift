struct EventScript: Sendable {
  /// Passes events to a closure until it returns false.
  typealias Producer =
    @Sendable (_ take: @Sendable (MockResponse) async -> Bool) async throws -> Void

  indirect enum Events: Sendable {
    /// Each event follows after its own delay, or after the interval if it has none.
    case list([MockResponse], interval: Duration)
    case producer(Producer)
    case test
  }

  var source: Events
  var heartbeat: Duration?
}
