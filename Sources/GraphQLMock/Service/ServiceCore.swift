// What a service is behind its front door: the handlers, the journal, the open requests. The
// `MockGraphQLService` owns it; open requests own it too, so that they can end properly.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class ServiceCore: @unchecked Sendable {
  let number: Int
  let registry = HandlerRegistry()
  let journal: Journal
  private let stated = HandlerDocuments()
  private let documents: DocumentCache

  private let lock = NSLock()
  // All of these are guarded by the lock.
  private var currentSettings: ServiceSettings
  private var openLoads: [ObjectIdentifier: RequestLoad] = [:]
  private var refusal: ServiceError?

  init(number: Int, settings: ServiceSettings) {
    self.number = number
    currentSettings = settings
    journal = Journal(limit: settings.journalLimit, log: settings.log)
    documents = DocumentCache(stated: stated)
  }

  var settings: ServiceSettings { lock.withLock { currentSettings } }

  func changeSettings(_ change: (inout ServiceSettings) -> Void) {
    lock.withLock { change(&currentSettings) }
  }

  /// Registers handlers, and reports those that can't be used as they are written.
  func register(_ handlers: [RequestHandler], table: FixtureTable?) {
    registry.register(handlers, table: table)
    for handler in handlers {
      if let document = handler.document { stated.add(document) }
      guard let fault = handler.fault else { continue }
      journal.record(
        MockFailure(
          .registrationError, "The handler at \(handler.location) can't be used: \(fault)",
          handler: handler.location))
    }
  }

  /// Answers from a recording, and records, as far as the mode says so.
  func start(_ recording: Recording, environment: [String: String]) {
    let mode: RecordingMode
    switch RecordingMode.effective(stated: recording.mode, environment: environment) {
    case .success(let effective): mode = effective
    case .failure(let fault):
      mode = .never
      journal.record(MockFailure(.recordingError, fault.description))
    }
    if mode != .never {
      let recorder = Recorder(
        mode: mode, folder: recording.folder, redaction: recording.redaction)
      changeSettings { $0.recorder = recorder }
    }
    // That nothing was recorded yet is a miss like any other, and says how to record.
    guard FixtureFolder.isFolder(recording.folder) else { return }
    let table = recording.table
    changeSettings { $0.recordingTable = table }
    // What is recorded anew must not be answered from what is there.
    if mode != .all { registry.register([], table: table) }
  }

  var unusedRecordings: [String] {
    let settings = settings
    guard let table = settings.recordingTable else { return [] }
    let written = settings.recorder?.writtenFiles ?? []
    let used = registry.usedRows
    return table.content.allRows.filter { row in
      row.condition?.isRecorded == true && !used.contains(row.name)
        && !row.files.contains { written.contains($0.name.file) }
    }.map(\.name)
  }

  // MARK: Open requests

  /// Keeps a request until it ends.
  /// - Returns: why the request must fail at once; nil if it need not.
  func began(_ load: RequestLoad) -> ServiceError? {
    lock.withLock {
      if let refusal { return refusal }
      openLoads[ObjectIdentifier(load)] = load
      return nil
    }
  }

  func ended(_ load: RequestLoad) {
    lock.withLock { _ = openLoads.removeValue(forKey: ObjectIdentifier(load)) }
  }

  /// Fails all requests from now on, those that are open too.
  ///
  /// Only the first reason counts.
  func shutDown(_ reason: ServiceError) {
    let (loads, reason) = lock.withLock {
      refusal = refusal ?? reason
      return (Array(openLoads.values), refusal ?? reason)
    }
    registry.removeAll()
    journal.finishStreams()
    guard !loads.isEmpty else { return }
    // Answering waits for Foundation's queue; the caller may be on it.
    WorkerThreads.shared.run {
      for load in loads { load.answer(.failure(reason.urlError)) }
    }
  }

  /// Why requests fail; nil while they do not.
  var reasonOfRefusal: ServiceError? { lock.withLock { refusal } }

  // MARK: The way of a request

  /// Takes a request whose body was read, and sees to it that the load gets its answer.
  func receive(
    _ request: URLRequest, body: Result<ReceivedBody, BodyReadingError>, for load: RequestLoad
  ) {
    let settings = settings
    let received = ReceivedRequest(
      request, body: body, endpoints: settings.endpoints, documents: documents)
    let exchange = journal.begin(received.urlRequest, operations: received.operations)
    load.belongs(to: exchange)
    RequestExecution(core: self, settings: settings, load: load, received: received, exchange: exchange)
      .start()
  }
}

/// What a service is told when it is made, or by the scope of a test.
struct ServiceSettings: Sendable {
  var endpoints: [Endpoint] = []
  var unhandled: UnhandledPolicy = .fail
  var edition: HTTPEdition = .deployed
  var journalLimit: Int?
  /// What writes the journal down for another process.
  var log: (any JournalLog)?
  var fixtureChecks = FixtureCheckMode.warn
  /// Where the closures of handlers run.
  var closures: any ClosureRunner = DetachedClosureRunner()
  /// What delays of responses go by.
  var clock: any DelayClock = TimerThread.shared
  /// The test that runs, for messages.
  var testName: String?
  /// Where the innermost scope of the test was written.
  var scopeLocation: HandlerLocation?
  /// What records; nil where nothing is recorded.
  var recorder: Recorder?
  /// What was recorded before.
  var recordingTable: FixtureTable?
}
