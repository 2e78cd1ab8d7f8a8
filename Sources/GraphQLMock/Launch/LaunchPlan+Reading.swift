// Reads a launch plan. It comes from outside: every part is checked, and the first error ends it.

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
    do {
      let parser = try FixtureParser(Data(text.utf8), display: variable, folder: nil)
      return .success(try LaunchPlanReader(parser: parser).plan())
    } catch let error as FixtureError {
      return .failure(LaunchPlanError(reason: .content(error)))
    } catch {
      // Nothing else is thrown.
      return .failure(error as? LaunchPlanError ?? LaunchPlanError(reason: .unwritable([])))
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

struct LaunchPlanReader: Sendable {
  let parser: FixtureParser
  private static let root = JSONPath()

  func plan() throws -> LaunchPlan {
    guard parser.json.isObject else {
      throw parser.wrongType("a launch plan", "an object", Self.root)
    }
    // Another version may have other keys.
    guard parser.json["version"].int == LaunchPlan.version else {
      throw LaunchPlanError(reason: .version(parser.json["version"].description))
    }
    try parser.allow(LaunchPlan.fields.filter { $0.read != nil }.map(\.key), at: Self.root)
    var plan = LaunchPlan(handlers: [])
    for field in LaunchPlan.fields { try field.read?(self, &plan) }
    return plan
  }

  /// A folder that can be nowhere but where its path says.
  static func folder(_ path: String) throws -> URL {
    guard path.hasPrefix("/"), String(path.dropFirst()).isPathBelow else {
      throw LaunchPlanError(reason: .relativeFolder(path))
    }
    let url = URL(fileURLWithPath: path)
    let canonical = url.canonical
    guard canonical.path == path else {
      throw LaunchPlanError(reason: .linkedFolder(path, target: canonical.path))
    }
    return url
  }

  // MARK: Parts

  func readTables(into plan: inout LaunchPlan) throws {
    for path in try elements("tables", "a table") {
      try parser.allow(["folder", "bundled"], at: path)
      if let name = try parser.string("bundled", at: path) {
        plan.bundledFixtures.append(name)
      } else {
        var table = FixtureTable(confinedTo: try Self.folder(text("folder", at: path)))
        table.redaction = try redaction()
        plan.tables.append(table)
      }
    }
  }

  func handlers() throws -> [RequestHandler] {
    try elements("handlers", "a handler").map { path in
      try parser.allow(["row", "at"], at: path)
      return try TableFile.handler(
        parser, path["row"], isFixture: false,
        HandlerLocation(line: parser.value(at: path)["at"])
          ?? HandlerLocation(fileID: parser.display, filePath: "", line: 0, column: 0))
    }
  }

  func unhandled() throws -> UnhandledPolicy? {
    let policy = parser.value(at: "unhandled")
    if policy.isObject { return .respond(try parser.response(at: "unhandled", isRecorded: true)) }
    switch try text("unhandled") {
    case nil: return nil
    case "fail": return .fail
    case "passThrough": return .passThrough
    default:
      throw parser.wrongType(
        "\"unhandled\"", "\"fail\", \"passThrough\" or a response", "unhandled")
    }
  }

  func endpoints() throws -> [URL]? {
    let urls = try texts("endpoints").enumerated().map { index, text in
      try parser.url(text, at: JSONPath([.member("endpoints"), .element(index)]))
    }
    return urls.isEmpty ? nil : urls
  }

  func schema() throws -> ServiceSchema? {
    let path: JSONPath = "schema"
    guard let stated = try parser.object("schema", at: Self.root) else { return nil }
    try parser.allow(["files", "texts", "introspection"], at: path)
    let files = try texts("files", at: path)
    if !files.isEmpty { return ServiceSchema(contentsOf: try files.map(Self.folder)) }
    do {
      if let json = try? stated["introspection"].encoded(), !stated["introspection"].isNull {
        return try ServiceSchema(introspection: json)
      }
      let members = stated["texts"].members ?? JSONMembers([])
      return try ServiceSchema(definitions: members.map { ($0.name, $0.value.string ?? "") })
    } catch {
      throw parser.makeError(.schema("\(error)"), path)
    }
  }

  func recording() throws -> Recording? {
    let path: JSONPath = "recording"
    guard try parser.object("recording", at: Self.root) != nil else { return nil }
    try parser.allow(["mode", "folder", "headers"], at: path)
    guard let mode = Recording(mode: try text("mode", at: path)) else {
      throw parser.wrongType("\"mode\"", Recording.Mode.spellings, path["mode"])
    }
    var recording = Recording(
      mode, folder: try Self.folder(text("folder", at: path)), redaction: try redaction(),
      headers: try texts("headers", at: path))
    recording.isConfined = true
    return recording
  }

  func redaction() throws -> Redaction {
    guard try parser.object("redaction", at: Self.root) != nil else { return Redaction() }
    let path: JSONPath = "redaction"
    try parser.allow(["headers", "keep", "members", "paths", "values"], at: path)
    return Redaction(
      members: try texts("members", at: path), paths: try texts("paths", at: path),
      headers: try texts("headers", at: path), keep: try texts("keep", at: path),
      values: try texts("values", at: path))
  }

  // MARK: Values

  private func text(_ name: String, at path: JSONPath) throws -> String {
    guard let text = try parser.string(name, at: path) else {
      throw parser.wrongType("\"\(name)\"", "a string", path[name])
    }
    return text
  }

  func text(_ name: String) throws -> String? { try parser.string(name, at: Self.root) }

  private func list(_ name: String, at path: JSONPath) throws -> [MockJSON] {
    let value = parser.value(at: path)[name]
    guard !value.isNull else { return [] }
    guard let list = value.array else {
      throw parser.wrongType("\"\(name)\"", "a list", path[name])
    }
    return list
  }

  func texts(_ name: String, at path: JSONPath = JSONPath()) throws -> [String] {
    try list(name, at: path).enumerated().map { index, value in
      guard let text = value.string else {
        throw parser.wrongType("an element of \"\(name)\"", "a string", path[name][index])
      }
      return text
    }
  }

  /// The texts of an object by their names; nil if it is not stated.
  func textMap(_ name: String) throws -> [String: String]? {
    guard let object = try parser.object(name, at: Self.root)?.object else { return nil }
    var texts: [String: String] = [:]
    for key in object.keys { texts[key] = try text(key, at: JSONPath([.member(name)])) }
    return texts
  }

  /// Where the elements of a list stand, which must be objects.
  private func elements(_ name: String, _ what: String) throws -> [JSONPath] {
    try list(name, at: Self.root).indices.map { index in
      let path = JSONPath([.member(name), .element(index)])
      guard parser.value(at: path).isObject else {
        throw parser.wrongType(what, "an object", path)
      }
      return path
    }
  }
}
