// The scale of distances between an unhandled request and the handlers and fixtures that messages compare with it.
// A smaller distance is nearer. The distances of all conditions that a handler doesn't meet are added, so the ratios
// count, too. `MatchFailure` sorts handlers and fixtures together. `MatchDistanceTests` has the order.

enum MatchDistance {
  /// One variable that differs, or a closure that returned false.
  static let variable = 1
  /// A fixture that answers only if a test names it.
  static let byNameOnly = 2
  /// A document, root field, header field or URL that differs.
  static let condition = 4
  static let type = 8
  /// Added to `type` if the name isn't similar either, so that any name of the right type is nearer.
  static let otherType = letter * letterLimit
  private static let letterCase = 12
  /// One letter that differs in a name or path.
  static let letter = 16
  /// The greatest number of differing letters to count in a name or path.
  static let letterLimit = 40
  /// A handler for plain HTTP, compared with a GraphQL request. It's farther than any name.
  static let http = letter * letterLimit + 1
  /// Added to `http` if the handler's URL or method differs, too. It's then farther than any operation.
  static let otherHTTP = 1_600
  /// A handler for an operation, compared with plain HTTP. It's farther than any path.
  static let operation = 3_200

  /// Returns the distance between two names. With 0 letters, they differ only in case.
  static func ofNames(differingIn letters: Int) -> Int {
    letters == 0 ? letterCase : letter * letters
  }
}
