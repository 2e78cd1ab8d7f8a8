public import Foundation

extension MockResponse {
  /// The same response, whose body breaks off.
  /// - Parameters:
  ///   - count: How many bytes arrive, 0 or more.
  ///   - code: The error that follows them. A body that is no longer than `count` gets it too.
  public func breakingOff(
    after count: Int, with code: URLError.Code = .networkConnectionLost
  ) -> MockResponse {
    changingFaults { $0.end = (count, URLError(code)) }
  }

  /// The same response, whose body arrives in chunks.
  ///
  /// On Linux chunks reach the delegate of a session, and ``MockGraphQLService/respond(to:)``; tasks
  /// with a completion handler and async calls get the body in one piece there.
  /// - Parameters:
  ///   - sizes: How many bytes each chunk has; the last size repeats, what is less than 1 counts as 1.
  ///   - interval: The time between two chunks, by the service's clock.
  public func chunked(_ sizes: Int..., every interval: Duration = .zero) -> MockResponse {
    changingFaults {
      $0.chunkSizes = sizes
      $0.interval = interval
    }
  }

  private func changingFaults(_ change: (inout MockResponse.BodyFaults) -> Void) -> MockResponse {
    var faults = faults ?? MockResponse.BodyFaults()
    change(&faults)
    return changing { $0.faults = faults }
  }

  /// Returns the same response, sent after a random delay.
  ///
  /// ```swift
  /// .data(["a": 1]).delay(.milliseconds(50) ... .milliseconds(200))
  /// ```
  /// Each run of a test has the same delays. They depend on the seed, on the number of the exchange in the
  /// journal and, in a subscription, on that of the event.
  /// - Parameters:
  ///   - range: The shortest and the longest delay, by the service's clock. A delay below zero counts as zero, and none
  ///     is longer than a day.
  ///   - seed: A number that selects other delays.
  public func delay(_ range: ClosedRange<Duration>, seed: UInt64 = 0) -> MockResponse {
    changing {
      $0.delay = nil
      $0.delaySpread = RandomDelay(range: range, seed: seed)
    }
  }
}

extension MockResponse {
  struct BodyFaults: Sendable {
    /// The body breaks off after that many bytes.
    var end: (count: Int, error: URLError)?
    /// Nil leaves the body whole.
    var chunkSizes: [Int]?
    var interval: Duration = .zero

    /// The last size repeats.
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
}
