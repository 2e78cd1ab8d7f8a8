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
  ///   - testName: What selects the test on the command line.
  ///   - location: Where its scope was written; nil leaves it.
  ///   - isUnnamedCase: Whether it is a case of a parameterised test.
  package func begin(
    closures: (any ClosureRunner)? = nil, testName: String, location: HandlerLocation? = nil,
    isUnnamedCase: Bool = false
  ) {
    core.changeSettings {
      $0.testName = testName
      $0.reportsFailures = true
      $0.isUnnamedCase = isUnnamedCase
      if let closures { $0.closures = closures }
      if let location { $0.scopeLocation = location }
    }
  }

  /// Adds what an inner scope states: its handlers are asked first, each option that it states counts
  /// from now on, and `reset()` keeps both.
  package func extend(
    _ handlers: [RequestHandler], options: ServiceOptions, location: HandlerLocation
  ) {
    core.changeSettings {
      $0.apply(options)
      $0.scopeLocation = location
    }
    if let recording = options.recording {
      core.start(recording, environment: ProcessInfo.processInfo.environment)
    }
    core.register(handlers, table: options.fixtures)
    core.registry.keepAsInitial()
  }

  /// Where the innermost scope of the test was written; nil outside of scopes.
  package var scopeLocation: HandlerLocation? { core.settings.scopeLocation }

  /// Whether the journal is to be attached to a test that passes, too.
  package var attachesJournal: Bool { core.settings.attachesJournal }

  /// Ends the service with its test: requests that are open, and all that come later, fail.
  package func end(test name: String) { core.shutDown(.testHasEnded(name)) }

  /// The handlers that answered no request, with their titles, if that is to be reported.
  package var handlersToReport: [(title: String, location: HandlerLocation)] {
    guard core.settings.reportsUnusedHandlers else { return [] }
    return core.registry.all.compactMap { entry in
      guard let handler = entry.handler, core.registry.useCount(of: entry) == 0 else { return nil }
      return (handler.title, handler.location)
    }
  }

  /// The recordings that answered no request, if that is to be reported.
  package var recordingsToReport: [String] {
    core.settings.reportsUnusedRecordings ? unusedRecordings : []
  }

  /// The journal as text, an exchange after the other.
  package var journalText: String {
    exchanges.map { "\($0)" }.joined(separator: "\n\n") + "\n"
  }
}
