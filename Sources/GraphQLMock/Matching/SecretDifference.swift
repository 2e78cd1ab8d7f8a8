/// How two secrets differ, without a character of theirs.
struct SecretDifference: Sendable, Hashable, CustomStringConvertible {
  private let expectedLength: Int
  private let actualLength: Int
  /// The position of the first character that differs, from 1; nil if they are the same.
  private let position: Int?

  init(expected: String, actual: String) {
    let (left, right) = (expected.unicodeScalars, actual.unicodeScalars)
    expectedLength = left.count
    actualLength = right.count
    var same = 0
    for (first, second) in zip(left, right) {
      guard first == second else { break }
      same += 1
    }
    position = same == expectedLength && same == actualLength ? nil : same + 1
  }

  var description: String {
    let lengths = "a secret of \(Self.characters(expectedLength)), got one of \(actualLength)"
    guard let position else { return "expected \(lengths), which is the same" }
    return "expected \(lengths); they differ from character \(position) on"
  }

  private static func characters(_ count: Int) -> String {
    "\(count) character\(count == 1 ? "" : "s")"
  }
}
