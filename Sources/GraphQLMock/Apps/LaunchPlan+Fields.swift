// The fields of a launch plan, which is a JSON object:
//   {"version": 1,
//    "handlers": [{"row": …, "at": {"file": …, "path": …, "line": …, "column": …}}],
//    "tables": [{"folder": "/…/Fixtures/Checkout"}, {"bundled": "Shop"}],
//    "fixtureVariants": {"PlaceOrder": "declined"},
//    "unhandled": "fail" | "passThrough" | {"status": …, "body": …},
//    "endpoints": ["https://…"], "edition": "deployed", "persistedQueries": "supported", "documents": {"…": "{ … }"},
//    "requestValidation": "fail", "responseValidation": "warn",
//    "schema": {"files": ["/…/schema.graphqls"]} | {"texts": {"schema.graphqls": "…"}} | {"introspection": {…}},
//    "journalLimit": 100, "journalSizeLimit": 268435456, "bodyLimit": 4194304,
//    "recording": {"mode": "missing", "folder": "/…", "headers": […]},
//    "redaction": {"headers": […], "keep": […], "members": […], "paths": […], "values": […]},
//    "objects": {"Todo": [{"id": "1", …}]}, "clock": "stepped", "journal": "/…", "test": "CheckoutTests/pay"}
// A change to the running app (see `AppCommand`) has fewer of these fields, and also the field "command".

import Foundation

extension LaunchPlan {
  typealias Field = FormField<LaunchPlan>

  static let version = 1

  static let fields: [Field] = [
    // The version is checked before the fields are read.
    Field(key: "version", write: { _ in .number(version) }, read: { _, _ in }),
    handlersField, tablesField, fixtureVariantsField, unhandledField,
    .optional(
      "endpoints", \.options.endpoints, write: { .texts($0.map(\.absoluteString)) },
      read: { parser in
        let urls = try (try parser.list() ?? []).map { element in
          guard let url = try element.url() else { throw element.wrongType("a string") }
          return url
        }
        return urls.isEmpty ? nil : urls
      }),
    .word("edition", \.options.edition),
    .word("persistedQueries", \.options.persistedQueries),
    .optional(
      "documents", \.options.documents,
      write: {
        .object(of: $0.texts.map { (String(decoding: $0.bytes, as: UTF8.self), .string($1)) })
      },
      read: { try $0.textsByName().map { PersistedDocuments($0.lazy.map { ($0, $1) }) } }),
    schemaField,
    .word("requestValidation", \.options.requestValidation),
    .word("responseValidation", \.options.responseValidation),
    .limit("journalLimit", \.options.journalLimit),
    .limit("journalSizeLimit", \.options.journalSizeLimit),
    .limit("bodyLimit", \.options.bodyLimit),
    recordingField,
    .optional(
      "objects", \.options.objects, write: { .object($0.mapValues { .array($0) }) },
      read: { try $0.object()?.object?.mapValues { $0.array ?? [] } }),
    .foreign("attachesJournal", \.options.attachesJournal),
    .optional(
      "clock", \.options.clock, write: { _ in "stepped" },
      read: { parser in
        guard let stated = try parser.text() else { return nil }
        guard stated == "stepped" else { throw parser.wrongType("\"stepped\"") }
        return SteppedClock()
      }),
    .foreign("reportsUnusedHandlers", \.options.reportsUnusedHandlers),
    .foreign("reportsUnusedRecordings", \.options.reportsUnusedRecordings),
    redactionField,
    .optional(
      "journal", \.journalFolder, write: { .string($0.canonical.path) },
      read: { $0.json.isNull ? nil : try folder($0) }),
    .text("test", \.testName),
    .texts("errors", \.errors),
    .optional("command", \.command, write: { $0 }, read: { try $0.object() }),
  ]

