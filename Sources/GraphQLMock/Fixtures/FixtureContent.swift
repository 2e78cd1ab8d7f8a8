// Opening a fixture table reads only the names of its files. A file is parsed when a request needs it.

import Foundation

final class FixtureContent: Sendable {
  private let name: String
  let folder: TableFolder?
  /// The error of the folder or its names, with which the table answers nothing. Errors in files are found later.
  let error: FixtureError?
  /// The names of the files by operation.
  private let names: [String: [FixtureName]]
  private let documentFiles: Set<String>
  /// The JSON files whose names can't be those of an operation.
  let oddFiles: [String]
  let rowsOfTable: Result<[RequestHandler], FixtureError>

  private let parsed = OnceValues<String, Result<FixtureRows, FixtureError>>()
  private let sortedNames = OnceValue<[String]>()

  init(name: String, folder: Result<TableFolder, FixtureError>) {
    self.name = name
    self.folder = try? folder.get()
    var files: [String] = []
    var failure: FixtureError?
    do {
      files = try FileManager.default.contentsOfDirectory(atPath: folder.get().url.path)
    } catch {
      failure =
        error as? FixtureError ?? FixtureError(reason: .unreadable(error.fileReason), file: name)
    }
    rowsOfTable =
      files.contains(HandlerForm.tableFile)
      ? folder.flatMap { folder in
        Result { () throws(FixtureError) in try Self.readRows(name, folder) }
      } : .success([])
    // A file that a row sends as it is isn't a fixture.
    let sent = Set(((try? rowsOfTable.get()) ?? []).flatMap(\.sentFiles))
    if let folder = self.folder {
      files.removeAll { sent.contains(folder.url.appendingPathComponent($0).path) }
    }
    let read = FixtureName.reading(files)
    names = Dictionary(grouping: read, by: \.operation)
    oddFiles = files.filter {
      $0.hasSuffix(".json") && $0 != HandlerForm.tableFile && !$0.hasPrefix(".")
        && FixtureName(file: $0)?.isOperation != true
    }.ordered()
    documentFiles = Set(files.filter { $0.hasSuffix(".graphql") })
    error = failure ?? Self.caseError(in: read, table: name)
  }

  private static func readRows(
    _ name: String, _ folder: TableFolder
  ) throws(FixtureError) -> [RequestHandler] {
    let display = "\(name)/\(HandlerForm.tableFile)"
    let bytes = try folder.read(HandlerForm.tableFile, display: display)
    let path = folder.url.appendingPathComponent(HandlerForm.tableFile).path
    return try HandlerForm.handlers(ofTable: bytes, display: display, path: path, folder: folder)
  }

  /// The paths of files that rows and fixtures send as they are. They needn't be fixtures, or even valid JSON.
  var sentFiles: Set<String> {
    let fixtures = operations.flatMap { (try? rows(of: $0).get())?.all.flatMap(\.files) ?? [] }
    let sent = ((try? rowsOfTable.get()) ?? []).flatMap(\.sentFiles)
    return Set(sent + fixtures.compactMap(\.response.sentFile))
  }

  var firstError: FixtureError? { error ?? rowsError }
  var rowsError: FixtureError? { if case .failure(let error) = rowsOfTable { error } else { nil } }

  func document(of operation: String) throws(FixtureError) -> CheckedDocument? {
    let file = operation + ".graphql"
    guard let folder, documentFiles.contains(file) else { return nil }
    let display = "\(name)/\(file)"
    let bytes = ContiguousArray(try folder.read(file, display: display))
    let isAnonymous = operation.utf8.contains(UInt8(ascii: "-"))
    switch DocumentCache.makeOutcome(bytes, isAnonymous ? nil : operation) {
    case .success(let selected): return CheckedDocument(selected: selected, origin: .file(display))
    case .failure(.syntax(let error)):
      throw FixtureError(
        reason: .document(error.message), file: display, line: error.line, column: error.column)
    case .failure(.selection(let error)):
      throw FixtureError(reason: .document("\(error)"), file: display)
    }
  }

  /// Returns an error if two file names differ only in case, because some file systems ignore case.
  private static func caseError(in names: [FixtureName], table: String) -> FixtureError? {
    var seen: [String: String] = [:]
    var pairs: [(String, String)] = []
    for name in names {
      if let other = seen.updateValue(name.file, forKey: name.file.lowercased()) {
        pairs.append((min(other, name.file), max(other, name.file)))
      }
    }
    return pairs.min { $0.0 < $1.0 }.map {
      FixtureError(reason: .namesDifferInCaseOnly($0.0, $0.1), file: table)
    }
  }

  var operations: [String] { sortedNames.value { names.keys.ordered() } }

