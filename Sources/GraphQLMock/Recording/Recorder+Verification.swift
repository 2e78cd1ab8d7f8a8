// Holding what the real service says against what was recorded of it, without writing anything.

import Foundation

extension Recorder {
  /// How many differences a message names.
  private static let differenceLimit = 10

  /// Compares an answer with its recording: the status, and the shape of JSON.
  /// - Returns: why the recording is stale; nil if it is not.
  func verify(
    _ response: ExchangeResponse, to operation: OperationRequest, at place: Place
  ) -> RecordingError? {
    // Positions beyond the last repeat it.
    guard let row = table?.recordedRow(for: operation),
      let file = row.files.filter({ $0.key <= place.position && row.responses[$0.value] != nil })
        .max(by: { $0.key < $1.key })?.value,
      let recorded = row.responses[file]
    else { return .notRecorded(operation: "\(operation)") }
    var changes: [String] = []
    if !row.hasSameDocument { changes.append("the document was another one") }
    if let status = recorded.statusCode, status != response.status {
      changes.append("the status was \(status), and is \(response.status)")
    }
    switch (recorded.json, try? MockJSON(parsing: response.body)) {
    case (let expected?, let actual?):
      changes += JSONShape(actual).changes(
        since: JSONShape(expected), limit: Self.differenceLimit)
    case (.some, nil): changes.append("the body was JSON, and is none")
    case (nil, .some): changes.append("the body was no JSON, and is")
    case (nil, nil): break
    }
    return changes.isEmpty ? nil : .stale(file: file, changes)
  }
}

extension MockResponse {
  /// The body, if it is JSON.
  fileprivate var json: MockJSON? {
    switch content {
    case .json(let json): json
    case .bytes(let bytes, _): try? MockJSON(parsing: bytes)
    default: nil
    }
  }
}
