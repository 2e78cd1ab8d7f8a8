extension Recorder {
  private static let misfitLimit = 10

  /// Compares a response with its recording by status and JSON structure, and returns the differences as an error. They
  /// are words without values, which could be secrets.
  func verify(
    _ response: SentResponse, to operation: OperationRequest, at occurrence: Occurrence,
    hiding redactor: RequestRedactor, types: TypeSystem? = nil
  ) -> RecordingError? {
    // Further repetitions are compared with the last recording. A recorded failure to connect counts as missing.
    guard let row = table?.recordedRow(for: operation),
      let recorded = row.files.prefix(occurrence.position).last(where: {
        $0.failureToConnect == nil
      })
    else { return .notRecorded(operation: redactor.title(of: operation)) }
    var changes: [String] = []
    if !row.hasSameDocument { changes.append("the document has changed") }
    if let status = recorded.response.statusCode, status != response.status {
      changes.append("the status was \(status), and is now \(response.status)")
    }
    let actual = (try? MockJSON(parsing: response.body)) ?? RecordedStream(response)?.results
    switch (recorded.response.content, recorded.response.json, actual) {
    case (.failure, _, _): changes.append("the request failed, and now has a response")
    case (_, let expected?, let actual?):
      changes += ShapeComparison.differences(from: expected, to: actual).map(\.change)
      // Members that the service no longer has are found only in this direction.
      let back = ShapeComparison.differences(from: actual, to: expected)
      changes += back.filter { $0.expected == nil }.map { "\($0.path) is gone" }
    case (_, .some, nil): changes.append("the body was JSON, but no longer is")
    case (_, nil, .some): changes.append("the body wasn't JSON, but now is")
    case (_, nil, nil): break
    }
    if let types { changes += Self.misfits(response, operation, types, redactor) }
    return changes.isEmpty ? nil : .stale(file: recorded.name.file, changes: changes)
  }

  /// Returns in words without secrets how a response doesn't fit the schema. Streams aren't checked.
  static func misfits(
    _ response: SentResponse, _ operation: OperationRequest, _ types: TypeSystem,
    _ redactor: RequestRedactor
  ) -> [String] {
    guard let selected = operation.selectedOperation,
      let data = (try? MockJSON(parsing: response.body))?["data"], !data.isNull
    else { return [] }
    return ResponseCheck.problems(
      in: data, for: selected.operation, of: selected.document, in: types,
      variables: operation.coercedVariables
    ).prefix(misfitLimit).map { redactor.value($0.description(in: selected.document)) }
  }
}

extension MockResponse {
  fileprivate var json: MockJSON? {
    switch content {
    case .json(let json): json
    case .bytes(let bytes, _): try? MockJSON(parsing: bytes)
    case .parts(let stream): stream.results
    // Recordings have none of these with JSON: `ResponseForm.body(isRecorded:)` reads it as one of the above.
    case .graphQL, .template, .file, .empty, .failure, .fixture: nil
    case .never, .passThrough, .incremental, .events: nil
    }
  }
}
