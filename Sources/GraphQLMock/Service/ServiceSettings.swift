import Foundation

/// What a service goes by: its options, resolved, and what the scope of a test adds to them.
struct ServiceSettings: Sendable {
  /// What is stated of it, by all scopes of a test.
  private(set) var options = ServiceOptions()
  private(set) var endpoints: [Endpoint] = []
  /// What writes the journal down for another process.
  var log: (any JournalLog)?
  /// What is taken out of all that leaves; messages know what earlier answers handed out.
  private(set) var redaction = Redaction().carrying()
  /// Where the closures of handlers run.
  var closures: any ClosureRunner = DetachedClosureRunner()
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
  /// Where recordings are, those of the case that runs.
  var recordingFolder: URL?
  /// What was recorded before.
  var recordingTable: FixtureTable?
  /// The recording as it was stated, with the mode that counts.
  var recording: StatedRecording?
  /// What was recorded before, as far as requests are answered from it.
  var recordedAnswers: RecordedAnswers?
  /// What tells that nothing moves any more; nil outside of the scope of a test.
  var stillness: StillnessWatch?
  /// What was open beside the journal when the test ended.
  var openAtEnd: [String]?
  /// What stood beside the answers when a test ended that has failed, by exchange; nil before that.
  var bystandersAtEnd: [Int: [String]]?
  /// Whether the test is a case of a parameterized one that has not named itself.
  var isUnnamedCase = false
  /// What the test has called the case that runs; nil where it has not.
  var recordingCase: String?

  /// The test that runs, for messages.
  var testTitle: String? { statedTestTitle ?? testName?() }

  /// Whether its service may be `MockGraphQLService.current`; one of `for: self` runs no closures in a scope.
  var canBeCurrent: Bool { scopeLocation != nil && !(closures is DetachedClosureRunner) }

  /// Whether a test framework reports the failures, so that clients need not be told everything.
  var reportsFailures = false

  /// What a client is told of a failure: all of it where nobody else tells it.
  func clientMessage(of message: String) -> String {
    guard reportsFailures, let end = message.firstIndex(of: "\n") else { return message }
    return message[..<end] + "\n  (The issue of the test says more.)"
  }

  init() {}

  init(_ options: ServiceOptions) { apply(options) }

  /// Redacts as stated from now on, and still hides what earlier answers handed out.
  mutating func use(_ stated: Redaction) {
    let old = redaction
    redaction = stated
    redaction.carried = old.carried
    redaction.enumValues = stated.enumValues ?? old.enumValues
  }

  /// Takes over what options state; what they do not state stays as it is.
  mutating func apply(_ stated: ServiceOptions) {
    options = options.taking(stated)
    // Who records, and what answers, is known to the service.
    (options.fixtures, options.recording) = (nil, nil)
    if let schema = stated.schema {
      redaction.enumValues = { (try? schema.system)?.enumValueNames ?? [] }
    }
    if let urls = stated.endpoints { endpoints = urls.map { Endpoint(url: $0) } }
  }

  // MARK: Options with their defaults

  var unhandled: UnhandledPolicy { options.unhandled ?? .fail }
  var edition: HTTPEdition { options.edition ?? .deployed }
  var persistedQueries: PersistedQuerySupport { options.persistedQueries ?? .supported }
  var requestValidation: ValidationMode { options.requestValidation ?? .fail }
  var schema: ServiceSchema? { options.schema }
  /// The types of the schema; nil where there is none that can be used.
  var types: TypeSystem? { schema.flatMap { try? $0.system } }
  /// What delays of responses go by.
  var clock: any DelayClock { options.clock ?? TimerThread.shared }
  var journalLimits: JournalLimits {
    JournalLimits(
      count: options.journalLimit.map { max($0, 0) },
      bytes: max(options.journalSizeLimit ?? ServiceOptions.defaultJournalSizeLimit, 0),
      body: max(options.bodyLimit ?? ServiceOptions.defaultBodyLimit, 0), wording: redaction)
  }
}

extension ServiceSettings {
  /// A recording with what counts for all of its cases.
  struct StatedRecording: Sendable {
    let stated: Recording
    let mode: Recording.Mode
    /// Why nothing is recorded, though it was stated; nil where that has no reason.
    let idleReason: MatchFailure.IdleRecording.Reason?
    /// The paths of the files that were recorded, recorded anew, or deleted at the end.
    let changedFiles = Locked<Set<String>>([])
  }
}
