import Testing

@testable import GraphQLMock

struct LineDifferenceTests {
  @Test(arguments: [
    ("# A\na\nb\n", "# A\na\nc\n", "  # A\n- c\n+ b"),
    // A line below another title is another line.
    ("# A\nx\n# B\ny\n", "# A\ny\n# B\nx\n", "  # A\n- y\n+ x\n  # B\n- x\n+ y"),
    ("# A\na\n", "# A\na\n# B\nb\n", "- # B\n- b"),
    ("a\n\nb", "a\nb\n", "  Only empty lines or the Unicode normalization differ."),
  ])
  func linesThatDifferAreBelowTheirTitle(actual: String, expected: String, text: String) {
    #expect(LineDifference.text(actual, expected: expected) == text)
  }

  @Test func longDifferenceIsCut() {
    let lines = (1...70).map { "line \($0)" }
    let shown = lines.prefix(60).map { "+ \($0)" } + ["  … and 10 more lines"]
    #expect(
      LineDifference.text(lines.joined(separator: "\n"), expected: "")
        == shown.joined(separator: "\n"))
    let long = String(repeating: "a", count: 400)
    #expect(
      LineDifference.text(long, expected: "")
        == "+ " + String(repeating: "a", count: 298) + "… (402 bytes)")
  }

  @Test func longLinesAreShownFromTheirDifference() {
    let start = String(repeating: "a", count: 400)
    let shown = "…" + String(repeating: "a", count: 20)
    #expect(
      LineDifference.text(start + "x", expected: start + "y") == "- \(shown)y\n+ \(shown)x")
  }

  /// The search for common lines would take time that grows with the product of both counts.
  @Test func linesOfHugeTextsAreNotComparedOneByOne() {
    let lines = (1...1_001).map { "line \($0)\n" }.joined()
    let text = LineDifference.text(lines + "end", expected: lines)
    #expect(text.hasPrefix("- line 1\n- line 2\n") && text.hasSuffix("… and 1943 more lines"))
  }
}
