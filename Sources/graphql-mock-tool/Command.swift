import Foundation
import GraphQLMock

struct Command {
  struct Outcome {
    var lines: [String]
    var hasErrors: Bool
  }

  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  static let usage = """
    usage: swift run graphql-mock COMMAND

      check [TABLE…] [--schema PATH]… [--documents DOCUMENTS]
                                           finds errors in tables
      format [TABLE…] [--check]            rewrites files in their normal form, or names them
      import ARCHIVE TABLE                 turns a capture of traffic (HAR) into a table
      coverage DOCUMENTS [TABLE…]          names operations that no table answers
      unused DOCUMENTS [TABLE…]            names fixtures that answer no operation
      drift OLD NEW [DOCUMENTS] [TABLE…] [--format text|markdown]
                                           lists what a new schema breaks

    TABLE is a folder, or the name of one inside a folder named Fixtures, as in fixtures: "Shop". Without
    TABLE, the command uses all tables below the working folder. DOCUMENTS is a folder of .graphql files
    or an operation manifest. OLD and NEW are schemas. All paths are relative to the working folder.

    Exit codes: 0 no errors; 1 errors in tables, documents or an archive; 2 invalid arguments, no table,
    or a schema that drift can't read.
    """

  private let verb: String
  private let paths: [String]
  private let schemas: [String]
  private let documents: String?
  private let isCheck: Bool
  private let format: Drift.Format

