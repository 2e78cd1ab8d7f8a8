struct RecordedRow: Sendable {
  let name: String
  var files: [FixtureFile] = []
  var hasSameDocument = true

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
