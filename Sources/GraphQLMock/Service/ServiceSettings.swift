import Foundation

struct ServiceSettings: Sendable {
  private(set) var options = ServiceOptions()
  private(set) var endpoints: [Endpoint] = []
  var log: (any JournalLog)?
  var orders: (any OrderSource)?
  /// Also hides the secrets of earlier answers in messages.
  private(set) var redaction = Redaction().carrying()
  var closures: any ClosureRunner = DetachedClosureRunner()
  /// Selects the running test on the command line.
  var testName: (@Sendable () -> String)?
  /// How messages name the test, if that differs from `testName`.
  var statedTestTitle: String?
  /// Whether the test has launched an app, which has a service of its own.
  var hasLaunchedApp = false
  /// Set when a test ends without a request.
  var handledNames: Set<String>?
  var scopeLocation: HandlerLocation?
  var recorder: Recorder?
  var recordingFolder: URL?
  var recordingTable: FixtureTable?
  var recording: StatedRecording?
  var recordedAnswers: ExchangeableTable?
  var stillness: StillnessWatch?
  var openAtEnd: [String]?
  /// By exchange number; set when a test has failed.
  var bystandersAtEnd: [Int: [String]]?
  /// Whether this is a case of a parameterized test that hasn't named itself.
  var isUnnamedCase = false
  var recordingCase: String?

  var testTitle: String? { statedTestTitle ?? testName?() }

  /// A service of `MockGraphQLService(for: self)` doesn't run its closures in a scope.
  var canBeCurrent: Bool { scopeLocation != nil && !(closures is DetachedClosureRunner) }

  /// Whether a test framework reports failures, so that clients get only the first line.
  var reportsFailures = false

  func clientMessage(of message: String) -> String {
    guard reportsFailures, let end = message.firstIndex(of: "\n") else { return message }
    return message[..<end] + "\n  (The test's issue has the whole message.)"
  }

  init() {}

  init(_ options: ServiceOptions) { apply(options) }

  mutating func use(_ stated: Redaction) {
    let old = redaction
    redaction = stated
    redaction.carried = old.carried
    redaction.enumValues = stated.enumValues ?? old.enumValues
  }

  mutating func apply(_ stated: ServiceOptions) {
    options = options.taking(stated)
    // The service has the table and the recorder.
    (options.fixtures, options.recording) = (nil, nil)
    if let schema = stated.schema {
      redaction.enumValues = { (try? schema.system)?.enumValueNames ?? [] }
    }
    if let urls = stated.endpoints { endpoints = urls.map { Endpoint(url: $0) } }
  }

  var unhandled: UnhandledPolicy { options.unhandled ?? .fail }
  var makesUpAnswers: Bool {
    guard case .respond(let response) = unhandled.rule else { return false }
    return response.completion?.isGenerated == true
  }
  var edition: HTTPEdition { options.edition ?? .deployed }
  var persistedQueries: PersistedQuerySupport { options.persistedQueries ?? .supported }
  var requestValidation: ValidationMode { options.requestValidation ?? .fail }
  var schema: ServiceSchema? { options.schema }
  var types: TypeSystem? { schema.flatMap { try? $0.system } }
  var clock: any DelayClock { options.clock ?? TimerThread.shared }
  var journalLimits: JournalLimits {
    JournalLimits(
      count: options.journalLimit.map { max($0, 0) },
      bytes: max(options.journalSizeLimit ?? ServiceOptions.defaultJournalSizeLimit, 0),
      body: max(options.bodyLimit ?? ServiceOptions.defaultBodyLimit, 0), wording: redaction)
  }

  /// Shared by all cases of a test.
  struct StatedRecording: Sendable {
    let stated: Recording
    let mode: Recording.Mode
    let idleReason: MatchFailure.IdleRecording.Reason?
    let changedFiles = Locked<Set<String>>([])
  }
}
