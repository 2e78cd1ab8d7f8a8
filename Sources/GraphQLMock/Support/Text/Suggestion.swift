package enum Suggestion {
  /// Returns `; did you mean "Viewer"?` or another text. Messages about documents have graphql-js's words instead.
  package static func clause(_ name: String?, orElse other: String = ".") -> String {
    name.map { "; did you mean \($0.swiftLiteral)?" } ?? other
  }
}
