package enum Suggestion {
  /// Returns a clause such as `; did you mean "Viewer"?`, or another text if there is no similar name. Messages about
  /// documents have the words of graphql-js instead.
  package static func clause(_ name: String?, orElse other: String = ".") -> String {
    name.map { "; did you mean \($0.swiftLiteral)?" } ?? other
  }
}
