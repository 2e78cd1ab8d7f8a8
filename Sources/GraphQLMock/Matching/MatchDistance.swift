// The scale of distances between an unhandled request and the handlers and fixtures that messages compare with it.
// A smaller distance is nearer. Only their order matters: `MatchFailure` sorts handlers and fixtures together.

enum MatchDistance {
  /// One variable that differs, or a closure that returned false.
  static let variable = 1
  /// A fixture that answers only if a test names it.
  static let byNameOnly = 2
  /// A document, root field, header field or URL that differs.
  static let condition = 4
  static let type = 8
  /// With a name that isn't similar either, an operation of another type is farther than any of the right type.
  static let otherType = 640
  private static let letterCase = 12
  /// One letter that differs in a name or path.
  static let letter = 16
  /// Handlers of the other kind are farther than any misspelled name, which differs in at most 40 letters.
  static let http = 400
  static let otherHTTP = 1_600
  static let operation = 3_200

  /// Returns the distance between two names. With 0 letters, they differ only in case.
  static func ofNames(differingIn letters: Int) -> Int {
    letters == 0 ? letterCase : letter * letters
  }
}
