public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// From an HTTP archive to a table.

extension FixtureTable {
  /// Turns a capture of real traffic into a fixture table.
  ///
  /// Proxies such as Proxyman and Charles, and browsers, save captures as HTTP archives (HAR 1.2).
  /// Requests for operations become exchanges, a file each; all others become rows of `table.json`,
  /// behind those that are there.
  /// - Parameters:
  ///   - archive: The archive's bytes.
  ///   - folder: The table's folder; it is made if it is not there.
  ///   - redaction: What must never be written down.
  /// - Returns: the names of the files that were written, sorted.
  /// - Throws: an error that says what is wrong with the archive, or which file can't be written.
  @discardableResult public static func importHTTPArchive(
    _ archive: Data, into folder: URL, redaction: Redaction = Redaction()
  ) throws -> [String] {
    let entries = try HTTPArchiveEntry.entries(of: archive).get()
    let recorder = Recorder(mode: .all, folder: folder, redaction: redaction)
    let documents = DocumentCache()
    var rows: [(request: MockJSON, responses: [MockJSON])] = []
    for entry in entries {
      let received = ReceivedRequest(
        entry.request, body: .success(ReceivedBody(entry.request.httpBody ?? Data())),
        endpoints: [], documents: documents)
      if let operation = received.operation {
        let file = recorder.nextFile(for: operation)
        if let fault = recorder.record(entry.response, to: operation, as: file) { throw fault }
      } else {
        let redactor = ExchangeRedactor(
          redaction, request: entry.request, operations: [], response: entry.response)
        let request = rowRequest(entry.request, redactor)
        let response = recorder.responseJSON(entry.response, redactor)
        if let index = rows.firstIndex(where: { $0.request == request }) {
          rows[index].responses.append(response)
        } else {
          rows.append((request, [response]))
        }
      }
    }
    var files = recorder.writtenFiles
    if !rows.isEmpty {
      try write(rows, to: folder)
      files.insert(TableFile.fileName)
    }
    return files.sorted()
  }

  private static func rowRequest(
    _ request: URLRequest, _ redactor: ExchangeRedactor
  ) -> MockJSON {
    var row: [String: MockJSON] = ["method": .string(request.httpMethod ?? "GET")]
    if let host = request.url?.host { row["host"] = .string(host) }
    let redacted = request.url.flatMap { URL(string: redactor.url($0)) }
    row["path"] = .string(redacted?.path(percentEncoded: true) ?? "/")
    let redactedItems = QueryItems(redacted).items
    var items: [String: MockJSON] = [:]
    for (index, item) in QueryItems(request.url).items.enumerated() {
      // A secret may have any value.
      let isOpen = index < redactedItems.count && redactedItems[index] == item
      items[item.name] = isOpen ? .string(item.value) : .null
    }
    if !items.isEmpty { row["queryItems"] = .object(items) }
    return .object(row)
  }

  private static func write(
    _ rows: [(request: MockJSON, responses: [MockJSON])], to folder: URL
  ) throws {
    let file = folder.appendingPathComponent(TableFile.fileName)
    let existing = try? MockJSON(parsing: Data(contentsOf: file))
    let new: [MockJSON] = rows.map {
      ["recorded": true, "request": $0.request, "responses": .array($0.responses)]
    }
    let table: MockJSON = ["rows": .array((existing?["rows"].array ?? []) + new)]
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try table.encodedPretty().write(to: file, options: .atomic)
    } catch {
      throw RecordingError.unwritable(file: file.path, reason: error.localizedDescription)
    }
  }
}
