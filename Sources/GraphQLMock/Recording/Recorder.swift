// Records each response in its own file. File names don't depend on the order in which different requests arrive.

import Foundation

final class Recorder: Sendable {
  let mode: Recording.Mode
  let folder: URL
  let redaction: Redaction
  private let headers: Set<String>
  let table: FixtureTable?
  private let changedFiles: Locked<Set<String>>
  private let state = Locked(State())
  private let format: RecordingVersion

  private struct State {
    var rows: [Identity: Row] = [:]
    /// The requests to which the files belong, by file name.
    var files: [String: (row: Row, position: Int)] = [:]
    /// The number of the last file that was tried, by the name of the row.
    var positions: [String: Int] = [:]
    /// The names of the files that were recorded or kept, so that they aren't reported as unused.
    var written: Set<String> = []

    /// Claims a file, and returns false if it belongs to another request.
    mutating func take(_ file: String, for occurrence: Occurrence) -> Bool {
      let owner = files[file].orStoring((occurrence.row, occurrence.position))
      return owner.row === occurrence.row && owner.position == occurrence.position
    }
  }

  /// The properties that identify a request. Requests with the same identity are numbered in their order of arrival.
  /// `isTaken` compares the same properties in a file, and `FixtureFile.Condition` for a replay.
  fileprivate struct Identity: Hashable {
    let name: String
    let variables: MockJSON
    let key: MatchKey?
    var uploads = MockJSON.null
  }

  fileprivate final class Row: @unchecked Sendable {
    // `@unchecked` is safe, because the recorder's lock `state` guards the mutable properties.
    let identity: Identity
    /// The variables of the first request with this identity, including secrets.
    let variables: MockJSON
    var count = 0
    var files: RecordedRow?

    init(_ identity: Identity, _ variables: MockJSON) {
      (self.identity, self.variables) = (identity, variables)
    }
  }

  struct Occurrence: Sendable {
    fileprivate let row: Row
    /// The number of the request among equal ones, from 1.
    let position: Int
    @Boxed var redactor: RequestRedactor
    /// A Boolean value that indicates whether an earlier request differs only in its redacted secrets.
    let isShared: Bool

    var warning: String {
      "The request differs from an earlier one only in its redacted secrets: its "
        + "response is recorded and replayed as number \(position) of \(row.identity.name)."
    }
  }

  init(
    _ recording: Recording, in folder: URL, mode: Recording.Mode, table: FixtureTable?,
    enumValues: (@Sendable () -> Set<String>)? = nil, changedFiles: Locked<Set<String>> = Locked([])
  ) {
    (self.mode, self.folder, self.table, self.changedFiles) = (mode, folder, table, changedFiles)
    format = RecordingVersion.format(of: folder)
    redaction = recording.redaction.replacing(by: format.replacement).rememberingSecrets()
      .changing { $0.enumValues = enumValues }
    headers = Set((recording.headers + ["Content-Type"]).map { $0.lowercased() })
    if mode != .verify { AtomicFile.removeAbandoned(in: folder) }
  }

  var writtenFiles: Set<String> { state.withLock { $0.written } }

  /// Counts a request, and returns its number among the equal requests of this test.
  func nextOccurrence(for operation: OperationRequest) -> Occurrence {
    let redactor = RequestRedactor(redaction, operation)
    let variables = operation.variables.droppingNullMembers()
    let identity = Identity(
      name: FixtureName.operation(of: operation),
      variables: redactor.variables(operation.variables).droppingNullMembers(),
      key: Self.key(of: operation, redactor), uploads: operation.uploads)
    return state.withLock { state in
      let row = state.rows[identity].orStoring(Row(identity, variables))
      row.count += 1
      // The client may have read a redacted value in a replayed response, so such a variable isn't a different secret.
      let isShared =
        row.variables != variables && row.variables != identity.variables
        && variables != identity.variables
      return Occurrence(row: row, position: row.count, redactor: redactor, isShared: isShared)
    }
  }

