/// Where the events of a subscription come from.
struct EventScript: Sendable {
  /// Gives the events of a sequence to a closure, until that returns false.
  typealias Producer =
    @Sendable (_ take: @Sendable (MockResponse) async -> Bool) async throws -> Void

  enum Source: Sendable {
    /// One after the other, each after its own delay, or else after the common one; then the end.
    case list([MockResponse], interval: Duration)
    case producer(Producer)
    /// What the test sends.
    case test
  }

  var source: Source
  /// The time between heartbeats; nil for none.
  var heartbeat: Duration?
}
