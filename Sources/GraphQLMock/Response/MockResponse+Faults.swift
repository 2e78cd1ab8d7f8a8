public import Foundation

extension MockResponse {
  /// Returns the response with a body that breaks off with an error.
  /// - Parameters:
  ///   - count: The number of bytes that the client receives, 0 or more.
  ///   - code: The code of the error, which also follows a body with fewer bytes.
  public func breakingOff(
    after count: Int, with code: URLError.Code = .networkConnectionLost
  ) -> MockResponse {
    changingFaults { $0.end = (count, URLError(code)) }
  }

  /// Returns the response with a body that arrives in chunks.
  ///
  /// Streams and messages of a WebSocket keep their parts. On Linux, only session delegates and
  /// ``MockGraphQLService/respond(to:)`` get chunks.
  /// - Parameters:
  ///   - sizes: The sizes of the chunks in bytes. The last size repeats. A size below 1 counts as 1.
  ///   - interval: The time between two chunks, measured by the service's clock.
  public func chunked(_ sizes: Int..., every interval: Duration = .zero) -> MockResponse {
    changingFaults {
      $0.chunkSizes = sizes
      $0.interval = interval
    }
  }

  private func changingFaults(_ change: (inout BodyFaults) -> Void) -> MockResponse {
    changing { $0.faults = (faults ?? BodyFaults()).changing(change) }
  }

  /// Returns the response with a random delay.
  ///
  /// ```swift
  /// .data(["a": 1]).delay(.milliseconds(50) ... .milliseconds(200))
  /// ```
  /// Every run has the same delays. A delay depends only on the seed, the request's number, and the event's number.
  /// - Parameters:
  ///   - range: The shortest and the longest delay, measured by the service's clock and limited to 0 through 1 day.
  ///   - seed: A number that you can change to get different delays.
  public func delay(_ range: ClosedRange<Duration>, seed: UInt64 = 0) -> MockResponse {
    changing {
      $0.delay = nil
      $0.delaySpread = RandomDelay(range: range, seed: seed)
    }
  }

  struct BodyFaults: Sendable, Changeable {
    /// The error that interrupts the body, after the first `count` bytes.
    var end: (count: Int, error: URLError)?
    /// The sizes of the body's chunks, where the last size repeats, or nil for a single chunk.
    var chunkSizes: [Int]?
    var interval: Duration = .zero

    func chunks(of body: Data) -> [Data] {
      let bytes = end.map { Data(body.prefix(max($0.count, 0))) } ?? body
      guard let chunkSizes, !chunkSizes.isEmpty else { return bytes.isEmpty ? [] : [bytes] }
      var chunks: [Data] = []
      var start = bytes.startIndex
      while start < bytes.endIndex {
        let size = max(chunkSizes[min(chunks.count, chunkSizes.count - 1)], 1)
        let end = bytes.index(start, offsetBy: size, limitedBy: bytes.endIndex) ?? bytes.endIndex
        chunks.append(Data(bytes[start..<end]))
        start = end
      }
      return chunks
    }
  }

  struct RandomDelay: Sendable, Hashable {
    let range: ClosedRange<Duration>
    let seed: UInt64

    static let limit = Duration.seconds(86_400)

    /// Returns a random delay, which depends only on the seed and on the numbers of the request and the event.
    func draw(_ number: Int, event: Int = 0) -> Duration {
      var state =
        seed &+ UInt64(truncatingIfNeeded: number) &* 0xD1B5_4A32_D192_ED03
        &+ UInt64(truncatingIfNeeded: event) &* 0xA24B_AED4_963E_E407
      let (least, greatest) = (range.lowerBound.seconds, range.upperBound.seconds)
      // SplitMix64 (Steele, Lea, Flood, 2014) generates 64 bits. The upper 53 bits become a number in `0..<1`.
      state &+= 0x9E37_79B9_7F4A_7C15
      state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
      let share = Double((state ^ (state >> 31)) >> 11) / 9_007_199_254_740_992
      let seconds = least + (greatest - least) * share
      // `Duration` traps if a number is too large, so the seconds are limited first.
      return seconds < Self.limit.seconds ? .seconds(max(seconds, 0)) : Self.limit
    }
  }
}
