struct RandomDelay: Sendable, Hashable {
  let range: ClosedRange<Duration>
  let seed: UInt64

  static let limit = Duration.seconds(86_400)

  /// Returns a uniformly distributed delay in the range, which depends only on the seed and the two numbers.
  func draw(_ number: Int, event: Int = 0) -> Duration {
    var state =
      seed &+ UInt64(truncatingIfNeeded: number) &* 0xD1B5_4A32_D192_ED03
      &+ UInt64(truncatingIfNeeded: event) &* 0xA24B_AED4_963E_E407
    let (least, greatest) = (range.lowerBound.seconds, range.upperBound.seconds)
    let seconds = least + (greatest - least) * Self.nextShare(&state)
    // Converting a very large number of seconds to a `Duration` would trap, so the limit is applied before.
    return seconds < Self.limit.seconds ? .seconds(max(seconds, 0)) : Self.limit
  }

  /// Returns a random number in `0..<1` by SplitMix64 (Steele, Lea, Flood, 2014).
  private static func nextShare(_ state: inout UInt64) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) / 9_007_199_254_740_992
  }
}
