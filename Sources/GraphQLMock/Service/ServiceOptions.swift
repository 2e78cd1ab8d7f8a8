package import Foundation

/// Additional options of a service, the trait `.graphQL(...)`, or a ``LaunchPlan``.
///
/// ```swift
/// MockGraphQLService(.viewer, options: ServiceOptions(edition: .september2026))
/// ```
/// An option that is nil has its default value or, in a nested scope of a test, the value of the outer scope.
public struct ServiceOptions: Sendable, Changeable {
  package var fixtures: FixtureTable?
  package var endpoints: [URL]?
  package var unhandled: UnhandledPolicy?
  /// The edition of the GraphQL-over-HTTP specification that the service follows; `.deployed` by default.
  public var edition: SpecificationEdition?
  /// Whether the service supports requests that identify their document by a hash; `.supported` by default.
  public var persistedQueries: PersistedQuerySupport?
  /// The documents that clients can refer to by an identifier instead of sending the text; empty by default.
  public var documents: PersistedDocuments?
  package var schema: ServiceSchema?
  /// Whether an invalid request fails the test, causes a warning, or isn't detected; `.fail` by default.
  ///
  /// To exempt the requests of one handler, use ``RequestHandler/acceptingInvalidRequests``. An invalid request to
  /// a real service only causes a warning. Closures of handlers aren't called for invalid requests.
  public var requestValidation: ValidationMode?
  /// Whether a response that doesn't match the request's document or the schema fails the test or causes a warning.
  ///
  /// With a schema, the default is `.fail`, and without one `.warn`. A selected field that the data lacks is then a
  /// warning of the test, except for `__typename`, and other problems are in ``ReceivedRequest/warnings``.
  public var responseValidation: ValidationMode?
  /// The maximum number of requests in the journal; unlimited by default, except for ``journalSizeLimit``.
  ///
  /// The oldest requests go first. The limit also applies to failures: the first are kept, at least 1, by default 1,000.
  public var journalLimit: Int?
  /// The approximate maximum size of the journal in bytes; 256 MiB by default.
  ///
  /// The journal drops the oldest requests first; see ``MockGraphQLService/droppedRequestCount``.
  public var journalSizeLimit: Int?
  /// The maximum size in bytes of a body that the journal keeps; 4 MiB by default.
  ///
  /// Handlers receive longer bodies too. While a long streamed body is needed, it's stored in a temporary file.
  public var bodyLimit: Int?
  package var clock: SteppedClock?
  package var recording: Recording?
  package var objects: [String: [MockJSON]]?
  /// Whether a test fails if one of its own handlers, without the rows of tables, is never used; false by default.
  ///
  /// A test's own handlers are those of its own trait, and those that it registers itself. Handlers of a suite's
  /// trait, and those stated in an initializer, in `setUp` or in `invokeTest`, serve several tests. In Swift Testing,
  /// standard error lists those that no test used, unless `--filter` or `--skip` selects tests.
  /// The option applies to services in a test's scope and to services that `MockGraphQLService(for:)` creates.
  public var reportsUnusedHandlers: Bool?
  /// Whether a test fails if one of its recordings is never used, in the same services; false by default.
  public var reportsUnusedRecordings: Bool?
  /// Whether Swift Testing attaches the journal to every test instead of only to failing tests; false by default.
  public var attachesJournal: Bool?

  /// Creates options; each parameter sets the property with the same name.
  public init(
    edition: SpecificationEdition? = nil, persistedQueries: PersistedQuerySupport? = nil,
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
    fixtures: FixtureTable? = nil, schema: ServiceSchema? = nil, recording: Recording? = nil,
    endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil, clock: SteppedClock? = nil,
    objects: [String: [MockJSON]]? = nil, near filePath: String
  ) -> ServiceOptions {
    var stated = ServiceOptions()
    stated.fixtures = fixtures
    stated.schema = schema
    stated.recording = recording
    stated.endpoints = endpoints
    stated.unhandled = unhandled
    stated.clock = clock
    stated.objects = objects
    var all = stated.merged(over: self)
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

  func merged(over base: ServiceOptions) -> ServiceOptions {
    // A new option must be listed here, or inner scopes don't inherit it, and in `LaunchPlan.fields`. In debug builds,
    // `??` would copy all options.
    var all = self
    if all.fixtures == nil { all.fixtures = base.fixtures }
    if all.endpoints == nil { all.endpoints = base.endpoints }
    if all.unhandled == nil { all.unhandled = base.unhandled }
    if all.edition == nil { all.edition = base.edition }
    if all.persistedQueries == nil { all.persistedQueries = base.persistedQueries }
    if all.documents == nil { all.documents = base.documents }
    if all.schema == nil { all.schema = base.schema }
    if all.requestValidation == nil { all.requestValidation = base.requestValidation }
    if all.responseValidation == nil { all.responseValidation = base.responseValidation }
    if all.journalLimit == nil { all.journalLimit = base.journalLimit }
    if all.journalSizeLimit == nil { all.journalSizeLimit = base.journalSizeLimit }
    if all.bodyLimit == nil { all.bodyLimit = base.bodyLimit }
    if all.clock == nil { all.clock = base.clock }
    if all.reportsUnusedHandlers == nil { all.reportsUnusedHandlers = base.reportsUnusedHandlers }
    if all.reportsUnusedRecordings == nil {
      all.reportsUnusedRecordings = base.reportsUnusedRecordings
    }
    if all.attachesJournal == nil { all.attachesJournal = base.attachesJournal }
    if let outer = base.objects {
      all.objects = outer.merging(objects ?? [:]) { outer, inner in
        let ids = Set(inner.map { $0["id"].idText })
        return inner.isEmpty ? [] : outer.filter { !ids.contains($0["id"].idText) } + inner
      }
    }
    all.recording = recording?.placed(as: base.recording) ?? base.recording
    return all
  }
}
