package enum RecordCommand {
  /// - Parameter test: A pattern for `swift test --filter`, Xcode's `-only-testing:AppTests`, or nil for all tests.
  package static func line(for test: String?) -> String {
    if let test, test.hasPrefix(xcodeOption) {
      return "TEST_RUNNER_GRAPHQL_MOCK_RECORD=missing xcodebuild test -scheme YourScheme "
        + xcodeOption + String(test.dropFirst(xcodeOption.count)).quotedForShell
    }
    let filter = test.map { " --filter \($0.quotedForShell)" } ?? ""
    return "GRAPHQL_MOCK_RECORD=missing swift test\(filter)"
  }

  package static let xcodeOption = "-only-testing:"

  /// Returns a regular expression that matches only the text.
  package static func pattern(for text: String) -> String {
    let special = #".\()[]{}*+?^$|"#.unicodeScalars
    return text.unicodeScalars.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}

extension String {
  /// The text in apostrophes. Scalars are escaped, because a combining character after `'` changes the `Character`.
  var quotedForShell: String {
    "'" + unicodeScalars.map { $0 == "'" ? #"'\''"# : "\($0)" }.joined() + "'"
  }
}
