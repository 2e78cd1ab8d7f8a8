package enum RecordCommand {
  /// - Parameter test: A pattern for `swift test --filter`, an option for Xcode such as `-only-testing:AppTests`,
  ///   or nil for all tests.
  package static func line(for test: String?) -> String {
    if let test, test.hasPrefix(xcodeOption) {
      return "TEST_RUNNER_GRAPHQL_MOCK_RECORD=missing xcodebuild test -scheme YourScheme "
        + xcodeOption + quoted(String(test.dropFirst(xcodeOption.count)))
    }
    let filter = test.map { " --filter \(quoted($0))" } ?? ""
    return "GRAPHQL_MOCK_RECORD=missing swift test\(filter)"
  }

  package static let xcodeOption = "-only-testing:"

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }

  package static func pattern(for text: String) -> String {
    text.map { #".\()[]{}*+?^$|"#.contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
