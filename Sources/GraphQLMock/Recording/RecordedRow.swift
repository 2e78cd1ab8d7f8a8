// Which files hold what was recorded of a request, so that it is recorded again in their place.

/// The files of a recorded row.
struct RecordedRow: Sendable {
  /// The name of the files without position and ending.
  let name: String
  /// The files by their positions; one without is the first.
  let files: [Int: String]
  /// What was recorded, by file.
  var responses: [String: MockResponse] = [:]
  /// The variables that were recorded, without nulls, and what tells the document.
  var variables: MockJSON = [:]
  var key: MatchKey?
  /// The digests of the files that were uploaded, by path; null for none.
  var uploads = MockJSON.null
  /// Whether the document that was recorded is that of the request.
  var hasSameDocument = true
}

extension RecordedRow {
  /// - Parameter files: Some of the files of a fixture, in order.
  fileprivate init(_ fixture: Fixture, _ files: [FixtureFile]) {
    name = fixture.row
    // Others may have been recorded under the same name.
    self.files = Dictionary(files.enumerated().map { ($0 + 1, $1.name.file) }) { first, _ in first }
    responses = Dictionary(
      files.filter { $0.failureToConnect == nil }.map { ($0.name.file, $0.response) }
    ) { first, _ in first }
    let condition = files.first?.condition
    variables = (condition?.variables ?? [:]).droppingNullMembers()
    if case .success(let known)? = condition?.document?.key { key = known }
    uploads = condition?.uploads ?? nil
  }
}

extension FixtureTable {
  /// The row that was recorded for a request; nil if there is none.
  ///
  /// The document of a named operation does not count, as a changed one is recorded in place.
  func recordedRow(for operation: OperationRequest) -> RecordedRow? {
    let requests = RedactedRequests(operation, redaction)
    guard case .success(let rows) = content.rows(of: FixtureName.operation(of: operation)) else {
      return nil
    }
    let isNamed = operation.name != nil
    var found: Fixture?
    var hasSameDocument = false
    for row in rows.candidates(for: requests) {
      guard let condition = row.condition, let recorded = condition.recorded else { continue }
      let request = requests.replaced(by: recorded.replacement)
      guard condition.matchesVariables(of: request) else { continue }
      if condition.matchesDocument(of: request) {
        found = row
        hasSameDocument = true
        break
      }
      if isNamed { found = found ?? row }
    }
    guard let found else { return nil }
    var row = RecordedRow(found, found.files(withUploadsOf: operation) ?? found.files)
    row.hasSameDocument = hasSameDocument
    return row
  }

  /// All rows that were recorded of an operation, those with other uploads apart, by name and position.
  func recordedRows(of operation: String) -> [RecordedRow] {
    guard case .success(let rows) = content.rows(of: operation) else { return [] }
    let parts = rows.all.flatMap { fixture in
      let files = fixture.files.filter { $0.condition?.isRecorded == true }
      return Dictionary(grouping: files) { $0.condition?.uploads ?? nil }.values.map {
        (place: ($0[0].name.row, $0[0].name.position ?? 1), row: RecordedRow(fixture, $0))
      }
    }
    return parts.ordered { $0.place < $1.place }.map(\.row)
  }
}

// What was recorded before, as a service asks it. Which folder that is may be known only when the test
// runs: each case of a parameterized test has one of its own.

final class RecordedAnswers: AnswerTable {
  private let current: Locked<FixtureTable?>

  /// - Parameter table: What was recorded; nil if nothing was, or if all of it is recorded anew.
  init(_ table: FixtureTable?) { current = Locked(table) }

  var table: FixtureTable? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Empty where nothing was recorded: there is nothing to tell of.
  var name: String { table?.name ?? "" }

  // The rows of a `table.json` are taken over when the service begins.
  var handlers: [RequestHandler] { table?.handlers ?? [] }

  func isLoaded(for operation: OperationRequest) -> Bool {
    table?.isLoaded(for: operation) ?? true
  }

  func answer(to operation: OperationRequest) -> Result<TableAnswer, any Error>? {
    table?.answer(to: operation)
  }

  func answer(named name: String) -> Result<TableAnswer, any Error>? {
    table?.answer(named: name)
  }

  func nearMisses(of operation: OperationRequest, _ shown: ShownRequest) -> [MatchFailure.NearMiss]
  {
    table?.nearMisses(of: operation, shown) ?? []
  }
}