  private static let handlersField = Field.property(
    "handlers", \.handlers,
    write: { handlers in
      var (rows, problems): ([MockJSON], [String]) = ([], [])
      for handler in handlers {
        do {
          let row = try HandlerForm.json(of: handler)
          // The test reports what the app couldn't read.
          let parser = try FixtureParser(Data(row.description.utf8), display: "", folder: nil)
          let read = try HandlerForm.handler(parser, isFixture: false, handler.location)
          guard try HandlerForm.json(of: read)["request"] == row["request"] else {
            throw FormError.pattern("null instead of an object")
          }
          rows.append(["row": row, "at": handler.location.json])
        } catch {
          let reason = (error as? FixtureError)?.message ?? "\(error)"
          problems.append("The handler for \(handler.title) (\(handler.location)): \(reason)")
        }
      }
      guard problems.isEmpty else { throw FormError(problems: problems) }
      return rows.isEmpty ? nil : .array(rows)
    },
    read: { parser in
      try parser.list()?.map { handler in
        guard handler.json.isObject else { throw handler.wrongType("an object", "a handler") }
        try handler.allow(["row", "at"])
        return try HandlerForm.handler(
          handler["row"], isFixture: false,
          CodeLocation(line: handler["at"].json)
            ?? CodeLocation(fileID: parser.display, filePath: "", line: 0, column: 0))
      }
    })

  private static let tablesField = Field(key: "tables") { plan in
    let errors = plan.tables.compactMap(\.content.error)
    guard errors.isEmpty else { throw FormError(problems: errors.map { "\($0)" }) }
    let folders = plan.tables.compactMap(\.folder)
    for folder in folders { RecordingOwners.shared.keepWhole(folder) }
    let list: [MockJSON] =
      folders.map { ["folder": .string($0.canonical.path)] }
      + plan.bundledFixtures.map { ["bundled": .string($0)] }
    return list.isEmpty ? nil : .array(list)
  } read: { parser, plan in
    for table in try parser["tables"].list() ?? [] {
      guard table.json.isObject else { throw table.wrongType("an object", "a table") }
      try table.allow(["folder", "bundled"])
      if let name = try table["bundled"].text() {
        plan.bundledFixtures.append(name)
      } else {
        plan.tables.append(FixtureTable(try folder(table["folder"]), isConfined: true))
      }
    }
  }

  private static let fixtureVariantsField = Field(key: "fixtureVariants") { plan in
    // Variants aren't checked if they may be in the app's bundle, which the test can't read.
    let tables = plan.tables + [plan.options.recording?.table].compactMap { $0 }
    if plan.bundledFixtures.isEmpty, tables.allSatisfy({ $0.content.error == nil }) {
      let problems = plan.fixtureVariants.orderedByKey().compactMap {
        operation, variant -> String? in
        let name = "\(operation).\(variant)"
        switch tables.lazy.compactMap({ $0.fixture(named: name) }).first {
        case .success?: return nil
        case .failure(let error)?: return "\(error)"
        case nil:
          let nearest = tables.lazy.compactMap { $0.nearestName(to: name) }.first
          let error = ResponseWritingError.unknownFixture(
            name: name, tables: tables.map(\.name), nearest: nearest,
            variants: tables.flatMap { $0.variants(besides: name) })
          return "\(error)"
        }
      }
      guard problems.isEmpty else { throw FormError(problems: problems) }
    }
    return plan.fixtureVariants.isEmpty
      ? nil : .object(plan.fixtureVariants.mapValues { .string($0) })
  } read: { parser, plan in
    plan.fixtureVariants = Dictionary(try parser["fixtureVariants"].textsByName() ?? []) { $1 }
  }

  private static let unhandledField = Field.optional(
    "unhandled", \.options.unhandled,
    write: { policy in
      switch policy.rule {
      case .fail: return nil
      case .passThrough: return "passThrough"
      case .respond(let response):
        do {
          return try ResponseForm.json(of: response)
        } catch {
          throw FormError.unusable("The response to unhandled requests: \(error)")
        }
      case .decide:
        throw FormError.unusable(
          "The policy for unhandled requests has a closure, which can't leave this process; "
            + "use .fail, .passThrough or .respond.")
      }
    },
    read: { parser in
      if parser.json.isObject {
        return .respond(try ResponseForm.response(parser, isRecorded: true))
      }
      switch try parser.text() {
      case nil: return nil
      case "fail": return .fail
      case "passThrough": return .passThrough
      default: throw parser.wrongType("\"fail\", \"passThrough\" or a response")
      }
    })

