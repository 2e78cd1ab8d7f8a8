import Foundation
import GraphQLMock

/// Finds operations, fixtures and recordings that a new schema breaks.
struct Drift {
  enum Level: String {
    case error, warning, note
  }

  struct Finding {
    var level: Level
    /// Chooses the finding's section in Markdown.
    var rule: String
    var message: String
    var file: String?
    var line = 1
    var column = 1
  }

  enum Format: String {
    case text, markdown
  }

  typealias FixtureErrors = (
    errors: [(error: FixtureError, place: String)], unchecked: FixtureTable.UncheckedFixtures
  )

  private(set) var findings: [Finding] = []
  private let unchecked: [String]

  /// `documents` is a folder of documents or an operation manifest; `fixtures` checks the tables with a schema.
  init(
    from old: (path: String, schema: ServiceSchema), to new: (path: String, schema: ServiceSchema),
    documents: String?, fixtures: (ServiceSchema) -> FixtureErrors
  ) throws {
    let changes = try SchemaChanges(from: old.schema, to: new.schema)
    findings += changes.breaking.map {
      Finding(level: .warning, rule: "breaking-change", message: $0, file: new.path)
    }
    findings += changes.dangerous.map {
      Finding(level: .note, rule: "dangerous-change", message: $0, file: new.path)
    }
    findings += try Self.unfitDefaults(old.schema, new)
    if let documents { findings += try Self.findings(in: documents, old.schema, new.schema) }
    let before = Set(fixtures(old.schema).errors.map { "\($0.place) \($0.error.message)" })
    let after = fixtures(new.schema)
    unchecked = Self.notes(on: after.unchecked)
    for (error, place) in after.errors {
      let wasThere = before.contains("\(place) \(error.message)")
      var finding = Finding(
        level: wasThere ? .note : .error, rule: wasThere ? "broken-before" : "broken-fixture",
        message: (wasThere ? "was broken before: " : "") + error.message)
      finding.place(at: place)
      findings.append(finding)
    }
  }

  private static func unfitDefaults(
    _ old: ServiceSchema, _ new: (path: String, schema: ServiceSchema)
  ) throws -> [Finding] {
    let before = Set(try old.system.unfitDefaults.map(\.message))
    return try new.schema.system.unfitDefaults.map { problem in
      let wasThere = before.contains(problem.message)
      return Finding(
        level: wasThere ? .note : .error, rule: wasThere ? "broken-before" : "broken-default",
        message: (wasThere ? "was broken before: " : "") + problem.message, file: new.path,
        line: problem.line ?? 1, column: problem.column ?? 1)
    }
  }

  private static func findings(
    in documents: String, _ old: ServiceSchema, _ new: ServiceSchema
  ) throws -> [Finding] {
    var findings: [Finding] = []
    let before = try CheckedOperation.all(at: documents, by: old)
    let after = try CheckedOperation.all(at: documents, by: new)
    for error in after.errors {
      var finding = Finding(level: .error, rule: "unreadable-document", message: error)
      finding.file = documents
      if let (place, message) = error.placeAndMessage {
        finding.place(at: String(place))
        finding.message = String(message)
      }
      findings.append(finding)
    }
    for (was, now) in zip(before.operations, after.operations) {
      func note(_ level: Level, _ rule: String, _ message: String) {
        findings.append(
          Finding(
            level: level, rule: rule, message: message, file: now.file, line: now.line,
            column: now.column))
      }
      for error in now.errors {
        if was.errors.contains(error) {
          note(.note, "broken-before", "\(now.title) was broken before: \(error)")
        } else {
          note(.error, "broken-operation", "\(now.title) breaks: \(error)")
        }
      }
      for field in now.deprecatedFields {
        note(.note, "deprecated-field", "\(now.title) asks for \(field), which is deprecated")
      }
    }
    return findings
  }

  static func notes(on unchecked: FixtureTable.UncheckedFixtures) -> [String] {
    func note(_ count: Int, _ one: String, _ several: String) -> [String] {
      let fixtures = count == 1 ? "1 fixture" : "\(count) fixtures"
      return count == 0
        ? [] : ["\(fixtures) could not be checked, as \(count == 1 ? one : several)."]
    }
    return note(
      unchecked.undocumented, "no document of its operation is known",
      "no document of their operations is known")
      + note(
        unchecked.unreadable, "its body isn't a single GraphQL response",
        "their bodies aren't single GraphQL responses")
  }

  private var notes: [String] { (findings.isEmpty ? ["Nothing breaks."] : []) + unchecked }

  var breaksSomething: Bool { findings.contains { $0.level == .error } }

  // MARK: Writing

  func lines(as format: Format) -> [String] {
    switch format {
    case .text: return findings.map(\.text) + notes
    case .markdown: return markdown
    }
  }

  private var markdown: [String] {
    let sections: [(String, [String])] = [
      ("Broken", ["broken-operation", "broken-fixture", "broken-default", "unreadable-document"]),
      ("Broken before", ["broken-before"]), ("Deprecated fields in use", ["deprecated-field"]),
      ("Breaking changes", ["breaking-change"]), ("Dangerous changes", ["dangerous-change"]),
    ]
    var lines = ["## What the new schema changes"]
    for (title, rules) in sections {
      let found = findings.filter { rules.contains($0.rule) }
      if found.isEmpty { continue }
      lines += ["", "### \(title) (\(found.count))", ""]
      lines += found.map { finding in
        let hasPlace = !finding.rule.hasSuffix("-change")
        return hasPlace ? "- `\(finding.place)` \(finding.message)" : "- \(finding.message)"
      }
    }
    return lines + notes.flatMap { ["", $0] }
  }
}

extension Drift.Finding {
  fileprivate var place: String { "\(file ?? "."):\(line):\(column)" }

  fileprivate var text: String { "\(place): \(level.rawValue): \(message)" }

  fileprivate mutating func place(at text: String) {
    let parts = text.split(separator: ":", maxSplits: 3)
    file = parts.first.map(String.init)
    if parts.count > 2, let line = Int(parts[1]), let column = Int(parts[2]) {
      (self.line, self.column) = (line, column)
    }
  }
}

extension String {
  /// Splits an error that begins with `path:line:column: `.
  var placeAndMessage: (place: Substring, message: Substring)? {
    range(of: #"^.+?:\d+:\d+: "#, options: .regularExpression).map {
      (self[$0], self[$0.upperBound...])
    }
  }
}
