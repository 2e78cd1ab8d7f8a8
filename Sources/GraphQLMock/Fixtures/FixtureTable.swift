public import Foundation

/// A folder of canned responses, a file each.
///
/// ```
/// Fixtures/StarWars/
///   HeroName.json           the answer to every HeroName
///   HeroName.empire.json    a variant: with a "request" in it, it answers what that says;
///                           without, it answers only when it is named
///   Feed.1.json             in turn; the last repeats
///   Feed.2.json
///   anonymous-query.json    the answer to queries without a name
/// ```
/// A file `table.json` holds rows in order, for a table that reads as a table; they are asked before
/// the files. `Fixtures/table.schema.json` of this package says what a row may ask of a request.
///
/// A file is a GraphQL response (`data`, `errors`, `extensions`), or an exchange:
///
/// ```json
/// {"request": {"operationName": …, "query": …, "variables": …},
///  "response": {"status": …, "headers": …, "body": …, "delay": …}}
/// ```
/// What `request` states must match: the document as ``MatchKey`` compares it, the variables as a
/// subset. A delay is in seconds. Instead of `body`, there may be `file` (a file of the table), `rawJSON`
/// (text that is sent as it is), `base64`, `failure` (the code of a `URLError`, such as `"timedOut"`),
/// `"never": true` or `"passThrough": true`; a row of `table.json` may name a `fixture` as well.
///
/// A body may hold values of the request: `{"$variable": "id"}`, and for each element of a list
/// `{"$forEach": "ids", "$value": {"id": {"$item": ""}}}`.
///
/// A string literal names a table, as in `fixtures: "Shop"`, and ``named(_:filePath:)`` takes a variable.
/// The function that takes the table looks it up near its caller: upward to the first folder `Fixtures` that
/// holds it, no further than the package's root.
///
/// Opening a table reads names only; the files of an operation are parsed at its first request. An
/// error in them fails the requests concerned, and is recorded.
public struct FixtureTable: Sendable, ExpressibleByStringInterpolation {
  /// The table's name in messages.
  package let name: String

  /// Nil if the folder wasn't found.
  package var folder: URL? { content.folder?.url }

  let content: FixtureContent
  var redaction = Redaction()

  /// Names a table near the file of the function that takes it.
  /// - Parameter name: The name of the folder, or a path below `Fixtures`.
  public init(stringLiteral name: String) { self.init(name, .failure(.unplaced(.table, [name]))) }

  /// Names a table by a variable.
  ///
  /// ```swift
  /// MockGraphQLService(fixtures: .named(folder))
  /// ```
  /// - Parameters:
  ///   - name: The name of the folder, or a path below `Fixtures`.
  ///   - filePath: The path of a source file near the table; nil looks near the file of the function that takes
  ///     the table.
  /// - Returns: the table.
  public static func named(_ name: String, filePath: String? = nil) -> FixtureTable {
    let table = FixtureTable(stringLiteral: name)
    return filePath.map(table.placed) ?? table
  }

  /// Looks the table up near a source file, unless it was looked up already.
  package func placed(near filePath: String) -> FixtureTable {
    isPlaced ? self : FixtureTable(name, FileFinder.find(.table, name, near: filePath))
  }

  var isPlaced: Bool {
    if case .finding(.unplaced)? = content.error?.reason { false } else { true }
  }

  /// Finds a table in the resources of a bundle.
  /// - Parameters:
  ///   - name: The name of the folder, in the resources or in a folder `Fixtures` there.
  ///   - bundle: The bundle, such as `.module`.
  public init(_ name: String, bundle: Bundle) {
    self.init(name, FileFinder.find(.table, name, in: bundle))
  }

  /// Opens a folder as a table.
  /// - Parameter folder: The folder.
  public init(folder: URL) { self.init(folder, isConfined: false) }

  init(confinedTo folder: URL) { self.init(folder, isConfined: true) }

  private init(_ folder: URL, isConfined: Bool) {
    self.init(folder.lastPathComponent, FileFinder.table(at: folder), isConfined)
  }

  private init(
    _ name: String, _ folder: Result<URL, FileFinder.Failure>, _ isConfined: Bool = false
  ) {
    self.name = name
    content = FixtureContent(
      name: name,
      folder: folder.map { TableFolder(url: $0, isConfined: isConfined) }
        .mapError { FixtureError(reason: .finding($0), file: "Fixtures") })
  }

  func recordings(notIn used: Set<String>, notWrittenTo files: Set<String>) -> [Fixture] {
    content.allRows.filter { row in
      row.condition?.isRecorded == true && !used.contains(row.name)
        && !row.files.contains { files.contains($0.name.file) }
        && row.files.contains { has($0) }
    }
  }

  private func has(_ file: FixtureFile) -> Bool {
    folder.map { FileManager.default.fileExists(atPath: "\($0.path)/\(file.name.file)") } ?? false
  }

  func fixture(named name: String) -> Result<Fixture, FixtureError>? {
    let operation = name.prefix { $0 != "." }
    switch content.rows(of: String(operation)) {
    case .success(let rows): return rows.all.first { $0.name == name }.map { .success($0) }
    case .failure(let error): return .failure(error)
    }
  }
}

extension FixtureTable: AnswerTable {
  var handlers: [RequestHandler] { content.rowHandlers }

  func isLoaded(for operation: OperationRequest) -> Bool {
    content.isLoaded(FixtureName.operation(of: operation))
  }

  func answer(to operation: OperationRequest) -> Result<TableAnswer, any Error>? {
    switch content.rows(of: FixtureName.operation(of: operation)) {
    case .success(let rows):
      let request = rows.request(operation, redaction)
      return rows.candidates(for: request).lazy.filter { $0.answers(request) }
        .compactMap { TableAnswer($0, to: operation, in: folder) }.first.map { .success($0) }
    case .failure(let error):
      return .failure(error)
    }
  }

  func answer(named name: String) -> Result<TableAnswer, any Error>? {
    fixture(named: name).map { $0.map { TableAnswer($0, in: folder) }.mapError { $0 } }
  }
}

extension TableAnswer {
  fileprivate init(_ fixture: Fixture, in folder: URL?) {
    self.init(fixture, fixture.files, folder)
  }

  /// Returns nil if only failures to connect were recorded, which count as missing.
  fileprivate init?(_ fixture: Fixture, to operation: OperationRequest, in folder: URL?) {
    let same = fixture.files(withUploadsOf: operation)
    let files = (same ?? fixture.files).filter { $0.failureToConnect == nil }
    if files.isEmpty { return nil }
    self.init(fixture, files, folder, uploads: same?.first?.condition?.uploads ?? .null)
  }

  private init(
    _ fixture: Fixture, _ files: [FixtureFile], _ folder: URL?, uploads: MockJSON = .null
  ) {
    self.init(name: fixture.name, responses: files.map(\.response), uploads: uploads)
    guard fixture.condition?.isRecorded == true else { return }
    (recordingFolder, self.files) = (folder, files.map(\.name.file))
  }
}
