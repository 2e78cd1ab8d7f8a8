// What was recorded, found by what was asked for: for clients whose aliases and names of variables are
// others in each process.

import Foundation

/// The recorded rows of one operation by their nameless forms, which are made when a request comes that
/// no row is for.
final class NamelessRows: Sendable {
  /// A row that asks for the same as a request.
  struct Found: Sendable {
    let row: Fixture
    /// The recorded operation, and that of the request.
    let pairing: NodePairing
    /// The variables that were recorded.
    let variables: MockJSON
  }

  private struct Index: Sendable {
    let rows: [Digest128: [Row]]
    /// The rows with secrets in their variables, which an answer may have told.
    let withSecrets: [Row]
  }

  private struct Row: Sendable {
    let fixture: Fixture
    let salt: String?
    let form: NamelessForm
    let variables: MockJSON
    /// What stands in the place of secrets in the variables.
    let replacements: Set<String>
  }

  private let rows: [Fixture]
  private let salts: Set<String?>
  private let known = MadeOnce<Index>()

  init(_ rows: [Fixture]) {
    self.rows = rows.filter { $0.condition?.isRecorded == true && $0.condition?.document != nil }
    salts = Set(self.rows.map { $0.condition?.recorded?.salt })
  }

  /// The row that was recorded for what a request asks for, whatever its names; nil if there is none.
  func row(for request: RedactedRequests) -> Found? {
    guard !rows.isEmpty, request.operation.selectedOperation != nil else { return nil }
    let index = known.value(makeIndex)
    for salt in salts {
      guard let form = request.salted(salt).namelessForm else { continue }
      for row in index.rows[form.digest] ?? [] where row.salt == salt {
        if let found = found(row, form) { return found }
      }
    }
    for row in index.withSecrets {
      let form = request.salted(row.salt).namelessForm(replacing: row.replacements)
      if let form, form.digest == row.form.digest, let found = found(row, form) { return found }
    }
    return nil
  }

  private func found(_ row: Row, _ form: NamelessForm) -> Found? {
    guard let pairing = NodePairing(row.form, form) else { return nil }
    // Names that merge fields in one of the two only are no other spelling.
    if let map = row.fixture.files.first?.response, map.renaming(by: ResponseKeyMap(pairing)) == nil
    {
      return nil
    }
    return Found(row: row.fixture, pairing: pairing, variables: row.variables)
  }

  private func makeIndex() -> Index {
    let made = rows.compactMap { fixture -> Row? in
      guard let condition = fixture.condition,
        case .success(let selected)? = condition.document?.selected
      else { return nil }
      let variables = condition.variables ?? [:]
      return Row(
        fixture: fixture, salt: condition.recorded?.salt,
        form: NamelessForm(selected, variables: variables), variables: variables,
        replacements: variables.replacements)
    }
    return Index(
      rows: Dictionary(grouping: made, by: \.form.digest),
      withSecrets: made.filter { !$0.replacements.isEmpty })
  }
}

extension MockResponse {
  /// The response under other response keys.
  func renamed(by keys: ResponseKeyMap) -> MockResponse {
    renaming(by: keys)
      ?? .failure(
        ResponseWritingError.invalidFixture(
          reason: "the recorded response keys are not those of the request, one by one"))
  }

  /// The response under other response keys; nil if one would have to become two, or two one.
  func renaming(by keys: ResponseKeyMap) -> MockResponse? {
    let text: Data?
    switch content {
    case .json(let json):
      text = try? encoded.bytes { () throws(ResponseWritingError) in
        (try? json.encoded()) ?? Data()
      }
    case .bytes(let bytes, _): text = bytes
    default: text = nil
    }
    guard let text else { return self }
    guard let renamed = keys.renaming(ContiguousArray(text)) else { return nil }
    guard let json = try? JSONParser.parse(renamed).get() else { return self }
    return replacingBody(by: json, encoded: Data(renamed))
  }
}
