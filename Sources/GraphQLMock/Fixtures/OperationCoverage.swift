public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which operations of an app nothing answers, and which fixtures answer no operation.
///
/// ```swift
/// let coverage = OperationCoverage(operations: "GraphQL", handlers: [.viewer], fixtures: ["Shop"])
/// #expect(coverage.unanswered == [])
/// ```
public struct OperationCoverage: Sendable, Hashable {
  /// The operations that no handler and no fixture answers, such as `query "Viewer" (Viewer.graphql:1:1)`.
  public let unanswered: [String]
  /// The fixtures that answer no operation, by table and name, such as `Shop/Viewer.empty`.
  public let unusedFixtures: [String]
  /// Documents and fixtures that can't be read, such as
  /// `Viewer.graphql:1:7: Syntax Error: Expected Name, found "}".`.
  public let errors: [String]

  /// Holds the operations of an app against what answers them.
  ///
  /// A handler or fixture answers an operation if type, name, document and root field are those that
  /// it states, whatever it asks of variables and of the HTTP request.
  /// - Parameters:
  ///   - name: A folder of documents (`.graphql`, `.gql`), which may spread each other's fragments, or an
  ///     operation manifest, Apollo's or Relay's (`.json`); found as a ``ServiceSchema`` is.
  ///   - handlers: The handlers.
  ///   - fixtures: The tables.
  ///   - filePath: The path of the source file; the caller's as a rule.
  public init(
    operations name: String, handlers: [RequestHandler] = [], fixtures: [FixtureTable] = [],
    filePath: String = #filePath
  ) {
    self.init(
      FileFinder.find(.documents, name, near: filePath), handlers,
      fixtures.map { $0.placed(near: filePath) })
  }

  /// Holds the operations of an app against what answers them, with documents in a bundle.
  /// - Parameters:
  ///   - name: A folder of documents or a manifest, as ``init(operations:handlers:fixtures:filePath:)`` takes it.
  ///   - handlers: The handlers.
  ///   - fixtures: The tables; those that are stated by their names are in the bundle.
  ///   - bundle: The bundle, such as `.module`.
  public init(
    operations name: String, handlers: [RequestHandler] = [], fixtures: [FixtureTable] = [],
    bundle: Bundle
  ) {
    self.init(
      FileFinder.find(.documents, name, in: bundle), handlers,
      fixtures.map { $0.isPlaced ? $0 : FixtureTable($0.name, bundle: bundle) })
  }

  /// Checks documents against tables; messages name files below the path as it is written.
  package init(at path: String, fixtures: [FixtureTable]) {
    self.init(.success(URL(fileURLWithPath: path)), [], fixtures, path: path)
  }

  private init(
    _ found: Result<URL, FileFinder.Failure>, _ handlers: [RequestHandler],
    _ fixtures: [FixtureTable], path: String? = nil
  ) {
    do throws(FileFinder.Failure) {
      self.init(of: try OperationCatalog(at: try found.get(), path), handlers, fixtures)
    } catch {
      self.init(error: error.message)
    }
  }

  private init(error: String) {
    unanswered = []
    unusedFixtures = []
    errors = [error]
  }

  init(
    of catalog: OperationCatalog, _ handlers: [RequestHandler], _ tables: [FixtureTable]
  ) {
    let handlers = handlers + tables.flatMap(\.handlers)
    let fixtures = tables.map { table in
      table.content.operations.map { TableOperation($0, of: table) }
    }
    var unanswered: [String] = []
    for entry in catalog.entries {
      guard let operation = OperationRequest(entry) else { continue }
      var isAnswered = handlers.contains { $0.mayAnswer(operation) }
      for files in fixtures.joined() where files.take(operation) { isAnswered = true }
      if !isAnswered { unanswered.append(entry.description) }
    }
    self.unanswered = unanswered
    unusedFixtures = zip(tables, fixtures).flatMap { table, operations in
      operations.flatMap(\.unused).map { "\(table.name)/\($0.name)" }
    }
    errors =
      catalog.errors.map(\.message)
      + tables.compactMap { ($0.content.error ?? $0.content.rowsError)?.description }
      + fixtures.joined().compactMap { $0.problem?.description }
  }
}

private final class TableOperation {
  private let file: String
  private(set) var unused: [Fixture] = []
  private var used: [Fixture] = []
  private(set) var problem: FixtureError?

  init(_ file: String, of table: FixtureTable) {
    self.file = file
    switch table.content.rows(of: file) {
    case .success(let rows): unused = rows.all
    case .failure(let error): problem = error == table.content.rowsError ? nil : error
    }
  }

  /// Returns whether a fixture answers an operation, and marks such fixtures as used.
  func take(_ operation: OperationRequest) -> Bool {
    guard FixtureName.operation(of: operation) == file else { return false }
    func answers(_ fixture: Fixture) -> Bool {
      fixture.condition?.document?.matches(operation) ?? true
    }
    used += unused.filter(answers)
    unused.removeAll(where: answers)
    return used.contains(where: answers)
  }
}

extension OperationCatalog.Entry: CustomStringConvertible {
  var title: String {
    name.map { "\(type.rawValue) \($0.swiftLiteral)" } ?? "anonymous \(type.rawValue)"
  }

  var description: String { "\(title) (\(file):\(line):\(column))" }
}

extension FixtureTable {
  /// Reads the documents for ``check(documents:schema:filePath:)`` from a folder or a manifest.
  package static func documents(at path: String) -> (texts: [String], errors: [String]) {
    do throws(FileFinder.Failure) {
      let catalog = try OperationCatalog(at: URL(fileURLWithPath: path), path)
      return (catalog.entries.map(\.document), catalog.errors.map(\.message))
    } catch {
      return ([], [error.message])
    }
  }
}

extension OperationCatalog {
  /// `path` replaces the URL in messages; without it, messages name files only.
  init(at url: URL, _ path: String?) throws(FileFinder.Failure) {
    let files = try FileFinder.contents(of: url, endings: ["graphql", "gql"])
    func name(_ file: URL) -> String {
      path.map { $0 + file.path.dropFirst(url.path.count) } ?? file.lastPathComponent
    }
    if files.count == 1, files[0].file.pathExtension.lowercased() == "json" {
      do throws(PersistedDocuments.ManifestError) {
        try self.init(manifest: Data(files[0].bytes), file: name(files[0].file))
      } catch {
        throw .unreadable(path: files[0].file.path, reason: "\(error)")
      }
      return
    }
    self.init(documents: files.map { (name($0.file), String(decoding: $0.bytes, as: UTF8.self)) })
  }
}

extension OperationRequest {
  fileprivate init?(_ entry: OperationCatalog.Entry) {
    let bytes = ContiguousArray(entry.document.utf8)
    guard case .success(let selected) = DocumentCache.makeOutcome(bytes, entry.name) else {
      return nil
    }
    self.init(
      URLRequest(url: URL(fileURLWithPath: "/")), parameters: RequestParameters(query: bytes),
      selected: selected)
  }
}

extension RequestHandler {
  fileprivate func mayAnswer(_ operation: OperationRequest) -> Bool {
    guard case .operation(var match) = target else { return false }
    match.variables = nil
    return match.matches(operation)
  }
}
