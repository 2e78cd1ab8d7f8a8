/// A response of a fixture table in one file, or a sequence of responses in several files.
struct Fixture: Sendable {
  /// The unique name, which is `row` unless another recording with a different document has that name.
  let name: String
  let row: String
  let isVariant: Bool
  @Boxed var condition: FixtureFile.Condition?
  /// The files with the responses to successive requests, in order, of which the last one repeats.
  let files: [FixtureFile]

  /// Returns the files recorded with the same uploads as a request, or nil if all files answer in turn.
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

  // A fixture with more variables is tried first, and among those with equally many, one with a document. Then come
  // variants with other conditions, the fixture that isn't a variant, and variants that answer only if a test names
  // them. Fixtures that are equal in this are tried in the order of their names.
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
