import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which operations of an app nothing answers, and which fixtures answer no operation.
///
/// ```swift
/// let coverage = OperationCoverage(of: "GraphQL", by: [.viewer], fixtures: [FixtureTable("Shop")])
/// #expect(coverage.unanswered == [])
/// ```
public struct OperationCoverage: Sendable, Hashable {
  /// The operations that no handler and no fixture answers, such as `query "Viewer" (Viewer.graphql:1:1)`.
  public let unanswered: [String]
  /// The fixtures that answer no operation, by table and name, such as `Shop/Viewer`.
  public let unusedFixtures: [String]
  /// What can't be read, such as `Viewer.graphql:1:7: Syntax Error: Expected Name, found "}".`.
  public let errors: [String]

  /// Holds the operations of an app against what answers them.
  ///
  /// A handler answers an operation if type, name, document and root field are those that it states,
  /// whatever it asks of variables and of the HTTP request.
  /// - Parameters:
  ///   - name: A folder of documents (`.graphql`, `.gql`), which may spread each other's fragments, or an
  ///     operation manifest in Apollo's format (`.json`); found as a ``ServiceSchema`` is.
  ///   - handlers: The handlers.
  ///   - fixtures: The tables.
  ///   - filePath: The path of the source file; the caller's as a rule.
  public init(
    of name: String, by handlers: [RequestHandler] = [], fixtures: [FixtureTable] = [],
    filePath: String = #filePath
  ) {
    do throws(SourceFiles.ReadingError) {
      let url = try SourceFiles.find(name, near: filePath).get()
      self.init(of: try OperationCatalog(at: url), handlers, fixtures)
    } catch {
      self.init(error: error.message("folder of documents"))
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
    unanswered = catalog.unanswered { entry in
      guard let operation = OperationRequest(entry) else { return false }
      let file = FixtureName.operation(of: operation)
      return handlers.contains { $0.mayAnswer(operation) }
        || tables.contains { $0.content.operations.contains(file) }
    }.map { entry in
      let name = entry.name.map { "\(entry.type.rawValue) \($0.swiftLiteral)" }
      return
        "\(name ?? "anonymous \(entry.type.rawValue)") (\(entry.file):\(entry.line):\(entry.column))"
    }
    let known = Set(
      catalog.entries.compactMap(OperationRequest.init).map(FixtureName.operation(of:)))
    unusedFixtures = tables.flatMap { table in
      table.content.operations.filter { !known.contains($0) }.map { "\(table.name)/\($0)" }
    }
    errors = catalog.faults.map(\.message)
  }
}

extension OperationCatalog {
  private static let endings = ["graphql", "gql"]

  /// Reads a folder of documents, a document, or a manifest.
  fileprivate init(at url: URL) throws(SourceFiles.ReadingError) {
    let files = try SourceFiles.files(at: url, endings: Self.endings)
    if files.count == 1, files[0].pathExtension.lowercased() == "json" {
      let bytes = try SourceFiles.bytes(of: files[0])
      do throws(JSONSyntaxError) {
        try self.init(manifest: bytes, file: files[0].lastPathComponent)
      } catch {
        throw .unreadable(path: files[0].path, reason: "\(error)")
      }
      return
    }
    var documents: [(file: String, text: String)] = []
    for file in files {
      let bytes = try SourceFiles.bytes(of: file)
      documents.append((file.lastPathComponent, String(decoding: bytes, as: UTF8.self)))
    }
    self.init(documents: documents)
  }
}

extension OperationRequest {
  /// The request that asks for an operation of a catalog; nil if its document can't be read.
  fileprivate init?(_ entry: OperationCatalog.Entry) {
    let bytes = ContiguousArray(entry.document.utf8)
    guard case .success(let selected) = DocumentCache.makeOutcome(bytes, entry.name) else {
      return nil
    }
    var parameters = DecodedRequest()
    parameters.query = .text(bytes)
    self.init(
      URLRequest(url: URL(fileURLWithPath: "/")), parameters: parameters, selected: selected)
  }
}

extension RequestHandler {
  /// Whether it takes an operation with some variables.
  fileprivate func mayAnswer(_ operation: OperationRequest) -> Bool {
    guard case .operation(var match) = target else { return false }
    match.variables = nil
    return match.matches(operation)
  }
}
