/// Random delays, drawn with a seed so that each run of a test has the same; none is longer than a day.
///
/// ```swift
/// .data(["a": 1]).delay(.uniform(.milliseconds(50) ... .milliseconds(200), seed: 7))
/// ```
public struct MockDelay: Sendable, Hashable {
  private let range: ClosedRange<Duration>
  private let seed: UInt64

  /// Delays that are equally likely within a range.
  /// - Parameters:
  ///   - range: The least and the greatest delay; a draw below zero counts as zero.
  ///   - seed: What the draws depend on, beside the number of the exchange in the journal and, in a
  ///     subscription, that of the event.
  public static func uniform(_ range: ClosedRange<Duration>, seed: UInt64) -> MockDelay {
    MockDelay(range: range, seed: seed)
  }

  static let limit = Duration.seconds(86_400)

  /// Returns the same delay for the same numbers.
  func draw(_ number: Int, event: Int = 0) -> Duration {
    var state =
      seed &+ UInt64(truncatingIfNeeded: number) &* 0xD1B5_4A32_D192_ED03
      &+ UInt64(truncatingIfNeeded: event) &* 0xA24B_AED4_963E_E407
    let (least, greatest) = (range.lowerBound.seconds, range.upperBound.seconds)
    let seconds = least + (greatest - least) * Self.nextShare(&state)
    // `Duration` can't hold arbitrarily many seconds.
    return seconds < Self.limit.seconds ? .seconds(max(seconds, 0)) : Self.limit
  }

  /// Returns a number in `0..<1`.
  private static func nextShare(_ state: inout UInt64) -> Double {
    Double(SplitMix.next(&state) >> 11) / 9_007_199_254_740_992
  }
}