  private static let schemaField = Field.optional(
    "schema", \.options.schema,
    write: { schema in
      var problems: [String] = []
      if schema.content.hasScalarChecks {
        problems.append(
          "The schema's checks of custom scalars can't leave this process; "
            + "leave them out of the plan.")
      }
      var members: [String: MockJSON] = [:]
      switch schema.content.origin {
      case .missing, .named:
        if case .failure(let error) = schema.content.load() {
          problems.append("The schema: \(error)")
        }
      case .definitions(let texts):
        // A number makes the name of a file unique, because names become the keys of a JSON object.
        var named: [String: MockJSON] = [:]
        for (index, text) in texts.enumerated() {
          let name = named[text.file] == nil ? text.file : "\(text.file) (\(index + 1))"
          named[name] = .string(text.text)
        }
        members["texts"] = .object(named)
      case .introspection(let data, _):
        members["introspection"] = (try? MockJSON(parsing: data)) ?? .null
      case .files(let urls): members["files"] = .array(urls.map { .string($0.canonical.path) })
      }
      guard problems.isEmpty else { throw FormError(problems: problems) }
      return members.isEmpty ? MockJSON?.none : .object(members)
    },
    read: { parser in
      guard try parser.object() != nil else { return nil }
      try parser.allow(["files", "texts", "introspection"])
      let files = try (try parser["files"].list() ?? []).map(folder)
      if !files.isEmpty { return ServiceSchema(contentsOf: files) }
      let introspection = parser["introspection"].json
      do {
        if !introspection.isNull {
          return try ServiceSchema(introspection: introspection.encoded())
        }
        let texts = try parser["texts"].textsByName() ?? []
        return try ServiceSchema(definitions: texts)
      } catch {
        throw error as? FixtureError ?? parser.error(.schema("\(error)"))
      }
    })

  private static let recordingField = Field.optional(
    "recording", \.options.recording,
    write: { recording in
      guard let folder = recording.folder else {
        throw FormError.unusable(RecordingError.noFolder.description)
      }
      RecordingOwners.shared.keepWhole(folder)
      var members: [String: MockJSON] = [
        "mode": .string(recording.mode.rawValue), "folder": .string(folder.canonical.path),
      ]
      members["headers"] = .texts(recording.headers)
      if recording.isImplied { members["isImplied"] = true }
      return .object(members)
    },
    read: { parser in
      guard try parser.object() != nil else { return nil }
      try parser.allow(["mode", "folder", "headers", "isImplied"])
      guard let mode = Recording.Mode(rawValue: try parser["mode"].text() ?? "") else {
        throw parser["mode"].wrongType(Recording.Mode.spellings)
      }
      return Recording(
        Recording(mode), folder: try folder(parser["folder"]),
        headers: try parser["headers"].texts()
      ).changing {
        $0.isConfined = true
        $0.isImplied = parser["isImplied"].json == true
      }
    })

  /// The redaction is read after the tables and the recording, because reading it also sets their redaction.
  private static let redactionField = Field(key: "redaction") { plan in
    let redaction = plan.redaction.adding(plan.options.recording?.redaction)
    guard redaction.change == nil else {
      throw FormError.unusable(
        "The redaction has a closure, which can't leave this process; give names.")
    }
    let json = try names.json(of: redaction)
    return json == [:] ? MockJSON?.none : json
  } read: { parser, plan in
    guard try parser["redaction"].object() != nil else { return }
    var stated = Redaction()
    try names.read(parser["redaction"], into: &stated)
    plan.redaction = stated
    plan.options.recording = plan.options.recording?.redacted(by: stated)
    for index in plan.tables.indices { plan.tables[index].redaction = stated }
  }

  private static let names: [FormField<Redaction>] = [
    .texts("headers", \.headers), .texts("keep", \.keep), .texts("members", \.members),
    .property(
      "paths", \.paths, write: { .texts($0.map { $0.joined(separator: ".") }) },
      read: { Redaction(paths: try $0.texts()).paths }),
    .property(
      "values", \.values, write: { .texts($0) },
      read: { Redaction(values: try $0.texts()).values }),
  ]
}

extension FormField<LaunchPlan> {
  fileprivate static func word<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ path: Path<Value?>
  ) -> Self {
    optional(key, path, write: { .string($0.rawValue) }) { parser in
      guard let stated = try parser.text() else { return nil }
      if let value = Value(rawValue: stated) { return value }
      throw parser.wrongType(Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or "))
    }
  }

  fileprivate static func limit(_ key: String, _ path: Path<Int?>) -> Self {
    optional(
      key, path, write: { .number(max($0, 0)) }, read: { $0.json.isNull ? nil : try $0.count() })
  }

  fileprivate static func foreign<Value>(_ key: String, _ path: Path<Value?>) -> Self {
    Self(
      key: key,
      write: { plan in
        guard plan[keyPath: path] != nil else { return nil }
        throw FormError.unusable(
          "The option \"\(key)\" can't leave this process; leave it out of the plan.")
      }, read: nil)
  }
}
