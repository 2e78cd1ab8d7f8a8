import Foundation
import GraphQLMock

/// A command of the tool with its arguments. `scripts/check-tool` compares the lines that it prints.
struct Command {
  /// The lines for standard output. Errors make the exit code 1.
  struct Outcome {
    var lines: [String]
    var hasErrors = false

    init(lines: [String], hasErrors: Bool = false) {
      (self.lines, self.hasErrors) = (lines, hasErrors)
    }

    /// Creates an outcome with the errors before the other findings.
    /// - Parameter praise: The text if there are no errors.
    init(_ findings: [Finding], forGitHub isForGitHub: Bool, orElse praise: String) {
      hasErrors = findings.contains { $0.level == .error }
      lines = hasErrors ? [] : [praise]
      let findings = findings.filter { $0.level == .error } + findings.filter { $0.level != .error }
      lines += findings.map { isForGitHub ? $0.workflowCommand : $0.text }
    }
  }

  /// Arguments or files that can't be used. The lines go to standard error, and the exit code is 2.
  struct UsageError: Error {
    let lines: [String]

    init(_ lines: String...) { self.lines = lines }
    init(_ problems: [Finding]) { lines = problems.map(\.text) }
  }

  private let verb: Verb
  /// The arguments that aren't options, of which there are at least as many as the verb needs.
  private let paths: [String]
  /// The values of each option in their order. An option without a value has an empty string.
  private let options: [String: [String]]

  static func run(_ arguments: [String]) throws -> Outcome {
    let first = arguments.first ?? ""
    if first == "--version" { return Outcome(lines: [Verb.version]) }
    let helpWords = first == "help" ? ["help"] : ["--help", "-h"]
    let words = arguments.filter { !helpWords.contains($0) }
    let asksForHelp = words.count < arguments.count
    if asksForHelp, words.isEmpty { return Outcome(lines: Verb.usage) }
    let known = Verb.allCases.map(\.rawValue)
    guard let word = words.first else {
      throw UsageError("graphql-mock needs a command: \(known.joined(separator: ", "))")
    }
    guard let verb = Verb(rawValue: word) else {
      throw word.hasPrefix("-")
        ? UsageError("unknown option \(word.like(["--help", "--version"]))")
        : UsageError("unknown command \(word.like(known))")
    }
    if asksForHelp { return Outcome(lines: verb.usage) }
    do {
      return try Command(verb, words.dropFirst()).run()
    } catch let error as FileFinder.Failure {
      throw UsageError(error.message)
    }
  }

  private init(_ verb: Verb, _ arguments: ArraySlice<String>) throws(UsageError) {
    var paths: [String] = []
    var options: [String: [String]] = [:]
    var rest = arguments
    while let argument = rest.popFirst() {
      if !argument.hasPrefix("-") {
        paths.append(argument.withoutFinalSlashes)
      } else if let option = verb.options.first(where: { $0.name == argument }) {
        let value = option.value.isEmpty ? "" : rest.popFirst() ?? "--"
        let choices = option.value.split(separator: "|")
        guard choices.count > 1 ? choices.contains("\(value)") : !value.hasPrefix("-") else {
          let what = choices.count > 1 ? choices.joined(separator: " or ") : "a path"
          throw UsageError("\(argument) needs \(what)")
        }
        // Only the schema may be in several files.
        guard options[argument] == nil || argument == "--schema" else {
          throw UsageError("\(argument) can be stated only once")
        }
        options[argument, default: []].append(value.withoutFinalSlashes)
      } else {
        throw UsageError("\(verb) has no option \(argument.like(verb.options.map(\.name)))")
      }
    }
    let needs = "\(verb) needs \(verb.facts.needs)"
    let isIncomplete =
      verb == .generate && !["--schema", "--into"].allSatisfy { options[$0] != nil }
    guard paths.count >= verb.facts.count, !isIncomplete else { throw UsageError(needs) }
    // The other commands accept any number of tables.
    guard verb != .import && verb != .generate || paths.count == verb.facts.count else {
      throw UsageError("\(needs), but not \"\(paths[verb.facts.count])\"")
    }
    (self.verb, self.paths, self.options) = (verb, paths, options)
  }

  private func run() throws -> Outcome {
    switch verb {
    case .check: try check()
    case .format: try format()
    case .import: try importArchive()
    case .coverage, .unused: try coverage()
    case .drift: try drift()
    case .generate: try generate()
    }
  }

