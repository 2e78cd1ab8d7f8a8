// The state of a service. Open requests own it too, so that they can end properly.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class ServiceCore: Sendable {
  private struct State {
    var settings: ServiceSettings
    var openCalls: [ObjectIdentifier: ServiceCall] = [:]
    var reason: ServiceError?
    var hasToldDefaults = false
    var hasPassedThrough = false
    /// Names that the journal was asked for without finding a request.
    var namesInVain: [String: OperationType?] = [:]
    /// Dotted names that were read from JSON as if they were paths; `nil` until a scope asks for them.
    var pathsInVain: Locked<Set<[String]>>?
    /// By the operation's name in messages.
    var expectedCounts: [String: (name: OperationName, count: Int, location: HandlerLocation)] = [:]
    var configurations: [URLSessionConfiguration] = []
    /// The wait of the last request that ended while its body was read.
    var lastUnread: (wait: PendingWait, end: ContinuousClock.Instant)?
  }

  let registry = HandlerRegistry()
  let journal: Journal
  let feeds = OpenFeeds()
  let persistedQueries = Locked(PersistedQueryStore())
  let madeUpObjects = MadeUpObjects()
  /// All services of the process.
  let neighbours: @Sendable () -> [ServiceCore]
  /// The number of the service in whose scope this one was created.
  let maker: Int?
  /// Unique in the process, unlike addresses, which are reused.
  let number = ServiceCore.lastNumber.withLock { $0.next() }
  private static let lastNumber = Locked(0)
  let start = ContinuousClock.now
  private let state: Locked<State>

  init(
    _ settings: ServiceSettings, madeBy maker: ServiceCore? = nil,
    neighbours: @escaping @Sendable () -> [ServiceCore] = { [] }
  ) {
    self.neighbours = neighbours
    self.maker = maker?.number
    state = Locked(State(settings: settings))
    journal = Journal(settings.journalLimits, log: settings.log)
  }

  var settings: ServiceSettings { state.withLock { $0.settings } }

  /// Whether clients may send real secrets, because the real service answers or was recorded.
  var isReal: Bool {
    let (settings, hasPassedThrough) = state.withLock { ($0.settings, $0.hasPassedThrough) }
    if case .passThrough = settings.unhandled.rule { return true }
    return settings.recording != nil || hasPassedThrough
      || registry.all.contains { $0.handler?.passesThrough == true }
  }

  func notePassThrough() { state.withLock { $0.hasPassedThrough = true } }

  func changeSettings(_ change: (inout ServiceSettings) -> Void) {
    let limits = state.withLock { state in
      change(&state.settings)
      return state.settings.journalLimits
    }
    journal.setLimits(limits)
  }

  func withExpectedCounts<Result>(
    _ body: (inout [String: (name: OperationName, count: Int, location: HandlerLocation)]) -> Result
  ) -> Result {
    state.withLock { body(&$0.expectedCounts) }
  }

  func takeWarningOfDefaults() -> Bool {
    state.withLock { state in
      defer { state.hasToldDefaults = true }
      return !state.hasToldDefaults
    }
  }

  var namesInVain: [String: OperationType?] { state.withLock { $0.namesInVain } }

  func noteInVain(_ name: String, _ type: OperationType?) {
    state.withLock { _ = $0.namesInVain.updateValue(type, forKey: name) }
  }

  var pathsInVain: Locked<Set<[String]>> {
    state.withLock { state in
      let paths = state.pathsInVain ?? Locked([])
      state.pathsInVain = paths
      return paths
    }
  }

  var configurations: [URLSessionConfiguration] { state.withLock { $0.configurations } }

  func installed(in configuration: URLSessionConfiguration) {
    state.withLock { $0.configurations = $0.configurations.suffix(7) + [configuration] }
  }

  func register(_ handlers: [RequestHandler], table: FixtureTable? = nil) {
    registry.register(handlers, table: table)
    if !journal.failures.isEmpty { warnOfMissed(by: handlers) }
    for handler in handlers {
      guard let reason = handler.definitionError else { continue }
      journal.record(
        MockFailure(
          .registrationError, "The handler at \(handler.location) can't be used: \(reason)",
          handler: handler.location))
    }
  }

  // MARK: Recording

  func start(_ recording: Recording, environment: [String: String]) {
    guard recording.folder != nil else {
      return journal.record(MockFailure(.recordingError, RecordingError.noFolder.description))
    }
    let mode: Recording.Mode
    var idleReason: MatchFailure.IdleRecording.Reason?
    switch recording.mode(in: environment) {
    case .success(let effective):
      mode = effective
      if mode == .never {
        idleReason = recording.idleReason(in: environment)
      }
    case .failure(let error):
      mode = .never
      idleReason = .environmentIsUnclear
      journal.record(MockFailure(.recordingError, error.description))
    }
    let answers = ExchangeableTable(nil)
    changeSettings {
      $0.recording = ServiceSettings.StatedRecording(
        stated: recording, mode: mode, idleReason: idleReason)
      $0.recordedAnswers = answers
      $0.use(recording.redaction)
    }
    use(recording)
    // Existing recordings must not answer what is recorded again.
    if !mode.asksAlways { registry.register([], table: answers) }
  }

  func startCase(_ name: String) {
    changeSettings {
      $0.isUnnamedCase = false
      $0.recordingCase = name
    }
    if let stated = settings.recording?.stated { use(stated.ofCase(name)) }
  }

  private func use(_ recording: Recording) {
    let settings = settings
    guard let stated = settings.recording, let folder = recording.folder else { return }
    let mode = stated.mode
    // A missing recording is a miss like any other, whose message says how to record.
    let table = recording.table
    let recorder =
      mode == .never
      ? nil
      : Recorder(
        recording, in: folder, mode: mode, table: table, enumValues: settings.redaction.enumValues,
        changedFiles: stated.changedFiles)
    settings.recordedAnswers?.table = mode.asksAlways ? nil : table
    changeSettings {
      $0.recorder = recorder
      $0.recordingTable = table
      $0.recordingFolder = folder
    }
    if recording.isShared { RecordingOwners.shared.use([], in: folder, by: nil) }
    openRecordingFolder()
  }

  func openRecordingFolder() {
    let settings = settings
    guard settings.reportsFailures, let folder = settings.recordingFolder else { return }
    RecordingOwners.shared.open(folder, for: settings.testTitle ?? "", service: number)
  }

  func deleteUnusedRecordings(hasFailed: Bool) {
    guard let recording = settings.recording else { return }
    let files = RecordingOwners.shared.close(
      service: number, hasFailed: hasFailed || !journal.failures.isEmpty)
    recording.changedFiles.withLock { $0.formUnion(files) }
  }

  var unusedRecordings: [String] { unusedRows.map(\.name) }

  private var unusedRows: [Fixture] {
    let settings = settings
    guard let table = settings.recordingTable else { return [] }
    return table.recordings(
      notIn: registry.usedAnswers, notWrittenTo: settings.recorder?.writtenFiles ?? [])
  }

  func removeUnusedRecordings() throws -> [String] {
    guard let folder = settings.recordingTable?.content.folder?.url else { return [] }
    let files = unusedRows.flatMap(\.files).map(\.name.file).ordered()
    for file in files {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(file))
    }
    return files
  }

  // MARK: Requests

  /// - Parameters:
  ///   - timeout: In seconds, if it isn't the request's; called only if there is no answer at once.
  ///   - begun: Called before the call can have a reply.
  ///   - deliver: Called once, on any thread, perhaps before this returns.
  func answer(
    _ request: URLRequest, body: RequestBody, streamFormat: StreamFormat? = nil,
    receiver: (any EventReceiver)? = nil, timeout: (() -> TimeInterval)? = nil,
    begun: (ServiceCall) -> Void = { _ in },
    deliver: @escaping @Sendable (Reply) -> Void
  ) -> ServiceCall {
    let call = ServiceCall(self, streamFormat: streamFormat, receiver: receiver, deliver: deliver)
    let reason = begin(call)
    begun(call)
    if let reason {
      StrayRequests.shared.add(
        request, body, reason: reason, test: settings.testTitle, settings.redaction)
      call.reply(.failure(reason.urlError))
      return call
    }
    read(request, body, for: call)
    if !call.isOver { call.end(after: timeout?() ?? request.timeoutInterval) }
    return call
  }

  /// In bytes; the caller may be on a queue that all sessions share, and 256 KiB take less than a millisecond.
  private static let largestBodyDecodedAtOnce = 262_144

  private func read(_ request: URLRequest, _ body: RequestBody, for call: ServiceCall) {
    nonisolated(unsafe) let body = body  // Handed over: nothing else reads its stream.
    switch body {
    case .stream:
      let redaction = settings.redaction
      call.waits(
        for: PendingWait(
          .requestBody(of: {
            request.title(
              asking: [],
              ExchangeRedactor(redaction, request: request, operations: [], style: .short))
          })))
      WorkerThreads.shared.run { [self] in
        let body = body.read(for: request, bodyLimit: settings.journalLimits.body) { call.isOver }
        call.waits(for: nil)
        execute(request, body, for: call)
      }
    case .bytes(let bytes) where bytes.count > Self.largestBodyDecodedAtOnce:
      WorkerThreads.shared.run { [self] in execute(request, body.read(for: request), for: call) }
    case .bytes, .none, .invisible: execute(request, body.read(for: request), for: call)
    }
  }

  private func execute(
    _ request: URLRequest, _ body: Result<RequestBody.Received, BodyReadingError>,
    for call: ServiceCall
  ) {
    if call.isOver {
      // The request ended while its body was read, so it's only recorded.
      state.withLock { $0.lastUnread = nil }
      return call.belongs(to: journal.begin(request, operations: []))
    }
    let settings = settings
    let persisted = PersistedQueryLookup(
      support: settings.persistedQueries, documents: settings.options.documents,
      queries: persistedQueries)
    let received =
      call.streamFormat == .payloads
      // Socket messages are GraphQL at any URL.
      ? ReceivedRequest(
        request, body: body, isKnownToBeGraphQL: true, documents: .shared, persisted: persisted)
      : ReceivedRequest(
        request, body: body, endpoints: settings.endpoints, documents: .shared,
        persisted: persisted)
    if let entries = received.entries {
      return BatchExecution(self, settings, call).start(entries)
    }
    let exchangeID = journal.begin(received.urlRequest, operations: received.operations)
    call.belongs(to: exchangeID)
    RequestExecution(
      core: self, settings: settings, call: call, received: received, exchangeID: exchangeID
    ).start()
  }

  /// Reads a request as GraphQL at any URL.
  func operations(in request: URLRequest) -> [OperationRequest] {
    ReceivedRequest(
      request, body: .success(RequestBody.Received(request.httpBody ?? Data())), endpoints: [],
      documents: .shared
    ).operations
  }

  func begin(_ call: ServiceCall) -> ServiceError? {
    state.withLock { state in
      if let reason = state.reason { return reason }
      state.openCalls[ObjectIdentifier(call)] = call
      return nil
    }
  }

  func ended(_ call: ServiceCall) {
    let wait = call.state.withLock { $0.wait }
    state.withLock { state in
      state.openCalls.removeValue(forKey: ObjectIdentifier(call))
      if let wait, wait.isOfBody { state.lastUnread = (wait, .now) }
    }
  }

  func watchStillness() { state.withLock { $0.settings.stillness }?.begin() }

  var openCount: Int {
    journal.exchanges.count { $0.ending == nil } + waitsOfUnread(endedWithin: .zero).count
  }

  /// Requests whose bodies are still being read aren't in the journal.
  func waitsOfUnread(endedWithin grace: Duration) -> [PendingWait] {
    let (calls, last) = state.withLock { (Array($0.openCalls.values), $0.lastUnread) }
    let waits = calls.compactMap { $0.state.withLock { $0.wait } }.filter(\.isOfBody)
    guard let last, last.end.duration(to: .now) < grace else { return waits }
    return waits + [last.wait]
  }

  func shutDown(_ reason: ServiceError) {
    let calls = state.withLock { state -> [ServiceCall]? in
      guard state.reason == nil else { return nil }
      state.reason = reason
      return Array(state.openCalls.values)
    }
    guard let calls else { return }
    registry.removeAll()
    guard !calls.isEmpty else { return }
    journal.cutOff()
    // Answering waits for Foundation's queue, and the caller may be on it.
    WorkerThreads.shared.run { for call in calls { call.fail(reason.urlError) } }
  }

  var reasonNotToServe: ServiceError? { state.withLock { $0.reason } }
}
