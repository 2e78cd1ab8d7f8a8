import Testing

@testable import GraphQLMock

struct EditDistanceTests {
  /// The expected values are the optimal string alignment distances (as `lexicalDistance` in graphql-js).
  @Test(arguments: [
    ("Viewer", "Vewer", 1), ("Vewer", "Viewer", 1), ("Viewer", "Vieewer", 1), ("ab", "ba", 1),
    ("kitten", "sitting", 3), ("abcd", "bcda", 2), ("Viewer", "vIEWER", 0), ("abcd", "wxyz", 4),
    ("abcdef", "", 5),
  ])
  func distanceIsTheNumberOfChangedLetters(left: String, right: String, distance: Int) {
    #expect(EditDistance.between(left, right, limit: 5) == distance)
    #expect(EditDistance.between(right, left, limit: 5) == distance)
  }
}