  private func check() throws -> Outcome {
    let schema = try options["--schema"].map(Folders.schema)
    let path = options["--documents"]?.last
    let documents = try path.map(Folders.documents)
    let folders = try Folders.tables(
      of: paths[...], mayBeMissing: schema != nil && documents != nil)
    // The errors of operations, which aren't repeated for their fixtures.
    var told: Set<String> = []
    var invalid: [Finding] = []
    if let schema, let path {
      for operation in try CheckedOperation.all(at: path, by: schema.schema).operations {
        for (message, place) in operation.errors {
          told.insert(Finding.documentError(message, of: operation.title))
          let finding = Finding(message: message, place: place)
          if !invalid.contains(where: { $0.text == finding.text }) { invalid.append(finding) }
        }
      }
    }
    let found = errors(in: folders, schema?.schema, documents, told)
    let unfit = (schema?.system.unfitDefaults ?? []).map {
      Folders.finding($0, in: schema?.paths ?? [])
    }
    let malformed = (documents?.problems ?? []).map {
      Finding(message: $0.message, place: $0.place)
    }
    var notes = Drift.notes(on: found.unchecked).map { Finding(level: .note, message: $0) }
    if documents == nil, found.unchecked.undocumented > 0 {
      let hint = "Name the folder of the app's operations with --documents."
      notes.append(Finding(level: .note, message: hint))
    }
    let tables = "\(folders.count) table\(folders.count == 1 ? " has" : "s have")"
    let praise = "\(folders.isEmpty ? "The documents have" : tables) no errors."
    return Outcome(
      unfit + malformed + invalid + found.errors + notes, forGitHub: isForGitHub, orElse: praise)
  }

  private func generate() throws -> Outcome {
    let schema = try Folders.schema(options["--schema"] ?? [])
    let table = try Folders.newTable(options["--into"]?.last ?? "")
    let documents = try Folders.documents(paths[0])
    let generation = try Generation(paths[0], by: schema, into: table)
    let found = Folders.isTable(table) ? errors(in: [table], schema.schema, documents).errors : []
    return generation.outcome(adding: found)
  }

  private var isForGitHub: Bool { options["--format"]?.last == "github" }

  /// Returns the errors in fixtures, with only one error for a document that several fixtures share.
  /// - Parameter known: The `Finding.documentError` of errors that are already reported.
  private func errors(
    in folders: [String], _ schema: ServiceSchema?, _ documents: OperationCatalog?,
    _ known: Set<String> = []
  ) -> Drift.FixtureErrors {
    var found: Drift.FixtureErrors = ([], FixtureTable.UncheckedFixtures())
    var told = known
    for folder in folders {
      let table = FixtureTable(folder: Folders.url(folder))
      let checked = table.checkAndCount(documents: documents, schema: schema)
      found.errors += checked.errors.map { Self.finding($0, table.name, folder) }.filter {
        $0.documentError.map { told.insert($0).inserted } ?? true
      }
      found.unchecked.undocumented += checked.unchecked.undocumented
      found.unchecked.unreadable += checked.unchecked.unreadable
    }
    return found
  }

  /// Returns a finding with the path as the user typed it.
  private static func finding(_ error: FixtureError, _ table: String, _ folder: String) -> Finding {
    let isInTable = error.file.hasPrefix(table + "/")
    let file = isInTable ? folder + error.file.dropFirst(table.count) : folder
    let line = Folders.isFile(file) ? max(error.line, 1) : 0
    let operation = String(error.file.split(separator: "/").last ?? "")
    return Finding(
      message: error.message, place: (file, line, max(error.column, 1)),
      documentError: error.documentError.map { Finding.documentError($0, of: operation) })
  }

  private func drift() throws -> Outcome {
    let schemas = try paths.prefix(2).map { try Folders.schema([$0]) }
    let folders = try Folders.tables(of: paths.dropFirst(3), mayBeMissing: true)
    let documents = paths.dropFirst(2).first
    let catalog = try documents.map(Folders.documents)
    // The folders of fixture tables may also contain GraphQL documents of the client.
    let beside = folders.filter { (try? Folders.documents($0)) != nil && $0 != documents }
    let drift = try Drift(
      from: schemas[0], to: schemas[1], documents: (documents.map { [$0] } ?? []) + beside,
      fixtures: { errors(in: folders, $0, catalog) })
    let lines =
      switch options["--format"]?.last {
      case "markdown": drift.markdown
      case "github": drift.workflowCommands
      default: drift.text
      }
    return Outcome(lines: lines, hasErrors: drift.breaksSomething)
  }

