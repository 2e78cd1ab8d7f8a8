// Reads a launch plan. It comes from outside: every part is checked, and the first fault ends it.

import Foundation

extension LaunchPlan {
  /// The name of the environment variable.
  package static let variable = "GRAPHQL_MOCK_LAUNCH_PLAN"
  /// The launch argument that stands before the plan.
  package static let argument = "-GraphQLMockLaunchPlan"
  /// How many bytes a plan may have; Linux takes a little more in a variable, and nothing beyond.
  package static let sizeLimit = 130_000

  /// The plan that a process was started with, as text; the environment is asked first.
  static func text(environment: [String: String], arguments: [String]) -> String? {
    if let text = environment[variable] { return text }
    guard let index = arguments.firstIndex(of: argument) else { return nil }
    return arguments.dropFirst(index + 1).first ?? ""
  }

  /// Reads a plan.
  static func read(_ text: String) -> Result<LaunchPlan, LaunchPlanError> {
    let size = text.utf8.count
    guard size <= sizeLimit else {
      return .failure(LaunchPlanError(reason: .tooLarge(bytes: size, limit: sizeLimit)))
    }
    do throws(LaunchPlanError) {
      return .success(try LaunchPlanReader(text).plan())
    } catch {
      return .failure(error)
    }
  }

  /// The folder of the journal, if so much of a plan can be read.
  static func journalFolder(of text: String) -> URL? {
    guard text.utf8.count <= sizeLimit, let json = try? MockJSON(parsing: text),
      let path = json["journal"].string
    else { return nil }
    return try? LaunchPlanReader.folder(path)
  }
}

private struct LaunchPlanReader {
  private let parser: FixtureParser
  private static let root = JSONPath()

  private static let keys = [
    "version", "handlers", "tables", "variants", "unhandled", "endpoints", "edition",
    "persistedQueries", "documents",
    "schema", "judgement", "requestChecks", "fixtureChecks", "journalLimit", "journalSizeLimit",
    "bodyLimit", "recording", "redaction",
    "journal", "test",
    "errors",
  ]

  init(_ text: String) throws(LaunchPlanError) {
    parser = try Self.content { () throws(FixtureError) in
      try FixtureParser(Data(text.utf8), display: LaunchPlan.variable, folder: nil)
    }
  }

  private static func content<Value>(
    _ body: () throws(FixtureError) -> Value
  ) throws(LaunchPlanError) -> Value {
    do throws(FixtureError) {
      return try body()
    } catch {
      throw LaunchPlanError(reason: .content(error))
    }
  }

  func plan() throws(LaunchPlanError) -> LaunchPlan {
    guard parser.json.isObject else {
      throw LaunchPlanError(
        reason: .content(parser.wrongType("a launch plan", "an object", Self.root)))
    }
    // Another version may have other keys.
    guard parser.json["version"].int == LaunchPlan.version else {
      throw LaunchPlanError(reason: .version(parser.json["version"].description))
    }
    let (read, folders) = try Self.content { () throws(FixtureError) in try content() }
    var plan = read
    for folder in folders.tables {
      var table = FixtureTable(confinedTo: try Self.folder(folder))
      table.redaction = plan.redaction
      plan.tables.append(table)
    }
    if let stated = folders.recording {
      var recording = Recording(
        stated.mode, folder: try Self.folder(stated.folder), redaction: plan.redaction,
        headers: stated.headers, volatile: stated.volatile)
      recording.isConfined = true
      plan.options.recording = recording
    }
    if let schema = folders.schema { plan.options.schema = try Self.schema(schema) }
    if let journal = folders.journal { plan.journalFolder = try Self.folder(journal) }
    return plan
  }

  /// A folder that can be nowhere but where its path says.
  static func folder(_ path: String) throws(LaunchPlanError) -> URL {
    guard path.hasPrefix("/"), FixtureFolder.isSafe(String(path.dropFirst())) else {
      throw LaunchPlanError(reason: .relativeFolder(path))
    }
    let url = URL(fileURLWithPath: path)
    let canonical = FixtureFolder.canonical(url)
    guard canonical.path == path else {
      throw LaunchPlanError(reason: .linkedFolder(path, target: canonical.path))
    }
    return url
  }

