public import Foundation

/// What a test has the network of an app answer, when the app runs in a process of its own.
///
/// The test writes it into the environment with which it starts the app. The app reads it with
/// `MockGraphQLService.startFromLaunchEnvironment()`.
///
/// ```swift
/// // in the UI test, with GraphQLMockTesting
/// let journal = app.launch(
///   mocking: LaunchPlan(fixtures: "Checkout", variants: ["PlaceOrder": "declined"]))
///
/// // first thing in the app, in debug builds only
/// MockGraphQLService.startFromLaunchEnvironment()
/// ```
/// Handlers are asked first, then the variants, then the tables in their order, then the recording.
/// Both processes must see the folders: a simulator and a Mac do, a device does not. For a device, put
/// the tables into the app's bundle and name them in ``bundledFixtures``.
public struct LaunchPlan: Sendable {
  /// What is asked first, in order.
  ///
  /// Handlers with closures can't leave the test's process.
  package var handlers: [RequestHandler]
  /// The tables that the test's process sees, in the order in which they are asked.
  public var tables: [FixtureTable]
  /// The names of tables in the app's own bundle, asked after those of ``tables``.
  public var bundledFixtures: [String] = []
  /// The variant that answers an operation, by the operation's name.
  ///
  /// `["PlaceOrder": "declined"]` takes `PlaceOrder.declined.json`. An anonymous operation is named as
  /// its file is, such as `anonymous-query`.
  package var variants: [String: String]
  /// All else that can be said of the app's service.
  ///
  /// What can't cross to another process is refused by name when the plan is written: a clock, a policy
  /// that decides by a closure, a schema's checks of custom scalars, and what is reported and attached,
  /// which the test decides.
  package var options: ServiceOptions
  /// What is taken out of the journal and of recordings, by name; a closure can't leave the process.
  public var redaction = Redaction()
  /// The folder that the app writes its journal to; nil for no journal.
  ///
  /// `launch(mocking:)` and `run(mocking:)` of GraphQLMockTesting set a missing one.
  package var journalFolder: URL?
  /// Whether `launch(mocking:)` and `run(mocking:)` name a folder for the journal.
  ///
  /// Set it to false where the app can't write to a folder of the test, as on a device.
  public var wantsJournal = true
  /// Selects the running test on the command line, for messages.
  package var testName: String?

  /// Errors found while making the plan, with which the app fails its requests.
  package var errors: [String] = []

  /// Named tables and schemas are looked up near this file.
  let filePath: String

  /// Makes a plan.
  ///
  /// A parameter that is nil leaves the matter to `options`.
  /// - Parameters:
  ///   - handlers: What is asked first, in order.
  ///   - fixtures: A table, by its name as a rule; more of them go to ``tables``.
  ///   - variants: The variant that answers an operation, by the operation's name.
  ///   - schema: The schema, by its name as a rule.
  ///   - recording: Where answers of the real service are recorded and replayed from; a mode alone, such
  ///     as `.missing`, takes the folder of the table or, where a test launches the app, one of the test's.
  ///   - endpoints: The URLs that GraphQL requests go to.
  ///   - unhandled: What happens to a request that nothing answers.
  ///   - options: All else that can be said of the app's service.
  ///   - filePath: The path of the source file near which names are looked up; the caller's as a rule.
  public init(
    _ handlers: RequestHandler..., fixtures: FixtureTable? = nil,
    variants: [String: String] = [:], schema: ServiceSchema? = nil, recording: Recording? = nil,
    endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
    options: ServiceOptions = ServiceOptions(), filePath: String = #filePath
  ) {
    self.init(
      handlers, fixtures: fixtures, variants: variants, schema: schema, recording: recording,
      endpoints: endpoints, unhandled: unhandled, options: options, filePath: filePath)
  }

  /// Makes a plan with a list of handlers.
  public init(
    _ handlers: [RequestHandler], fixtures: FixtureTable? = nil,
    variants: [String: String] = [:], schema: ServiceSchema? = nil, recording: Recording? = nil,
    endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
    options: ServiceOptions = ServiceOptions(), filePath: String = #filePath
  ) {
    self.handlers = handlers
    self.variants = variants
    self.filePath = filePath
    self.options = options.stating(
      fixtures, schema, recording, endpoints, unhandled, near: filePath
    ).placingRecording()
    tables = [self.options.fixtures].compactMap { $0 }
    self.options.fixtures = nil
  }
}
