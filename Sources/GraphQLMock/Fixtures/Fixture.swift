/// A file, or the files of a sequence.
struct Fixture: Sendable {
  /// The row's name; for a second document recorded under that name, the name of its first file.
  let name: String
  let row: String
  let isVariant: Bool
  @Boxed var condition: FixtureFile.Condition?
  /// In order; the last one repeats.
  let files: [FixtureFile]

  /// Nil if no file has the same uploads; all files then take turns.
  func files(withUploadsOf operation: OperationRequest) -> [FixtureFile]? {
    guard files.count > 1, !operation.files.isEmpty else { return nil }
    let uploads = operation.uploads
    let same = files.filter { $0.condition?.uploads == uploads }
    return same.isEmpty ? nil : same
  }

  func answers(_ request: RedactedRequest) -> Bool {
    guard let condition, !condition.isEmpty else { return !isVariant }
    return condition.matches(request)
  }

  static func inOrder(_ rows: [Fixture]) -> [Fixture] {
    rows.map { ($0.precedence, $0) }.ordered { $0.0 < $1.0 }.map(\.1)
  }

  // The most variables first, and with a document before without; then variants with other conditions, the plain
  // fixture, and variants that only answer by name. Equal ones are ordered by name.
  private var precedence: (Int, Int, String) {
    switch condition {
    case .some(let condition) where condition.variables != nil:
      (0, -2 * (condition.variables?.leafCount ?? 0) - (condition.document == nil ? 0 : 1), name)
    case .some where isVariant: (1, 0, name)
    default: (isVariant ? 3 : 2, 0, name)
    }
  }
}

extension MockJSON {
  fileprivate var leafCount: Int {
    if let array { return array.reduce(0) { $0 + $1.leafCount } }
    if let members { return members.reduce(0) { $0 + $1.value.leafCount } }
    return 1
  }
}