  private func format() throws -> Outcome {
    let isCheck = options["--check"] != nil
    var outcome = Outcome(lines: [])
    for folder in try Folders.tables(of: paths[...]) {
      let found = try FixtureTable.format(Folders.url(folder), isCheck: isCheck)
      let note = isCheck ? ":1:1: error: the file is not in normal form" : ""
      outcome.lines += found.changed.map { "\(folder)/\($0)\(note)" }
      outcome.lines += found.errors.map {
        "\(folder)/\($0.file):\(max($0.line, 1)):\(max($0.column, 1)): error: \($0.message)"
      }
      if !found.errors.isEmpty || isCheck && !found.changed.isEmpty { outcome.hasErrors = true }
    }
    return outcome
  }

  private func importArchive() throws(UsageError) -> Outcome {
    let (archive, table) = (paths[0], try Folders.newTable(paths[1]))
    var leftOut: [String] = []
    let files: [String]
    do {
      let bytes = try Data(contentsOf: Folders.url(archive))
      files = try FixtureTable.importHTTPArchive(
        bytes, into: Folders.url(table), leftOut: { leftOut.append($0) })
    } catch {
      let isUnread = error is CocoaError
      throw UsageError(
        "\(archive)\(isUnread ? " can't be read: \(error.fileReason)" : ": \(error)")")
    }
    let paths = files.map { "\(table)/\($0)" }
    let redacted = paths.compactMap { path in
      (try? MockJSON(parsing: Data(contentsOf: Folders.url(path))))?["redacted"].object
        .map { (path, $0.keys.sorted().joined(separator: ", ")) }
    }
    let count = leftOut.count(where: { $0.hasPrefix("Entry ") })
    return Outcome(
      lines: paths + leftOut.map { "\(archive):1:1: warning: \($0)" }
        + redacted.map { "\($0): note: secrets are hidden at \($1)" }
        + [
          "Files in \(table): \(files.count). With hidden secrets: \(redacted.count). "
            + "Operations left out: \(count)."
        ])
  }

  private func coverage() throws -> Outcome {
    let folders = try Folders.tables(of: paths.dropFirst(), mayBeMissing: verb == .coverage)
    _ = try Folders.documents(paths[0])
    let tables = folders.map { (path: $0, table: FixtureTable(folder: Folders.url($0))) }
    let found = OperationCoverage(at: paths[0], fixtures: tables.map(\.table))
    var lines = found.errors.map { error in
      // An error begins with the name of a table or of a folder of documents.
      let own = tables.lazy.filter { error.hasPrefix("\($0.table.name)/") }
        .map { $0.path + error.dropFirst($0.table.name.count) }
        .first { Folders.isFile("\($0.prefix { $0 != ":" })") }
      return Self.line(error: own ?? error)
    }
    if verb == .unused {
      lines += found.unusedFixtures.map { name in
        "\(Self.place(ofFixture: name, tables)): error: no operation uses the fixture \(name)"
      }
    } else {
      lines += found.unanswered.map(Self.line(unanswered:))
    }
    return Outcome(lines: lines, hasErrors: !lines.isEmpty)
  }

  private static func line(error: String) -> String {
    let place = error.range(of: #"(?s)^.+?:\d+:\d+: "#, options: .regularExpression)
    return place.map { "\(error[$0])error: \(error[$0.upperBound...])" } ?? "error: \(error)"
  }

  private static func line(unanswered operation: String) -> String {
    let parts = operation.wholeMatch(of: #/(.*) \((.*)\)/#.dotMatchesNewlines())
    let place = parts.map { "\($0.2): " } ?? ""
    return "\(place)error: no fixture answers \(parts?.1 ?? operation[...])"
  }

  private static func place(
    ofFixture name: String, _ tables: [(path: String, table: FixtureTable)]
  ) -> String {
    for (path, table) in tables where name.hasPrefix("\(table.name)/") {
      let file = path + name.dropFirst(table.name.count)
      let files = ["\(file).json", "\(file).1.json", "\(path)/table.json"]
      if let place = files.first(where: Folders.isFile) { return "\(place):1:1" }
    }
    return name
  }
}
