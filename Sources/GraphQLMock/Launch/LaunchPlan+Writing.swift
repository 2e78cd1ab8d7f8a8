// Writes a launch plan, and notes what can't be said in it.

import Foundation

extension LaunchPlan {
  /// Writes the plan.
  /// - Parameter environment: What may say that another recording mode counts.
  func json(environment: [String: String]) -> Result<MockJSON, LaunchPlanError> {
    let (members, problems) = members(environment)
    let errors = errors + problems
    return errors.isEmpty
      ? .success(.object(members)) : .failure(LaunchPlanError(reason: .unwritable(errors)))
  }

  private func members(
    _ environment: [String: String] = [:]
  ) -> (members: [String: MockJSON], problems: [String]) {
    var writer = LaunchPlanWriter(environment: environment)
    var members: [String: MockJSON] = [:]
    for field in Self.fields { members[field.key] = field.write(self, &writer) }
    return (members, writer.problems)
  }

  /// A plan that says only why there is none, so that the app fails its requests with it.
  func json(of error: LaunchPlanError) -> MockJSON {
    var plan = LaunchPlan(handlers: [])
    plan.journalFolder = journalFolder
    plan.errors = [error.description]
    return .object(plan.members().members)
  }
}

struct LaunchPlanWriter {
  let environment: [String: String]
  private(set) var problems: [String] = []

  init(environment: [String: String]) { self.environment = environment }

  /// Notes a problem as a sentence; one that ends with an excerpt of a document stays as it is.
  mutating func note(_ problem: String) {
    problems.append(problem.hasSuffix(".") || problem.contains("\n") ? problem : problem + ".")
  }

  mutating func handlers(_ handlers: [RequestHandler]) -> MockJSON? {
    var rows: [MockJSON] = []
    for handler in handlers {
      do throws(HandlerEncodingError) {
        rows.append(["row": try TableRowEncoder.json(of: handler), "at": handler.location.json])
      } catch {
        note("The handler for \(handler.title) (\(handler.location)): \(error)")
      }
    }
    return rows.isEmpty ? nil : .array(rows)
  }

  mutating func tables(_ plan: LaunchPlan) -> MockJSON? {
    for error in plan.tables.compactMap(\.content.error) { note("\(error)") }
    let folders = plan.tables.compactMap(\.folder)
    for folder in folders { RecordingOwners.shared.use([], in: folder, by: nil) }
    let list: [MockJSON] =
      folders.map { ["folder": .string($0.canonical.path)] }
      + plan.bundledFixtures.map { ["bundled": .string($0)] }
    return list.isEmpty ? nil : .array(list)
  }

  mutating func variants(_ plan: LaunchPlan) -> MockJSON? {
    guard !plan.variants.isEmpty else { return nil }
    let members = MockJSON.object(plan.variants.mapValues { .string($0) })
    // What is in the app's bundle is not known here, and a wrong table was told already.
    guard plan.bundledFixtures.isEmpty, plan.tables.allSatisfy({ $0.content.error == nil }) else {
      return members
    }
    for (operation, variant) in plan.variants.orderedByKey() {
      let name = "\(operation).\(variant)"
      switch plan.tables.lazy.compactMap({ $0.fixture(named: name) }).first {
      case .none:
        let nearest = plan.tables.lazy.compactMap { $0.nearestName(to: name) }.first
        let error = ResponseWritingError.unknownFixture(
          name: name, tables: plan.tables.map(\.name), nearest: nearest)
        problems.append("\(error)")
      case .failure(let error)?: problems.append("\(error).")
      case .success?: break
      }
    }
    return members
  }

  mutating func schema(_ schema: ServiceSchema) -> MockJSON? {
    if schema.content.hasScalarChecks {
      note(
        "The schema's checks of custom scalars can't leave this process; "
          + "leave them out of the plan.")
    }
    switch schema.content.origin {
    case .definitions(let texts):
      // Of two texts of one name a plan could hold one only.
      var named: [String: MockJSON] = [:]
      for (index, text) in texts.enumerated() {
        named[named[text.file] == nil ? text.file : "\(text.file) (\(index + 1))"] = .string(
          text.text)
      }
      return ["texts": .object(named)]
    case .introspection(let data, _):
      return ["introspection": (try? MockJSON(parsing: data)) ?? .null]
    case .files(let urls):
      return ["files": .array(urls.map { .string($0.canonical.path) })]
    case .missing:
      if case .failure(let error) = schema.content.load() { note("The schema: \(error)") }
      return nil
    }
  }

  mutating func policy(_ policy: UnhandledPolicy) -> MockJSON? {
    switch policy.rule {
    case .fail: return nil
    case .passThrough: return "passThrough"
    case .respond(let response):
      do throws(HandlerEncodingError) {
        return try TableResponseEncoder.json(of: response)
      } catch {
        note("The response to unhandled requests: \(error)")
      }
    case .decide:
      note(
        "The policy for unhandled requests has a closure, which can't leave this process; "
          + "use .fail, .passThrough or .respond.")
    }
    return nil
  }

  mutating func recording(_ recording: Recording) -> MockJSON? {
    guard let folder = recording.folder else {
      note(RecordingError.noFolder.description)
      return nil
    }
    RecordingOwners.shared.use([], in: folder, by: nil)
    switch recording.mode(in: environment) {
    case .success(let mode):
      var stated: [String: MockJSON] = [
        "mode": .string(mode.rawValue),
        "folder": .string(folder.canonical.path),
      ]
      stated["headers"] = .texts(recording.headers)
      return .object(stated)
    case .failure(let error):
      note(error.description)
      return nil
    }
  }

  mutating func redaction(_ redaction: Redaction) -> MockJSON? {
    if redaction.change != nil {
      note("The redaction has a closure, which can't leave this process; give names.")
    }
    let lists = [
      "headers": redaction.headers, "keep": redaction.keep, "members": redaction.members,
      "paths": redaction.paths.map { $0.joined(separator: ".") }, "values": redaction.values,
    ].compactMapValues { MockJSON.texts($0) }
    return lists.isEmpty ? nil : .object(lists)
  }
}
