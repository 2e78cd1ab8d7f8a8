/// A file with the response to an operation, or several files with the responses to successive requests.
struct Fixture: Sendable {
  /// The name in `.fixture(…)`, which is unique in the table.
  let name: String
  /// The name of the files without numbers. Recordings with different documents can have the same.
  let row: String
  let isVariant: Bool
  @Boxed var condition: FixtureFile.Condition?
  /// The files that answer successive requests, in order. The last file answers all further requests.
  let files: [FixtureFile]

  /// Returns the files that were recorded with the same uploads as the request, or nil to use all files.
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

  /// The fixtures of an operation are compared with a request in this order:
  ///   1. Fixtures with conditions on variables. The one with the most values is first, then one with a document.
  ///   2. Fixture variants with other conditions, such as `Hero.empire.json`.
  ///   3. The fixture named after the operation alone, such as `Hero.json`.
  ///   4. Fixture variants without conditions, which answer only if a test names them.
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