  /// - Parameter known: The redactor that knows the secrets of this response, if there is one already.
  func record(
    _ response: SentResponse, to operation: OperationRequest, at occurrence: Occurrence,
    stream: RecordedStream? = nil, for owner: RecordingOwners.Owner? = nil,
    _ known: RequestRedactor? = nil
  ) -> RecordingError? {
    let redactor = known ?? occurrence.redactor.answered(response)
    let (name, isNew) = file(for: operation, at: occurrence, redactor)
    let file = url(name)
    if let owner { RecordingOwners.shared.reserve(name, in: folder, for: owner) }
    do {
      let old = isNew ? nil : try? Data(contentsOf: file)
      // A connection error doesn't overwrite a recorded response.
      if let failure = response.failure, let old,
        (try? MockJSON(parsing: old))?["response"].has("failure") == false
      {
        state.withLock { _ = $0.written.insert(name) }
        return .connectionLost(file: file.path, code: failure)
      }
      var recording = recording(response, operation, redactor)
      recording.stream = self.stream(of: recording, recorded: stream)
      let text = try recording.text(replacing: old)
      if let old {
        if text != old { try text.replaceFile(file) }
      } else if try !text.writeNewFile(file) {
        // Another recorder has created the file, so this method chooses a file again.
        state.withLock { state in occurrence.row.files.map { state.positions[$0.name] = nil } }
        return record(response, to: operation, at: occurrence, stream: stream, for: owner, redactor)
      }
      if text != old { changedFiles.withLock { _ = $0.insert(file.path) } }
      state.withLock { _ = $0.written.insert(name) }
      guard let owner,
        let other = RecordingOwners.shared.takeOver(name, in: folder, for: owner)?.test,
        let test = owner.test, let old, text != old
      else { return nil }
      return other == test
        ? .sharedByCases(file: file.path, test: test)
        : .sharedByTests(file: file.path, first: other, second: test)
    } catch {
      return .unwritable(file: file.path, reason: error.fileReason)
    }
  }

  /// Returns whether to record the response again, because another case of the same test recorded it.
  func mustRecordAgain(for operation: OperationRequest, owner: RecordingOwners.Owner) -> Bool {
    guard owner.isUnnamedCase, let row = table?.recordedRow(for: operation) else { return false }
    return RecordingOwners.shared.wasWrittenByAnotherCase(
      row.files.map(\.name.file), in: folder, than: owner)
  }

  /// Marks a recording as used, so that it isn't deleted if the request to the real service fails.
  func keep(_ operation: OperationRequest, at occurrence: Occurrence, by service: Int) {
    let file = table?.recordedRow(for: operation)?.file(at: occurrence.position)
    if let file { state.withLock { _ = $0.written.insert(file) } }
    RecordingOwners.shared.use(
      file.map { [$0] } ?? [], in: folder, by: service,
      refreshing: mode == .all ? occurrence.row.identity.name : nil)
  }

  /// Numbers the requests from 1 again, after a reset of the service.
  func startAgain() {
    state.withLock { state in
      state.positions = [:]
      for row in state.rows.values { row.count = 0 }
    }
  }

  /// Reuses the number of a request that wasn't recorded, if no equal request has followed.
  func giveBack(_ occurrence: Occurrence) {
    state.withLock { _ in
      if occurrence.row.count == occurrence.position { occurrence.row.count -= 1 }
    }
  }

  /// Returns the existing recordings for a request, unless one of them belongs to another request of this test.
  private func earlierRow(for operation: OperationRequest, at occurrence: Occurrence)
    -> RecordedRow?
  {
    guard let same = table?.recordedRow(for: operation),
      let uploads = same.files.first?.condition?.uploads,
      uploads.isNull || uploads == occurrence.row.identity.uploads
    else { return nil }
    return state.withLock { state in
      let owners = same.files.compactMap { state.files[$0.name.file]?.row }
      guard owners.allSatisfy({ $0 === occurrence.row }) else { return nil }
      same.file(at: 1).map { state.files[$0] = (occurrence.row, 1) }
      return same
    }
  }

  private func url(_ file: String) -> URL {
    folder.appendingPathComponent(file, isDirectory: false)
  }