  init(arguments: [String]) throws(UsageError) {
    var paths: [String] = []
    var schemas: [String] = []
    var documents: String?
    var isCheck = false
    var format = Drift.Format.text
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--schema":
        guard let path = rest.popFirst() else { throw UsageError(description: Self.usage) }
        schemas.append(path)
      case "--documents":
        guard let path = rest.popFirst() else { throw UsageError(description: Self.usage) }
        documents = path
      case "--check": isCheck = true
      case "--format":
        guard let known = rest.popFirst().flatMap(Drift.Format.init) else {
          throw UsageError(description: "--format takes text or markdown\n\(Self.usage)")
        }
        format = known
      case "--help", "-h": paths.insert("help", at: 0)
      case let option where option.hasPrefix("-"):
        throw UsageError(description: "unknown option \(option)\n\(Self.usage)")
      default: paths.append(argument)
      }
    }
    guard let verb = paths.first else { throw UsageError(description: Self.usage) }
    self.verb = verb
    self.paths = Array(paths.dropFirst())
    self.schemas = schemas
    self.documents = documents
    self.isCheck = isCheck
    self.format = format
  }

  func run() throws -> Outcome {
    switch verb {
    case "help": return Outcome(lines: [Self.usage], hasErrors: false)
    case "check": return try check()
    case "format": return try normalize()
    case "import" where paths.count == 2: return importArchive(paths[0], into: paths[1])
    case "coverage" where !paths.isEmpty: return try coverage(isUnused: false)
    case "unused" where !paths.isEmpty:
      _ = try tables(of: Array(paths.dropFirst()))
      return try coverage(isUnused: true)
    case "drift" where paths.count > 1: return try drift()
    default: throw UsageError(description: Self.usage)
    }
  }

  // MARK: Tables

  private func check() throws(UsageError) -> Outcome {
    let schema =
      schemas.isEmpty ? nil : ServiceSchema(contentsOf: schemas.map { schemaFile($0).url })
    let folders = try tables(of: paths)
    let known = documents.map(FixtureTable.documents) ?? (texts: [], errors: [])
    let found = errors(in: folders, schema, known.texts)
    // Each table reports a schema that can't be read.
    let unfit = (try? schema?.system)?.unfitDefaults ?? []
    var lines =
      unfit.map { Self.line(error: "\($0)") } + known.errors.map(Self.line(error:))
      + found.errors.map { "\($0.place): error: \($0.error.message)" }
    let hasErrors = !lines.isEmpty
    if !hasErrors {
      lines = [folders.count == 1 ? "1 table is sound." : "\(folders.count) tables are sound."]
    }
    lines += Drift.notes(on: found.unchecked).map { "note: \($0)" }
    return Outcome(lines: lines, hasErrors: hasErrors)
  }

  private func errors(
    in folders: [(path: String, url: URL)], _ schema: ServiceSchema?, _ documents: [String]
  ) -> Drift.FixtureErrors {
    var found = Drift.FixtureErrors([], FixtureTable.UncheckedFixtures())
    for folder in folders {
      let table = FixtureTable(folder: folder.url)
      let checked = table.checkAndCount(documents: documents, schema: schema)
      found.errors += checked.errors.map { ($0, place(of: $0, table.name, folder.path)) }
      found.unchecked.undocumented += checked.unchecked.undocumented
      found.unchecked.unreadable += checked.unchecked.unreadable
    }
    return found
  }

  private func drift() throws -> Outcome {
    let stated = paths.prefix(2).map { path in
      let file = schemaFile(path)
      return (file.path, ServiceSchema(contentsOf: [file.url]))
    }
    let folders = try statedTables(Array(paths.dropFirst(3)))
    let documents = paths.dropFirst(2).first
    // The drift reports documents that can't be read.
    let texts = documents.map { FixtureTable.documents(at: $0).texts } ?? []
    let drift = try Drift(
      from: stated[0], to: stated[1], documents: documents,
      fixtures: { errors(in: folders, $0, texts) })
    return Outcome(lines: drift.lines(as: format), hasErrors: drift.breaksSomething)
  }

  /// Places errors of a whole file at its start.
  private func place(of error: FixtureError, _ table: String, _ folder: String) -> String {
    let position = "\(max(error.line, 1)):\(max(error.column, 1))"
    guard error.file.hasPrefix(table + "/") else { return "\(folder):\(position)" }
    return "\(folder)/\(error.file.dropFirst(table.count + 1)):\(position)"
  }

  private func normalize() throws(UsageError) -> Outcome {
    var lines: [String] = []
    var hasErrors = false
    for folder in try tables(of: paths) {
      do {
        let found = try FixtureTable.normalizing(folder.url, isCheck: isCheck)
        let note = isCheck ? ":1:1: error: the file is not in normal form" : ""
        lines += found.changed.map { "\(folder.path)/\($0)\(note)" }
        lines += found.errors.map {
          "\(folder.path)/\($0.file):\(max($0.line, 1)):\(max($0.column, 1)): error: \($0.message)"
        }
        hasErrors = hasErrors || !found.errors.isEmpty || isCheck && !found.changed.isEmpty
      } catch {
        lines.append(
          "\(folder.path):1:1: error: the folder can't be read: \(error.localizedDescription)")
        hasErrors = true
      }
    }
    return Outcome(lines: lines, hasErrors: hasErrors)
  }

  private func importArchive(_ archive: String, into table: String) -> Outcome {
    var progress = Progress()
    do {
      let bytes = try Data(contentsOf: Self.url(archive))
      var leftOut: [String] = []
      let files = try FixtureTable.importHTTPArchive(bytes, into: Self.url(table)) {
        progress.say("\($0) of \($1) entries imported")
      } leftOut: {
        leftOut.append("\(archive):1:1: warning: \($0)")
      }
      return Outcome(lines: files.map { "\(table)/\($0)" } + leftOut, hasErrors: false)
    } catch let error as CocoaError {
      let reason = error.localizedDescription
      return Outcome(lines: ["\(archive):1:1: error: it can't be read: \(reason)"], hasErrors: true)
    } catch {
      return Outcome(lines: ["\(archive):1:1: error: \(error)"], hasErrors: true)
    }
  }

  // MARK: Coverage

  private func coverage(isUnused: Bool) throws(UsageError) -> Outcome {
    let tables = try statedTables(Array(paths.dropFirst())).map {
      (path: $0.path, table: FixtureTable(folder: $0.url))
    }
    let found = OperationCoverage(at: paths[0], fixtures: tables.map(\.table))
    var lines = found.errors.map { error in
      for (path, table) in tables where error.hasPrefix("\(table.name)/") {
        // A folder of documents may have the same name as a table.
        let own = path + error.dropFirst(table.name.count)
        if FileManager.default.fileExists(atPath: String(own.prefix { $0 != ":" })) {
          return Self.line(error: own)
        }
      }
      return Self.line(error: error)
    }
    if isUnused {
      lines += found.unusedFixtures.map { name in
        "\(Self.place(ofFixture: name, tables)): error: no operation asks for \(name)"
      }
    } else {
      lines += found.unanswered.map(Self.line(unanswered:))
    }
    return Outcome(lines: lines, hasErrors: !lines.isEmpty)
  }

  private static func line(error: String) -> String {
    error.placeAndMessage.map { "\($0.place)error: \($0.message)" } ?? "error: \(error)"
  }

  private static func line(unanswered operation: String) -> String {
    guard operation.hasSuffix(")"), let start = operation.range(of: " (", options: .backwards)
    else { return "error: nothing answers \(operation)" }
    let place = operation[start.upperBound...].dropLast()
    return "\(place): error: nothing answers \(operation[..<start.lowerBound])"
  }

  /// Returns a fixture's file, the first of its sequence, or its table.
  private static func place(
    ofFixture name: String, _ tables: [(path: String, table: FixtureTable)]
  ) -> String {
    for (path, table) in tables where name.hasPrefix("\(table.name)/") {
      let file = path + name.dropFirst(table.name.count)
      let places = ["\(file).json", "\(file).1.json", "\(path)/table.json", path]
      guard let place = places.first(where: FileManager.default.fileExists) else { continue }
      return "\(place):1:1"
    }
    return "\(name):1:1"
  }

  // MARK: Folders

  private static func url(_ path: String) -> URL { URL(fileURLWithPath: path) }

  private func schemaFile(_ path: String) -> (path: String, url: URL) {
    let named = "Fixtures/\(path)"
    let isNamed =
      !FileManager.default.fileExists(atPath: path) && FileManager.default.fileExists(atPath: named)
    let found = isNamed ? named : path
    return (found, Self.url(found))
  }

  private func folders(of stated: [String]) -> [(path: String, url: URL)] {
    let paths =
      stated.isEmpty
      ? allTables()
      : stated.flatMap { path in
        if FileManager.default.fileExists(atPath: path) { return [path] }
        let named = allTables().filter { "/\($0)".hasSuffix("/Fixtures/\(path)") }
        return named.isEmpty ? [path] : named
      }
    return paths.map { ($0, Self.url($0)) }
  }

  /// Throws if there are no tables.
  private func tables(of stated: [String]) throws(UsageError) -> [(path: String, url: URL)] {
    let found = folders(of: stated)
    if found.isEmpty {
      let folder = FileManager.default.currentDirectoryPath
      throw UsageError(
        description: "there is no table in \(folder): no JSON files in a folder below Fixtures")
    }
    for (path, url) in found {
      let files = try? FileManager.default.contentsOfDirectory(atPath: url.path)
      if files?.contains(where: { $0.hasSuffix(".json") }) == true { continue }
      let reason = files == nil ? "the folder can't be read" : "there are no JSON files in it"
      throw UsageError(description: "\(path) isn't a table: \(reason)")
    }
    return found
  }

  /// Allows a package without tables.
  private func statedTables(_ stated: [String]) throws(UsageError) -> [(path: String, url: URL)] {
    stated.isEmpty ? folders(of: []) : try tables(of: stated)
  }

  private func allTables() -> [String] {
    var tables: Set<String> = []
    let files = FileManager.default.enumerator(atPath: ".")
    while let path = files?.nextObject() as? String {
      let steps = path.split(separator: "/")
      if steps.last?.hasPrefix(".") == true {
        files?.skipDescendants()
      } else if path.hasSuffix(".json"), steps.dropLast(2).contains("Fixtures") {
        tables.insert(steps.dropLast().joined(separator: "/"))
      }
    }
    return tables.sorted()
  }
}
