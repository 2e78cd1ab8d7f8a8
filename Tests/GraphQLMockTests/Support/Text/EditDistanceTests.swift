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

  /// The expected values are from graphql-core's `suggestion_list`.
  @Test(arguments: [
    ("ÖL", ["OL"], ["OL"]),
    (
      "query2", ["query10", "query9", "query02", "Query2", "query", "QUERY29"],
      ["QUERY29", "Query2", "query", "query02", "query9", "query10"]
    ),
    ("a10", ["a2", "a1", "b10", "A10", "a9", "a"], ["A10", "a1", "b10", "a", "a2", "a9"]),
  ])
  func suggestionsAreThoseOfTheReference(input: String, options: [String], expected: [String]) {
    #expect(EditDistance.similar(to: input, among: options) == expected)
  }

  // Names that differ only in case come first, then those with the fewest changed letters, then
  // those of the most similar length. Expected values were worked out by hand.
  @Test func mostSimilarNamesComeFirst() {
    func alike(_ name: String, _ names: [String], atMost count: Int) -> [String] {
      EditDistance.alike(name, among: names, atMost: count)
    }
    let names: [String] = (0..<20).map { "Other\($0)" } + ["Viewr2s", "Vewers", "viewer", "Vewer"]
    #expect(alike("Viewer", names, atMost: 4) == ["viewer", "Vewer", "Vewers", "Viewr2s"])
    let others: [String] = (20..<40).map { String(repeating: "x", count: $0) }
    #expect(alike("Viewer", others, atMost: 2) == Array(others.prefix(2)))
    #expect(alike("", ["a", "b"], atMost: 5) == ["a", "b"])
    let long = String(repeating: "Long", count: 50)
    #expect(alike(long, names + [long + "s"], atMost: 1) == [long + "s"])
  }
}
