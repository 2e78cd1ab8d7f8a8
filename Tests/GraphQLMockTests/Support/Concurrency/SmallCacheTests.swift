import TestSupport
import Testing

@testable import GraphQLMock

struct SmallCacheTests {
  @Test func theFourValuesThatWereCreatedLastAreKept() {
    let cache = SmallCache<Int, String>()
    let made = Locked<[Int]>([])
    for key in [1, 2, 3, 4, 1, 2, 3, 4, 5, 2, 1] {
      let value = cache.value(for: key) { key in
        made.withLock { $0.append(key) }
        return "\(key)"
      }
      #expect(value == "\(key)")
    }
    #expect(made.withLock { $0 } == [1, 2, 3, 4, 5, 1])
  }
}