  /// A schema in files that can be nowhere but where their paths say.
  private static func schema(_ paths: [String]) throws(LaunchPlanError) -> ServiceSchema {
    var urls: [URL] = []
    for path in paths { urls.append(try folder(path)) }
    return ServiceSchema(contentsOf: urls)
  }

  // MARK: Parts

  private struct PlannedRecording {
    let mode: RecordingMode
    let folder: String
    let headers: [String]
    let volatile: [String]
  }

  private struct Folders {
    var schema: [String]?
    var tables: [String] = []
    var recording: PlannedRecording?
    var journal: String?
  }

  private func content() throws(FixtureError) -> (LaunchPlan, Folders) {
    try parser.allow(Self.keys, at: Self.root)
    var plan = LaunchPlan(handlers: try handlers())
    var folders = Folders()
    for index in try list("tables", at: Self.root).indices {
      let path = JSONPath([.member("tables"), .element(index)])
      guard parser.value(at: path).isObject else {
        throw parser.wrongType("a table", "an object", path)
      }
      try parser.allow(["folder", "bundled"], at: path)
      if let name = try parser.string("bundled", at: path) {
        plan.bundledFixtures.append(name)
      } else {
        folders.tables.append(try text("folder", at: path))
      }
    }
    for member in try parser.object("variants", at: Self.root)?.members.map(Array.init) ?? [] {
      plan.variants[member.name] = try text(member.name, at: "variants")
    }
    plan.options = try options()
    if try parser.object("schema", at: Self.root) != nil {
      try parser.allow(["files", "texts", "introspection"], at: "schema")
      let files = try texts("files", at: "schema")
      if files.isEmpty { plan.options.schema = try schema() } else { folders.schema = files }
    }
    plan.redaction = try redaction()
    folders.recording = try recording()
    folders.journal = try parser.string("journal", at: Self.root)
    plan.testName = try parser.string("test", at: Self.root)
    plan.errors = try texts("errors", at: Self.root)
    return (plan, folders)
  }

  private func handlers() throws(FixtureError) -> [RequestHandler] {
    var handlers: [RequestHandler] = []
    for index in try list("handlers", at: Self.root).indices {
      let path = JSONPath([.member("handlers"), .element(index)])
      guard parser.value(at: path).isObject else {
        throw parser.wrongType("a handler", "an object", path)
      }
      try parser.allow(["row", "at"], at: path)
      let location = parser.value(at: path)["at"]
      handlers.append(
        try TableFile.handler(
          parser, path.appending(.member("row")), isFixture: false,
          HandlerLocation(
            fileID: location["file"].string ?? parser.display,
            filePath: location["path"].string ?? "",
            line: location["line"].int ?? 0, column: location["column"].int ?? 0)))
    }
    return handlers
  }

  private func unhandled() throws(FixtureError) -> UnhandledPolicy? {
    let policy = parser.value(at: "unhandled")
    if policy.isObject { return .respond(try parser.response(at: "unhandled", isRecorded: true)) }
    switch try parser.string("unhandled", at: Self.root) {
    case nil: return nil
    case "fail": return .fail
    case "passThrough": return .passThrough
    default:
      throw parser.wrongType(
        "\"unhandled\"", "\"fail\", \"passThrough\" or a response", "unhandled")
    }
  }

  private func options() throws(FixtureError) -> ServiceOptions {
    var options = ServiceOptions()
    options.unhandled = try unhandled()
    let endpoints = try texts("endpoints", at: Self.root)
    if !endpoints.isEmpty { options.endpoints = [] }
    for (index, text) in endpoints.enumerated() {
      options.endpoints?.append(
        try parser.url(text, at: JSONPath([.member("endpoints"), .element(index)])))
    }
    options.edition = try word("edition", HTTPEdition.allCases) { $0.rawValue }
    options.persistedQueries = try word("persistedQueries", PersistedQuerySupport.allCases) {
      $0.rawValue
    }
    options.documents = try documents()
    options.judgement = try word("judgement", JudgementMode.allCases) { $0.rawValue }
    options.requestChecks = try word("requestChecks", JudgementMode.allCases) { $0.rawValue }
    options.fixtureChecks = try word("fixtureChecks", FixtureCheckMode.allCases) { $0.rawValue }
    options.journalLimit = try count("journalLimit")
    options.journalSizeLimit = try count("journalSizeLimit")
    options.bodyLimit = try count("bodyLimit")
    return options
  }

