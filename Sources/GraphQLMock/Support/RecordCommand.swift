/// The command that runs one test again, and records what the real service says.
package enum RecordCommand {
  /// Makes the line for a shell.
  /// - Parameter test: What selects the test: a regular expression for `swift test --filter` or, after
  ///   `-only-testing:`, an identifier for `xcodebuild`; nil selects all tests.
  package static func line(for test: String?) -> String {
    if let test, test.hasPrefix(xcodeOption) {
      return "TEST_RUNNER_GRAPHQL_MOCK_RECORD=missing xcodebuild test -scheme YourScheme "
        + xcodeOption + quoted(String(test.dropFirst(xcodeOption.count)))
    }
    let filter = test.map { " --filter \(quoted($0))" } ?? ""
    return "GRAPHQL_MOCK_RECORD=missing swift test\(filter)"
  }

  /// What comes before the identifier of a test that Xcode runs.
  package static let xcodeOption = "-only-testing:"

  /// A word of a shell, in single quotes, where nothing is special but the quote itself.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }

  /// A regular expression that is found in this text, and in others that hold it, only.
  package static func pattern(for text: String) -> String {
    var pattern = ""
    for character in text {
      if #".\()[]{}*+?^$|"#.contains(character) { pattern.append("\\") }
      pattern.append(character)
    }
    return pattern
  }
}
