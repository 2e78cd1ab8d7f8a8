import GraphQLMock

/// Compares two versions of a schema, and finds operations, fixtures and recordings that the new version breaks.
struct Drift {
  typealias Schema = (paths: [String], schema: ServiceSchema, system: TypeSystem)
  typealias FixtureErrors = (errors: [Finding], unchecked: FixtureTable.UncheckedFixtures)

  private(set) var findings: [Finding] = []
  private let unchecked: [String]
  private var told: Set<String> = []
  /// The titles of the operations in the paths that were read. A table may have copies of them.
  private var titles: Set<String> = []
  /// The `Finding.documentError` of all errors in operations, which aren't repeated for their fixtures.
  private var documentErrors: Set<String> = []

  /// Compares two schemas, and checks operations and fixtures with both. `documents` lists folders and manifests.
  init(
    from old: Schema, to new: Schema, documents: [String],
    fixtures: (ServiceSchema) -> FixtureErrors
  ) throws {
    let before = Set(fixtures(old.schema).errors.map(\.text))
    let after = fixtures(new.schema)
    unchecked = Self.notes(on: after.unchecked)
    let changes = SchemaChanges(from: old.system, to: new.system)
    add(changes, new)
    let unfit = Set(old.system.unfitDefaults.map(\.message))
    findings += new.system.unfitDefaults.map {
      Folders.finding($0, in: new.paths).known(unfit.contains($0.message))
    }
    for path in documents {
      try add(CheckedOperation.all(at: path, by: old.schema).operations, path, new, changes)
    }
    let places = Set(findings.compactMap(\.placeText))
    for error in after.errors where !places.contains(error.placeText ?? "") {
      if let problem = error.documentError, documentErrors.contains(problem) { continue }
      findings.append(error.known(before.contains(error.text)))
    }
  }

  private mutating func add(_ changes: SchemaChanges, _ new: Schema) {
    let places = new.system.places(of: changes.all.compactMap(\.offset))
    for level in [Finding.Level.error, .note] {
      for change in changes.all where change.level == level {
        let place = change.offset.flatMap { places[$0] }.map {
          (Folders.path(of: $0.file, in: new.paths), $0.line, $0.column)
        }
        findings.append(
          Finding(
            level: level, section: level == .error ? .breakingChange : .dangerousChange,
            message: change.message, place: place ?? (new.paths[0], 0, 0)))
      }
    }
  }

  private mutating func add(
    _ before: [CheckedOperation], _ path: String, _ new: Schema, _ changes: SchemaChanges
  ) throws {
    // Both schemas are compared with the same files, so the operations correspond in their order.
    let after = try CheckedOperation.all(at: path, by: new.schema)
    findings += after.errors.map { Finding(message: $0.message, place: $0.place) }
    let operations = zip(before, after.operations).filter {
      $1.name == nil || !titles.contains($1.title)
    }
    for (was, now) in operations {
      titles.insert(now.title)
      let known = Set(was.errors.map(\.message))
      for (message, place) in now.errors {
        let wasThere = known.contains(message)
        documentErrors.insert(Finding.documentError(message, of: now.title))
        tell(
          now, wasThere ? .note : .error, wasThere ? .brokenBefore : .broken,
          (wasThere ? "was broken before: " : "breaks: ") + message, place)
      }
      var affecting: Set<String> = []
      for use in now.uses {
        if use.isDeprecated {
          tell(now, .note, .deprecated, "uses \(use.name), which is deprecated", use.place)
        }
        for change in changes.affecting(use.name, use.type)
        where was.errors.isEmpty && affecting.insert(change.message).inserted {
          let effect = use.name.hasPrefix("$") ? "its variables may not be" : "its responses change"
          tell(
            now, change.level == .error ? .error : .warning, .changedResponse,
            "is still valid, but \(effect): \(change.message)", use.place)
        }
      }
    }
  }

  private mutating func tell(
    _ operation: CheckedOperation, _ level: Finding.Level, _ section: Finding.Section,
    _ predicate: String, _ place: TypeSystem.Place
  ) {
    // All operations of a manifest have line 1 and column 1, so their titles distinguish them.
    let owner = place.file.hasSuffix(".json") ? operation.title : ""
    guard told.insert("\(owner) \(place) \(predicate)").inserted else { return }
    let message = "\(operation.title) \(predicate)"
    findings.append(Finding(level: level, section: section, message: message, place: place))
  }

  static func notes(on unchecked: FixtureTable.UncheckedFixtures) -> [String] {
    func note(_ count: Int, _ one: String, _ several: String) -> [String] {
      let start = count == 1 ? "1 fixture" : "\(count) fixtures"
      return count == 0
        ? [] : ["\(start) could not be checked, because \(count == 1 ? one : several)."]
    }
    let documents = "no document of their operations is known"
    let bodies = "their bodies aren't single GraphQL responses"
    return note(unchecked.undocumented, "no document of its operation is known", documents)
      + note(unchecked.unreadable, "its body isn't a single GraphQL response", bodies)
  }

  /// Breaking changes alone, which affect no operation or fixture, break nothing.
  var breaksSomething: Bool {
    findings.contains { $0.level == .error && $0.section != .breakingChange }
  }

  private var notes: [String] { (findings.isEmpty ? ["Nothing breaks."] : []) + unchecked }

  var text: [String] { findings.map(\.text) + notes }

  var workflowCommands: [String] {
    findings.map { finding in
      // The changes of a schema alone aren't errors of the command.
      var finding = finding
      if finding.section == .breakingChange { finding.level = .warning }
      return finding.workflowCommand
    } + notes
  }

  var markdown: [String] {
    var lines = ["## Effects of the new schema"]
    for section in Finding.Section.allCases {
      let found = findings.filter { $0.section == section }
      if found.isEmpty { continue }
      lines += ["", "### \(section.rawValue) (\(found.count))", ""] + found.map(\.markdown)
    }
    return lines + notes.flatMap { ["", $0] }
  }
}