  func operations(near name: String, atMost limit: Int) -> [String] {
    EditDistance.alike(name, among: operations.filter { $0 != name }, atMost: limit).ordered()
  }

  /// Returns an operation's name in the names of its files. The name may already be that, such as `anonymous-query`.
  func filed(_ operation: String) -> String {
    names[operation] == nil ? FixtureName.operation(named: operation) : operation
  }

  func files(of operation: String) -> [String] { (names[operation] ?? []).map(\.file).ordered() }

  func isLoaded(_ operation: String) -> Bool {
    error != nil || rowsError != nil || names[operation] == nil || parsed.made(operation) != nil
  }

  func rows(of operation: String) -> Result<FixtureRows, FixtureError> {
    if let error = firstError { return .failure(error) }
    guard let names = names[operation] else { return .success(FixtureRows([])) }
    return parsed.value(for: operation) { parse(names) }
  }

  private func parse(_ names: [FixtureName]) -> Result<FixtureRows, FixtureError> {
    Result { () throws(FixtureError) in
      var rows: [Fixture] = []
      for (row, names) in Dictionary(grouping: names, by: \.row).orderedByKey() {
        let sorted = names.ordered { ($0.position ?? -1, $0.file) < ($1.position ?? -1, $1.file) }
        rows += try parseRow(row, sorted)
      }
      rows = Fixture.inOrder(rows)
      try checkThatRowsDiffer(rows)
      return FixtureRows(rows)
    }
  }

  private func parseRow(_ row: String, _ names: [FixtureName]) throws(FixtureError) -> [Fixture] {
    var groups: [[FixtureFile]] = []
    for (index, name) in names.enumerated() {
      let file = try read(name)
      let isRecorded = file.condition?.isRecorded == true
      if index > 0 { try check(name, behind: names[index - 1], isRecorded: isRecorded) }
      if let group = groups.firstIndex(where: { Self.haveSameRequest($0[0], file) }) {
        groups[group].append(file)
      } else if let first = groups.first?.first, !isRecorded {
        throw FixtureError(reason: .otherRequest(first.name.file), file: display(name))
      } else {
        groups.append([file])
      }
    }
    return groups.enumerated().map { index, files in
      Fixture(
        name: index == 0 ? row : String(files[0].name.file.dropLast(".json".count)), row: row,
        isVariant: files[0].name.variant != nil, condition: files[0].condition, files: files)
    }
  }

  /// The first file of a handwritten sequence must have a number too, as in `Feed.1.json`.
  private func check(
    _ name: FixtureName, behind before: FixtureName, isRecorded: Bool
  ) throws(FixtureError) {
    if before.position == nil, !isRecorded {
      throw FixtureError(reason: .mixedSequence(before.file), file: display(name))
    }
    // A recording without a number is the first.
    if before.position ?? 1 == name.position {
      throw FixtureError(reason: .samePosition(before.file), file: display(name))
    }
  }

  private static func haveSameRequest(_ first: FixtureFile, _ second: FixtureFile) -> Bool {
    switch (first.condition, second.condition) {
    case (nil, nil): true
    case (let first?, let second?): first.identity == second.identity
    case (let only?, nil), (nil, let only?): only.isEmpty
    }
  }

  private func checkThatRowsDiffer(_ rows: [Fixture]) throws(FixtureError) {
    var first: [FixtureFile.Condition.Identity: Fixture] = [:]
    for row in rows {
      guard let condition = row.condition, !condition.isEmpty else { continue }
      guard let other = first.updateValue(row, forKey: condition.identity) else { continue }
      throw FixtureError(
        reason: .sameRequest(other.files[0].name.file), file: display(row.files[0].name))
    }
  }

  private func read(_ fixture: FixtureName) throws(FixtureError) -> FixtureFile {
    guard let folder else { throw FixtureError(reason: .unreadable("no folder"), file: name) }
    let bytes = try folder.read(fixture.file, display: display(fixture))
    return try FixtureFile.parse(bytes, name: fixture, display: display(fixture), folder: folder)
  }

  private func display(_ fixture: FixtureName) -> String { "\(name)/\(fixture.file)" }
}

extension RequestHandler {
  fileprivate var sentFiles: [String] {
    if case .responses(let responses) = provider { responses.compactMap(\.sentFile) } else { [] }
  }
}

extension MockResponse {
  fileprivate var sentFile: String? {
    if case .file(let path, _, _) = content { path } else { nil }
  }
}

extension FixtureFile.Condition {
  fileprivate struct Identity: Hashable {
    let variables: MockJSON
    let key: MatchKey?
  }

  fileprivate var identity: Identity {
    Identity(variables: variables ?? [:], key: try? document?.key.get())
  }
}