  private func documents() throws(FixtureError) -> PersistedDocuments? {
    guard try parser.object("documents", at: Self.root) != nil else { return nil }
    var texts: [String: String] = [:]
    for (name, _) in parser.json["documents"].object ?? [:] {
      texts[name] = try text(name, at: "documents")
    }
    return PersistedDocuments(texts)
  }

  /// One of the words that an option knows; nil if it is not stated.
  private func word<Value>(
    _ name: String, _ known: [Value], _ text: (Value) -> String
  ) throws(FixtureError) -> Value? {
    guard let stated = try parser.string(name, at: Self.root) else { return nil }
    if let value = known.first(where: { text($0) == stated }) { return value }
    throw parser.wrongType(
      "\"\(name)\"", known.map { "\"\(text($0))\"" }.joined(separator: " or "),
      JSONPath([.member(name)]))
  }

  /// A whole number, 0 or more; nil if it is not stated.
  private func count(_ name: String) throws(FixtureError) -> Int? {
    let value = parser.json[name]
    guard !value.isNull else { return nil }
    if let count = value.int, count >= 0 { return count }
    throw parser.wrongType(
      "\"\(name)\"", "a whole number, 0 or more", JSONPath([.member(name)]))
  }

  /// A schema whose text is in the plan.
  private func schema() throws(FixtureError) -> ServiceSchema {
    let path: JSONPath = "schema"
    do throws(ServiceSchemaError) {
      let introspection = parser.value(at: path)["introspection"]
      if let json = try? introspection.encoded(), !introspection.isNull {
        return try ServiceSchema(introspection: json)
      }
      let members = parser.value(at: path)["texts"].members ?? JSONMembers([])
      return try ServiceSchema(definitions: members.map { ($0.name, $0.value.string ?? "") })
    } catch {
      throw parser.fault(.schema(error.description), path)
    }
  }

  private func recording() throws(FixtureError) -> PlannedRecording? {
    guard try parser.object("recording", at: Self.root) != nil else { return nil }
    try parser.allow(["mode", "folder", "headers", "volatile"], at: "recording")
    guard let mode = RecordingMode(rawValue: try text("mode", at: "recording")) else {
      throw parser.wrongType(
        "\"mode\"", RecordingMode.spellings,
        JSONPath([.member("recording"), .member("mode")]))
    }
    return PlannedRecording(
      mode: mode, folder: try text("folder", at: "recording"),
      headers: try texts("headers", at: "recording"),
      volatile: try texts("volatile", at: "recording"))
  }

  private func redaction() throws(FixtureError) -> Redaction {
    guard try parser.object("redaction", at: Self.root) != nil else { return Redaction() }
    let path: JSONPath = "redaction"
    try parser.allow(["headers", "keep", "members", "paths"], at: path)
    return Redaction(
      members: try texts("members", at: path), paths: try texts("paths", at: path),
      headers: try texts("headers", at: path), keep: try texts("keep", at: path))
  }

  // MARK: Values

  private func text(_ name: String, at path: JSONPath) throws(FixtureError) -> String {
    guard let text = try parser.string(name, at: path) else {
      throw parser.wrongType("\"\(name)\"", "a string", path.appending(.member(name)))
    }
    return text
  }

  private func list(_ name: String, at path: JSONPath) throws(FixtureError) -> [MockJSON] {
    let value = parser.value(at: path)[name]
    guard !value.isNull else { return [] }
    guard let list = value.array else {
      throw parser.wrongType("\"\(name)\"", "a list", path.appending(.member(name)))
    }
    return list
  }

  private func texts(_ name: String, at path: JSONPath) throws(FixtureError) -> [String] {
    var texts: [String] = []
    for (index, value) in try list(name, at: path).enumerated() {
      guard let text = value.string else {
        throw parser.wrongType(
          "an element of \"\(name)\"", "a string",
          path.appending(.member(name)).appending(.element(index)))
      }
      texts.append(text)
    }
    return texts
  }
}
