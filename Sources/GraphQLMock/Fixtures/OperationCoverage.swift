import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A report of an app's operations that no handler or fixture answers, and of fixtures that no operation uses.
///
/// ```swift
/// let coverage = OperationCoverage(operations: "GraphQL", handlers: [.viewer], fixtures: ["Shop"])
/// #expect(coverage.unanswered == [])
/// ```
public struct OperationCoverage: Sendable, Hashable {
  /// The operations that no handler or fixture answers, such as `query "Viewer" (Viewer.graphql:1:1)`.
  public let unanswered: [String]
  /// The fixtures that match no operation, such as `Shop/Viewer.empty`.
  public let unusedFixtures: [String]
  /// The errors in documents and fixtures, such as `Viewer.graphql:1:7: Syntax Error: Expected Name, found "}".`.
  public let errors: [String]

  /// Compares the operations of an app with handlers and fixtures.
  ///
  /// Only the type, name, document and root field of an operation are compared. All other conditions are ignored.
  /// - Parameters:
  ///   - name: The name of a folder of documents (`.graphql`, `.gql`) or of an Apollo or Relay manifest (`.json`).
  ///   - handlers: The handlers that answer operations.
  ///   - fixtures: The fixture tables.
  ///   - filePath: The source file near which names are looked up. The default is the caller's file.
  public init(
    operations name: String, handlers: [RequestHandler] = [], fixtures: [FixtureTable] = [],
    filePath: String = #filePath
  ) {
    self.init(
      FileFinder.find(.documents, name, near: filePath), handlers,
      fixtures.map { $0.placed(near: filePath) })
  }

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

  private init(error: String) { (unanswered, unusedFixtures, errors) = ([], [], [error]) }

  init(of catalog: OperationCatalog, _ handlers: [RequestHandler], _ tables: [FixtureTable]) {
    let registry = HandlerRegistry()
    registry.register(handlers + tables.flatMap(\.handlers))
    var problems: [FixtureError] = []
    let fixtures = tables.map { table in
      table.content.operations.map { operation -> (name: String, all: [Fixture]) in
        switch table.content.rows(of: operation) {
        case .success(let rows): return (operation, rows.all)
        case .failure(let error):
          if error != table.content.firstError { problems.append(error) }
          return (operation, [])
        }
      }
    }
    let fixturesByName = Dictionary(fixtures.joined().map { ($0.name, $0.all) }) { $0 + $1 }
    let operations = catalog.entries.compactMap { entry in
      OperationRequest(entry).map { (entry, operation: $0) }
    }
    unanswered = operations.filter { _, operation in
      let request = IncomingRequest(operation.urlRequest, operation)
      let handlers = registry.candidates(for: request).compactMap(\.handler)
      let fixtures = fixturesByName[FixtureName.operation(of: operation)] ?? []
      // A fixture variant without a condition answers only if a handler names it.
      return !handlers.contains { $0.mayAnswer(operation) }
        && !fixtures.contains {
          $0.isOf(operation) && !($0.isVariant && $0.condition?.isEmpty != false)
        }
    }.map(\.0.description)
    let operationsByName = Dictionary(grouping: operations.map(\.operation)) {
      FixtureName.operation(of: $0)
    }
    unusedFixtures = zip(tables, fixtures).flatMap { table, fixtures in
      fixtures.flatMap { name, fixtures in
        fixtures.filter { !(operationsByName[name] ?? []).contains(where: $0.isOf) }
      }.map { "\(table.name)/\($0.name)" }
    }
    errors =
      catalog.errors.map(\.message) + tables.compactMap { $0.error.map(String.init(describing:)) }
      + problems.map(\.description)
  }
}

extension Fixture {
  fileprivate func isOf(_ operation: OperationRequest) -> Bool {
    condition?.document?.matches(operation) ?? true
  }
}

extension OperationRequest {
  fileprivate init?(_ entry: OperationCatalog.Entry) {
    guard let selected = entry.selected else { return nil }
    self.init(
      URLRequest(url: URL(fileURLWithPath: "/")),
      parameters: RequestParameters(query: selected.document.bytes), selected: selected)
  }
}

extension RequestHandler {
  /// Conditions that depend on a real request, such as variables, are left out.
  fileprivate func mayAnswer(_ operation: OperationRequest) -> Bool {
    guard case .operation(var match) = target else { return false }
    match.variables = nil
    var handler = RequestHandler(.operation(match), provider, location)
    handler.conditions = conditions.filter { $0 is RootFieldCondition }
    return handler.matches(IncomingRequest(operation.urlRequest, operation))
  }
}
