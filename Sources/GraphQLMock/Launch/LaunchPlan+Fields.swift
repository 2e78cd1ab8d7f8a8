// The parts of a launch plan, each with its key, and how it is written and read.
//   {"version": 1,
//    "handlers": [{"row": …, "at": {"file": …, "path": …, "line": …, "column": …}}],
//    "tables": [{"folder": "/…/Fixtures/Checkout"}, {"bundled": "Shop"}],
//    "variants": {"PlaceOrder": "declined"},
//    "unhandled": "fail" | "passThrough" | {"status": …, "body": …},
//    "endpoints": ["https://…"], "edition": "deployed",
//    "schema": {"files": ["/…/schema.graphqls"]} | {"texts": {"schema.graphqls": "…"}}
//      | {"introspection": {…}}, "requestValidation": "fail", "responseValidation": "warn",
//    "journalLimit": 100, "journalSizeLimit": 268435456, "bodyLimit": 4194304,
//    "recording": {"mode": "missing", "folder": "/…", "headers": […]},
//    "redaction": {"headers": […], "keep": […], "members": […], "paths": […],
//                   "values": […]},
//    "journal": "/…", "test": "CheckoutTests/pay"}

import Foundation

struct LaunchPlanField: Sendable {
  typealias Path<Value> = any WritableKeyPath<LaunchPlan, Value> & Sendable
  /// Gives what a plan states, nil for nothing, and notes what can't be said.
  typealias Write<Value> = @Sendable (Value, inout LaunchPlanWriter) -> MockJSON?
  /// Gives what a text states; nil if it states nothing.
  typealias Read<Value> = @Sendable (LaunchPlanReader) throws -> Value?

  let key: String
  let write: Write<LaunchPlan>
  /// Takes over what is stated; nil for what can't leave a process.
  var read: (@Sendable (LaunchPlanReader, inout LaunchPlan) throws -> Void)?
}

extension LaunchPlan {
  /// The version of the form above.
  static let version = 1

  static let fields: [LaunchPlanField] = [
    // The version is read before all else.
    LaunchPlanField(key: "version", write: { _, _ in .number(version) }, read: { _, _ in }),
    .part("handlers", \.handlers, { $1.handlers($0) }, { try $0.handlers() }),
    LaunchPlanField(
      key: "tables", write: { $1.tables($0) }, read: { try $0.readTables(into: &$1) }),
    LaunchPlanField(
      key: "variants", write: { $1.variants($0) },
      read: { $1.variants = try $0.textMap("variants") ?? [:] }),
    .option("unhandled", \.options.unhandled, { $1.policy($0) }, { try $0.unhandled() }),
    .option(
      "endpoints", \.options.endpoints, { urls, _ in .texts(urls.map(\.absoluteString)) },
      { try $0.endpoints() }),
    .word("edition", \.options.edition),
    .word("persistedQueries", \.options.persistedQueries),
    .option(
      "documents", \.options.documents,
      { documents, _ in .object(documents.texts.mapValues { .string($0) }) },
      { try $0.textMap("documents").map { PersistedDocuments($0) } }),
    .option("schema", \.options.schema, { $1.schema($0) }, { try $0.schema() }),
    .word("requestValidation", \.options.requestValidation),
    .word("responseValidation", \.options.responseValidation),
    .count("journalLimit", \.options.journalLimit),
    .count("journalSizeLimit", \.options.journalSizeLimit),
    .count("bodyLimit", \.options.bodyLimit),
    .option("recording", \.options.recording, { $1.recording($0) }, { try $0.recording() }),
    .foreign("attachesJournal", \.options.attachesJournal),
    .foreign("clock", \.options.clock),
    .foreign("reportsUnusedHandlers", \.options.reportsUnusedHandlers),
    .foreign("reportsUnusedRecordings", \.options.reportsUnusedRecordings),
    LaunchPlanField(
      key: "redaction",
      write: { $1.redaction($0.redaction.adding($0.options.recording?.redaction)) },
      read: { $1.redaction = try $0.redaction() }),
    .option(
      "journal", \.journalFolder, { folder, _ in .string(folder.canonical.path) },
      { try $0.text("journal").map(LaunchPlanReader.folder) }),
    .option("test", \.testName, { name, _ in .string(name) }, { try $0.text("test") }),
    .part("errors", \.errors, { errors, _ in .texts(errors) }, { try $0.texts("errors") }),
  ]
}

extension LaunchPlanField {
  fileprivate static func part<Value>(
    _ key: String, _ path: Path<Value>, _ write: @escaping Write<Value>,
    _ read: @escaping Read<Value>
  ) -> Self {
    Self(key: key) { plan, writer in
      write(plan[keyPath: path], &writer)
    } read: { reader, plan in
      if let value = try read(reader) { plan[keyPath: path] = value }
    }
  }

  fileprivate static func option<Value>(
    _ key: String, _ path: Path<Value?>, _ write: @escaping Write<Value>,
    _ read: @escaping Read<Value>
  ) -> Self {
    part(key, path, { value, writer in value.flatMap { write($0, &writer) } }, read)
  }

  /// One of a few words.
  fileprivate static func word<Value: NamedValue>(
    _ key: String, _ path: Path<Value?>
  ) -> Self {
    let known = Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
    return option(key, path, { value, _ in .string(value.rawValue) }) { reader in
      guard let stated = try reader.text(key) else { return nil }
      if let value = Value(rawValue: stated) { return value }
      throw reader.parser.wrongType("\"\(key)\"", known, JSONPath([.member(key)]))
    }
  }

  /// A whole number, 0 or more.
  fileprivate static func count(_ key: String, _ path: Path<Int?>) -> Self {
    option(key, path, { count, _ in .number(count) }) { reader in
      let value = reader.parser.json[key]
      if value.isNull { return nil }
      if let count = value.int, count >= 0 { return count }
      throw reader.parser.wrongType(
        "\"\(key)\"", "a whole number, 0 or more", JSONPath([.member(key)]))
    }
  }

  /// What can't leave a process.
  fileprivate static func foreign<Value>(_ key: String, _ path: Path<Value?>) -> Self {
    Self(key: key) { plan, writer in
      if plan[keyPath: path] != nil {
        writer.note("The option \"\(key)\" can't leave this process; leave it out of the plan.")
      }
      return nil
    }
  }
}

extension MockJSON {
  /// A list of texts; nil for none.
  static func texts(_ texts: [String]) -> MockJSON? {
    texts.isEmpty ? nil : .array(texts.map { .string($0) })
  }
}
