extension String {
  static let nameLimit = 200
  static let messageLimit = 65_536

  package func shortened(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return self }
    return "\(self[..<end])… (\(utf8.count) bytes)"
  }

  var quoted: String { prefix(80).debugDescription }
}
