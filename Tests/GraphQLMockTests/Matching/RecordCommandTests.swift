import Testing

@testable import GraphQLMock

/// The commands that a miss proposes for recording.
struct RecordCommandTests {
  // A shell ends a quoted word at each apostrophe, also before a combining character (POSIX.1-2024, section 2.2.2).
  @Test(
    arguments: [
      (nil, "GRAPHQL_MOCK_RECORD=missing swift test"),
      ("Shop/cart", "GRAPHQL_MOCK_RECORD=missing swift test --filter 'Shop/cart'"),
      (
        "it's; it'\u{301}s",
        #"GRAPHQL_MOCK_RECORD=missing swift test --filter 'it'\''s; it'\''\#u{301}s'"#
      ),
      (
        "-only-testing:App/it's",
        "TEST_RUNNER_GRAPHQL_MOCK_RECORD=missing xcodebuild test -scheme YourScheme "
          + #"-only-testing:'App/it'\''s'"#
      ),
    ] as [(String?, String)])
  func aTestIsOneWordOfAShell(test: String?, line: String) {
    #expect(RecordCommand.line(for: test) == line)
  }

  // NSRegularExpression matches scalars, so a combining character doesn't change the meaning of a dot.
  @Test func aPatternMatchesOnlyItsText() {
    #expect(
      RecordCommand.pattern(for: #"a.b\c (d) [e] {f} g*+? ^$|"#)
        == #"a\.b\\c \(d\) \[e\] \{f\} g\*\+\? \^\$\|"#)
    #expect(RecordCommand.pattern(for: ".\u{301}") == "\\.\u{301}")
  }
}
