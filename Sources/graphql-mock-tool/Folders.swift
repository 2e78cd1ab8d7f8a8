import Foundation
import GraphQLMock

/// Finds the tables, schemas and documents that the user names, by paths or by names in folders named `Fixtures`.
enum Folders {
  /// The folders named `Fixtures`, and the fixture tables in them, as paths relative to the current folder. Hidden folders
  /// such as `.build` are skipped. The folders with the shortest paths come first.
  private static let known: (fixtures: [String], tables: [String]) = {
    var fixtures: [String] = []
    var tables: Set<String> = []
    let files = FileManager.default.enumerator(atPath: ".")
    while let path = files?.nextObject() as? String {
      let steps = path.split(separator: "/")
      if steps.last?.hasPrefix(".") == true {
        files?.skipDescendants()
      } else if steps.last == "Fixtures" {
        fixtures.append(path)
      } else if path.hasSuffix(".json"), steps.dropLast(2).contains("Fixtures") {
        tables.insert(steps.dropLast().joined(separator: "/"))
      }
    }
    return (fixtures.sorted { ($0.count, $0) < ($1.count, $1) }, tables.sorted())
  }()

  static func url(_ path: String) -> URL { URL(fileURLWithPath: path) }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  static func isFile(_ path: String) -> Bool { exists(path) && !url(path).hasDirectoryPath }

  /// Returns the paths at which a file or folder with a name may be. Only a name like `Shop` or `a/Shop`, and not a path
  /// like `./Shop` or `/Shop`, may be in a folder named `Fixtures`.
  private static func candidates(_ name: String) -> [String] {
    let isName = !name.hasPrefix("/") && !name.hasPrefix(".")
    return (isName ? known.fixtures.map { "\($0)/\(name)" } : []) + [name]
  }

  /// Returns the folders of the fixture tables with the given paths or names, or of all tables if none is given.
  static func tables(of stated: ArraySlice<String>, mayBeMissing: Bool = false) throws -> [String] {
    if stated.isEmpty, !known.tables.isEmpty || mayBeMissing { return known.tables }
    if stated.isEmpty {
      let folder = FileManager.default.currentDirectoryPath
      throw Command.UsageError(
        "there is no table in \(folder): no JSON files in a folder below Fixtures")
    }
    return try stated.flatMap { name throws -> [String] in
      let named = exists(name) ? [name] : named(name)
      if named.isEmpty { throw FileFinder.missing(.table, name, candidates(name).map(url)) }
      guard let other = named.first(where: { !isTable($0) }) else { return named }
      let reason = isFile(other) ? "it isn't a folder" : "there are no JSON files in it"
      throw Command.UsageError("\(other) isn't a table: \(reason)")
    }
  }

  /// Returns the known tables with a name, such as `Shop` for `Tests/Fixtures/Shop`.
  private static func named(_ name: String) -> [String] {
    known.tables.filter { "/\($0)".hasSuffix("/Fixtures/\(name)") }
  }

  static func isTable(_ path: String) -> Bool {
    let files = try? FileManager.default.contentsOfDirectory(atPath: path)
    return files?.contains { $0.hasSuffix(".json") } == true
  }

  /// Returns the folder of a new fixture table, by default inside the folder `Fixtures`.
  static func newTable(_ name: String) throws(Command.UsageError) -> String {
    let named = named(name)
    if named.count > 1 {
      throw Command.UsageError(
        "\"\(name)\" names several tables: \(named.joined(separator: ", ")); write the path of one")
    }
    if name.contains("/") || isTable(name) { return named.first ?? name }
    return named.first ?? "\(known.fixtures.count == 1 ? known.fixtures[0] : "Fixtures")/\(name)"
  }

  static func schema(_ stated: [String]) throws -> Drift.Schema {
    let paths = try stated.map { name in
      // As `schema:` of a test finds it, also beside a folder named `Fixtures`.
      let beside = known.fixtures.map { "\($0.dropLast("Fixtures".count))\(name)" }
      let own = candidates(name)
      let candidates = own.count > 1 ? own + beside.filter { !own.contains($0) } : own
      guard let path = exists(name) ? name : candidates.first(where: exists) else {
        throw FileFinder.missing(.schema, name, candidates.map(url))
      }
      return path
    }
    let schema = ServiceSchema(contentsOf: paths.map(url))
    do throws(ServiceSchemaError) {
      return (paths, schema, try schema.system)
    } catch {
      throw Command.UsageError(error.problems.map { finding($0, in: paths) })
    }
  }

  static func finding(_ problem: ServiceSchemaError.Problem, in paths: [String]) -> Finding {
    guard let file = problem.file, let line = problem.line, let column = problem.column else {
      return Finding(message: problem.description)
    }
    let message = problem.description.dropFirst("\(file):\(line):\(column): ".count)
    return Finding(message: "\(message)", place: (path(of: file, in: paths), line, column))
  }

  /// Returns the path of a schema file, given its path relative to the schema's folder, or its name.
  static func path(of file: String, in paths: [String]) -> String {
    paths.map { url($0).hasDirectoryPath ? "\($0)/\(file)" : $0 }
      .first { "/\($0)".hasSuffix("/\(file)") && exists($0) } ?? file
  }

  static func documents(_ path: String) throws -> OperationCatalog {
    guard exists(path) else { throw FileFinder.missing(.documents, path, [url(path)]) }
    return try OperationCatalog(at: url(path), path)
  }
}
