import Foundation
import GraphQLMock

/// What the tool is asked to do.
struct Command {
  /// What it has to say.
  struct Outcome {
    var lines: [String]
    /// Whether something is wrong with what was looked at.
    var hasErrors: Bool
  }

  /// The arguments are not understood.
  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  static let usage = """
    usage: swift package graphql-mock COMMAND

      check [TABLE…] [--schema PATH]…      finds what is wrong with tables
      format [FOLDER…] [--check]           rewrites files in their normal form, or names them
      import ARCHIVE TABLE                 turns a capture of traffic (HAR) into a table
      coverage DOCUMENTS [TABLE…]          names operations that no table answers
      unused DOCUMENTS [TABLE…]            names fixtures that answer no operation

    A table is a folder; without one, all tables in folders named Fixtures are meant. DOCUMENTS is a
    folder of .graphql files, or an operation manifest. The exit code is 0, or 1 where something
    is wrong, be it with the arguments. To write, SwiftPM's sandbox needs
    --allow-writing-to-package-directory in front of graphql-mock.
    """

  private let verb: String
  private let paths: [String]
  private let schemas: [String]
  private let isCheck: Bool

  init(arguments: [String]) throws(UsageError) {
    var paths: [String] = []
    var schemas: [String] = []
    var isCheck = false
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--schema":
        guard let path = rest.popFirst() else { throw UsageError(description: Self.usage) }
        schemas.append(path)
      case "--check": isCheck = true
      case let option where option.hasPrefix("-"):
        throw UsageError(description: "unknown option \(option)\n\(Self.usage)")
      default: paths.append(argument)
      }
    }
    guard let verb = paths.first else { throw UsageError(description: Self.usage) }
    self.verb = verb
    self.paths = Array(paths.dropFirst())
    self.schemas = schemas
    self.isCheck = isCheck
  }

  func run() throws -> Outcome {
    switch verb {
    case "check": return check()
    case "format": return try format()
    case "import" where paths.count == 2: return try importArchive(paths[0], into: paths[1])
    case "coverage" where !paths.isEmpty: return coverage().outcome(\.unanswered, "nothing answers")
    case "unused" where !paths.isEmpty:
      return coverage().outcome(\.unusedFixtures, "no operation asks for")
    default: throw UsageError(description: Self.usage)
    }
  }

  // MARK: Tables

  private func check() -> Outcome {
    let schema = schemas.isEmpty ? nil : ServiceSchema(contentsOf: schemas.map(Self.url))
    var lines: [String] = []
    let folders = folders(of: paths)
    for folder in folders {
      let table = FixtureTable(folder: folder.url)
      lines += table.check(schema: schema).map { error in
        "\(place(of: error, table.name, folder.path)): error: \(error.message)"
      }
    }
    let hasErrors = !lines.isEmpty
    if !hasErrors {
      lines = [folders.count == 1 ? "1 table is sound." : "\(folders.count) tables are sound."]
    }
    return Outcome(lines: lines, hasErrors: hasErrors)
  }

  /// Where an error is, by the path that the reader knows; errors of a file as a whole are at its start.
  private func place(of error: FixtureError, _ table: String, _ folder: String) -> String {
    let position = "\(max(error.line, 1)):\(max(error.column, 1))"
    guard error.file.hasPrefix(table + "/") else { return "\(folder):\(position)" }
    return "\(folder)/\(error.file.dropFirst(table.count + 1)):\(position)"
  }

  private func format() throws -> Outcome {
    var lines: [String] = []
    for folder in paths.isEmpty ? folders(of: []).map(\.path) : paths {
      do {
        lines += try FixtureTable.normalize(Self.url(folder), isCheck: isCheck).map {
          isCheck
            ? "\(folder)/\($0):1:1: error: the file is not in normal form" : "\(folder)/\($0)"
        }
      } catch let error as FixtureError {
        let place = "\(folder)/\(error.file):\(max(error.line, 1)):\(max(error.column, 1))"
        return Outcome(lines: lines + ["\(place): error: \(error.message)"], hasErrors: true)
      }
    }
    return Outcome(lines: lines, hasErrors: isCheck && !lines.isEmpty)
  }

  private func importArchive(_ archive: String, into table: String) throws -> Outcome {
    let bytes = try Data(contentsOf: Self.url(archive))
    var progress = Progress()
    do {
      let files = try FixtureTable.importHTTPArchive(bytes, into: Self.url(table)) {
        progress.say("\($0) of \($1) entries imported")
      }
      return Outcome(lines: files.map { "\(table)/\($0)" }, hasErrors: false)
    } catch {
      return Outcome(lines: ["\(archive):1:1: error: \(error)"], hasErrors: true)
    }
  }

  private func coverage() -> OperationCoverage {
    OperationCoverage(
      of: paths[0],
      fixtures: folders(of: Array(paths.dropFirst())).map { FixtureTable(folder: $0.url) },
      // Found below the folder that the command works in.
      filePath: Self.url("Package.swift").path)
  }

  // MARK: Folders

  private static func url(_ path: String) -> URL { URL(fileURLWithPath: path) }

  private func folders(of paths: [String]) -> [(path: String, url: URL)] {
    (paths.isEmpty ? Self.allTables() : paths).map { ($0, Self.url($0)) }
  }

  /// The folders with JSON files in folders named `Fixtures`, without those of builds.
  private static func allTables() -> [String] {
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

extension OperationCoverage {
  fileprivate func outcome(
    _ found: KeyPath<OperationCoverage, [String]>, _ what: String
  ) -> Command.Outcome {
    let lines = errors.map(Self.line(error:)) + self[keyPath: found].map { Self.line($0, what) }
    return Command.Outcome(lines: lines, hasErrors: !lines.isEmpty)
  }

  /// An error, which begins with its position, as compilers write it.
  private static func line(error: String) -> String {
    guard let end = error.range(of: ": ") else { return "error: \(error)" }
    return "\(error[..<end.lowerBound]): error: \(error[end.upperBound...])"
  }

  /// An operation, which ends with its place, or a fixture, as compilers write it.
  private static func line(_ found: String, _ what: String) -> String {
    guard found.hasSuffix(")"), let start = found.range(of: " (", options: .backwards) else {
      return "error: \(what) \(found)"
    }
    return "\(found[start.upperBound...].dropLast()): error: \(what) \(found[..<start.lowerBound])"
  }
}
