// The service of the test that runs, and what the testing target needs of a service.

package import Foundation

extension MockGraphQLService {
  @TaskLocal package static var scoped: MockGraphQLService?

  /// The service of the test that runs.
  ///
  /// The trait `.graphQL(...)` and `withMockGraphQLService` provide it for the test and its child
  /// tasks. Outside of them it is a service that fails every request, and says what to add.
  public static var current: MockGraphQLService { scoped ?? outside }

  private static let outside: MockGraphQLService = {
    let service = MockGraphQLService(journalLimit: 0)
    service.core.shutDown(.outsideScope)
    return service
  }()

  /// The failures that were recorded since the last call.
  package func takeFailures() -> [MockFailure] { core.journal.takeFailures() }

  /// Changes what the scope of a test may state anew.
  package func changeScope(
    unhandled: UnhandledPolicy? = nil, endpoint: URL? = nil, clock: SteppedClock? = nil,
    closures: (any ClosureRunner)? = nil, testName: String? = nil,
    location: HandlerLocation? = nil
  ) {
    core.changeSettings {
      if let unhandled { $0.unhandled = unhandled }
      if let endpoint { $0.endpoints = [Endpoint(url: endpoint)] }
      if let clock { $0.clock = clock }
      if let closures { $0.closures = closures }
      if let testName { $0.testName = testName }
      if let location { $0.scopeLocation = location }
    }
  }

  /// Where the innermost scope of the test was written; nil outside of scopes.
  package var scopeLocation: HandlerLocation? { core.settings.scopeLocation }

  /// Ends the service with its test: requests that are open, and all that come later, fail.
  package func end(test name: String) { core.shutDown(.testHasEnded(name)) }

  /// The handlers that answered no request, with their titles.
  package var unusedHandlers: [(title: String, location: HandlerLocation)] {
    core.registry.all.compactMap { entry in
      guard let handler = entry.handler, core.registry.useCount(of: entry) == 0 else { return nil }
      return (handler.title, handler.location)
    }
  }

  /// The journal as text, an exchange after the other.
  package var journalText: String {
    exchanges.map { "\($0)" }.joined(separator: "\n\n") + "\n"
  }
}
