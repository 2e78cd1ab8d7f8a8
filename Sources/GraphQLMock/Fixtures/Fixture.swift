// A fixture is a response file in a fixture table (a folder of such files). It can also be a sequence of several
// files.
struct Fixture: Sendable {
  // The unique name of the fixture, which normally equals `row`. If recordings of several documents have the same
  // `row`, each recording except the first has the name of its file instead.
  let name: String
  let row: String
  let isVariant: Bool
  @Boxed var condition: FixtureFile.Condition?
  // The files that answer successive requests, in order. The last file answers all further requests.
  let files: [FixtureFile]

  /// Returns the files that were recorded with the request's uploads, or nil to use all files of the fixture.
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

  // The fixtures of an operation are tried in this order:
  //   1. Fixtures with variables. More variables come first, and then fixtures with a document.
  //   2. Variants, such as `Hero.empire.json`, with other conditions.
  //   3. The fixture that isn't a variant, such as `Hero.json`.
  //   4. Variants without conditions, which answer only if a test names them.
  // Fixtures with the same rank are tried in the order of their names.
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
