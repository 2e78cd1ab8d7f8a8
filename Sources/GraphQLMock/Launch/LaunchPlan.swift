public import Foundation

/// The mock network of an app that runs in another process than its test.
///
/// The test writes the plan into the environment of the app. The app reads it with
/// `MockGraphQLService.startFromLaunchEnvironment()`.
///
/// ```swift
/// // in the UI test, with GraphQLMockTesting
/// let mock = app.launch(
///   mocking: LaunchPlan(fixtures: "Checkout", variants: ["PlaceOrder": "declined"]))
///
/// // first thing in the app, in debug builds only
/// MockGraphQLService.startFromLaunchEnvironment()
/// ```
/// Handlers are tried first, then the variants, the tables in order, and the recording. Both processes must have
/// access to the folders. On a device, put the tables into the app's bundle and name them in ``bundledFixtures``.
public struct LaunchPlan: Sendable {
  /// The handlers, tried first and in order; one with a closure can't leave the test's process.
  package var handlers: [RequestHandler]
  /// The tables in folders that both processes have access to, in the order in which they are tried.
  public var tables: [FixtureTable]
  /// The names of tables in the app's bundle, which are tried after ``tables``.
  public var bundledFixtures: [String] = []
  /// The variants by operation name, or by the name of the file for anonymous operations: `anonymous-query`.
  package var variants: [String: String]
  /// Writing the plan throws an error for options that can't leave the process, such as closures and checks of custom
  /// scalars, and for those that the test decides, which are reports and attachments.
  package var options: ServiceOptions
  /// The redaction of the journal and of recordings, which can't have a closure.
  public var redaction = Redaction()
  /// The journal's folder, or `nil` for no journal; `launch(mocking:)` and `run(mocking:)` set it if it's `nil`.
  package var journalFolder: URL?
  /// Whether `launch(mocking:)` and `run(mocking:)` set a folder for the journal.
  ///
  /// Set it to false if the app can't write to a folder of the test, as on a device.
  public var wantsJournal = true
  /// A command-line selector of the running test, for messages.
  package var testName: String?
  /// Errors found while creating the plan, with which the app fails its requests.
  package var errors: [String] = []
  var order: MockJSON?
  /// The path of the source file near which tables and schemas are looked up by name.
  let filePath: String

  /// A clock of an app.
  public enum Clock: Sendable {
    /// A clock in the app that only moves when the test advances it; see ``SteppedClock``.
    case stepped
  }

  /// Creates a plan.
  ///
  /// Parameters that aren't `nil` override `options`.
  /// - Parameters:
  ///   - handlers: The handlers, which are tried first, in order.
  ///   - fixtures: A table, usually by name. Add more tables to ``tables``.
  ///   - variants: The variants that answer operations, by operation name.
  ///   - schema: The schema, usually by name.
  ///   - recording: The recording. A mode alone, such as `.missing`, uses the folder of the table or, if a test
  ///     launches the app, a folder of the test.
  ///   - endpoints: The URLs that GraphQL requests go to.
  ///   - unhandled: The policy for requests without an answer.
  ///   - clock: The clock for the delays of responses, or nil for real time.
  ///   - options: The other options of the app's service.
  ///   - filePath: The path of the source file near which names are looked up, by default the caller's.
  public init(
    _ handlers: RequestHandler..., fixtures: FixtureTable? = nil,
    variants: [String: String] = [:], schema: ServiceSchema? = nil, recording: Recording? = nil,
    endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
    clock: Clock? = nil, options: ServiceOptions = ServiceOptions(), filePath: String = #filePath
  ) {
    self.init(
      handlers, fixtures: fixtures, variants: variants, schema: schema, recording: recording,
      endpoints: endpoints, unhandled: unhandled, clock: clock, options: options,
      filePath: filePath)
  }

  /// Creates a plan from an array of handlers.
  public init(
    _ handlers: [RequestHandler], fixtures: FixtureTable? = nil,
    variants: [String: String] = [:], schema: ServiceSchema? = nil, recording: Recording? = nil,
    endpoints: [URL]? = nil, unhandled: UnhandledPolicy? = nil,
    clock: Clock? = nil, options: ServiceOptions = ServiceOptions(), filePath: String = #filePath
  ) {
    self.handlers = handlers
    self.variants = variants
    self.filePath = filePath
    self.options = options.stating(
      fixtures, schema, recording, endpoints, unhandled, clock.map { _ in SteppedClock() },
      near: filePath
    ).placingRecording()
    tables = [self.options.fixtures].compactMap { $0 }
    self.options.fixtures = nil
  }
}
