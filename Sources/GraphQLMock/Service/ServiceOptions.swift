public import Foundation

/// The options of a service that few tests need.
///
/// Services, the trait `.graphQL(...)`, `withMockGraphQLService`, `MockGraphQLService(for:)` and ``LaunchPlan`` take it.
/// They have parameters of their own for fixtures, schema, recording, endpoints, unhandled requests and the clock.
///
/// ```swift
/// MockGraphQLService(.viewer, options: ServiceOptions(edition: .september2026))
/// ```
/// An option that is nil keeps its default or, in an inner scope of a test, the value of the outer scope.
public struct ServiceOptions: Sendable, Changeable {
  /// 4 MiB.
  static let defaultBodyLimit = 4_194_304

  /// 256 MiB.
  static let defaultJournalSizeLimit = 268_435_456

  package var fixtures: FixtureTable?
  package var endpoints: [URL]?
  package var unhandled: UnhandledPolicy?
  /// The rules to follow where editions of GraphQL over HTTP differ; `.deployed` by default.
  public var edition: HTTPEdition?
  /// What is made of requests that name their document by a hash; `.supported` by default.
  public var persistedQueries: PersistedQuerySupport?
  /// The documents that clients name by identifiers; none where nothing is stated.
  public var documents: PersistedDocuments?
  package var schema: ServiceSchema?
  /// What happens to a request that is not valid; `.fail` by default.
  ///
  /// ``RequestHandler/acceptingInvalidRequests`` makes an exception for one handler. What goes to a
  /// real service is only warned about, as that service validates it.
  public var requestValidation: ValidationMode?
  /// What happens to answers that don't fit the request's document and, where it is stated, the
  /// schema.
  ///
  /// With a schema it is `.fail` by default, for fixtures and for the data of handlers. Without one it
  /// is `.warn`, and `.fail` concerns fixtures only.
  public var responseValidation: ValidationMode?
  /// How many exchanges the journal keeps, the latest ones, 0 or more; all that there is room for
  /// where nothing is stated.
  ///
  /// It keeps no more failures than that either, the first ones, at least one; 1,000 where nothing is
  /// stated.
  public var journalLimit: Int?
  /// How many bytes of exchanges the journal keeps, the latest ones, roughly;
  /// 256 MiB where nothing is stated.
  ///
  /// ``MockGraphQLService/droppedExchangeCount`` says how many were dropped.
  public var journalSizeLimit: Int?
  /// How many bytes of a body the journal keeps, 0 or more; 4 MiB where nothing is stated.
  ///
  /// Handlers get longer bodies all the same. A longer body that arrives as a stream lies in a
  /// temporary file meanwhile.
  public var bodyLimit: Int?
  package var clock: SteppedClock?
  package var recording: Recording?
  /// Whether a handler that answered nothing fails the test; false by default.
  ///
  /// It counts in the scope of a test, and with `MockGraphQLService(for:)`.
  public var reportsUnusedHandlers: Bool?
  /// Whether a recording that answered nothing fails the test; false by default.
  ///
  /// It counts in the scope of a test, and with `MockGraphQLService(for:)`.
  public var reportsUnusedRecordings: Bool?
  /// Whether the journal is attached to tests that pass, too, as it is to those that fail; false by
  /// default.
  ///
  /// Only Swift Testing has such attachments.
  public var attachesJournal: Bool?

  /// Creates options.
  /// - Parameters:
  ///   - edition: See ``edition``.
  ///   - persistedQueries: See ``persistedQueries``.
  ///   - documents: See ``documents``.
  ///   - requestValidation: See ``requestValidation``.
  ///   - responseValidation: See ``responseValidation``.
  ///   - journalLimit: See ``journalLimit``.
  ///   - journalSizeLimit: See ``journalSizeLimit``.
  ///   - bodyLimit: See ``bodyLimit``.
  ///   - reportsUnusedHandlers: See ``reportsUnusedHandlers``.
  ///   - reportsUnusedRecordings: See ``reportsUnusedRecordings``.
  ///   - attachesJournal: See ``attachesJournal``.
  public init(
    edition: HTTPEdition? = nil, persistedQueries: PersistedQuerySupport? = nil,
    documents: PersistedDocuments? = nil, requestValidation: ValidationMode? = nil,
    responseValidation: ValidationMode? = nil, journalLimit: Int? = nil,
    journalSizeLimit: Int? = nil, bodyLimit: Int? = nil, reportsUnusedHandlers: Bool? = nil,
    reportsUnusedRecordings: Bool? = nil, attachesJournal: Bool? = nil
  ) {
    self.edition = edition
    self.persistedQueries = persistedQueries
    self.documents = documents
    self.requestValidation = requestValidation
    self.responseValidation = responseValidation
    self.journalLimit = journalLimit
    self.journalSizeLimit = journalSizeLimit
    self.bodyLimit = bodyLimit
    self.reportsUnusedHandlers = reportsUnusedHandlers
    self.reportsUnusedRecordings = reportsUnusedRecordings
    self.attachesJournal = attachesJournal
  }

  package mutating func place(near filePath: String) {
    fixtures = fixtures?.placed(near: filePath)
    schema = schema?.placed(near: filePath)
  }

  package func stating(
    _ fixtures: FixtureTable? = nil, _ schema: ServiceSchema? = nil, _ recording: Recording? = nil,
    _ endpoints: [URL]? = nil, _ unhandled: UnhandledPolicy? = nil, _ clock: SteppedClock? = nil,
    near filePath: String
  ) -> ServiceOptions {
    var stated = ServiceOptions()
    stated.fixtures = fixtures
    stated.schema = schema
    stated.recording = recording
    stated.endpoints = endpoints
    stated.unhandled = unhandled
    stated.clock = clock
    var all = taking(stated)
    all.place(near: filePath)
    return all
  }

  func placingRecording() -> ServiceOptions {
    guard let recording, recording.folder == nil, let folder = fixtures?.folder else { return self }
    return changing {
      $0.recording = Recording(recording, folder: folder)
      $0.recording?.isShared = true
      $0.fixtures = nil
    }
  }

  /// The stated options override these.
  func taking(_ stated: ServiceOptions) -> ServiceOptions {
    // Not by `??`, which copies all options for each of them in a debug build.
    var all = stated
    if all.fixtures == nil { all.fixtures = fixtures }
    if all.endpoints == nil { all.endpoints = endpoints }
    if all.unhandled == nil { all.unhandled = unhandled }
    if all.edition == nil { all.edition = edition }
    if all.persistedQueries == nil { all.persistedQueries = persistedQueries }
    if all.documents == nil { all.documents = documents }
    if all.schema == nil { all.schema = schema }
    if all.requestValidation == nil { all.requestValidation = requestValidation }
    if all.responseValidation == nil { all.responseValidation = responseValidation }
    if all.journalLimit == nil { all.journalLimit = journalLimit }
    if all.journalSizeLimit == nil { all.journalSizeLimit = journalSizeLimit }
    if all.bodyLimit == nil { all.bodyLimit = bodyLimit }
    if all.clock == nil { all.clock = clock }
    if all.reportsUnusedHandlers == nil { all.reportsUnusedHandlers = reportsUnusedHandlers }
    if all.reportsUnusedRecordings == nil { all.reportsUnusedRecordings = reportsUnusedRecordings }
    if all.attachesJournal == nil { all.attachesJournal = attachesJournal }
    all.recording = stated.recording?.placed(as: recording) ?? recording
    return all
  }
}
