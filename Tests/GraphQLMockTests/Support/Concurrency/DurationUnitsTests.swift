import Testing

@testable import GraphQLMock

struct DurationUnitsTests {
  @Test(arguments: [
    (Duration.seconds(-1), UInt64(0)), (.nanoseconds(-1), 0), (.zero, 0), (.nanoseconds(1), 1),
    (.milliseconds(1_500), 1_500_000_000), (.seconds(18_446_744_073), 18_446_744_073_000_000_000),
    // 2^64 nanoseconds are 18,446,744,073.709551616 seconds.
    (.seconds(18_446_744_073) + .milliseconds(710), .max), (.seconds(18_446_744_074), .max),
    (.seconds(Int64.max), .max),
  ])
  func nanosecondsStayInTheirRange(duration: Duration, nanoseconds: UInt64) {
    #expect(duration.nanoseconds == nanoseconds)
  }

  @Test(arguments: [
    (0.5, Duration.milliseconds(500)), (-2, .seconds(-2)), (1e15, nil), (-1e15, nil),
    (.infinity, nil), (.nan, nil),
  ])
  func onlyNumbersThatCanBeAddedAreRead(seconds: Double, duration: Duration?) {
    #expect(Duration(readSeconds: seconds) == duration)
  }

  @Test func wholeSecondsHaveNoDecimals() {
    let durations: [Duration] = [.seconds(5), .milliseconds(20), .milliseconds(1_500), .zero]
    #expect(durations.map(\.text) == ["5 s", "0.02 s", "1.5 s", "0 s"])
  }
}
