public import Foundation

/// The configuration of the mock service in an app that runs in another process than its test.
///
/// The test writes it into the app's environment, where `MockGraphQLService.startFromLaunchEnvironment()` reads it.
///
/// ```swift
/// // in the UI test, with GraphQLMockTesting
/// let mock = app.launch(
///   mocking: LaunchPlan(fixtures: "Checkout", fixtureVariants: ["PlaceOrder": "declined"]))
///
/// // first thing in the app, in debug builds only
/// MockGraphQLService.startFromLaunchEnvironment()
/// ```
/// The app tries the handlers first, then the fixture variants, the fixture tables in order, and the recording. The test
/// and the app must both have access to the folders of the tables. On a device, add the tables to the app's bundle
/// and list their names in ``bundledFixtures``.
public struct LaunchPlan: Sendable {
  // The app gets only the properties that are fields in `LaunchPlan+Fields.swift`.
  /// The handlers in the order in which they're tried, none of which can have a closure.
  package var handlers: [RequestHandler]
  /// The fixture tables in the order in which they're tried, in folders that both the test and the app can read.
  public var tables: [FixtureTable]
  /// The names of fixture tables in the app's bundle, which are tried after ``tables``.
  public var bundledFixtures: [String] = []
  /// The names of fixture variants by the name of the operation.
  package var fixtureVariants: [String: String]
  /// The options of the app's service, which can't contain closures or checks of custom scalars.
  package var options: ServiceOptions
  /// The redaction, which removes secrets from the journal and from recordings, and can't have a closure.
  public var redaction = Redaction()
  /// The folder of the journal, which `launch(mocking:)` and `run(mocking:)` set if it's nil.
  package var journalFolder: URL?
  /// A Boolean value that indicates whether `launch(mocking:)` and `run(mocking:)` set a folder for the journal.
  ///
  /// Set this property to false if the app can't write to a folder of the test, for example on a device.
  public var wantsJournal = true
  package var testName: String?
  /// The errors in the plan, because of which the app's service fails every request.
  package var errors: [String] = []
  /// The verb and location of an `AppCommand`, which is written as a plan.
  var command: MockJSON?
  /// The path of the source file near which fixture tables and schemas are looked up by name.
  let filePath: String

  /// A clock that the app uses for the delays of responses.
  public enum Clock: Sendable {
    /// A clock that moves only when the test advances it; see ``SteppedClock``.
    case stepped
  }

  /// Creates a launch plan.
  ///
  /// A parameter that isn't nil overrides the same option in `options`. The parameters are those of a
  /// ``MockGraphQLService``, and `fixtureVariants`: the fixture variants that answer operations, by operation name. A
  /// recording mode without a folder, such as `.missing`, uses the folder of the fixture table or, if a test launches
  /// the app, a folder of the test. Add more tables to ``tables``.
  public init(
    _ handlers: RequestHandler..., fixtures: FixtureTable? = nil,
    fixtureVariants: [String: String] = [:], schema: ServiceSchema? = nil,
    recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
    clock: Clock? = nil, objects: [String: [MockJSON]]? = nil,
    options: ServiceOptions = ServiceOptions(), filePath: String = #filePath
  ) {
    self.init(
      handlers, fixtures: fixtures, fixtureVariants: fixtureVariants, schema: schema,
      recording: recording, endpoints: endpoints, unhandled: unhandled, clock: clock,
      objects: objects, options: options, filePath: filePath)
  }

  /// Creates a launch plan from an array of handlers.
  public init(
    _ handlers: [RequestHandler], fixtures: FixtureTable? = nil,
    fixtureVariants: [String: String] = [:], schema: ServiceSchema? = nil,
    recording: Recording? = nil, endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
    clock: Clock? = nil, objects: [String: [MockJSON]]? = nil,
    options: ServiceOptions = ServiceOptions(), filePath: String = #filePath
  ) {
    (self.handlers, self.fixtureVariants, self.filePath) = (handlers, fixtureVariants, filePath)
    self.options = options.stating(
      fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
      unhandled: unhandled, clock: clock.map { _ in SteppedClock() },
      objects: objects, near: filePath
    ).placingRecording()
    tables = [self.options.fixtures].compactMap { $0 }
    self.options.fixtures = nil
  }
}
