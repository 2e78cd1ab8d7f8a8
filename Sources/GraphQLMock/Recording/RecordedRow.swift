/// The recordings of a request, which answer it and its repetitions.
struct RecordedRow: Sendable {
  let name: String
  /// The files in the order in which they answer.
  var files: [FixtureFile] = []
  /// Whether the request's document is that of the recordings. If not, only the name and the variables are equal.
  var hasSameDocument = true

  /// - Parameter position: The number of the request among equal ones, from 1.
  func file(at position: Int) -> String? {
    files.indices.contains(position - 1) ? files[position - 1].name.file : nil
  }
}

extension FixtureTable {
  func recordedRow(for operation: OperationRequest) -> RecordedRow? {
    guard let rows = try? content.rows(of: FixtureName.operation(of: operation)).get() else {
      return nil
    }
    let request = rows.request(operation, redaction)
    let equal = rows.candidates(for: request).filter {
      $0.condition?.isRecorded == true && $0.condition?.matchesVariables(of: request) == true
    }
    let same = equal.first { $0.condition?.matchesDocument(of: request) == true }
    guard let found = same ?? (operation.name == nil ? nil : equal.first) else { return nil }
    return RecordedRow(
      name: found.row, files: found.files(withUploadsOf: operation) ?? found.files,
      hasSameDocument: same != nil)
  }
}
