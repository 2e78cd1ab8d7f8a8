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
      do throws(CheckedOperation.UnusableResponse) {
        let files = Self.files(of: name, in: table)
        for path in files { try complete(path, of: operation) }
        if files.isEmpty, unanswered.contains(operation.description) {
          let data = try operation.data(completing: [:])
          write(["data": data], to: "\(table)/\(name).json", \.written)
        }
      } catch {
        findings.append(
          Finding(
            message: "no response to \(operation.description) can be generated: \(error.reason)"))
      }
    }
  }

  /// Returns the paths of an operation's fixture and of its variants, such as `Cart.json` and `Cart.empty.json`.
  private static func files(of name: String, in table: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: table)) ?? []
    return files.filter { $0.hasPrefix("\(name).") && $0.hasSuffix(".json") }.sorted()
      .map { "\(table)/\($0)" }
  }

  /// - Parameter errors: The errors in the fixtures, for example of stated values that don't fit the schema.
  func outcome(adding errors: [Finding]) -> Command.Outcome {
    let summary = "Fixtures written to \(table): \(written.count). Completed: \(completed.count)."
    let findings = findings + errors
    return Command.Outcome(
      lines: findings.map(\.text) + written + completed.map { "\($0) (completed)" } + [summary],
      hasErrors: findings.contains { $0.level == .error })
  }

  /// Adds missing fields to the data of a fixture. Requests, errors without data and streams stay as they are.
  private mutating func complete(
    _ path: String, of operation: CheckedOperation
  ) throws(CheckedOperation.UnusableResponse) {
    // `check`, which follows, reports a file that can't be read.
    guard let bytes = try? Data(contentsOf: Folders.url(path)),
      var json = try? MockJSON(parsing: bytes)
    else { return }
    guard json["request"].isNull, json["data"].object != nil else {
      return note("\(path) isn't completed: it isn't only the body of a response with data")
    }
    let whole = try operation.data(completing: json["data"])
    guard whole != json["data"] else { return }
    json["data"] = whole
    write(json, to: path, \.completed)
  }

  private mutating func write(
    _ json: MockJSON, to path: String, _ paths: WritableKeyPath<Self, [String]>
  ) {
    let url = Folders.url(path).resolvingSymlinksInPath()
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      // Members are sorted as `format` sorts those of parsed files.
      try MockJSON(parsing: json.encoded()).encoded(pretty: true).write(to: url, options: .atomic)
      self[keyPath: paths].append(path)
    } catch {
      findings.append(Finding(message: "\(path) can't be written: \(error.fileReason)"))
    }
  }

  private mutating func note(_ message: String) {
    findings.append(Finding(level: .note, message: message))
  }
}
