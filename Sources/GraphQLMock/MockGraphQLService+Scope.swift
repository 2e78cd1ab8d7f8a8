import Foundation

extension MockGraphQLService {
  @TaskLocal package static var scoped: MockGraphQLService?

  /// The service of the running test.
  ///
  /// The trait `.graphQL(...)` and the function `withMockGraphQLService` provide the service for the test and its
  /// child tasks. Without them, every request to this service fails with a message that recommends them.
  public static var current: MockGraphQLService { scoped ?? outside }

  private static let outside: MockGraphQLService = {
    let service = MockGraphQLService(options: ServiceOptions(journalLimit: 0))
    service.core.shutDown(.outsideScope)
    return service
  }()

  package func requireScope() throws { try core.requireScope() }

  package func takeFailures() -> [MockFailure] { core.journal.takeFailures() }

  /// - Parameters:
  ///   - closures: The object that runs handler closures, or `nil` to keep the current one.
  ///   - testName: The name that selects the test on the command line. It's evaluated only when a message needs it.
  ///   - testTitle: The name of the test in messages, or `nil` to use `testName`.
  package func begin(
    closures: (any ClosureRunner)? = nil, testName: @escaping @autoclosure @Sendable () -> String,
    testTitle: String? = nil, location: CodeLocation? = nil, isUnnamedCase: Bool = false
  ) {
    core.changeSettings {
      $0.testName = testName
      $0.statedTestTitle = testTitle
      $0.reportsFailures = true
      $0.isUnnamedCase = isUnnamedCase
      if let closures { $0.closures = closures }
      if let location { $0.scopeLocation = location }
    }
    core.withNotes { $0.pathsInVain = Locked([]) }
    if let location {
      note(core.registry.tables.map(\.entry.rank), core.settings.schema, at: location)
    }
    reportStillness()
    core.openRecordingFolder()
  }

  /// Deletes unused recordings of operations that the test recorded again, if the test has passed.
  package func deleteUnusedRecordings(hasFailed: Bool) {
    core.deleteUnusedRecordings(hasFailed: hasFailed)
  }

  /// Adds the handlers and options of an inner scope, which take precedence and aren't removed by `reset()`.
  package func extend(
    _ handlers: [RequestHandler], options: ServiceOptions, location: CodeLocation,
    function: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let tableCount = core.registry.tables.count
    core.changeSettings {
      $0.apply(options)
      $0.scopeLocation = location
    }
    if let recording = options.recording {
      core.beginRecording(recording, environment: environment)
    }
    core.register(handlers, table: options.fixtures, by: function)
    core.registry.keepAsInitial()
    core.add(options.objects, at: location)
    note(core.registry.tables.dropLast(tableCount).map(\.entry.rank), options.schema, at: location)
  }

  /// Removes the fixture table that is tried first, so that it can be the table of a recording. Its rows stay.
  package func takeFixtures() -> FixtureTable? {
    for (entry, table) in core.registry.tables {
      guard let table = table as? FixtureTable else { continue }
      core.registry.remove(entry)
      return table
    }
    return nil
  }

  private func note(_ ranks: [Int], _ schema: ServiceSchema?, at place: CodeLocation) {
    core.withNotes { notes in
      for rank in ranks { notes.tablePlaces[rank] = place }
      if let schema { notes.schemas.append((schema, place)) }
    }
  }

  /// The errors of stated tables and schemas that made no request fail, except for folders that are to be recorded.
  package var unusableToReport: [MockFailure] {
    let notes = core.withNotes { $0 }
    let known = requests.compactMap(\.failure)
    let tables = core.registry.tables.filter { !($0.table is ReplaceableTable) }
    let failures =
      tables.compactMap { entry, table in
        table.error.map {
          MockFailure(.fixtureError, "\($0)", handler: notes.tablePlaces[entry.rank])
        }
      }
      + notes.schemas.compactMap { schema, place in
        schema.problem.map {
          MockFailure(.schemaError, "The schema can't be used: \($0)", handler: place)
        }
      }
    return failures.filter { failure in
      !known.contains { $0.kind == failure.kind && $0.handler == failure.handler }
    }
  }

  package var pathsInVain: Locked<Set<[String]>>? { core.withNotes { $0.pathsInVain } }

  package var recordingCaseName: String? { core.settings.recordingCase }

  package var statedRecording: Recording? { core.settings.recording?.stated }

  package var scopeLocation: CodeLocation? { core.settings.scopeLocation }

  package var attachesJournal: Bool { core.settings.options.attachesJournal == true }

  /// Shuts the service down at the end of its test, so that open and later requests fail.
  /// - Parameter isStopped: Whether the test goes on with another service, so that later requests aren't reported.
  package func end(test name: String, hasFailed: Bool = false, isStopped: Bool = false) {
    core.warnOfUnmatchedOverrides()
    let names = core.registry.handledNames
    core.changeSettings { $0.handledNames = names }
    if !core.journal.isUnused, hasFailed || !core.journal.failures.isEmpty {
      // `shutDown` removes all handlers, so the report's lines about other handlers are stored first.
      let bystanders = core.bystanders(of: requests.suffix(Self.reportedLimit))
      core.changeSettings { $0.bystandersAtEnd = bystanders }
    }
    let open = linesOfReport
    if !open.isEmpty { core.changeSettings { $0.openAtEnd = open } }
    core.shutDown(isStopped ? .runWasStopped : .testHasEnded(name))
  }

  /// The handlers of the test's suite that the test has used, and the unused ones if the test reports these.
  package var sharedHandlers: [(title: String, isUsed: Bool)] {
    core.sharedHandlers(withUnused: core.settings.options.reportsUnusedHandlers == true)
  }

  package var unusedToReport: [(location: CodeLocation?, message: String)] {
    let options = core.settings.options
    let handlers = options.reportsUnusedHandlers == true ? core.unusedHandlers : []
    // The other cases of a parameterized test may use what this case doesn't.
    let reportsRecordings = options.reportsUnusedRecordings == true && !core.settings.isUnnamedCase
    let recordings = reportsRecordings ? unusedRecordings : []
    return handlers.map { ($0.location, $0.message) }
      + recordings.map { (nil, "The recording \($0) was never used.") }
  }

  package func withExpectedCounts<Result>(
    _ body: (inout [String: (name: NameCondition, count: Int, location: CodeLocation)]) -> Result
  ) -> Result {
    core.withNotes { body(&$0.expectedCounts) }
  }

  /// Returns the number of requests for an operation, including requests that the journal has dropped.
  package func requestCount(of name: NameCondition) -> Int { core.journal.count(of: name) }

  /// The paths of the recordings that this test created, overwrote, or deleted.
  package var recordedFiles: Set<String> {
    core.settings.recording?.changedFiles.withLock { $0 } ?? []
  }

  package var journalText: String { requests.map { "\($0)" }.joined(separator: "\n\n") + "\n" }
}
