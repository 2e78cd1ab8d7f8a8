// The launch plan as JSON, and what can't be said in it.
//
//   {"version": 1,
//    "handlers": [{"row": …, "at": {"file": …, "path": …, "line": …, "column": …}}],
//    "tables": [{"folder": "/…/Fixtures/Checkout"}, {"bundled": "Shop"}],
//    "variants": {"PlaceOrder": "declined"},
//    "unhandled": "fail" | "passThrough" | {"status": …, "body": …},
//    "endpoints": ["https://…"], "edition": "deployed",
//    "schema": {"files": ["/…/schema.graphqls"]} | {"texts": {"schema.graphqls": "…"}}
//      | {"introspection": {…}}, "judgement": "fail", "requestChecks": "off", "fixtureChecks": "warn",
//    "journalLimit": 100, "journalSizeLimit": 268435456, "bodyLimit": 4194304,
//    "recording": {"mode": "missing", "folder": "/…", "headers": […], "volatile": […]},
//    "redaction": {"headers": […], "keep": […], "members": […], "paths": […]},
//    "journal": "/…", "test": "CheckoutTests/pay"}

import Foundation

extension LaunchPlan {
  /// The version of the form above.
  static let version = 1

  /// Writes the plan.
  /// - Parameter environment: What may say that another recording mode counts.
  func json(environment: [String: String]) -> Result<MockJSON, LaunchPlanError> {
    var writer = LaunchPlanWriter()
    writer.write(self, environment: environment)
    return writer.errors.isEmpty
      ? .success(.object(writer.members))
      : .failure(LaunchPlanError(reason: .unwritable(writer.errors)))
  }

  /// A plan that says only why there is none, so that the app fails its requests with it.
  func json(of error: LaunchPlanError) -> MockJSON {
    var members: [String: MockJSON] = [
      "version": .number(Self.version), "errors": [.string(error.description)],
    ]
    if let journalFolder {
      members["journal"] = .string(FixtureFolder.canonical(journalFolder).path)
    }
    return .object(members)
  }
}

private struct LaunchPlanWriter {
  var members: [String: MockJSON] = ["version": .number(LaunchPlan.version)]
  var errors: [String] = []

  mutating func write(_ plan: LaunchPlan, environment: [String: String]) {
    errors = plan.errors
    write(plan.handlers)
    write(plan.tables, plan.bundledFixtures)
    write(plan.variants, in: plan)
    write(plan.options, environment)
    write(plan.redaction.adding(plan.options.recording?.redaction))
    if let folder = plan.journalFolder {
      members["journal"] = .string(FixtureFolder.canonical(folder).path)
    }
    if let name = plan.testName { members["test"] = .string(name) }
  }

  /// Notes a problem as a sentence; one that ends with an excerpt of a document stays as it is.
  private mutating func note(_ problem: String) {
    errors.append(problem.hasSuffix(".") || problem.contains("\n") ? problem : problem + ".")
  }

  private mutating func write(_ handlers: [RequestHandler]) {
    var rows: [MockJSON] = []
    for handler in handlers {
      switch TableRowEncoder.json(of: handler) {
      case .success(let row):
        rows.append(["row": row, "at": handler.location.json])
      case .failure(let error):
        note("The handler for \(handler.title) (\(handler.location)): \(error)")
      }
    }
    if !rows.isEmpty { members["handlers"] = .array(rows) }
  }

  private mutating func write(_ tables: [FixtureTable], _ bundled: [String]) {
    var list: [MockJSON] = []
    for table in tables {
      if let error = table.content.error { note("\(error)") }
      guard let folder = table.content.folder else { continue }
      list.append(["folder": .string(FixtureFolder.canonical(folder.url).path)])
    }
    list += bundled.map { ["bundled": .string($0)] }
    if !list.isEmpty { members["tables"] = .array(list) }
  }

  private mutating func write(_ variants: [String: String], in plan: LaunchPlan) {
    guard !variants.isEmpty else { return }
    members["variants"] = .object(variants.mapValues { .string($0) })
    // What is in the app's bundle is not known here, and a faulty table was told already.
    guard plan.bundledFixtures.isEmpty, plan.tables.allSatisfy({ $0.content.error == nil }) else {
      return
    }
    for (operation, variant) in variants.orderedByKey() {
      let name = "\(operation).\(variant)"
      switch plan.tables.lazy.compactMap({ $0.fixture(named: name) }).first {
      case .none:
        let nearest = plan.tables.lazy.compactMap { $0.nearestName(to: name) }.first
        let error = ResponseWritingError.unknownFixture(
          name: name, tables: plan.tables.map(\.name), nearest: nearest)
        errors.append("\(error)")
      case .failure(let error)?: errors.append("\(error).")
      case .success?: break
      }
    }
  }

