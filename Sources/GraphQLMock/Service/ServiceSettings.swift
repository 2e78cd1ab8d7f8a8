import Foundation

/// What a service goes by: its options, resolved, and what the scope of a test adds to them.
struct ServiceSettings: Sendable {
  var endpoints: [Endpoint] = []
  var unhandled: UnhandledPolicy = .fail
  var edition: HTTPEdition = .deployed
  var persistedQueries = PersistedQuerySupport.supported
  var documents: PersistedDocuments?
  var journalLimits = JournalLimits()
  /// What writes the journal down for another process.
  var log: (any JournalLog)?
  /// What judges requests and answers; nil for what is the same in every service.
  var schema: ServiceSchema?
  var judgement = JudgementMode.fail
  /// What becomes of requests that services put up with.
  var requestChecks = JudgementMode.off
  /// What happens to answers that do not fit; nil where it is not stated.
  var fixtureChecks: FixtureCheckMode?
  /// Where the closures of handlers run.
  var closures: any ClosureRunner = DetachedClosureRunner()
  /// What delays of responses go by.
  var clock: any DelayClock = TimerThread.shared
  /// What selects the running test on the command line; worked out when somebody asks.
  var testName: (@Sendable () -> String)?
  /// How messages name the test that runs, where that is another text.
  var statedTestTitle: String?
  /// The operations that handlers were there for when a test ended without a request.
  var handledNames: Set<String>?
  /// Where the innermost scope of the test was written.
  var scopeLocation: HandlerLocation?
  /// What records; nil where nothing is recorded.
  var recorder: Recorder?
  /// What was recorded before.
  var recordingTable: FixtureTable?
  /// The recording as it was stated, with the mode that counts.
  var recording: StatedRecording?
  /// What was recorded before, as far as requests are answered from it.
  var recordedAnswers: RecordedAnswers?
  /// Whether the test is a case of a parameterized one that has not named itself.
  var isUnnamedCase = false
  /// What the test has called the case that runs; nil where it has not.
  var recordingCase: String?
  var reportsUnusedHandlers = false
  var reportsUnusedRecordings = false
  var attachesJournal = false

  /// The test that runs, for messages.
  var testTitle: String? { statedTestTitle ?? testName?() }

  /// Whether a test framework reports the failures, so that clients need not be told everything.
  var reportsFailures = false

  /// What a client is told of a failure: all of it where nobody else tells it.
  func clientMessage(of message: String) -> String {
    guard reportsFailures, let end = message.firstIndex(of: "\n") else { return message }
    return message[..<end] + "\n  (The issue of the test says more.)"
  }

  /// Who records.
  var recordingOwner: RecordingOwner? {
    testTitle.map { RecordingOwner(test: $0, isUnnamedCase: isUnnamedCase) }
  }

  init() {}

  init(_ options: ServiceOptions) { apply(options) }

  /// Takes over what options state; what they do not state stays as it is.
  mutating func apply(_ options: ServiceOptions) {
    if let endpoints = options.endpoints { self.endpoints = endpoints.map { Endpoint(url: $0) } }
    if let unhandled = options.unhandled { self.unhandled = unhandled }
    if let edition = options.edition { self.edition = edition }
    if let support = options.persistedQueries { persistedQueries = support }
    if let documents = options.documents { self.documents = documents }
    if let limit = options.journalLimit { journalLimits.count = max(limit, 0) }
    if let limit = options.journalSizeLimit { journalLimits.bytes = max(limit, 0) }
    if let limit = options.bodyLimit { journalLimits.body = max(limit, 0) }
    if let checks = options.fixtureChecks { fixtureChecks = checks }
    if let schema = options.schema { self.schema = schema }
    if let judgement = options.judgement { self.judgement = judgement }
    if let checks = options.requestChecks { requestChecks = checks }
    if let clock = options.clock { self.clock = clock }
    if let reports = options.reportsUnusedHandlers { reportsUnusedHandlers = reports }
    if let reports = options.reportsUnusedRecordings { reportsUnusedRecordings = reports }
    if let attaches = options.attachesJournal { attachesJournal = attaches }
  }
}

/// A recording with what counts for all of its cases.
struct StatedRecording: Sendable {
  let stated: Recording
  let mode: RecordingMode
  /// Why nothing is recorded, though it was stated; nil where that has no reason.
  let idleReason: MatchFailure.IdleRecording.Reason?
  /// What the age of recordings counts from.
  let today: RecordingDay
}
