// What the trait and the XCTest functions have in common: a service for a test, or additions to the
// one that an outer scope made, and the report at the end.

import Foundation
import GraphQLMock

/// What is stated for the scope of a test.
struct ScopeOptions: Sendable {
  var handlers: [RequestHandler]
  var service: ServiceOptions
  /// The name of the recording's folder; nil for one of the test's own.
  var recordingName: String?
  /// What tells the test's recordings from those of other cases; nil for all of them.
  var recordingCase: String?
  /// Where the options were written.
  var location: HandlerLocation

  /// States what the trait and the functions for XCTest have parameters for.
  ///
  /// If a mode is all that is stated of the recording, the table is recorded to.
  init(
    _ handlers: [RequestHandler], service options: ServiceOptions, _ fixtures: FixtureTable? = nil,
    _ schema: ServiceSchema? = nil, _ recording: Recording? = nil, _ endpoints: [URL]? = nil,
    _ unhandled: UnhandledPolicy? = nil, _ clock: SteppedClock? = nil,
    recordingCase: String? = nil, location: HandlerLocation
  ) {
    self.handlers = handlers
    service = options.stating(
      fixtures, schema, recording, endpoints, unhandled, clock, near: location.filePath)
    recordingName = service.fixtures?.name
    self.recordingCase = recordingCase
    self.location = location
  }

  /// The same options, written at a location where it is not known that they were written elsewhere.
  func located(at location: HandlerLocation) -> ScopeOptions {
    guard self.location == .unknown else { return self }
    var options = self
    options.location = location
    return options
  }

  /// The options of the service, with the recording of a test.
  /// - Parameter folder: The folder of the test's own recordings, below `Fixtures`.
  func resolved(folder: String) -> ServiceOptions {
    if service.recording?.folder != nil { return service }
    var options = service
    guard let recording = recording(folder: folder) else { return service }
    options.recording = recording
    // A recording of that name is the table itself.
    if recordingName != nil { options.fixtures = nil }
    return options
  }

  /// The recording of the test: as stated, or as the environment asks, or what is there already.
  private func recording(folder: String) -> Recording? {
    let stated = service.recording
    if stated == nil, !Recording.isAskedFor {
      guard recordingName == nil, Recording.exists(named: folder, filePath: location.filePath)
      else { return nil }
    }
    let mode = stated ?? .never
    // A table of that name may lie further up.
    let known = recordingName == nil ? nil : service.fixtures?.folder
    var recording =
      known.map { Recording(mode, folder: $0) }
      ?? Recording(mode, named: recordingName ?? folder, filePath: location.filePath)
    recording.isShared = recordingName != nil
    return recording
  }
}

/// An issue that a service causes, ready to be reported by a test framework.
struct ScopeIssue: Sendable, Hashable {
  var message: String
  var location: HandlerLocation
}

/// The service of one test, from its beginning to its report.
struct TestScope: Sendable {
  let service: MockGraphQLService
  let report: TestReport
  let closures = ScopedClosureRunner()
  let apps = LaunchedApps()
  let options: ScopeOptions
  let test: RunningTest
  /// Where the test stands; nil where that is not known.
  let testLocation: HandlerLocation?

  /// How long closures may take to return once the test has ended and they are cancelled.
  static let closureGrace = Duration.seconds(1)

  /// Makes the service.
  /// - Parameters:
  ///   - test: The test that runs.
  ///   - location: Where the test stands; nil where that is not known.
  ///   - isParameterized: Whether the test has cases.
  ///   - testCase: The arguments of the case, for the page.
  init(
    _ options: ScopeOptions, of test: RunningTest, at location: HandlerLocation? = nil,
    isParameterized: Bool = false, testCase: String? = nil
  ) {
    self.options = options
    self.test = test
    testLocation = location
    service = MockGraphQLService(
      options.handlers, options: options.resolved(folder: test.folder))
    report = TestReport(service, apps, testCase: testCase)
    service.begin(
      closures: closures, testName: test.selection, testTitle: test.title,
      location: options.location, isUnnamedCase: isParameterized)
    if let name = options.recordingCase { service.useRecordings(forCase: name) }
  }

