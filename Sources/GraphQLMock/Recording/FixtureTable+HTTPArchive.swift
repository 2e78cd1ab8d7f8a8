public import Foundation

extension FixtureTable {
  /// Converts a capture of real traffic into a fixture table.
  ///
  /// Browsers and proxies such as Proxyman and Charles save captures as HTTP archives (HAR 1.2). Each GraphQL
  /// operation becomes a recording in its own file. Plain HTTP, responses that aren't GraphQL, and persisted
  /// queries with an unknown hash are skipped. Importing an archive again changes nothing.
  /// - Parameters:
  ///   - archive: The bytes of the archive.
  ///   - folder: The folder of the table. It's created if it's missing.
  ///   - redaction: The secrets to remove.
  ///   - progress: A closure that is called after each entry with the numbers of finished entries and all entries.
  ///   - leftOut: A closure that gets a message for each skipped GraphQL request, and at the end the number of others.
  /// - Returns: The sorted names of the files that were written.
  /// - Throws: An error that describes the problem in the archive, or the file that can't be written.
  @discardableResult public static func importHTTPArchive(
    _ archive: Data, into folder: URL, redaction: Redaction = Redaction(),
    progress: (_ done: Int, _ count: Int) -> Void = { _, _ in },
    leftOut: (_ message: String) -> Void = { _ in }
  ) throws -> [String] {
    let entries = try HTTPArchiveEntry.list(in: archive).get()
    let recording = Recording(.missing, folder: folder, redaction: redaction)
    let recorder = Recorder(recording, in: folder, mode: .missing, table: recording.table)
    let documents = DocumentCache()
    var otherCount = 0
    for start in stride(from: 0, to: entries.count, by: batchSize) {
      let batch = start..<min(start + batchSize, entries.count)
      var found: [(OperationRequest, SentResponse, Recorder.Occurrence)] = []
      for index in batch {
        guard let entry = HTTPArchiveEntry(entries[index]),
          case let incoming = IncomingRequest(reading: entry.request, documents: documents),
          incoming.isGraphQL || incoming.malformedDocument != nil
        else {
          otherCount += 1
          continue
        }
        let responses = entry.responses(toBatchOf: incoming.entries?.count)
        for (position, request) in (incoming.entries ?? [incoming]).enumerated() {
          let response = responses?[position]
          if let reason = entry.reasonToLeaveOut(request, response, recorder.redaction) {
            let title = request.operation?.title ?? "a GraphQL request"
            let end = reason.hasSuffix(".") ? "" : "."
            leftOut("Entry \(index + 1), \(title), was left out: \(reason)\(end)")
          } else if let operation = request.operation, let response {
            found.append((operation, response, recorder.nextOccurrence(for: operation)))
          }
        }
      }
      // All responses are searched for secrets first, because a secret in one response may occur in another.
      let redactors = found.map { $2.redactor.answered($1) }
      for ((operation, response, occurrence), redactor) in zip(found, redactors) {
        if let error = recorder.record(response, to: operation, at: occurrence, redactor) {
          throw error
        }
      }
      for index in batch { progress(index + 1, entries.count) }
    }
    let words = otherCount == 1 ? "entry isn't GraphQL and was" : "entries aren't GraphQL and were"
    if otherCount > 0 { leftOut("\(otherCount) \(words) left out.") }
    return recorder.writtenFiles.sorted()
  }

  /// The number of entries whose responses are searched for secrets before the first is written, which limits memory.
  private static let batchSize = 256
}

extension IncomingRequest {
  fileprivate var malformedDocument: MalformedRequestError? {
    if case .document? = reasonNotGraphQL?.reason { reasonNotGraphQL } else { nil }
  }
}

extension HTTPArchiveEntry {
  /// - Parameter count: The number of requests, or nil if the request isn't a batch.
  fileprivate func responses(toBatchOf count: Int?) -> [SentResponse]? {
    guard let count else { return [response] }
    guard (try? MockJSON(parsing: response.body))?.array?.count == count else { return nil }
    return RequestDecoder.entries(ofBatch: response.body).map {
      SentResponse(status: response.status, headers: response.headers, body: Data($0))
    }
  }

  fileprivate func reasonToLeaveOut(
    _ request: IncomingRequest, _ response: SentResponse?, _ redaction: Redaction
  ) -> String? {
    guard let operation = request.operation else {
      let error = request.malformedError ?? request.malformedDocument
      return "its request is malformed: \(error?.shownMessage ?? "")"
    }
    if let fault { return fault }
    guard let response else { return "the batch's response isn't a list with one result for each" }
    if response.isRefusedHash(of: operation) {
      return "the service didn't know the hash of its document"
    }
    return response.reasonNotToRecord {
      RequestRedactor(redaction, request: self.request, operations: [operation], response: response)
        .value($0)
    }?.description
  }
}
