import Foundation

struct ServiceSettings: Sendable {
  private(set) var options = ServiceOptions()
  private(set) var endpoints: [Endpoint] = []
  var log: (any JournalLog)?
  var orders: (any OrderSource)?
  /// The rules that hide secrets in messages, including secrets that were found in earlier responses.
  private(set) var redaction = Redaction().carrying()
  var closures: any ClosureRunner = DetachedClosureRunner()
  /// A closure that returns the running test's name for the command line, for example for `swift test --filter`.
  var testName: (@Sendable () -> String)?
  var statedTestTitle: String?
  var hasLaunchedApp = false
  /// The names of operations that have handlers, for the report of a test that ended without any request.
  var handledNames: Set<String>?
  var scopeLocation: HandlerLocation?
  var recorder: Recorder?
  var recordingFolder: URL?
  var recording: StatedRecording?
  var recordedAnswers: ExchangeableTable?
  var stillness: StillnessWatch?
  var openAtEnd: [String]?
  /// A failed test's report lines about other matching handlers, keyed by the request's number in the journal.
  var bystandersAtEnd: [Int: [String]]?
  /// Whether the service belongs to a case of a parameterized test that hasn't called `useRecordings(forCase:)`.
  var isUnnamedCase = false
  var recordingCase: String?

  var testTitle: String? { statedTestTitle ?? testName?() }

  /// Whether `MockGraphQLService.current` can return this service, unlike one of `MockGraphQLService(for:)`.
  var canBeCurrent: Bool { scopeLocation != nil && !(closures is DetachedClosureRunner) }

  // Whether a test framework reports failures. If it does, clients receive only the first line of an error message.
  var reportsFailures = false

  func clientMessage(of message: String) -> String {
    guard reportsFailures, let end = message.firstIndex(of: "\n") else { return message }
    return message[..<end] + "\n  (The test's issue has the whole message.)"
  }

  init(_ options: ServiceOptions = ServiceOptions()) { apply(options) }

  mutating func use(_ stated: Redaction) {
    let old = redaction
    redaction = stated
    redaction.carried = old.carried
    redaction.enumValues = stated.enumValues ?? old.enumValues
  }

  mutating func apply(_ stated: ServiceOptions) {
    options = options.taking(stated)
    // Instead of these two options, the service keeps the fixture table and the recorder that it creates from them.
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

  /// The recording that a test specifies, which all cases of the test share.
  struct StatedRecording: Sendable {
    let stated: Recording
    let mode: Recording.Mode
    let idleReason: MatchFailure.IdleRecording.Reason?
    let changedFiles = Locked<Set<String>>([])
  }
}