  /// Adds what an inner scope states to the service of the outer one.
  /// - Parameter folder: The folder of the test's own recordings, below `Fixtures`.
  static func extend(
    _ service: MockGraphQLService, with options: ScopeOptions, folder: String
  ) {
    // What the test's own folder holds, the outer scope has found.
    let stated =
      options.service.recording == nil ? options.service : options.resolved(folder: folder)
    service.extend(options.handlers, options: stated, location: options.location)
    if let name = options.recordingCase { service.useRecordings(forCase: name) }
  }

  /// Runs the test with everything that its tasks inherit.
  func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try MockGraphQLService.$scoped.withValue(service) {
      try LaunchedApps.$current.withValue(apps) {
        try MockJSON.$pathsInVain.withValue(service.pathsInVain) {
          closures.serve()
          return try body()
        }
      }
    }
  }

  /// The same, for an asynchronous test.
  func run<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await MockGraphQLService.$scoped.withValue(service) {
      try await LaunchedApps.$current.withValue(apps) {
        try await MockJSON.$pathsInVain.withValue(service.pathsInVain) {
          closures.serve()
          return try await body()
        }
      }
    }
  }

  /// What went wrong up to now and was not told yet.
  func takeIssues() -> [ScopeIssue] { report.takeIssues(at: location) }

  // MARK: The end

  /// Ends the service, and gives closures a moment to return.
  /// - Parameter isCutShort: Whether the test was cancelled or skipped.
  /// - Returns: what is to be reported, each once.
  func end(isCutShort: Bool = false, within grace: Duration = closureGrace) async -> [ScopeIssue] {
    let unused = stop(hasFailed: report.hasFailed, isCutShort: isCutShort)
    if closures.runningCount > 0 {
      let idle = PendingReply<Void>()
      closures.whenIdle { idle.fulfil(()) }
      // In a task of its own, as the test's may be cancelled.
      _ = await Task.detached { await idle.value(within: grace) }.value
    }
    await apps.waitForStarts()
    service.printRecordedFiles(of: test)
    return remainingIssues + unused
  }

  /// The same, for a caller that can't be suspended.
  /// - Parameter hasFailed: Whether the test has failed already.
  func endAndWait(hasFailed: Bool, within grace: Duration = closureGrace) -> [ScopeIssue] {
    let unused = stop(hasFailed: hasFailed)
    _ = WaitLimit.block(within: grace) { closures.runningCount == 0 }
    apps.blockUntilStarts()
    service.printRecordedFiles(of: test)
    return remainingIssues + unused
  }

  private func stop(hasFailed: Bool, isCutShort: Bool = false) -> [ScopeIssue] {
    service.deleteUnusedRecordings(hasFailed: hasFailed || isCutShort)
    let unused = Self.unusedIssues(of: service, location)
    service.end(test: test.title, hasFailed: hasFailed)
    closures.end()
    return unused
  }

  /// Where an issue is reported that belongs to no handler: at the test or, where that is not known, at
  /// the innermost scope.
  private var location: HandlerLocation {
    testLocation ?? service.scopeLocation ?? options.location
  }

  /// What went wrong and was not told yet, each once.
  private var remainingIssues: [ScopeIssue] {
    var issues = takeIssues() + apps.takeIssues()
    let open = closures.runningCount
    if open > 0 {
      let what = open == 1 ? "A closure of a handler has" : "\(open) closures of handlers have"
      issues.append(
        ScopeIssue(
          message: "\(what) not returned at the end of the test.", location: location))
    }
    return issues
  }

  /// The handlers and recordings that answered nothing, if that is to be reported, and the operations that were
  /// asked for more often than expected.
  ///
  /// The end of the service takes them away, so this comes first.
  static func unusedIssues(
    of service: MockGraphQLService, _ location: HandlerLocation
  ) -> [ScopeIssue] {
    let unused = service.unusedToReport.map {
      ScopeIssue(message: $0.message, location: $0.location ?? location)
    }
    return unused.counted + service.takeSurplus()
  }
}

extension HandlerLocation {
  static let unknown = HandlerLocation(fileID: "", filePath: "", line: 0, column: 0)

  /// Takes a location that is stated, or else that of the call.
  init(
    _ stated: HandlerLocation?, _ fileID: String, _ filePath: String, _ line: Int, _ column: Int
  ) {
    self =
      stated ?? HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension Recording {
  /// Whether the environment of the process says that something is recorded, or that nothing is.
  ///
  /// Every test asks, and reading the environment takes longer than a request.
  static let isAskedFor =
    ProcessInfo.processInfo.environment[Recording.variable]?.isEmpty == false
}
