import Foundation
import GraphQLMock

/// Writes a fixture for each operation of an app, and adds missing fields to existing fixtures.
struct Generation {
  private let table: String
  private var findings: [Finding] = []
  private var written: [String] = []
  private var completed: [String] = []

  init(_ documents: String, by schema: Drift.Schema, into table: String) throws {
    self.table = table
    _ = try Folders.documents(documents)
    let (operations, errors) = try CheckedOperation.all(at: documents, by: schema.schema)
    findings = errors.map { Finding(message: $0.message, place: $0.place) }
    let unanswered = OperationCoverage(
      at: documents, fixtures: [FixtureTable(folder: Folders.url(table))]
    ).unanswered
    var names: Set<String> = []
    for operation in operations {
      findings += operation.errors.map { Finding(message: $0.message, place: $0.place) }
      guard operation.errors.isEmpty else { continue }
      guard let name = operation.name, names.insert(name).inserted else {
        let reason = operation.name == nil ? "it has no name" : "another operation has its name"
        note("\(operation.description) has no fixture: \(reason)")
        continue
      }
      let path = "\(table)/\(name).json"
      if Folders.isFile(path) {
        try complete(path, of: operation)
      } else if unanswered.contains(operation.description) {
        try write(["data": try data(of: operation, completing: [:])], to: path)
        written.append(path)
      }
    }
  }

  var outcome: Command.Outcome {
    let summary =
      "Fixtures written to \(table): \(written.count). Completed: \(completed.count)."
    return Command.Outcome(
      lines: findings.map(\.text) + written + completed.map { "\($0) (completed)" } + [summary],
      hasErrors: findings.contains { $0.level == .error })
  }

  /// Adds missing fields to the data of a fixture. Requests, errors without data and streams stay as they are.
  private mutating func complete(_ path: String, of operation: CheckedOperation) throws {
    do {
      var json = try MockJSON(parsing: Data(contentsOf: Folders.url(path)))
      guard json["request"].isNull, json["data"].object != nil else {
        return note("\(path) isn't completed: it isn't only the body of a response with data")
      }
      let whole = try data(of: operation, completing: json["data"])
      guard whole != json["data"] else { return }
      json["data"] = whole
      try write(json, to: path)
      completed.append(path)
    } catch let error as JSONSyntaxError {
      findings.append(Finding(message: "\(error)", place: (path, 0, 0)))
    }
  }

  private func data(
    of operation: CheckedOperation, completing partial: MockJSON
  ) throws(Command.UsageError) -> MockJSON {
    do {
      return try operation.data(completing: partial)
    } catch {
      throw Command.UsageError(
        "\(operation.description): no response can be generated: \(error.reason)")
    }
  }

  private func write(_ json: MockJSON, to path: String) throws {
    let url = Folders.url(path).resolvingSymlinksInPath()
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      // Members are sorted as `format` sorts those of parsed files.
      try MockJSON(parsing: json.encoded()).encoded(pretty: true).write(to: url, options: .atomic)
    } catch {
      throw Command.UsageError("\(path) can't be written: \(error.fileReason)")
    }
  }

  private mutating func note(_ message: String) {
    findings.append(Finding(level: .note, message: message))
  }
}
