import Foundation

/// Each request copies the settings when it arrives, so a change affects only later requests.
struct ServiceSettings: Sendable {
  private(set) var options = ServiceOptions()
  private(set) var endpoints: [Endpoint] = []
  var log: (any JournalLog)?
  var commands: (any CommandSource)?
  /// Hides secrets in messages, including secrets that earlier responses contained.
  private(set) var redaction = Redaction().rememberingSecrets()
  var closures: any ClosureRunner = DetachedClosureRunner()
  /// Returns the test's name as `swift test --filter` expects it.
  var testName: (@Sendable () -> String)?
  var statedTestTitle: String?
  var hasLaunchedApp = false
  /// The names of the operations that the test has handlers for. The report of a test without requests lists them.
  var handledNames: Set<String>?
  var scopeLocation: CodeLocation?
  var recorder: Recorder?
  var recordingFolder: URL?
  var recording: StatedRecording?
  var recordedResponses: ReplaceableTable?
  var stillness: StillnessWatch?
  var openAtEnd: [String]?
  /// The report's lines about other handlers that match a request, by its number, stored at the test's end.
  var bystandersAtEnd: [Int: [String]]?
  /// Whether the test is parameterized and hasn't called `useRecordings(forCase:)`.
  var isUnnamedCase = false
  var recordingCase: String?

  var testTitle: String? { statedTestTitle ?? testName?() }

  /// Whether the service is that of a test's scope, which `MockGraphQLService.current` returns.
  var canBeCurrent: Bool { scopeLocation != nil && !(closures is DetachedClosureRunner) }

  /// Whether a test framework reports failures, so that clients receive only the first line of a message.
  var reportsFailures = false

  /// Returns what the client reads of a failure's message, which is its first line if the test reports the rest.
  func clientMessage(of message: String) -> String {
    guard reportsFailures, let end = message.firstIndex(of: "\n") else { return message }
    return message[..<end] + "\n  (The test's issue has the whole message.)"
  }

  init(_ options: ServiceOptions = ServiceOptions()) { apply(options) }

  /// Replaces what is redacted, and keeps the secrets that are already known.
  mutating func use(_ stated: Redaction) {
    let old = redaction
    redaction = stated
    redaction.remembered = old.remembered
    redaction.enumValues = stated.enumValues ?? old.enumValues
  }

  mutating func apply(_ stated: ServiceOptions) {
    options = stated.merged(over: options)
    // The fixture table and the recorder already exist, so these two options aren't needed any longer.
    (options.fixtures, options.recording) = (nil, nil)
    if let schema = stated.schema {
      redaction.enumValues = { (try? schema.system)?.enumValueNames ?? [] }
    }
    if let urls = stated.endpoints { endpoints = urls.map { Endpoint(url: $0) } }
  }

  var unhandled: UnhandledPolicy { options.unhandled ?? .fail }
  var objectSettings: MadeUpObjects.Settings? {
    types.map { ($0, unhandled.overrides ?? [:], redaction) }
  }
  var edition: SpecificationEdition { options.edition ?? .deployed }
  var persistedQueries: PersistedQuerySupport { options.persistedQueries ?? .supported }
  var requestValidation: ValidationMode { options.requestValidation ?? .fail }
  var schema: ServiceSchema? { options.schema }
  var types: TypeSystem? { schema.flatMap { try? $0.system } }
  var clock: any DelayClock { options.clock ?? TimerThread.shared }
  var journalLimits: JournalLimits {
    JournalLimits(
      count: options.journalLimit.map { max($0, 0) },
      bytes: max(options.journalSizeLimit ?? JournalLimits().bytes, 0),
      body: max(options.bodyLimit ?? JournalLimits().body, 0), redaction: redaction)
  }

  struct StatedRecording: Sendable {
    let stated: Recording
    /// The mode in effect, which the environment can set.
    let mode: Recording.Mode
    let idleReason: MatchFailure.IdleRecording.Reason?
    /// The files that the test has recorded, also in outer scopes.
    let changedFiles: Locked<Set<String>>
  }
}
