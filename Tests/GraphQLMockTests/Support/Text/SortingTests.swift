import TestSupport
import Testing

@testable import GraphQLMock

struct SortingTests {
  @Test func sortingEqualsThatOfTheStandardLibrary() {
    var random = SeededGenerator(seed: 5)
    for count in [0, 1, 2, 3, 40, 500] {
      let pairs = (0..<count).map { (key: Int.random(in: 0..<20, using: &random), number: $0) }
      let ordered: [Int] = pairs.ordered { $0.key < $1.key }.map(\.number)
      // Equal elements keep their order.
      let sorted = pairs.sorted { ($0.key, $0.number) < ($1.key, $1.number) }
      let numbers: [Int] = sorted.map(\.number)
      #expect(ordered == numbers)
    }
    #expect(Set(["b", "B", "a", ""]).ordered() == ["", "B", "a", "b"])
  }
}
