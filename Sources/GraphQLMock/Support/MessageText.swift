// Texts of requests in messages: a message is for a person, however long what it tells of is.

extension String {
  /// How many characters of a name a message shows.
  static let nameLimit = 200
  /// How many characters a message has.
  static let messageLimit = 65_536

  /// The text, cut where it is longer than a limit, which the end says then.
  /// - Parameter limit: How many Unicode scalars stay.
  package func shortened(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return self }
    return "\(self[..<end])… (\(utf8.count) bytes)"
  }

  /// How what a client has sent stands in a message: in quotes, and not all of it where it is long.
  var quoted: String { prefix(80).debugDescription }
}
