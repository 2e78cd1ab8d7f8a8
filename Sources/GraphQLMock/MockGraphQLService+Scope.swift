import Foundation

extension MockGraphQLService {
  @TaskLocal package static var scoped: MockGraphQLService?

  /// The service of the running test.
  ///
  /// The trait `.graphQL(...)` and `withMockGraphQLService` provide it for the test and its child tasks. Elsewhere,
  /// it's a service that fails every request with advice to add one of them.
  public static var current: MockGraphQLService { scoped ?? outside }

  private static let outside: MockGraphQLService = {
    let service = MockGraphQLService(options: ServiceOptions(journalLimit: 0))
    service.core.shutDown(.outsideScope)
    return service
  }()

  package func takeFailures() -> [MockFailure] { core.journal.takeFailures() }

  /// - Parameters:
  ///   - closures: `nil` keeps the current runner.
  ///   - testName: Selects the test on the command line (see ``RecordCommand``); evaluated only for messages.
  ///   - testTitle: The name of the test in messages, if not `testName`.
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

  /// Does nothing if the test has failed; call it at the end of the scope, before ``unusedRecordings`` are reported.
  package func deleteUnusedRecordings(hasFailed: Bool) {
    core.deleteUnusedRecordings(hasFailed: hasFailed)
  }

  /// Adds an inner scope, whose handlers are asked first and whose options override; `reset()` keeps both.
  package func extend(
    _ handlers: [RequestHandler], options: ServiceOptions, location: HandlerLocation,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    core.changeSettings {
      $0.apply(options)
      $0.scopeLocation = location
    }
    if let recording = options.recording {
      core.beginRecording(recording, environment: environment)
    }
    core.register(handlers, table: options.fixtures)
    core.registry.keepAsInitial()
  }

  /// Dotted names that were read from JSON as if they were paths.
  package var pathsInVain: Locked<Set<[String]>> { core.pathsInVain }

  package var recordingCaseName: String? { core.settings.recordingCase }

  package var scopeLocation: HandlerLocation? { core.settings.scopeLocation }

  package var attachesJournal: Bool { core.settings.options.attachesJournal == true }

  /// Fails open and later requests.
  /// - Parameter hasFailed: Whether the test has failed for another reason, so that its requests are reported.
  package func end(test name: String, hasFailed: Bool = false) {
    if core.journal.isUnused {
      let names = core.handledNames
      core.changeSettings { $0.handledNames = names }
    } else if hasFailed || !core.journal.failures.isEmpty {
      // The handlers are removed below, but later messages need them.
      let bystanders = core.bystanders(of: reportedExchanges)
      core.changeSettings { $0.bystandersAtEnd = bystanders }
    }
    let open = linesBesideJournal() + openSockets.endLines(core.settings.redaction)
    if !open.isEmpty { core.changeSettings { $0.openAtEnd = open } }
    core.shutDown(.testHasEnded(name))
  }

  /// Recordings have no location.
  package var unusedToReport: [(location: HandlerLocation?, message: String)] {
    let options = core.settings.options
    let handlers = options.reportsUnusedHandlers == true ? core.unusedHandlers : []
    let recordings = options.reportsUnusedRecordings == true ? unusedRecordings : []
    return handlers.map { ($0.location, $0.message) }
      + recordings.map { (nil, "The recording \($0) was never used.") }
  }

  package func withExpectedCounts<Result>(
    _ body: (inout [String: (name: OperationName, count: Int, location: HandlerLocation)]) -> Result
  ) -> Result {
    core.withExpectedCounts(body)
  }

  /// Counts dropped requests too.
  package func requestCount(of name: OperationName) -> Int { core.journal.count(of: name) }

  /// Paths of files that were recorded, overwritten or deleted at the end.
  package var recordedFiles: Set<String> {
    core.settings.recording?.changedFiles.withLock { $0 } ?? []
  }

  package var journalText: String {
    exchanges.map { "\($0)" }.joined(separator: "\n\n") + "\n"
  }
}
