import Dispatch
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
  /// in the place of those that were imported for the same request, else behind those that are there.
  /// Entries without a response that can be read are left out, and so are answers to operations that aren't
  /// GraphQL responses, and the first halves of handshakes for automatic persisted queries, which only say that
  /// the service does not know a hash yet. To import an archive twice is the same as once.
  /// - Parameters:
  ///   - archive: The archive's bytes.
  ///   - folder: The table's folder; it is made if it is not there.
  ///   - redaction: What must never be written down.
  ///   - progress: Is told how many entries are done, and how many there are, for each of them.
  ///   - leftOut: Is told of each GraphQL entry that is left out, and why; of all others in one sentence.
  /// - Returns: the names of the files that were written, sorted.
  /// - Throws: an error that says what is wrong with the archive, or which file can't be written. A
  ///   `table.json` that is no table is such an error, and stays as it is.
  @discardableResult public static func importHTTPArchive(
    _ archive: Data, into folder: URL, redaction: Redaction = Redaction(),
    progress: (_ done: Int, _ count: Int) -> Void = { _, _ in },
    leftOut: (_ message: String) -> Void = { _ in }
  ) throws -> [String] {
    let entries = try HTTPArchiveEntry.list(in: archive).get()
    var rows = try ImportedRows.read(folder).get()
    let recording = Recording(.missing, folder: folder, redaction: redaction)
    // A capture adds to others, and takes the place of none that differs in what is replaced.
    let recorder = Recorder(
      recording, mode: .missing, table: folder.isFolder ? recording.table : nil)
    let documents = DocumentCache()
    var otherCount = 0
    for start in stride(from: 0, to: entries.count, by: batchSize) {
      let batch = start..<min(start + batchSize, entries.count)
      var found: [ArchivedExchange] = []
      var others: [(entry: HTTPArchiveEntry, redactor: ExchangeRedactor)] = []
      for index in batch {
        guard let entry = HTTPArchiveEntry(entries[index]) else {
          otherCount += 1
          continue
        }
        let received = ReceivedRequest(
          entry.request, body: .success(RequestBody.Received(entry.request.httpBody ?? Data())),
          endpoints: [], documents: documents)
        func leaveOut(_ title: String?, _ reason: String) {
          leftOut("Entry \(index + 1), \(title ?? "a GraphQL request"), was left out: \(reason).")
        }
        if let fault = entry.fault {
          if received.isGraphQL {
            let titles = received.operations.map(\.title)
            leaveOut(titles.isEmpty ? nil : titles.joined(separator: " + "), fault)
          } else {
            otherCount += 1
          }
          continue
        }
        let exchanges = Self.exchanges(received, entry.response)
        if exchanges.isEmpty {
          let redactor = ExchangeRedactor(
            recorder.redaction, request: entry.request, operations: [], response: entry.response)
          others.append((entry, redactor))
        }
        // The entry of a batch comes as a whole.
        let stream = exchanges.count == 1 ? entry.stream : nil
        for (operation, response) in exchanges {
          if response.isRefusedHash(of: operation) {
            leaveOut(operation.title, "the service didn't know the hash of its document")
          } else if let reason = response.reasonNotToRecord({
            ExchangeRedactor(
              recorder.redaction, request: entry.request, operations: [operation],
              response: response
            ).value($0)
          }) {
            leaveOut(operation.title, "\(reason)")
          } else {
            found.append(
              ArchivedExchange(
                operation: operation, response: response,
                place: recorder.nextPlace(for: operation), stream: stream))
          }
        }
      }
      if let error = recorder.record(found) { throw error }
      // Once all answers are known: any may have handed out what a path holds.
      for (entry, redactor) in others {
        rows.append(
          recorder.responseJSON(entry.response, redactor),
          to: rowRequest(entry.request, redactor))
      }
      for index in batch { progress(index + 1, entries.count) }
    }
    if otherCount > 0 {
      let entries = otherCount == 1 ? "1 entry isn't" : "\(otherCount) entries aren't"
      leftOut("\(entries) GraphQL, and left out for want of a response that can be read.")
    }
    var files = recorder.writtenFiles
    if rows.hasNews {
      if let error = rows.write() { throw error }
      files.insert(TableFile.fileName)
    }
    return files.sorted()
  }

  /// How many entries are written at a time.
  private static let batchSize = 256

  /// The operations of a request with their answers: of a batch, one for each entry.
  private static func exchanges(
    _ received: ReceivedRequest, _ response: ExchangeResponse
  ) -> [(OperationRequest, ExchangeResponse)] {
    guard let entries = received.entries else {
      return received.operation.map { [($0, response)] } ?? []
    }
    guard let answers = BatchEntries.split(response.body), answers.count == entries.count else {
      return []
    }
    return zip(entries, answers).compactMap { entry, answer in
      entry.operation.map {
        (
          $0,
          ExchangeResponse(
            status: response.status, headers: response.headers, body: Data(answer))
        )
      }
    }
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
}

// The exchanges of an archive are written several at once: most of the time goes into redaction.

/// An exchange of an archive, with its place among its repeats.
struct ArchivedExchange: Sendable {
  let operation: OperationRequest
  let response: ExchangeResponse
  let place: Recorder.Place
  let stream: RecordedStream?
}

extension Recorder {
  /// Writes exchanges.
  /// - Returns: what went wrong with the first that can't be written.
  func record(_ exchanges: [ArchivedExchange]) -> RecordingError? {
    let errors = Locked<[Int: RecordingError]>([:])
    let redactors = Locked<[Int: ExchangeRedactor]>([:])
    @Sendable func write(_ index: Int) {
      let exchange = exchanges[index]
      let error = record(
        exchange.response, to: exchange.operation, at: exchange.place, stream: exchange.stream,
        redactors.withLock { $0[index] })
      if let error { errors.withLock { $0[index] = error } }
    }
    // An entry may repeat what another one hands out.
    DispatchQueue.concurrentPerform(iterations: exchanges.count) { index in
      let redactor = learn(from: exchanges[index].response, at: exchanges[index].place)
      redactors.withLock { $0[index] = redactor }
    }
    // The first answer to a request names the files of those that follow.
    let first = exchanges.indices.filter { exchanges[$0].place.position == 1 }
    DispatchQueue.concurrentPerform(iterations: first.count) { write(first[$0]) }
    for index in exchanges.indices where exchanges[index].place.position > 1 { write(index) }
    return errors.withLock { $0.min { $0.key < $1.key }?.value }
  }
}