  private mutating func write(_ options: ServiceOptions, _ environment: [String: String]) {
    if let policy = options.unhandled { write(policy) }
    if let endpoints = options.endpoints, !endpoints.isEmpty {
      members["endpoints"] = .array(endpoints.map { .string($0.absoluteString) })
    }
    if let edition = options.edition { members["edition"] = .string(edition.rawValue) }
    if let support = options.persistedQueries {
      members["persistedQueries"] = .string(support.rawValue)
    }
    if let documents = options.documents {
      members["documents"] = .object(documents.texts.mapValues { .string($0) })
    }
    if let schema = options.schema { write(schema) }
    if let mode = options.judgement { members["judgement"] = .string(mode.rawValue) }
    if let mode = options.requestChecks { members["requestChecks"] = .string(mode.rawValue) }
    if let checks = options.fixtureChecks { members["fixtureChecks"] = .string(checks.rawValue) }
    if let limit = options.journalLimit { members["journalLimit"] = .number(limit) }
    if let limit = options.journalSizeLimit { members["journalSizeLimit"] = .number(limit) }
    if let limit = options.bodyLimit { members["bodyLimit"] = .number(limit) }
    if let recording = options.recording { write(recording, environment) }
    let strangers = [
      "clock": options.clock != nil,
      "reportsUnusedHandlers": options.reportsUnusedHandlers != nil,
      "reportsUnusedRecordings": options.reportsUnusedRecordings != nil,
      "attachesJournal": options.attachesJournal != nil,
    ]
    for (name, _) in strangers.orderedByKey().filter(\.value) {
      note("The option \"\(name)\" can't leave this process; leave it out of the plan.")
    }
  }

  private mutating func write(_ schema: ServiceSchema) {
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
      members["schema"] = ["texts": .object(named)]
    case .introspection(let data, _):
      members["schema"] = ["introspection": (try? MockJSON(parsing: data)) ?? .null]
    case .files(let urls):
      members["schema"] = [
        "files": .array(urls.map { .string(FixtureFolder.canonical($0).path) })
      ]
    case .missing:
      if case .failure(let error) = schema.content.load() { note("The schema: \(error)") }
    }
  }

  private mutating func write(_ policy: UnhandledPolicy) {
    switch policy.rule {
    case .fail: break
    case .passThrough: members["unhandled"] = "passThrough"
    case .respond(let response):
      do throws(HandlerEncodingError) {
        members["unhandled"] = try TableResponseEncoder.json(of: response)
      } catch {
        note("The response to unhandled requests: \(error)")
      }
    case .decide:
      note(
        "The policy for unhandled requests has a closure, which can't leave this process; "
          + "use .fail, .passThrough or .respond.")
    }
  }

  private mutating func write(_ recording: Recording, _ environment: [String: String]) {
    switch RecordingMode.effective(stated: recording.mode, environment: environment) {
    case .success(let mode):
      var stated: [String: MockJSON] = [
        "mode": .string(mode.rawValue),
        "folder": .string(FixtureFolder.canonical(recording.folder).path),
      ]
      for (name, list) in [("headers", recording.headers), ("volatile", recording.volatile)]
      where !list.isEmpty {
        stated[name] = .array(list.map { .string($0) })
      }
      members["recording"] = .object(stated)
    case .failure(let error): note(error.description)
    }
  }

  private mutating func write(_ redaction: Redaction) {
    if redaction.change != nil {
      note("The redaction has a closure, which can't leave this process; give names.")
    }
    let lists = [
      "headers": redaction.headers, "keep": redaction.keep, "members": redaction.members,
      "paths": redaction.paths.map { $0.joined(separator: ".") },
    ].filter { !$0.value.isEmpty }
    guard !lists.isEmpty else { return }
    members["redaction"] = .object(lists.mapValues { .array($0.map { .string($0) }) })
  }
}

extension Redaction {
  /// Both redactions, one after the other.
  fileprivate func adding(_ other: Redaction?) -> Redaction {
    guard let other else { return self }
    var change = change
    if let first = change, let second = other.change {
      change = { second(first($0)) }
    } else {
      change = change ?? other.change
    }
    return Redaction(
      members: members + other.members.filter { !members.contains($0) },
      paths: (paths + other.paths.filter { !paths.contains($0) })
        .map { $0.joined(separator: ".") },
      headers: headers + other.headers.filter { !headers.contains($0) },
      keep: keep + other.keep.filter { !keep.contains($0) }, change: change)
  }
}
