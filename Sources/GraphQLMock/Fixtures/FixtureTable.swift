public import Foundation

/// A folder of files with mock responses.
///
/// ```
/// Fixtures/StarWars/
///   HeroName.json           answers every operation HeroName
///   HeroName.empire.json    a fixture variant, which answers requests that match its "request";
///                           without "request", it answers only if a test names it
///   Feed.1.json             the first response of a sequence
///   Feed.2.json             the second response, which is repeated if it's the last
///   anonymous-query.json    answers queries without a name
/// ```
/// The optional file `table.json` contains a list of handlers, which are tried before the other files. The JSON
/// schema `Fixtures/table.schema.json` in this package describes its format.
///
/// A fixture file contains a GraphQL response (`data`, `errors`, `extensions`), or a request with its response:
///
/// ```json
/// {"request": {"operationName": …, "query": …, "variables": …},
///  "response": {"status": …, "headers": …, "body": …, "delay": …}}
/// ```
/// All members of `request` must match, but the client's request may have more variables. Documents are compared as
/// ``MatchKey`` describes. The `delay` is in seconds. Instead of `body`, a response can have `file` (a file of the
/// table), `rawJSON` (text that is sent unchanged), `base64` (bytes), `failure` (the code of a `URLError`, such as
/// `"timedOut"`), `"never": true` or `"passThrough": true`. In `table.json`, a response can also name a `fixture`.
///
/// A body can contain values of the request. `{"$variable": "id"}` is replaced by the value of the variable `id`.
/// Responses that need more than that are closures.
///
/// You can write a table as a string literal, as in `fixtures: "Shop"`. If the name is in a variable, use
/// ``named(_:filePath:)``. The table is looked up in folders named `Fixtures`. The search starts in the folder of
/// the caller's file, and continues in its parent folders up to the package's root.
///
/// Opening a table reads the names of its files, and `table.json`. If that is invalid, all requests fail that no other
/// handler answers. Other files are parsed at the first request of their operation, which fails if one is invalid.
public struct FixtureTable: Sendable, Changeable, ExpressibleByStringInterpolation {
  package let name: String

  package var folder: URL? { content.folder?.url }

  private(set) var content: FixtureContent
  /// The rules by which the requests of recordings were redacted. A request is redacted by them before it's compared.
  var redaction = Redaction()

  /// Creates a fixture table from the name of its folder, which is looked up near the caller's file.
  /// - Parameter name: The name of the folder, or its path inside a folder named `Fixtures`.
  public init(stringLiteral name: String) { self.init(name, .failure(.unplaced(.table, [name]))) }

  /// Creates a fixture table whose name is in a variable.
  ///
  /// ```swift
  /// MockGraphQLService(fixtures: .named(folder))
  /// ```
  /// - Parameters:
  ///   - name: The name of the folder, or its path inside a folder named `Fixtures`.
  ///   - filePath: A source file near the table. With `nil`, it's the file in which the table is used.
  public static func named(_ name: String, filePath: String? = nil) -> FixtureTable {
    let table = FixtureTable(stringLiteral: name)
    return filePath.map(table.placed) ?? table
  }

  package func placed(near filePath: String) -> FixtureTable {
    if isPlaced { return self }
    let folder = FileFinder.find(.table, name, near: filePath)
    return changing { $0.content = FixtureTable(name, folder).content }
  }

  var isPlaced: Bool {
    if case .finding(.unplaced)? = content.error?.reason { false } else { true }
  }

  /// Creates a fixture table from the resources of a bundle.
  /// - Parameters:
  ///   - name: The name of the table's folder, in the resources or in their folder `Fixtures`.
  ///   - bundle: The bundle, such as `.module`.
  public init(_ name: String, bundle: Bundle) {
    self.init(name, FileFinder.find(.table, name, in: bundle))
  }

  /// Creates a fixture table from the URL of its folder.
  public init(folder: URL) { self.init(folder, isConfined: false) }

  /// - Parameter isConfined: Whether to reject links to files outside of the folder, as in folders that a plan names.
  init(_ folder: URL, isConfined: Bool) {
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

  /// Returns the recordings that this run neither used nor wrote, and whose files still exist.
  func recordings(notIn used: Set<String>, notWrittenTo files: Set<String>) -> [Fixture] {
    guard let folder else { return [] }
    let rows = content.operations.flatMap { (try? content.rows(of: $0).get())?.all ?? [] }
    return rows.filter { row in
      row.condition?.isRecorded == true && !used.contains(row.name)
        && !row.files.contains { files.contains($0.name.file) }
        && row.files.contains {
          FileManager.default.fileExists(atPath: "\(folder.path)/\($0.name.file)")
        }
    }
  }

  /// Returns a fixture, an error if the files of its operation are invalid, or nil if there's no such fixture.
  func fixture(named name: String) -> Result<Fixture, FixtureError>? {
    let operation = String(name.prefix { $0 != "." })
    let filed = content.filed(operation)
    let name = filed + name.dropFirst(operation.count)
    switch content.rows(of: filed) {
    case .success(let rows): return rows.all.first { $0.name == name }.map { .success($0) }
    case .failure(let error): return .failure(error)
    }
  }
}

extension FixtureTable: ResponseTable {
  var handlers: [RequestHandler] { (try? content.rowsOfTable.get()) ?? [] }

  var error: (any Error)? { content.firstError }

  func isLoaded(for operation: OperationRequest) -> Bool {
    content.isLoaded(FixtureName.operation(of: operation))
  }

  func answer(to operation: OperationRequest) -> Result<TableResponse, any Error>? {
    switch content.rows(of: FixtureName.operation(of: operation)) {
    case .success(let rows):
      let request = rows.request(operation, redaction)
      return rows.candidates(for: request).lazy.filter { $0.answers(request) }
        .compactMap { TableResponse($0, to: operation, in: folder) }.first.map { .success($0) }
    case .failure(let error): return .failure(error)
    }
  }

  func secrets(in operation: OperationRequest) -> Set<ByteText> {
    let rows = try? content.rows(of: FixtureName.operation(of: operation)).get()
    return rows?.secrets(in: operation.variables) ?? []
  }

  func answer(named name: String) -> Result<TableResponse, any Error>? {
    fixture(named: name).map { $0.map { TableResponse($0, $0.files, folder) }.mapError { $0 } }
  }
}

extension TableResponse {
  /// Creates a response from a fixture, or returns nil if only failures to connect were recorded.
  fileprivate init?(_ fixture: Fixture, to operation: OperationRequest, in folder: URL?) {
    let same = fixture.files(withUploadsOf: operation)
    let files = (same ?? fixture.files).filter { $0.failureToConnect == nil }
    if files.isEmpty { return nil }
    self.init(fixture, files, folder, uploads: same?.first?.condition?.uploads ?? .null)
  }

  fileprivate init(
    _ fixture: Fixture, _ files: [FixtureFile], _ folder: URL?, uploads: MockJSON = .null
  ) {
    self.init(
      name: fixture.name, responses: files.map(\.response), folder: folder,
      files: files.map(\.name.file), isRecorded: fixture.condition?.isRecorded == true,
      uploads: uploads)
  }
}
