import Foundation

/// A distribution of delays, drawn with a seed so that each run of a test has the same; none is longer
/// than a day.
///
/// ```swift
/// .data(["a": 1]).delay(.logNormal(median: .milliseconds(120), sigma: 0.6, seed: 7))
/// ```
public struct MockDelay: Sendable, Hashable {
  private enum Distribution: Sendable, Hashable {
    case uniform(Duration, Duration)
    case logNormal(median: Duration, sigma: Double)
  }

  private let distribution: Distribution
  private let seed: UInt64

  /// Delays that are equally likely within a range.
  /// - Parameters:
  ///   - range: The least and the greatest delay; a draw below zero counts as zero.
  ///   - seed: What the draws depend on, beside the number of the exchange in the journal and, in a
  ///     subscription, that of the event.
  public static func uniform(_ range: ClosedRange<Duration>, seed: UInt64) -> MockDelay {
    MockDelay(distribution: .uniform(range.lowerBound, range.upperBound), seed: seed)
  }

  /// Delays as networks have them: most near the median, a few far longer.
  /// - Parameters:
  ///   - median: The delay that half of the draws stay below.
  ///   - sigma: The standard deviation of the logarithm; 0.5 has one draw of a hundred above 3.2 times
  ///     the median.
  ///   - seed: What the draws depend on, beside the number of the exchange in the journal and, in a
  ///     subscription, that of the event.
  public static func logNormal(
    median: Duration, sigma: Double, seed: UInt64
  ) -> MockDelay {
    MockDelay(distribution: .logNormal(median: median, sigma: sigma), seed: seed)
  }

  /// The greatest delay that is drawn: a test that waits longer is broken.
  static let limit = Duration.seconds(86_400)

  /// A draw; the same numbers always give the same.
  /// - Parameters:
  ///   - number: The number of the exchange.
  ///   - event: The number of the event in it.
  func draw(_ number: Int, event: Int = 0) -> Duration {
    var state =
      seed &+ UInt64(truncatingIfNeeded: number) &* 0xD1B5_4A32_D192_ED03
      &+ UInt64(truncatingIfNeeded: event) &* 0xA24B_AED4_963E_E407
    switch distribution {
    case .uniform(let least, let greatest):
      let share = Self.nextShare(&state)
      return Self.bounded(least.seconds + (greatest.seconds - least.seconds) * share)
    case .logNormal(let median, let sigma):
      // Box and Muller: two equally distributed numbers make a normally distributed one.
      let (first, second) = (Self.nextShare(&state), Self.nextShare(&state))
      let normal = (-2 * log(1 - first)).squareRoot() * cos(2 * .pi * second)
      return Self.bounded(median.seconds * exp(sigma * normal))
    }
  }

  private static func bounded(_ seconds: Double) -> Duration {
    // In this order: a greater number of seconds is no `Duration`, and what is no number is none.
    seconds < limit.seconds ? .seconds(max(seconds, 0)) : limit
  }

  /// The next number from 0 up to 1, by SplitMix64 (Steele, Lea, Flood, 2014).
  private static func nextShare(_ state: inout UInt64) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Double(mixed >> 11) / 9_007_199_254_740_992
  }
}