  /// Returns the existing file for the request, or the first free file name, such as `Search.2.json`.
  private func file(
    for operation: OperationRequest, at occurrence: Occurrence, _ redactor: RequestRedactor
  ) -> (name: String, isNew: Bool) {
    let known = state.withLock { _ in occurrence.row.files }
    // The response may have shown that a variable is a secret, so the variables are redacted again.
    let variables = redactor.variables(operation.variables)
    let keys = [occurrence.row.identity.key, Self.key(of: operation, redactor)]
    let uploads = occurrence.row.identity.uploads
    let found =
      known ?? earlierRow(for: operation, at: occurrence)
      ?? RecordedRow(name: RecordingName.row(of: operation, variables: variables, key: keys[0]))
    var (row, position) = state.withLock { state in
      let row = occurrence.row.files.orStoring(found)
      return (row, state.positions[row.name] ?? 0)
    }
    if let own = row.file(at: occurrence.position),
      state.withLock({ $0.take(own, for: occurrence) })
    {
      return (own, false)
    }
    while true {
      position += 1
      let name = position == 1 ? "\(row.name).json" : "\(row.name).\(position).json"
      let isThere = FileManager.default.fileExists(atPath: url(name).path)
      if isThere, isTaken(name, by: variables, keys, uploads) { continue }
      guard state.withLock({ $0.take(name, for: occurrence) }) else { continue }
      state.withLock { $0.positions[row.name] = position }
      return (name, !isThere)
    }
  }

  /// Returns whether an existing file was recorded for another request. An unreadable file counts as taken.
  private func isTaken(
    _ name: String, by variables: MockJSON, _ keys: [MatchKey?], _ uploads: MockJSON
  ) -> Bool {
    guard let request = (try? MockJSON(parsing: Data(contentsOf: url(name))))?["request"]
    else { return true }
    if request["variables"].droppingNullMembers() != variables.droppingNullMembers() { return true }
    if !request["files"].isNull, request["files"] != uploads { return true }
    guard keys.contains(where: { $0 != nil }), let document = request["query"].documentText else {
      return false
    }
    return !keys.contains(try? MatchKey(document: document))
  }

  private static func key(of operation: OperationRequest, _ redactor: RequestRedactor) -> MatchKey?
  {
    guard operation.name == nil else { return nil }
    guard let document = operation.document else { return operation.matchKey }
    return try? MatchKey(
      document: redactor.document(document), operationName: operation.operationName)
  }

  private func recording(
    _ response: SentResponse, _ operation: OperationRequest, _ redactor: RequestRedactor
  ) -> RecordingFile {
    let log = RedactionLog()
    var request: [String: MockJSON] = ["variables": redactor.variables(operation.variables, log)]
    if !operation.files.isEmpty { request["files"] = operation.uploads }
    if let name = operation.name { request["operationName"] = .string(name) }
    if let document = operation.document {
      request["query"] = MockJSON(document: redactor.document(document, log))
    }
    let headers = kept(response, redactor, log)
    let body = redactor.responseBody(response.body, contentType: response.contentType, log)
    var head: [String: MockJSON] = [RecordingVersion.key: format.json, "request": .object(request)]
    let places = log.places.map { ($0.path, MockJSON.string($0.reason.rawValue)) }
    if !places.isEmpty { head["redacted"] = .object(Dictionary(places) { $1 }) }
    return RecordingFile(
      head: head, status: response.status, headers: headers, body: body, failure: response.failure)
  }

  private func stream(of file: RecordingFile, recorded: RecordedStream?) -> RecordedStream? {
    // A secret and its replacement may differ in length, so the redacted body is divided into chunks again.
    let stream = RecordedStream(
      file.body, contentType: file.headers["Content-Type"], isOpen: recorded?.isOpen == true)
    return recorded.flatMap { stream?.timed(by: $0) } ?? stream
  }

  private func kept(
    _ response: SentResponse, _ redactor: RequestRedactor, _ log: RedactionLog
  ) -> HeaderFields {
    let isRedirect = (300...399).contains(response.status)
    var kept = HeaderFields()
    for (name, value) in response.headers {
      let lowercased = name.lowercased()
      guard headers.contains(lowercased) || isRedirect && lowercased == "location" else { continue }
      kept.add(name, redactor.header(name, value, log))
    }
    return kept
  }
}

extension SentResponse {
  func isRefusedHash(of operation: OperationRequest) -> Bool {
    guard operation.document == nil, let errors = (try? MockJSON(parsing: body))?["errors"].array
    else { return false }
    return errors.contains {
      $0["extensions"]["code"] == "PERSISTED_QUERY_NOT_FOUND"
        || $0["message"] == "PersistedQueryNotFound"
    }
  }
}
