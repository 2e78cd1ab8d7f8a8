// The service of the test that runs, and what the testing target needs of a service.

import Foundation

extension MockGraphQLService {
  @TaskLocal package static var scoped: MockGraphQLService?

  /// The service of the test that runs.
  ///
  /// The trait `.graphQL(...)` and `withMockGraphQLService` provide it for the test and its child
  /// tasks. Outside of them it is a service that fails every request, and says what to add.
  public static var current: MockGraphQLService { scoped ?? outside }

  private static let outside: MockGraphQLService = {
    let service = MockGraphQLService(options: ServiceOptions(journalLimit: 0))
    service.core.shutDown(.outsideScope)
    return service
  }()

  /// The failures that were recorded since the last call.
  package func takeFailures() -> [MockFailure] { core.journal.takeFailures() }

  /// Says which test a service belongs to.
  /// - Parameters:
  ///   - closures: Where the closures of handlers run; nil leaves it.
  ///   - testName: What selects the test on the command line (see ``RecordCommand``);
  ///     asked for only where a message needs it.
  ///   - testTitle: How messages name the test; nil takes `testName`.
  ///   - location: Where its scope was written; nil leaves it.
  ///   - isUnnamedCase: Whether it is a case of a parameterized test.
  package func begin(
    closures: (any ClosureRunner)? = nil,
    testName: @escaping @autoclosure @Sendable () -> String, testTitle: String? = nil,
    location: HandlerLocation? = nil,
    isUnnamedCase: Bool = false
  ) {
    core.changeSettings {
      $0.testName = testName
      $0.statedTestTitle = testTitle
      $0.reportsFailures = true
      $0.isUnnamedCase = isUnnamedCase
      if let closures { $0.closures = closures }
      $0.stillness = stillnessWatch()
      if let location { $0.scopeLocation = location }
    }
    core.openRecordingFolder()
  }

  /// Deletes the recordings that a refresh has left unused.
  ///
  /// It comes at the end of the test's scope, before ``unusedRecordings`` are reported. After a failure nothing is
  /// deleted.
  package func deleteUnusedRecordings(hasFailed: Bool) {
    core.deleteUnusedRecordings(hasFailed: hasFailed)
  }

  /// Adds what an inner scope states: its handlers are asked first, each option that it states counts
  /// from now on, and `reset()` keeps both.
  package func extend(
    _ handlers: [RequestHandler], options: ServiceOptions, location: HandlerLocation,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    core.changeSettings {
      $0.apply(options)
      $0.scopeLocation = location
    }
    if let recording = options.recording { core.start(recording, environment: environment) }
    core.register(handlers, table: options.fixtures)
    core.registry.keepAsInitial()
  }

  /// Where the scope of the test keeps what was read of JSON as if it were a path.
  package var pathsInVain: Locked<Set<[String]>> { core.pathsInVain }

  /// What the test has called the case that runs; nil where it has not.
  package var recordingCaseName: String? { core.settings.recordingCase }

  /// Where the innermost scope of the test was written; nil outside of scopes.
  package var scopeLocation: HandlerLocation? { core.settings.scopeLocation }

  /// Whether the journal is to be attached to a test that passes, too.
  package var attachesJournal: Bool { core.settings.options.attachesJournal == true }

  /// Ends the service with its test: requests that are open, and all that come later, fail.
  /// - Parameter hasFailed: Whether the test has failed for another reason, and will tell its requests.
  package func end(test name: String, hasFailed: Bool = false) {
    if core.journal.isUnused {
      let names = core.handledNames
      core.changeSettings { $0.handledNames = names }
    } else if hasFailed || !core.journal.failures.isEmpty {
      // The end takes the handlers away, and what failed may be told after it.
      let bystanders = core.bystanders(of: reportedExchanges)
      core.changeSettings { $0.bystandersAtEnd = bystanders }
    }
    let open = linesBesideJournal() + openSockets.endLines(core.settings.redaction)
    if !open.isEmpty { core.changeSettings { $0.openAtEnd = open } }
    core.shutDown(.testHasEnded(name))
  }

  /// What is told of handlers and recordings that answered no request, as far as that is to be reported;
  /// recordings have no location.
  package var unusedToReport: [(location: HandlerLocation?, message: String)] {
    let options = core.settings.options
    let handlers = options.reportsUnusedHandlers == true ? core.unusedHandlers : []
    let recordings = options.reportsUnusedRecordings == true ? unusedRecordings : []
    return handlers.map { ($0.location, $0.message) }
      + recordings.map { (nil, "The recording \($0) was never used.") }
  }

  /// The numbers of requests that a test expects and no more of, by what messages call the operation.
  package func withExpectedCounts<Result>(
    _ body: (inout [String: (name: OperationName, count: Int, location: HandlerLocation)]) -> Result
  ) -> Result {
    core.withExpectedCounts(body)
  }

  /// How many requests for an operation have arrived, kept in the journal or not.
  package func requestCount(of name: OperationName) -> Int { core.journal.count(of: name) }

  /// The paths of the files that were recorded, recorded anew, or deleted at the end.
  package var recordedFiles: Set<String> {
    core.settings.recording?.changedFiles.withLock { $0 } ?? []
  }

  /// The journal as text, an exchange after the other.
  package var journalText: String {
    exchanges.map { "\($0)" }.joined(separator: "\n\n") + "\n"
  }
}
