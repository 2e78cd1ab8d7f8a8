// The rows of `table.json` that an import adds to, or puts in the place of those of an earlier one.

import Foundation

struct ImportedRows: Sendable {
  private struct Row: Sendable {
    let request: MockJSON
    var responses: [MockJSON]
  }

  private let file: URL
  /// The whole file as it is, an object.
  private let existing: MockJSON
  private var rows: [Row] = []
  private var indices: [MockJSON: Int] = [:]

  private init(file: URL, existing: MockJSON) {
    self.file = file
    self.existing = existing
  }

  /// Reads what is there.
  static func read(_ folder: URL) -> Result<ImportedRows, RecordingError> {
    let file = folder.appendingPathComponent(TableFile.fileName)
    guard FileManager.default.fileExists(atPath: file.path) else {
      return .success(ImportedRows(file: file, existing: [:]))
    }
    do {
      let json = try MockJSON(parsing: Data(contentsOf: file))
      guard json.isObject, json["rows"].array != nil || !json.has("rows") else {
        return .failure(.noTable(file: file.path, reason: "it has no list of \"rows\"."))
      }
      return .success(ImportedRows(file: file, existing: json))
    } catch let error as JSONSyntaxError {
      return .failure(.noTable(file: file.path, reason: error.description))
    } catch {
      return .failure(.noTable(file: file.path, reason: error.fileReason))
    }
  }

  var hasNews: Bool { !rows.isEmpty }

  /// Adds a response to a request.
  mutating func append(_ response: MockJSON, to request: MockJSON) {
    if let index = indices[request] {
      rows[index].responses.append(response)
    } else {
      indices[request] = rows.count
      rows.append(Row(request: request, responses: [response]))
    }
  }

  /// Writes the table, if it says anything new.
  func write() -> RecordingError? {
    var left = Set(rows.indices)
    var all: [MockJSON] = []
    for row in existing["rows"].array ?? [] {
      if row["recorded"].bool == true, let index = indices[row["request"]] {
        // The same request twice in the file: one row is enough.
        if left.remove(index) != nil { all.append(json(of: rows[index])) }
      } else {
        all.append(row)
      }
    }
    all += left.sorted().map { json(of: rows[$0]) }
    var members = existing.object ?? [:]
    members["rows"] = .array(all)
    do {
      let text = try MockJSON.object(members).encodedPretty()
      if text == (try? Data(contentsOf: file)) { return nil }
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, options: .atomic)
      return nil
    } catch {
      return .unwritable(file: file.path, reason: error.fileReason)
    }
  }

  private func json(of row: Row) -> MockJSON {
    ["recorded": true, "request": row.request, "responses": .array(row.responses)]
  }
}
