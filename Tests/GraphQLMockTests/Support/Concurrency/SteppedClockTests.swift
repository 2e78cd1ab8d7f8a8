import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct SteppedClockTests {
  @Test func theLongestDurationsCanBeAdvancedRepeatedly() {
    let clock = SteppedClock()
    for _ in 1...40 { clock.advance(by: .seconds(Int64.max)) }
    clock.advance(by: .seconds(1))
  }
}
